import { type Catalog, dataParts } from '../../model/catalog.ts'
import { sql } from '../../model/sql.ts'
import { each } from '../common/stored-files.ts'
import { type Finding, note } from '../../model/finding.ts'
import type { HeldConnection } from '../../records/mysql/mysql-connection.ts'
import type { Database } from '../../records/mysql/mysql-database.ts'
import { FILES_OF_LAKE } from '../../model/catalog-document.ts'
import { isNamed } from './file-names.ts'
import type { ListedObject, Objects } from './objects/objects.ts'

/** Imports end much earlier; a younger object may belong to a running one. */
export const ORPHAN_AGE_MS = 86_400_000

/** Imports and readers that may need an object outside the catalog. */
export interface Owners {
  retired: ReadonlySet<string>
  /** Import ids. */
  running: ReadonlySet<string>
  importIds: ReadonlySet<string>
}

export async function readOwners(held: Pick<HeldConnection, 'read'>): Promise<Owners> {
  const retired = await held.read(sql`SELECT file FROM retired_files`)
  const running = await held.read(sql`SELECT DISTINCT owner FROM import_locks WHERE expires_at > UTC_TIMESTAMP(6)`)
  const rows = await held.read(sql`SELECT DISTINCT owner FROM import_runs`)
  return {
    retired: new Set(retired.map(row => String(row['file']))),
    running: new Set(running.map(row => String(row['owner']))),
    importIds: new Set(rows.map(row => String(row['owner']))),
  }
}

export interface Unnamed {
  findings: Finding[]
  /** Unneeded data files and their checksums, old enough to delete. */
  removable: ListedObject[]
}

/** `listed` must be older than `catalog` and `owners`, so that objects published since are known. */
export function findUnnamed(
  listed: readonly ListedObject[],
  catalog: Catalog,
  { retired, running, importIds }: Owners,
  now: Date,
): Unnamed {
  const named = new Set(dataParts(catalog).map(({ file }) => file))
  const findings: Finding[] = []
  const removable: ListedObject[] = []
  for (const object of listed) {
    const { name, bytes, at } = object
    const file = fileOfObject(name)
    if (named.has(file)) continue
    if (LOG.test(name)) {
      removable.push(object)
      findings.push(
        note(name, 'belongs to an open table of version 1.2, which is no longer updated', '`admin lake verify --repair` removes it.'),
      )
      continue
    }
    if (!FILES_OF_LAKE.test(file)) {
      findings.push(note(name, 'is not named as uascope names its objects', 'Nothing reads or deletes it.'))
      continue
    }
    const owner = file.split('/').at(-2)!
    if (running.has(owner)) continue
    if (retired.has(file)) {
      findings.push(note(name, 'is no longer needed', 'A later import of the app removes it.'))
      continue
    }
    const what = importIds.has(owner) ? 'belongs to a dead import' : 'is not named by the catalog'
    const isOld = now.getTime() - at.getTime() >= ORPHAN_AGE_MS
    if (isOld) removable.push(object)
    findings.push(note(name, `${what} (${bytes} bytes, ${at.toISOString()})`, isOld ? REMOVE : YOUNG))
  }
  return { findings, removable }
}

/** The log of a Delta table. */
const LOG = /^app-\d{1,16}\/[a-z_]+\/_delta_log\/[^/]+$/

const REMOVE =
  '`admin lake verify --repair` removes it. After restoring an older backup of the database, check first that this is the right one.'
const YOUNG = 'It is younger than a day and may belong to a running import.'

/** Checksums and incomplete copies belong to their data file. */
function fileOfObject(name: string): string {
  return name.replace(/(\.sums)?(\.part)?$/, '')
}

/** Checks each one again, since a restored database may list it by now. Returns what was done. */
export async function removeUnnamed(
  { database, objects }: { database: Database; objects: Objects },
  removable: readonly ListedObject[],
): Promise<string[]> {
  const done: string[] = []
  await each(removable, async ({ name, bytes }) => {
    if (await isNamed(database, fileOfObject(name))) return
    await objects.delete(name)
    done.push(`Removed ${name} (${bytes} bytes)`)
  })
  return done.sort()
}
