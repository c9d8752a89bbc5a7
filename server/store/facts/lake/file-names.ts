import { sql } from '../../../core/model/sql.ts'
import type { LakeAddress } from '../../../core/model/storage-address.ts'
import { heldBy, isOfRun, segmentName } from '../common/stored-files.ts'
import type { ImportLeftovers } from '../../records/import-notes.ts'
import type { Database } from '../../records/mysql/mysql-database.ts'
import type { Objects } from './objects/objects.ts'
import { openObjects } from './objects/open-objects.ts'

export const IMPORT_ID = /^[0-9a-f]{16}$/

/** `name` starts with the table. */
export function fileOf(importId: string, name: string): string {
  return `${importId}/${name}.parquet`
}

/**
 * Files that a dead import may have left, found without listing the lake. Segments are numbered; a missing one was still being uploaded,
 * unless as many consecutive ones are missing as an import uploads at once.
 */
export async function findFilesOf(
  objects: Objects,
  { owner, appId, runs }: ImportLeftovers,
): Promise<string[]> {
  const known = [
    `identities-${appId}`,
    ...runs.flatMap(run => [`recommendations-${run}`, `facts-${run}`]),
  ]
  const files = known.map(name => fileOf(owner, name))
  for (const table of ['snapshots', 'alerts'] as const) {
    for (let [number, missing] = [0, 0]; missing < MAX_PUTS; number++) {
      const file = fileOf(owner, segmentName(table, appId, number))
      files.push(file)
      missing = (await objects.size(file)) === undefined ? missing + 1 : 0
    }
  }
  return files
}

/** Deletes the checksums of its blocks too, which versions before 1.3 stored next to large files. */
export async function deleteFile(objects: Objects, file: string): Promise<void> {
  await Promise.all([objects.delete(file), objects.delete(`${file}.sums`)])
}

/** Maximum parallel uploads of an import; files take disk space until uploaded. */
export const MAX_PUTS = 3

export async function isNamed({ small }: Pick<Database, 'small'>, file: string): Promise<boolean> {
  const { table, id = -1 } = heldBy(file) ?? {}
  const rows = await small.read(
    isOfRun(table)
      ? sql`SELECT body FROM catalog_runs WHERE run_id = ${id}`
      : sql`SELECT body FROM catalog_apps WHERE app_id = ${id}`,
    { latest: true },
  )
  return rows.some(({ body }) => String(body).includes(`"file":"${file}"`))
}

/** URL of a store's folder; several stores may share a lake. */
export function baseOf({ url }: Pick<LakeAddress, 'url'>, storeId: string): string {
  return `${url}/${storeId}`
}

export function objectsOf(
  lake: LakeAddress,
  storeId: string,
  tell?: (line: string) => void,
): Objects {
  const { endpoint, region, credentials } = lake
  return openObjects({
    url: baseOf(lake, storeId),
    endpoint: endpoint ?? undefined,
    region,
    credentials: credentials ?? undefined,
    tell,
  })
}
