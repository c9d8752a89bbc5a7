import { type Action, ROAS_TYPES, type RoasType } from '../../../generated/vocabulary/vocabulary.ts'
import { type Revenue, REVENUES } from '../../imports/tables.ts'
import type { Backtest } from '../backtest/gates.ts'
import { classifyAction } from '../../core/model/classification.ts'
import {
  type Config,
  type Lookback,
  type Lookbacks,
  targetFor,
  type Targets,
} from '../config/forecast-config.ts'
import { confidence } from '../model/confidence.ts'
import { ageToKnow, type Facts, UNKNOWN, unmetNetworks } from '../model/facts.ts'
import type { Fit } from '../model/forecast.ts'
import { interval } from '../model/interval.ts'
import { prepare } from '../model/levels.ts'
import { bounds, type Outcome, scaled } from '../model/outcome.ts'
import type { Response } from '../response/response.ts'
import { capped, DAMAGED, damage, dependsOnRepair } from '../sentinel/damage.ts'
import type { Finding } from '../sentinel/finding.ts'
import type { PreparedFacts } from '../sentinel/data-events.ts'
import { isWithin } from '../sentinel/segments.ts'
import { bidsAt, recommendedBid, type RecommendedBid } from './bids.ts'
import type { Blend } from './blend.ts'
import { type Amounts, type Campaign, cellsInLookback, toMoney } from './cohorts.ts'
import { rowId, type Standing, timestampOf } from './references.ts'
import { UNTESTED_CONFIDENCE } from './withheld.ts'
import { spendAdvice, type SpendAdvice } from './spend-advice.ts'
import type { DeliveryTable } from '../../imports/load-rows.ts'
import { dateOf, type Day } from '../../core/model/dates.ts'
import { sum, sumAt } from '../../core/formulas/sums.ts'

/** Money is in the app's currency, ROAS are ratios. */
export interface Recommendation extends RecommendedBid, SpendAdvice {
  campaign: Campaign
  granularity: 'campaign' | 'campaign_geo'
  country: string | null
  /** Any country of a whole campaign. */
  countryNo: number
  countries: number
  lookback: Lookback
  lookbackDays: number
  spend: number
  dailySpend: number
  installs: Readonly<Record<RoasType, number>>
  paidInstalls: number
  /** The facts behind predicted ROAS, without invalid days. */
  basis: { spend: number; installs: number; damage: number }
  /** 0 to 1; null with too few installs or untested forecasts. */
  confidence: number | null
  optimisationDsi: number
  optimisationPredicted: number | null
  target: number
  /** Null without spend, or if the target DSI is withheld. */
  predicted: Readonly<Record<Revenue, number | null>>
  prediction: number | null
  /** The ROAS of the target types at the situation's checkpoint; null without one. */
  atCheckpoint: number | null
  /** The 80 % interval of the prediction. */
  interval: { low: number; high: number } | null
  /** Meaningless without a prediction. */
  action: Action
}

/** Settings of advice. */
export interface AdviceSettings extends Pick<
  Config,
  'app' | 'targets' | 'optimisationDsi' | 'pacing' | 'lagDays'
> {
  lookbacks: Lookbacks
}

export interface Situation extends AdviceSettings {
  prepared: PreparedFacts
  /** The model of the repaired facts. */
  fit: Fit
  backtest: Backtest
  blend: Blend
  /** The target DSI's. */
  standing: Standing
  /** DSIs without forecasts. */
  withheld: ReadonlySet<number>
  /** The longest tested DSI below an untested target DSI. */
  checkpoint: number | undefined
  /** Amounts by the repaired facts, for DSIs within the model's reach. */
  amounts: (dsi: number) => Amounts
  /** Amounts by the delivered facts and their own model; undefined if nothing was repaired. */
  deliveredAmounts: ((dsi: number) => Amounts) | undefined
  /** By campaign node. */
  responses: ReadonlyMap<number, Response>
  /** Unusual days that were not repaired, because spend, installs and revenue changed together. */
  unexplained: readonly Finding[]
}

const fewestInstalls = 5

/**
 * A row per campaign, then per campaign and country, with spend or installs in the bet lookback, by name. Excludes campaigns without a name
 * or target, and networks with spend but no install at all, whose installs are elsewhere.
 */
