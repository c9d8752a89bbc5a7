import { type Action, REVENUE_TYPES, type RevenueType, ROAS_TYPES, type RoasType } from '../../generated/vocabulary/vocabulary.ts'
import type { Revenue } from '../delivery/tables.ts'
import { leastConfidence } from '../forecast/model/alert-rules.ts'
import { classifyAction } from '../model/classification.ts'
import type { App } from './apps.ts'
import { isDue, recommendedBids, type Wheel } from './bids.ts'
import type { Calibration, Outlook } from './calibration.ts'
import type { Campaign } from './campaign.ts'
import type { Cohort } from './cohorts.ts'
import { lookbackOf, thresholdOf } from './outcomes.ts'
import { type Expected, expectedBy, type Knowledge, type Part } from './pipeline.ts'
import { NO_ADVICE, spendAdvice, type SpendAdvice } from './response.ts'
import type { Segment } from './segments.ts'
import { decidingBasis, roundTo, targetRoas } from './targets.ts'

/** A run's values for a campaign, or for it in one country. */
export interface Recommendation extends SpendAdvice {
  campaign: Campaign
  granularity: 'campaign' | 'campaign_geo'
  country: string | null
  /** The newest install date that the run saw. */
  day: number
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
  /** The 80 % interval of the prediction; null where nothing can be said. */
  low: number | null
  high: number | null
  action: Action
  outlook: Outlook | null
}

/** Where a network optimizes against no DSI, the early one that everybody looks at. */
const usualDsi = 7
const fewestInstalls = 5

/** Days after a step of bid or budget without a suggested move of spend: the default `pacing.days` of forecasts. */
const SETTLING = 3

/** Variance of a curve's shape, per squared logarithm of the way ahead. */
const SHAPE = 0.004

/**
 * A run's recommendations for a campaign, from its cohorts in the bet lookback range: its own row and, if the run is delivered, one per country.
 * Rows without spend and installs are left out.
 */
export function recommend(campaign: Campaign, cohorts: readonly Cohort[], wheel: Wheel, run: Run): Recommendation[] {
  const seen = cohorts.map(cohort => seeIn(cohort, run.knowledge))
  const countries = [...new Set(cohorts.map(({ segment }) => segment.country))]
  const country = countries.length > 1 ? 'GLOBAL' : countries[0]!
  return [
    judge(campaign, 'campaign', country, seen, wheel, run),
    ...(run.isDelivered ? countries : []).map(place =>
      judge(
        campaign,
        'campaign_geo',
        place,
        seen.filter(({ cohort }) => cohort.segment.country === place),
        wheel,
        run,
      ),
    ),
  ].filter(({ spend, fullBlendedInstalls }) => spend > 0 || fullBlendedInstalls > 0)
}

/** A run's knowledge, and its certainty by earlier outcomes. */
export interface Run {
  isDelivered: boolean
  knowledge: Knowledge
  calibration: Calibration
}

/** A cohort, and what a run knows of its gross revenue by the target DSI, and by the bid's. */
interface Seen {
  cohort: Cohort
  expected: Expected
  revenue: Record<Revenue, number>
  byBid: number
}

function seeIn(cohort: Cohort, knowledge: Knowledge): Seen {
  const { netShare, campaign } = cohort.segment
  const { targetDsi, decimals } = campaign.app
  const expected = expectedBy(knowledge, cohort, targetDsi)
  const { paid: byBid } = expectedBy(knowledge, cohort, campaign.bidDsi ?? usualDsi)
  const paid = expected.paid.soFar + expected.paid.future
  const incremental = paid + (expected.incremental.soFar + expected.incremental.future)
  const full = incremental + (expected.other.soFar + expected.other.future)
  return {
    cohort,
    expected,
    // Rounded as it is delivered.
    revenue: {
      paid_gross: roundTo(paid, decimals),
      paid_net: roundTo(netShare * paid, decimals),
      incremental_blended_gross: roundTo(incremental, decimals),
      incremental_blended_net: roundTo(netShare * incremental, decimals),
      full_blended_gross: roundTo(full, decimals),
      full_blended_net: roundTo(netShare * full, decimals),
    },
    byBid: roundTo(byBid.soFar + byBid.future, decimals),
  }
}

