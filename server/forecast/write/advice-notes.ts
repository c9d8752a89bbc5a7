import type { Backtest } from '../backtest/gates.ts'
import type { Config, Lookbacks, Targets } from '../config/forecast-config.ts'
import { percent } from '../model/amount-texts.ts'
import type { Facts } from '../model/facts.ts'
import type { Day } from '../../core/model/dates.ts'
import { DAMAGED } from '../sentinel/damage.ts'
import { cellsInLookback, toMoney } from './cohorts.ts'
import type { Recommendation } from './recommend.ts'
import type { Standing } from './references.ts'

/** A target this many times the best ROAS so far is probably a typing error, such as 60 for 60 %. */
const IMPLAUSIBLE = 10
/** Minimum recommendations for a note that all are alike. */
const SEVERAL = 5

export interface Advice {
  asOf: Day
  recommendations: readonly Recommendation[]
  standing: Standing
  backtest: Backtest
}

export interface NoteSettings extends Pick<Config, 'app' | 'networks' | 'targets'> {
  lookbacks: Lookbacks
}

/** Whether recommendations can be trusted, and settings that make them all alike or LOW. */
export function adviceNotes(
  { app: { currency }, networks, targets, lookbacks }: NoteSettings,
  facts: Facts,
  { asOf, recommendations, standing, backtest }: Advice,
): string[] {
  if (targets.roas === null && targets.by.length === 0) {
    return ['Recommendations need a target: set roas under targets, as a ratio (0.6 is 60 %).']
  }
  const campaigns = recommendations.filter(({ granularity }) => granularity === 'campaign')
  if (campaigns.length === 0) return [nothingToJudge(activeCampaigns(lookbacks, facts, asOf))]
  const predicted = campaigns.filter(({ prediction }) => prediction !== null)
  return [
    ...implausibleTarget(targets, campaigns, backtest),
    ...withoutPrediction(campaigns, standing, currency),
    ...(standing.isTrusted
      ? withoutScore(predicted, currency)
      : untrusted(predicted, standing, currency)),
    ...allAlike(predicted),
    ...followingDemand(predicted, currency),
    ...notTraditional(networks.traditional, facts, predicted, currency),
  ]
}

/** Named campaigns with spend or installs in the bet lookback. */
function activeCampaigns(lookbacks: Lookbacks, facts: Facts, asOf: Day): number {
  const { spend, installs } = facts.cells
  const campaigns = [...cellsInLookback(facts, asOf, lookbacks).values()]
  return campaigns.filter(cells => cells.some(i => spend[i]! > 0 || installs[i]! > 0)).length
}

function nothingToJudge(active: number): string {
  if (active === 0)
    return 'No campaign has spend or installs in the bet lookback, so nothing is recommended.'
  return `None of the ${active} campaigns of the bet lookback has a target, or installs of its network, so nothing is recommended.`
}

function withoutPrediction(
  campaigns: readonly Recommendation[],
  { withheld, reason }: Standing,
  currency: string,
): string[] {
  const without = campaigns.filter(({ prediction }) => prediction === null)
  if (without.length === 0) return []
  if (withheld !== null)
    return [
      `No prediction for ${countOf(without, currency)}; check them by hand: ${reason ?? 'it is withheld.'}`,
    ]
  return [`No prediction for ${countOf(without, currency)}: without spend there is no ROAS.`]
}

function untrusted(
  predicted: readonly Recommendation[],
  { reason }: Standing,
  currency: string,
): string[] {
  if (predicted.length === 0) return []
  return [
    `Recommendations for ${countOf(predicted, currency)} have no confidence score, so their status is LOW: ${reason ?? 'their forecasts are untested.'}`,
  ]
}

function withoutScore(predicted: readonly Recommendation[], currency: string): string[] {
  const few = predicted.filter(
    ({ confidence, basis }) => confidence === null && basis.damage < DAMAGED.none,
  )
  return few.length === 0
    ? []
    : [
        `${countOf(few, currency)} have too few installs for a confidence score: their status is LOW.`,
      ]
}

function implausibleTarget(
  { dsi }: Targets,
  campaigns: readonly Recommendation[],
  { cases }: Backtest,
): string[] {
  const actual = cases.filter(
    testCase => testCase.level === 'campaign' && testCase.dsi === dsi && testCase.spend > 0,
  )
  const best = Math.max(
    0,
    ...campaigns.map(({ prediction }) => prediction ?? 0),
    ...actual.map(testCase => testCase.actualGross / testCase.spend),
  )
  const highest = Math.max(...campaigns.map(({ target }) => target))
  if (!(best > 0) || highest < IMPLAUSIBLE * best) return []
  const meant =
    highest >= IMPLAUSIBLE ? ` If ${highest} means ${highest} %, write ${highest / 100}.` : ''
  return [
    `The target of ${percent(highest)} is over ${IMPLAUSIBLE} times the best D${dsi} ROAS so far, ${percent(best)}.${meant}`,
  ]
}

function allAlike(predicted: readonly Recommendation[]): string[] {
  const [first] = predicted
  if (
    first === undefined ||
    predicted.length < SEVERAL ||
    predicted.some(({ action }) => action !== first.action)
  )
    return []
  const which =
    first.action === 'HOLD'
      ? ''
      : ` A target that is ${first.action === 'SCALE' ? 'lower' : 'higher'} than all ROAS says nothing.`
  return [`All ${predicted.length} recommendations read ${first.action}.${which}`]
}

function followingDemand(predicted: readonly Recommendation[], currency: string): string[] {
  const some = predicted.filter(({ response }) => response?.followsDemand === true)
  if (some.length === 0) return []
  const names = [
    ...new Set(some.map(({ campaign }) => campaign.network ?? 'unknown networks')),
  ].join(', ')
  return [
    `Spend follows demand on ${names}: responses of ${countOf(some, currency)} rest on jumps of budgets only, so intervals are wide. Move a budget by half or more, for two weeks, to narrow them.`,
  ]
}

function notTraditional(
  traditional: readonly string[],
  facts: Facts,
  predicted: readonly Recommendation[],
  currency: string,
): string[] {
  const low = predicted.filter(
    ({ campaign }) => campaign.network === null || !traditional.includes(campaign.network),
  )
  if (low.length === 0) return []
  const listed = facts.names.network.filter(name =>
    low.some(({ campaign }) => campaign.network === name),
  )
  const unknown = low.some(({ campaign }) => campaign.network === null) ? ['unknown networks'] : []
  const names = [...listed, ...unknown].join(', ')
  return [
    `LOW whatever the score: ${countOf(low, currency)}, since networks.traditional does not list ${names}.`,
  ]
}

function countOf(rows: readonly Recommendation[], currency: string): string {
  const spend = toMoney(rows.reduce((sum, { dailySpend }) => sum + dailySpend, 0))
  return `${rows.length} ${rows.length === 1 ? 'campaign' : 'campaigns'} (${Math.round(spend)} ${currency} a day)`
}
