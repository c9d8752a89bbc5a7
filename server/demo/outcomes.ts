import type { App } from './apps.ts'
import type { Campaign } from './campaign.ts'
import type { Cohort } from './cohorts.ts'
import { revenueBy } from './payers.ts'

/** The days since install that decide about a platform's bids, both included. */
export function lookbackOf({ app, platform }: Campaign): { start: number; end: number } {
  const own = app.lookbacks.find(lookback => lookback.platform === platform && platform !== null)
  return own ?? app.lookbacks.find(lookback => lookback.platform === null) ?? { start: 2, end: 8 }
}

/** The service's default, where the app has none. */
export function thresholdOf({ threshold }: App): number {
  return threshold ?? 0.05
}

/** Revenue of a cohort on the app's deciding basis, as observed by an age. */
export function revenueOf(cohort: Cohort, age: number): number {
  const { targetRoasType: type, targetRevenueType } = cohort.segment.campaign.app
  const paid = revenueBy(cohort.paid, age)
  const incremental = paid + (type === 'paid' ? 0 : revenueBy(cohort.incremental, age))
  const all = incremental + (type === 'full_blended' ? revenueBy(cohort.other, age) : 0)
  return (targetRevenueType === 'net' ? cohort.segment.netShare : 1) * all
}
