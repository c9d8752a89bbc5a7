import type { components } from '../../../generated/types.ts'
import { addDays } from '../../core/model/dates.ts'
import { CAMPAIGN_NAMES, keyOf } from '../../core/model/identities.ts'
import { runAsOf } from '../../core/model/runs.ts'
import type { Store } from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'
import { currentSpend, recentDays, type SeriesQuery } from './recent-days.ts'
import { makeSteps, type Stepped } from './steps.ts'
import { SharedReads } from './shared-reads.ts'
import { sum } from '../../core/formulas/sums.ts'

/** Days before the run on which earlier steps are compared. */
const DAYS_BEFORE = [7, 14, 21, 28, 35, 42]

/** A spend that differs this much from the earlier one has followed the step. */
const FOLLOWED = 0.05 - 1e-12

/** A run, and the runs with which its steps are compared, the newest first. */
export function withEarlier({ catalog, app, run }: SeriesQuery): SharedReads {
  const earlier = DAYS_BEFORE.flatMap(days => {
    const asOf = addDays(run.created_at.slice(0, 10), -days)
    const served = runAsOf(catalog, app.app_id, 'recommendation', asOf)
    return served === undefined ? [] : [{ run: served, asOf }]
  })
  return new SharedReads([{ run }, ...earlier])
}

/** By id of a step with a direction: the day of the earliest of the runs, a week apart, that advised it while its spend stayed. */
export async function readAdvisedSince(
  store: Store,
  work: Work,
  { catalog, app }: SeriesQuery,
  shared: SharedReads,
  moves: readonly Stepped[],
): Promise<ReadonlyMap<number, string>> {
  const since = new Map<number, string>()
  let open = moves
  for (const { asOf, run: earlier } of shared.judged.slice(1)) {
    const campaigns = await recentDays(store, work, { catalog, app, run: earlier })(CAMPAIGN_NAMES)
    open = open.filter(({ step, row }) => {
      const series = campaigns.of(row)
      return (
        series !== undefined &&
        hasStayed(
          step.direction,
          currentSpend(series, earlier.max_install_date),
          row.currentDailySpend,
        )
      )
    })
    if (open.length === 0) break
    const raises = open.some(({ step }) => step.direction === 'more')
    const steps = await makeSteps(store, work, {
      catalog,
      app,
      run: earlier,
      granularity: 'campaign',
      asOf,
      shared,
      raises,
    })
    const then = new Map(steps.map(({ row, step }) => [keyOf(row, CAMPAIGN_NAMES), step.direction]))
    open = open.filter(({ row, step }) => then.get(keyOf(row, CAMPAIGN_NAMES)) === step.direction)
    for (const { id } of open) since.set(id, earlier.created_at.slice(0, 10))
  }
  return since
}

function hasStayed(direction: Stepped['step']['direction'], before: number, now: number): boolean {
  return direction === 'more' ? now < before * (1 + FOLLOWED) : now > before * (1 - FOLLOWED)
}

/** Totals of the steps that were advised before. */
export function notDone(
  moves: readonly Stepped[],
  since: ReadonlyMap<number, string>,
): components['schemas']['NotDone'] {
  const some = moves.filter(({ id }) => since.has(id)).sort((a, b) => a.id - b.id)
  return {
    steps: some.length,
    spendChange: sum(some, ({ step }) => step.spendChange ?? 0),
    since: [...since.values()].sort()[0] ?? null,
  }
}
