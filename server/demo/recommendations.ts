import { type Action, REVENUE_TYPES, type RevenueType, ROAS_TYPES, type RoasType } from '../../generated/vocabulary/vocabulary.ts'
import type { Revenue } from '../delivery/tables.ts'
import { leastConfidence } from '../forecast/model/alert-rules.ts'
import { isDue, recommendedBids, type Wheel } from './bids.ts'
import type { Campaign } from './campaign.ts'
import type { Cohort } from './cohorts.ts'
import { knownLevel } from './curve.ts'
import { forecastError } from './forecast-error.ts'
import { drift } from './random.ts'
import { decidingBasis, roundTo, targetRoas } from './targets.ts'

/** A run's values for a campaign, or for it in one country. */
export interface Recommendation {
  campaign: Campaign
  granularity: 'campaign' | 'campaign_geo'
  country: string | null
  lookbackDays: number
  spend: number
  dailySpend: number
  paidInstalls: number
  incrementalBlendedInstalls: number
  fullBlendedInstalls: number
  confidence: number | null
  optimisationDsi: number
  optimisationPredicted: number | null
  live: number | null
  raw: number | null
  paced: number | null
  targets: Record<Revenue, number>
  predicted: Record<Revenue, number | null>
  /** On the app's target ROAS type and revenue type. */
  target: number
  prediction: number | null
  action: Action
}

/** Where a network optimizes against no DSI, the early one that everybody looks at. */
const usualDsi = 7
const defaultThreshold = 0.05
const fewestInstalls = 5

/** The days since install that decide about a platform's bids, both included. */
export function lookbackOf({ app, platform }: Campaign): { start: number; end: number } {
  const own = app.lookbacks.find(lookback => lookback.platform === platform && platform !== null)
  return own ?? app.lookbacks.find(lookback => lookback.platform === null) ?? { start: 2, end: 8 }
}

/**
 * What the run that saw installs up to `day` recommends for a campaign whose cohorts in the bet lookback range these are: its own
 * row and one per country. Rows without spend and installs are left out.
 */
export function recommend(campaign: Campaign, cohorts: readonly Cohort[], wheel: Wheel, day: number): Recommendation[] {
  const seen = seeFrom(day, campaign, cohorts)
  const countries = [...new Set(cohorts.map(({ segment }) => segment.country))]
  const country = countries.length > 1 ? 'GLOBAL' : countries[0]!
  return [
    judge(campaign, 'campaign', country, seen, wheel, day),
    ...countries.map(place =>
      judge(
        campaign,
        'campaign_geo',
        place,
        seen.filter(({ cohort }) => cohort.segment.country === place),
        wheel,
        day,
      ),
    ),
  ].filter(({ spend, fullBlendedInstalls }) => spend > 0 || fullBlendedInstalls > 0)
}

/** A cohort, and what a run knows of its gross revenue by the target DSI, and by the bid's. */
interface Seen {
  cohort: Cohort
  revenue: Record<Revenue, number>
  byBid: number
}

function seeFrom(day: number, campaign: Campaign, cohorts: readonly Cohort[]): Seen[] {
  const { targetDsi, decimals } = campaign.app
  const errors = new Map<string | null, number>()
  return cohorts.map(cohort => {
    const { country, netShare } = cohort.segment
    if (!errors.has(country)) errors.set(country, forecastError(campaign, country, day))
    const known = (dsi: number) => knownLevel(dsi, day - cohort.day, cohort.exponent, errors.get(country)!)
    const byTarget = known(targetDsi)
    return {
      cohort,
      // Rounded as it is delivered.
      revenue: {
        paid_gross: roundTo(cohort.paidValue * byTarget, decimals),
        paid_net: roundTo(cohort.paidValue * netShare * byTarget, decimals),
        incremental_blended_gross: roundTo(cohort.incrementalBlendedValue * byTarget, decimals),
        incremental_blended_net: roundTo(cohort.incrementalBlendedValue * netShare * byTarget, decimals),
        full_blended_gross: roundTo(cohort.fullBlendedValue * byTarget, decimals),
        full_blended_net: roundTo(cohort.fullBlendedValue * netShare * byTarget, decimals),
      },
      byBid: roundTo(cohort.paidValue * known(campaign.bidDsi ?? usualDsi), decimals),
    }
  })
}

function judge(
  campaign: Campaign,
  granularity: Recommendation['granularity'],
  country: string | null,
  seen: readonly Seen[],
  wheel: Wheel,
  day: number,
): Recommendation {
  const { app, key, platform, network, traits, bidDsi } = campaign
  const { start, end } = lookbackOf(campaign)
  const sum = (of: (seen: Seen) => number) => seen.reduce((total, one) => total + of(one), 0)
  const spend = roundTo(
    sum(({ cohort }) => cohort.spend),
    app.decimals,
  )
  const roasOf = (revenue: (seen: Seen) => number) => (spend > 0 ? roundTo(sum(revenue) / spend, 6) : null)

  const targets = byRevenue((roasType, revenueType) => targetRoas(app, platform, roasType, revenueType))
  const predicted = byRevenue((roasType, revenueType) => roasOf(({ revenue }) => revenue[`${roasType}_${revenueType}`]))
  const [target, prediction] = [targets[decidingBasis(app)], predicted[decidingBasis(app)]]
  const action = actionOf(target, prediction, app.threshold ?? defaultThreshold)

  const paidInstalls = sum(({ cohort }) => cohort.paidInstalls)
  const payers = sum(({ cohort }) => cohort.paidInstalls * cohort.segment.payerRate)
  const surety = 1 - 1.35 / Math.sqrt(1 + payers) + 0.05 * drift('confidence', day, 20, key, country)
  const confidence = paidInstalls < fewestInstalls || network === null ? null : roundTo(Math.max(0.03, Math.min(0.98, surety)), 3)
  const mayMove = isDue(wheel, day, end) && (confidence ?? 0) >= leastConfidence

  return {
    campaign,
    granularity,
    country,
    lookbackDays: end - start + 1,
    spend,
    dailySpend: roundTo(spend / (end - start + 1), 4),
    paidInstalls,
    incrementalBlendedInstalls: sum(({ cohort }) => cohort.incrementalBlendedInstalls),
    fullBlendedInstalls: sum(({ cohort }) => cohort.fullBlendedInstalls),
    confidence,
    optimisationDsi: bidDsi ?? usualDsi,
    optimisationPredicted: roasOf(({ byBid }) => byBid),
    live: wheel.live,
    ...recommendedBids(wheel.live, { target, predicted: prediction, action, pace: traits.pace, mayMove }),
    targets,
    predicted,
    target,
    prediction,
    action,
  }
}

function byRevenue<Value>(of: (roasType: RoasType, revenueType: RevenueType) => Value): Record<Revenue, Value> {
  const entries = ROAS_TYPES.flatMap(roas => REVENUE_TYPES.map(revenue => [`${roas}_${revenue}`, of(roas, revenue)] as const))
  return Object.fromEntries(entries) as Record<Revenue, Value>
}

function actionOf(target: number, predicted: number | null, threshold: number): Action {
  if (predicted === null || predicted <= 0) return 'REDUCE'
  const gap = predicted / target - 1
  if (Math.abs(gap) <= threshold + 1e-9) return 'HOLD'
  return gap > 0 ? 'SCALE' : 'REDUCE'
}
