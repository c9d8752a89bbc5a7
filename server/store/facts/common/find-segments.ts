import type { Catalog, Run, Segment } from '../../../core/model/catalog.ts'
import type { DateRange } from '../../../core/model/dates.ts'
import type { SnapshotGroupsQuery } from '../../../core/model/store.ts'

/** Segments that may have rows of these runs and of days in a range. */
export function segmentsWith(
  segments: readonly Segment[],
  runs: readonly Pick<Run, 'run_id'>[],
  range?: DateRange,
): Segment[] {
  if (runs.length === 0) return []
  return segments.filter(
    ({ span }) =>
      span === undefined ||
      ((range === undefined || (span.start <= range.end && span.end >= range.start)) &&
        runs.some(({ run_id: id }) => id >= span.first_run && id <= span.last_run)),
  )
}

export interface SnapshotsOfRun {
  run: number
  date: string
}

/** First install dates of the DSI's snapshots, by run of the app; lacks runs of earlier versions. */
export function snapshotsFrom(
  { runs }: Catalog,
  { app, dsi }: Pick<SnapshotGroupsQuery, 'app' | 'dsi'>,
): SnapshotsOfRun[] {
  return runs.flatMap(({ app_id: appId, run_id: run, snapshots = [] }) => {
    const from =
      appId === app.app_id
        ? snapshots.find(({ dsi_values: dsis }) => dsis.includes(dsi))
        : undefined
    return from === undefined ? [] : [{ run, date: from.first_install_date }]
  })
}
