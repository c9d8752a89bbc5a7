import type { Workspace } from '../../delivery/workspace.ts'
import type { Catalog, Segment } from '../../model/catalog.ts'
import { joined, plain, readPath, sql, type Sql } from '../../model/sql.ts'
import type { LakeAddress } from '../../model/storage-address.ts'
import type { Held } from '../common/stored-files.ts'
import type { DataFile } from '../common/parquet-groups.ts'
import type { ImportLeftovers } from '../database/import-notes.ts'
import type { Database } from '../database/database.ts'
import type { Objects } from './objects/objects.ts'
import { openObjects } from './objects/open-objects.ts'

export const FILES_OF_LAKE = /^[0-9a-f]{16}\/[a-z]+-\d{1,16}\.parquet$/

export const IMPORT_ID = /^[0-9a-f]{16}$/

export function fileOf(importId: string, name: string): string {
  return `${importId}/${name}.parquet`
}

/** Parses a data file's name into table and app or run; undefined for other names. */
export function tableOfFile(file: string): { table: string; id: number } | undefined {
  const [, table, id] = /\/([a-z]+)-(\d{1,16})\.parquet$/.exec(file) ?? []
  return table === undefined ? undefined : { table, id: Number(id) }
}

export function isOfRun(table: string): boolean {
  return table === 'facts' || table === 'recommendations'
}

export function filesOf({ owner, appId, runs }: ImportLeftovers): string[] {
  const ofApp = ['identities', 'snapshots', 'alerts'].map(table => `${table}-${appId}`)
  const ofRuns = runs.flatMap(run => [`recommendations-${run}`, `facts-${run}`])
  return [...ofApp, ...ofRuns].map(name => fileOf(owner, name))
}

const IDS: Partial<Record<Held['table'], string>> = { recommendations: 'recommendation_id', alerts: 'alert_id' }

export async function idBounds(workspace: Workspace, { table }: Held, path: string): Promise<Pick<Segment, 'min_id' | 'max_id'>> {
  const id = IDS[table]
  if (id === undefined) return {}
  const bounds = sql`min(${plain(id)}) AS low, max(${plain(id)}) AS high`
  const { low, high } = await workspace.counts(sql`SELECT ${bounds} FROM read_parquet(${readPath(path)})`)
  return { min_id: low!, max_id: high! }
}

export async function isNamed({ small }: Pick<Database, 'small'>, file: string): Promise<boolean> {
  const { table, id } = tableOfFile(file) ?? { table: '', id: -1 }
  const rows = await small.read(
    isOfRun(table) ? sql`SELECT body FROM catalog_runs WHERE run_id = ${id}` : sql`SELECT body FROM catalog_apps WHERE app_id = ${id}`,
    { latest: true },
  )
  return rows.some(({ body }) => String(body).includes(`"file":"${file}"`))
}

export function namedFiles({ runs, files }: Catalog, appId: number): DataFile[] {
  const { identities, snapshots = [], alerts = [] } = files[appId] ?? {}
  const ofRuns = runs.filter(run => run.app_id === appId).flatMap(run => [run.facts, run.recommendations])
  return [identities, ...snapshots, ...alerts, ...ofRuns].filter(file => file !== undefined)
}

/** Several stores may share a lake. */
export function objectsOf(lake: LakeAddress, storeId: string, tell?: (line: string) => void): Objects {
  const { url, endpoint, region, credentials } = lake
  return openObjects({ url: `${url}/${storeId}`, endpoint: endpoint ?? undefined, region, credentials: credentials ?? undefined, tell })
}

/** Segments whose id range contains a delivered id. */
export async function segmentsNear(workspace: Workspace, segments: readonly Segment[], delivered: Sql): Promise<Segment[]> {
  if (segments.length === 0) return []
  const bounds = segments.map(({ min_id: low = 0, max_id: high = Number.MAX_SAFE_INTEGER }, index) => sql`(${index}, ${low}, ${high})`)
  const rows = await workspace.rows(sql`SELECT index FROM (VALUES ${joined(bounds)}) bounds (index, low, high)
    WHERE EXISTS (SELECT 1 FROM (${delivered}) delivered WHERE delivered.id BETWEEN low AND high) ORDER BY index`)
  return rows.map(row => segments[Number(row['index'])]!)
}
