import { getOrCreate, displayIdentity } from './identity.ts'
import { ratio, scaled } from './money.ts'
import { addDays } from './periods.ts'
import { cohortKey } from './report-columns.ts'
import { dataThrough, succeededRuns } from './runs.ts'
import type {
  AppRow,
  CohortRevenueRow,
  CohortRow,
  Delivery,
  Identity,
  IsoDate,
  RecommendationRow,
} from './delivery.ts'

/** The install dates that a recommendation judges. */
export interface Lookback {
  start: IsoDate
  end: IsoDate
}

function nameOf(row: Identity, granularity: RecommendationRow['granularity']): string {
  const { platform, network, campaign, country } = displayIdentity(row)
  return JSON.stringify(
    granularity === 'campaign'
      ? [platform, network, campaign]
      : [platform, network, campaign, country],
  )
}

/**
 * What the latest run knows of recommendations: the deciding ROAS that their install dates reached at the target DSI; null until the last of them is old
 * enough, without spend, or where a cohort with spend or installs lacks its revenue.
 */
export function outcomesOf(
  delivery: Required<Delivery>,
  app: AppRow,
): (row: RecommendationRow, lookback: Lookback) => number | null {
  const [served] = succeededRuns(delivery, app.app_id, 'recommendation')
  const reached = reachedBy(delivery, app)
  return (row, lookback) =>
    served === undefined || addDays(lookback.end, row.target_dsi) > dataThrough(served)
      ? null
      : reached(row, lookback, row.target_dsi)
}

/** The same at any DSI, actual or forecast. */
export function reachedBy(delivery: Required<Delivery>, app: AppRow): Reached {
  return getOrCreate(cacheOf(delivery), JSON.stringify(app), () => makeReached(delivery, app))
}

type Reached = (row: RecommendationRow, lookback: Lookback, dsi: number) => number | null

const caches = new WeakMap<Delivery, Map<string, Reached>>()

/** Deliveries do not change once they are asked of. */
function cacheOf(delivery: Delivery): Map<string, Reached> {
  const known = caches.get(delivery) ?? new Map<string, Reached>()
  caches.set(delivery, known)
  return known
}

function makeReached(delivery: Required<Delivery>, app: AppRow): Reached {
  const [served] = succeededRuns(delivery, app.app_id, 'recommendation')
  const cohorts = delivery.cohorts.filter(row => row.run_id === served?.run_id)
  const revenue = new Map<string, CohortRevenueRow>()
  for (const row of delivery.cohort_revenue)
    if (row.run_id === served?.run_id) revenue.set(cohortKey(row, row.dsi), row)
  const byName = new Map<string, CohortRow[]>()
  for (const row of cohorts) {
    for (const granularity of ['campaign', 'campaign_geo'] as const) {
      getOrCreate(byName, granularity + nameOf(row, granularity), () => [] as CohortRow[]).push(row)
    }
  }
  const type = `${app.target_roas_type}_${app.target_revenue_type}` as const
  return (row, { start, end }, dsi) => {
    let [spend, earned] = [0n, 0n]
    for (const cohort of byName.get(row.granularity + nameOf(row, row.granularity)) ?? []) {
      if (cohort.install_date < start || cohort.install_date > end) continue
      const revenueRow = revenue.get(cohortKey(cohort, dsi))
      if (
        revenueRow === undefined &&
        (scaled(cohort.spend) > 0n || cohort.full_blended_installs > 0)
      )
        return null
      spend += scaled(cohort.spend)
      earned += revenueRow === undefined ? 0n : scaled(revenueRow[type])
    }
    return ratio(earned, spend)
  }
}
