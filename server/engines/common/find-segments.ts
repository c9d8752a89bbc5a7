import type { Workspace } from '../../delivery/workspace.ts'
import type { Catalog, Run, Segment } from '../../model/catalog.ts'
import type { DateRange } from '../../model/dates.ts'
import { joined, sql, type Sql } from '../../model/sql.ts'
import type { SnapshotGroupsQuery } from '../../model/store.ts'

/** Segments that may hold rows of these runs, and of days in a range. */
export function segmentsWith(segments: readonly Segment[], runs: readonly Pick<Run, 'run_id'>[], range?: DateRange): Segment[] {
  const ids = runs.map(run => run.run_id)
  return segments.filter(
    ({ span }) =>
      span === undefined ||
      ((range === undefined || (span.start <= range.end && span.end >= range.start)) && hasIdIn(ids, span.first_run, span.last_run)),
  )
}

function hasIdIn(ids: readonly number[], first: number, last: number): boolean {
  return ids.some(id => id >= first && id <= last)
}

/** What a removal of runs does to a segment: no row goes, all rows go, or only a look at the rows can tell. */
export function effectOf(segment: Segment, removed: ReadonlySet<number>, kept: readonly number[]): 'none' | 'all' | 'unknown' {
  const { span } = segment
  if (span === undefined) return 'unknown'
  if (!hasIdIn([...removed], span.first_run, span.last_run)) return 'none'
  return hasIdIn(kept, span.first_run, span.last_run) ? 'unknown' : 'all'
}

/** Segments whose id range contains a delivered id. */
export async function segmentsNear(workspace: Workspace, segments: readonly Segment[], delivered: Sql): Promise<Segment[]> {
  if (segments.length === 0) return []
  const bounds = segments.map(({ min_id: low = 0, max_id: high = Number.MAX_SAFE_INTEGER }, index) => sql`(${index}, ${low}, ${high})`)
  const rows = await workspace.rows(sql`SELECT index FROM (VALUES ${joined(bounds)}) bounds (index, low, high)
    WHERE EXISTS (SELECT 1 FROM (${delivered}) delivered WHERE delivered.id BETWEEN low AND high) ORDER BY index`)
  return rows.map(row => segments[Number(row['index'])]!)
}

export interface SnapshotsOfRun {
  run: number
  date: string
}

/** First install dates of the DSI's snapshots, by run of the app; runs of earlier versions are missing. */
export function snapshotsFrom({ runs }: Catalog, { app, dsi }: Pick<SnapshotGroupsQuery, 'app' | 'dsi'>): SnapshotsOfRun[] {
  return runs.flatMap(({ app_id: appId, run_id: run, snapshots = [] }) => {
    const from = appId === app.app_id ? snapshots.find(({ dsi_values: dsis }) => dsis.includes(dsi)) : undefined
    return from === undefined ? [] : [{ run, date: from.first_install_date }]
  })
}
