import type { OpenDestination } from '../../../imports/import-destination.ts'
import type { Workspace } from '../../../imports/workspace.ts'
import type { Segment } from '../../../core/model/catalog.ts'
import { joined, readPath, sql, type Sql } from '../../../core/model/sql.ts'
import type { FileTarget } from './file-target.ts'
import type { DataFile } from './parquet-groups.ts'
import type { Limits } from './segment-levels.ts'
import { DeliveryFiles } from './write-files.ts'

interface FilesOptions {
  target: FileTarget
  limits: Limits
  /** Apps that the import has locked. */
  apps: () => readonly number[]
  /** Local paths of segments whose ids are read; by default checked. */
  pathsOfIds?: (segments: readonly Segment[]) => Promise<readonly string[]>
}

/** The part of a destination that reads and writes Parquet files, in a folder or a lake. */
export function parquetFiles({
  target,
  limits,
  apps,
  pathsOfIds = segments => target.stored(segments),
}: FilesOptions): Pick<OpenDestination, 'identities' | 'takenIds' | 'stored' | 'writer'> {
  const pathOf = async (file: DataFile): Promise<string> => (await target.stored([file]))[0]!
  return {
    identities: async (_workspace, _appId, stored) =>
      sql`FROM read_parquet(${readPath(await pathOf(stored))})`,

    async takenIds(workspace, { runs, files }, table, delivered) {
      const locked = new Set(apps())
      const segments =
        table === 'recommendations'
          ? runs.flatMap(run => (locked.has(run.app_id) ? (run.recommendations ?? []) : []))
          : [...locked].flatMap(app => files[app]?.alerts ?? [])
      const near = await segmentsNear(workspace, segments, delivered)
      if (near.length === 0) return sql`SELECT CAST(NULL AS BIGINT) AS id WHERE false`
      const id = table === 'recommendations' ? sql`recommendation_id` : sql`alert_id`
      const paths = await pathsOfIds(near)
      return sql`SELECT ${id} AS id FROM read_parquet([${joined(paths.map(readPath))}])`
    },

    stored: (_workspace, { part }) => pathOf(part),

    writer: (workspace, next, print) =>
      new DeliveryFiles({ workspace, target, next, print, limits }),
  }
}

/** Segments whose range of ids contains a delivered one. */
async function segmentsNear(
  workspace: Workspace,
  segments: readonly Segment[],
  delivered: Sql,
): Promise<Segment[]> {
  if (segments.length === 0) return []
  const bounds = segments.map(
    ({ min_id: low = 0, max_id: high = Number.MAX_SAFE_INTEGER }, index) =>
      sql`(${index}, ${low}, ${high})`,
  )
  const rows =
    await workspace.rows(sql`SELECT index FROM (VALUES ${joined(bounds)}) bounds (index, low, high)
    WHERE EXISTS (SELECT 1 FROM (${delivered}) delivered WHERE delivered.id BETWEEN low AND high) ORDER BY index`)
  return rows.map(row => segments[Number(row['index'])]!)
}