export function recommend(situation: Situation): Recommendation[] {
  const { fit, lookbacks } = situation
  const facts = situation.prepared.delivered
  const { cells } = facts
  const isActive = (i: number): boolean =>
    cells.spend[i]! > 0 || situation.blend.fullInstalls[i]! > 0
  const judge = judgeWith(situation)
  const unmet = unmetNetworks(facts, fit.cells)
  const campaigns = [...cellsInLookback(facts, fit.asOf, lookbacks)]
    .map(([campaign, members]) => [campaign, members.filter(isActive)] as const)
    .filter(([, [cell]]) => cell !== undefined && !unmet.has(cells.network[cell]!))
    .sort(([, [a]], [, [b]]) => byName(cells, a!, b!))
  const rows = campaigns.map(([campaign, members]) => {
    const countries = [...new Set(members.map(i => cells.country[i]!))].sort((a, b) => a - b)
    const lookback = lookbacks(campaign.platform)
    const nameOf = (index: number) => (index === UNKNOWN ? null : facts.names.country[index]!)
    const about = { campaign, countries: countries.length, lookback }
    return {
      row: judge(
        {
          ...about,
          granularity: 'campaign',
          country: countries.length > 1 ? 'GLOBAL' : nameOf(countries[0]!),
          countryNo: countries[0]!,
        },
        members,
      ),
      // The spend by country is unknown.
      places: members.some(i => cells.split?.[i] === 1)
        ? []
        : countries.map(country =>
            judge(
              {
                ...about,
                granularity: 'campaign_geo',
                country: nameOf(country),
                countryNo: country,
              },
              members.filter(i => cells.country[i] === country),
            ),
          ),
    }
  })
  return [...rows.map(({ row }) => row), ...rows.flatMap(({ places }) => places)].filter(
    row => row !== undefined,
  )
}

/** Days before a lookback that replace one without usable days. */
const EARLIER = 21

/** The cells themselves or, if none has valid spend, the campaign's earlier days. */
function basisOf(
  { delivered, repaired }: PreparedFacts,
  members: readonly number[],
  { days }: Lookback,
): readonly number[] {
  const [{ cells }, { spend }] = [delivered, repaired.cells]
  if (
    repaired === delivered ||
    members.some(i => spend[i]! > 0) ||
    !members.some(i => cells.spend[i]! > 0)
  )
    return members
  const countries = new Set(members.map(i => cells.country[i]!))
  const [some] = members as [number]
  const before: number[] = []
  for (let i = members[0]! - 1; i >= 0 && cells.day[i]! >= cells.day[some]! - EARLIER; i--) {
    const isSame =
      byName(cells, i, some) === 0 && cells.organic[i] === 0 && countries.has(cells.country[i]!)
    if (isSame && spend[i]! > 0 && cells.day[i]! < cells.day[some]!) before.push(i)
  }
  const from = cells.day[before[0] ?? some]! - days
  const basis = before.filter(i => cells.day[i]! > from).reverse()
  return basis.length > 0 ? basis : members
}

function byName({ platform, network, campaign }: Facts['cells'], a: number, b: number): number {
  return platform[a]! - platform[b]! || network[a]! - network[b]! || campaign[a]! - campaign[b]!
}

type About = Pick<
  Recommendation,
  'campaign' | 'countries' | 'lookback' | 'granularity' | 'country' | 'countryNo'
>