function judge(
  campaign: Campaign,
  granularity: Recommendation['granularity'],
  country: string | null,
  seen: readonly Seen[],
  wheel: Wheel,
  { isDelivered, knowledge, calibration }: Run,
): Recommendation {
  const { app, platform, traits, bidDsi, network } = campaign
  const { start, end } = lookbackOf(campaign)
  const sum = (of: (seen: Seen) => number, among = seen) => among.reduce((total, one) => total + of(one), 0)
  const spend = roundTo(
    sum(({ cohort }) => cohort.spend),
    app.decimals,
  )
  // Days whose attribution is broken say nothing about what the campaign is worth.
  const sound = seen.filter(({ cohort }) => !knowledge.isBroken(cohort))
  const soundSpend = sum(({ cohort }) => cohort.spend, sound)
  const roasOf = (revenue: (seen: Seen) => number) => (soundSpend > 0 ? roundTo(sum(revenue, sound) / soundSpend, 6) : null)

  const targets = byRevenue((roasType, revenueType) => targetRoas(app, platform, roasType, revenueType))
  const predicted = byRevenue((roasType, revenueType) => roasOf(({ revenue }) => revenue[`${roasType}_${revenueType}`]))
  const [target, prediction] = [targets[decidingBasis(app)], predicted[decidingBasis(app)]]
  const threshold = thresholdOf(app)
  const action = classifyAction(prediction, target, threshold)

  const paidInstalls = sum(({ cohort }) => cohort.paidInstalls)
  const days = end - start + 1
  const dailySpend = roundTo(spend / days, 4)
  const outlook = outlookOf(app, sound, soundSpend, knowledge)
  const judged = { campaign, dailySpend: spend / days, action, target, threshold, outlook }
  const isKnowable = paidInstalls >= fewestInstalls && network !== null && sound.length === seen.length && outlook !== null
  const certainty = isKnowable ? calibration.certaintyOf({ ...judged, outlook }) : null
  const confidence = certainty === null ? null : roundTo(certainty.confidence, 3)
  const isSure = (confidence ?? 0) >= leastConfidence
  const mayMove = isDue(wheel, knowledge.day, end) && isSure
  const maySpend = knowledge.day - wheel.since >= SETTLING && isSure

  return {
    campaign,
    granularity,
    country,
    day: knowledge.day,
    lookbackDays: days,
    spend,
    dailySpend,
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
    low: certainty === null ? null : roundTo(certainty.low, 6),
    high: certainty === null ? null : roundTo(certainty.high, 6),
    action,
    outlook: isKnowable ? outlook : null,
    ...(isDelivered
      ? spendAdvice(campaign, knowledge.day, { spend: dailySpend, installs: paidInstalls, roas: prediction, target, mayMove: maySpend })
      : NO_ADVICE),
  }
}

/** Known and expected parts of the deciding ROAS, with their uncertainty; null without spend. */
function outlookOf(app: App, seen: readonly Seen[], spend: number, { day, worthOf }: Knowledge): Outlook | null {
  if (spend <= 0) return null
  const net = app.targetRevenueType === 'net'
  let [known, future, payments, levels] = [0, 0, 0, 0]
  let [campaigns, shape] = [0, 0]
  const countries = new Map<Segment, number>()
  for (const { cohort, expected } of seen) {
    const { segment } = cohort
    const { dispersion, variance } = worthOf(segment)
    const share = net ? segment.netShare : 1
    let own = 0
    for (const [who, { soFar, future: more }] of partsOf(expected, app.targetRoasType)) {
      known += share * soFar
      own += share * more
      payments += share * share * more * (who === 'paid' ? dispersion.paid : dispersion.other)
    }
    future += own
    campaigns += own * Math.sqrt(variance.campaign)
    shape += own * Math.log((app.targetDsi + 1) / (day - cohort.day + 1))
    countries.set(segment, (countries.get(segment) ?? 0) + own * Math.sqrt(variance.country))
  }
  for (const deviation of countries.values()) levels += deviation ** 2
  levels += campaigns ** 2 + SHAPE * shape ** 2
  const variance = future > 0 ? Math.log(1 + (payments + levels) / (future * future)) : 0
  return { known: known / spend, future: future / spend, deviation: Math.sqrt(variance) }
}

function partsOf({ paid, incremental, other }: Expected, roasType: RoasType): ReadonlyArray<readonly ['paid' | 'other', Part]> {
  if (roasType === 'paid') return [['paid', paid]]
  const blended = [
    ['paid', paid],
    ['other', incremental],
  ] as const
  return roasType === 'incremental_blended' ? blended : [...blended, ['other', other]]
}

const BASES = ROAS_TYPES.flatMap(roas => REVENUE_TYPES.map(revenue => ({ basis: `${roas}_${revenue}`, roas, revenue }) as const))

function byRevenue<Value>(of: (roasType: RoasType, revenueType: RevenueType) => Value): Record<Revenue, Value> {
  const values: Partial<Record<Revenue, Value>> = {}
  for (const { basis, roas, revenue } of BASES) values[basis] = of(roas, revenue)
  return values as Record<Revenue, Value>
}
