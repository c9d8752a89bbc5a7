import { isPaced } from '../../core/formulas/step.ts'
import type { RecommendationRun } from '../../core/model/catalog.ts'
import { succeededRuns } from '../../core/model/runs.ts'
import { forEachInSlices } from '../../core/runtime/slices.ts'
import type { Store, StoredRecommendation } from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'
import { identityOf } from './judge.ts'
import type { SeriesQuery } from './recent-days.ts'
import type { SharedReads } from './shared-reads.ts'
import { DAY_MS } from '../../core/model/dates.ts'

/** How long a changed bid may wait for pacing, in ms. */
const FRESH = 14 * DAY_MS

/** Runs within that time that are compared; of more, the last of each day. */
const MOST_RUNS = 14

/** A difference of bids that counts as a change; exactly 1 % does, whatever its doubles. */
const CHANGE = 0.01 - 1e-12

type BidsQuery = SeriesQuery & {
  granularity: StoredRecommendation['granularity']
  shared: SharedReads
}

/** Whether a bid that pacing holds changed in the last 14 days, by those of earlier runs; also if no run with the row is that old. */
export async function readFreshBids(
  store: Store,
  work: Work,
  query: BidsQuery,
  rows: readonly StoredRecommendation[],
): Promise<(row: StoredRecommendation) => boolean> {
  const before = runsBefore(query, query.run)
  const isWaiting = rows.some(row =>
    isPaced(row.optimisation_live_roas, row.optimisation_paced_roas, row.optimisation_raw_roas),
  )
  if (!isWaiting || before.length === 0) return () => true
  const bidsOf = await query.shared.once('bids', () => readBids(store, work, query))
  return row => {
    const bids = bidsOf(row, before)
    if (bids[0] === undefined) return true
    const all = [...bids, row.optimisation_live_roas ?? undefined].filter(
      live => live !== undefined,
    )
    return all.some(
      (live, index) => index > 0 && Math.abs(live - all[index - 1]!) >= CHANGE * all[index - 1]!,
    )
  }
}

/** The live bids of an identity in earlier runs. */
type BidsOf = (
  row: StoredRecommendation,
  runs: readonly RecommendationRun[],
) => (number | undefined)[]

/** The bids of all runs before the runs that are compared. */
async function readBids(store: Store, work: Work, query: BidsQuery): Promise<BidsOf> {
  const { catalog, app, granularity, shared } = query
  const runs = [...new Set(shared.judged.flatMap(({ run }) => runsBefore(query, run)))]
  const bids = new Map<string, Map<number, number>>()
  await forEachInSlices(
    await store.decisions(work, catalog, { app, runs, granularity }),
    decision => {
      if (decision.optimisation_live_roas === null) return
      const key = identityOf(decision)
      const own = bids.get(key) ?? new Map<number, number>()
      bids.set(key, own.set(decision.run_id, decision.optimisation_live_roas))
    },
  )
  return (row, runs) => {
    const own = bids.get(identityOf(row))
    return runs.map(({ run_id }) => own?.get(run_id))
  }
}

/** The newest run that is at least 14 days older, then those since; none without one that old. */
function runsBefore({ catalog, app }: BidsQuery, run: RecommendationRun): RecommendationRun[] {
  const runs = succeededRuns(catalog, app.app_id, 'recommendation')
  const before = runs.slice(0, runs.indexOf(run))
  const since = new Date(run.created_at).getTime() - FRESH
  const isOld = ({ created_at: at }: RecommendationRun): boolean => new Date(at).getTime() <= since
  const old = before.findLast(isOld)
  if (old === undefined) return []
  const recent = before.filter(earlier => !isOld(earlier))
  if (recent.length <= MOST_RUNS) return [old, ...recent]
  return [
    old,
    ...recent.filter(
      (earlier, index) =>
        earlier.created_at.slice(0, 10) !== recent[index + 1]?.created_at.slice(0, 10),
    ),
  ]
}