function judgeWith({
  app,
  targets,
  optimisationDsi,
  pacing,
  prepared,
  fit,
  backtest,
  blend,
  standing,
  amounts,
  deliveredAmounts,
  unexplained,
  responses,
  withheld,
  checkpoint,
}: Situation) {
  const { repaired } = prepared
  const facts = prepared.delivered
  const { of: campaignOf } = prepare(repaired).nodes.campaign
  const { cells } = facts
  const deciding = `${targets.roasType}_${targets.revenueType}` as const
  const liveBid = bidsAt(facts.bids, fit.asOf)
  return (about: About, members: readonly number[]): Recommendation | undefined => {
    const { campaign, country, lookback } = about
    const bidKey = {
      platform: campaign.platform,
      network: campaign.network,
      campaign: campaign.name,
      country,
    }
    const target = targetFor(targets, bidKey)
    if (target === null) return undefined
    const spend = toMoney(sum(members, i => toMoney(cells.spend[i]!)))
    const basis = basisOf(prepared, members, lookback)
    const basisSpend = sum(basis, i => toMoney(repaired.cells.spend[i]!))
    const isUnexplained = unexplained.some(({ day, scope }) =>
      members.some(i => cells.day[i] === day && isWithin(cells, i, scope)),
    )
    const harm =
      basis === members
        ? Math.max(damage(prepared, members, fit.asOf), isUnexplained ? DAMAGED.hint : 0)
        : 1
    const roas = (values: Float64Array | undefined) =>
      values !== undefined && basisSpend > 0 ? rounded(sumAt(basis, values) / basisSpend) : null
    const isActual = (dsi: number) => ageToKnow(facts, dsi) <= lookback.start
    const known = (dsi: number) =>
      (dsi <= fit.limit && !withheld.has(dsi)) || isActual(dsi) ? amounts(dsi) : undefined
    const atTarget = known(targets.dsi)
    const predicted = Object.fromEntries(
      REVENUES.map(name => [name, roas(atTarget?.revenues[name])]),
    ) as Record<Revenue, number | null>
    const prediction = predicted[deciding]
    const action = classifyAction(prediction, target, app.actionThreshold)
    const installs: Record<RoasType, number> = {
      paid: sumAt(members, cells.installs),
      incremental_blended: sumAt(members, blend.incrementalInstalls),
      full_blended: sumAt(members, blend.fullInstalls),
    }
    const outcome =
      prediction === null
        ? null
        : scaled(interval(repaired, fit, basis, targets.dsi, backtest.uncertainty), prediction)
    const score = (): number | null => {
      if (
        outcome === null ||
        installs.paid < fewestInstalls ||
        !(standing.isTrusted || isActual(targets.dsi))
      )
        return null
      const most = standing.isTested || isActual(targets.dsi) ? 1 : UNTESTED_CONFIDENCE
      return Math.min(
        most,
        rounded(confidence(action, outcome, target, app.actionThreshold, backtest.calibration)),
      )
    }
    const own = campaign.network === null ? undefined : optimisationDsi.byNetwork[campaign.network]
    const dsi = own ?? optimisationDsi.default
    const optimisation = roas(known(dsi)?.revenues.paid_gross)
    const actionOf = (roas: number) => classifyAction(roas, target, app.actionThreshold)
    const before =
      atTarget === undefined ? undefined : deliveredAmounts?.(targets.dsi).revenues[deciding]
    const isFragile =
      before !== undefined &&
      spend > 0 &&
      prediction !== null &&
      dependsOnRepair(prediction, sumAt(members, before) / spend, actionOf)
    const doubt = isFragile ? Math.max(harm, DAMAGED.hint) : harm
    const sure = capped(score(), doubt)
    const dailySpend = toMoney(spend / lookback.days)
    const response = responses.get(campaignOf[members[0]!]!)
    const mayMove = sure !== null && (response?.sinceJump ?? 0) > pacing.days
    return {
      ...about,
      lookbackDays: lookback.days,
      spend,
      dailySpend,
      installs,
      paidInstalls: installs.paid,
      basis: { spend: basisSpend, installs: sumAt(basis, repaired.cells.installs), damage: doubt },
      confidence: sure,
      optimisationDsi: dsi,
      optimisationPredicted: optimisation,
      ...recommendedBid(
        liveBid(bidKey),
        { action, target, predicted: prediction },
        { confidence: sure, asOf: fit.asOf, pacing },
      ),
      target,
      predicted,
      prediction,
      atCheckpoint: checkpoint === undefined ? null : roas(known(checkpoint)?.revenues[deciding]),
      interval: outcome === null ? null : roundedBounds(outcome),
      action,
      ...spendAdvice(
        response,
        { spend: dailySpend, roas: prediction, target, mayMove },
        pacing.step,
      ),
    }
  }
}

/** Keeps each bound on its side of the rounded prediction. */
function roundedBounds(outcome: Outcome): { low: number; high: number } {
  const { low, high } = bounds(outcome)
  return {
    low: Math.min(rounded(low), outcome.total),
    high: Math.max(rounded(high), outcome.total),
  }
}

function rounded(ratio: number): number {
  return Math.round(ratio * 1_000_000) / 1_000_000
}

export function recommendationsTable(
  targets: Targets,
  runs: readonly { run: number; asOf: Day; createdAt: Date; rows: readonly Recommendation[] }[],
): DeliveryTable {
  const target = `target_${targets.roasType}_${targets.revenueType}_roas`
  return {
    name: 'recommendations',
    rows: runs.flatMap(({ run, asOf, createdAt, rows }) =>
      rows.map((row, index) => ({
        recommendation_id: rowId(run, index + 1),
        run_id: run,
        granularity: row.granularity,
        platform: row.campaign.platform,
        network: row.campaign.network,
        campaign: row.campaign.name,
        country: row.country,
        confidence_score: row.confidence,
        spend: row.spend,
        lookback_days: row.lookbackDays,
        ...Object.fromEntries(ROAS_TYPES.map(type => [`${type}_installs`, row.installs[type]])),
        optimisation_dsi: row.optimisationDsi,
        target_dsi: targets.dsi,
        optimisation_live_roas: row.live,
        optimisation_paced_roas: row.paced,
        optimisation_raw_roas: row.raw,
        optimisation_predicted_roas: row.optimisationPredicted,
        [target]: row.target,
        ...Object.fromEntries(
          REVENUES.map(revenue => [`predicted_${revenue}_roas`, row.predicted[revenue]]),
        ),
        created_at: timestampOf(createdAt),
        lookback_start_date: dateOf(asOf - row.lookback.end),
        lookback_end_date: dateOf(asOf - row.lookback.start),
        predicted_low_roas: row.interval?.low ?? null,
        predicted_high_roas: row.interval?.high ?? null,
        suggested_daily_spend: row.suggested,
        response_elasticity: row.response?.elasticity ?? null,
        response_low: row.response?.low ?? null,
        response_high: row.response?.high ?? null,
        response_evidence: row.response?.evidence ?? null,
        marginal_roas: row.marginal,
      })),
    ),
  }
}
