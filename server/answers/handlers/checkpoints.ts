import { readReached } from '../analytics/outcomes.ts'
import {
  type Checkpoint,
  checkpointDsi,
  checkpointOf,
  type Course,
} from '../../core/formulas/checkpoint.ts'
import type { StepRow } from '../../core/formulas/step.ts'
import type { App } from '../../core/model/catalog.ts'
import { servedRun } from '../../core/model/runs.ts'
import { filterInSlices, mapInSlices } from '../../core/runtime/slices.ts'
import type { Store, StoredRecommendation } from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'
import { lookbackOf } from './judge.ts'
import type { SeriesQuery } from './recent-days.ts'
import type { SharedReads } from './shared-reads.ts'

type CheckpointsQuery = SeriesQuery & {
  granularity: StoredRecommendation['granularity']
  shared: SharedReads
}

/** Checkpoints of rows whose target DSI is not tested. The ROAS that their cohorts have comes from the latest run. */
export async function readCheckpoints(
  store: Store,
  work: Work,
  { catalog, app, run, granularity, shared }: CheckpointsQuery,
  stored: readonly StoredRecommendation[],
): Promise<(row: Omit<Course, 'roas'> & Pick<StepRow, 'targetDsi' | 'targetRoas'>) => Checkpoint> {
  // Earlier runs are compared by direction alone.
  const untested = run === shared.judged[0].run ? (run.untested ?? []) : []
  const rows = await filterInSlices(stored, row => untested.includes(row.target_dsi))
  if (rows.length === 0) return () => null
  const judged = (
    await mapInSlices(rows, row => {
      const dsi = checkpointDsi(app.dsi_values, row.target_dsi, run)
      return dsi === undefined ? [] : [{ ...row, lookback: lookbackOf(catalog, run, row), dsi }]
    })
  ).flat()
  const served = servedRun(catalog, app.app_id, 'recommendation')
  const reached = await readReached(
    store,
    work,
    { catalog, app, served, granularity },
    judged,
    () => true,
  )
  const courses = new Map(
    judged.map(({ recommendation_id: id, dsi }, index) => [id, { dsi, roas: reached[index]! }]),
  )
  return row => {
    const course = courses.get(row.id)
    return course === undefined
      ? null
      : checkpointOf([{ ...row, roas: course.roas }], { ...row, dsi: course.dsi })
  }
}

/** The same of the whole app, from the campaigns that have a checkpoint before its target DSI. */
export function checkpointOfApp(
  { target_dsi: targetDsi }: App,
  targetRoas: number | null,
  rows: readonly StepRow[],
): Checkpoint {
  const known = rows.flatMap(row =>
    row.checkpoint?.targetDsi === targetDsi ? [{ ...row, ...row.checkpoint }] : [],
  )
  return checkpointOf(known, { dsi: known[0]?.dsi, targetDsi, targetRoas })
}
