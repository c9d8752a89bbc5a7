import type { Backtest } from '../backtest/gates.ts'
import type { Config } from '../config/config.ts'
import { percent } from '../model/alert-rules.ts'
import type { Facts } from '../model/facts.ts'
import { DAMAGED } from '../sentinel/damage.ts'
import { toMoney } from './cohorts.ts'
import type { Recommendation } from './recommendations.ts'
import type { Standing } from './references.ts'

/** A target this many times the best ROAS so far is a slip of the pen, such as 60 for 60 %. */
const IMPLAUSIBLE = 10
/** Fewer recommendations may well be alike. */
const SEVERAL = 5

export interface Advice {
  /** Recommendations that are delivered, and those that lack a tested forecast. */
  given: readonly Recommendation[]
  unadvised: readonly Recommendation[]
  standing: Standing
}

/** Whether recommendations can be trusted, and what in the config makes them all alike or LOW. */
export function adviceNotes(config: Config, facts: Facts, { given, unadvised, standing }: Advice, backtest: Backtest): string[] {
  const { targets } = config
  if (targets.roas === null && targets.by.length === 0) {
    return ['There is no target, so nothing is recommended: set roas under targets, as a ratio (0.6 is 60 %).']
  }
  const campaigns = wholeOnly([...given, ...unadvised])
  if (campaigns.length === 0) return ['No campaign of the bet lookback has a target, so nothing is recommended.']
  return [
    ...implausibleTarget(config, campaigns, backtest),
    ...(standing.isTrusted ? withoutScore(wholeOnly(given), config) : untrusted(wholeOnly(given), wholeOnly(unadvised), standing, config)),
    ...allAlike(wholeOnly(given)),
    ...notTraditional(config, facts, wholeOnly(given)),
  ]
}

function wholeOnly(rows: readonly Recommendation[]): Recommendation[] {
  return rows.filter(({ granularity }) => granularity === 'campaign')
}

function untrusted(given: readonly Recommendation[], unadvised: readonly Recommendation[], { reason }: Standing, config: Config): string[] {
  const why = reason ?? 'their forecasts are untested.'
  return [
    ...(given.length > 0 ? [`Recommendations for ${countOf(given, config)} have no confidence score, so their status is LOW: ${why}`] : []),
    ...(unadvised.length > 0 ? [`Nothing is recommended for ${countOf(unadvised, config)}: ${why}`] : []),
  ]
}

function withoutScore(given: readonly Recommendation[], config: Config): string[] {
  const few = given.filter(({ confidence, basis }) => confidence === null && basis.damage < DAMAGED.none)
  return few.length === 0 ? [] : [`${countOf(few, config)} have too few installs for a confidence score: their status is LOW.`]
}

function implausibleTarget({ targets }: Config, campaigns: readonly Recommendation[], { cases }: Backtest): string[] {
  const actual = cases.filter(one => one.level === 'campaign' && one.dsi === targets.dsi && one.spend > 0)
  const best = Math.max(0, ...campaigns.map(({ prediction }) => prediction ?? 0), ...actual.map(one => one.actualGross / one.spend))
  const highest = Math.max(...campaigns.map(({ target }) => target))
  if (!(best > 0) || highest < IMPLAUSIBLE * best) return []
  const meant = highest >= IMPLAUSIBLE ? ` If ${highest} means ${highest} %, write ${highest / 100}.` : ''
  return [`The target of ${percent(highest)} is over ${IMPLAUSIBLE} times the best D${targets.dsi} ROAS so far, ${percent(best)}.${meant}`]
}

function allAlike(given: readonly Recommendation[]): string[] {
  const [first] = given
  if (first === undefined || given.length < SEVERAL || given.some(({ action }) => action !== first.action)) return []
  const which =
    first.action === 'HOLD' ? '' : ` A target that is ${first.action === 'SCALE' ? 'lower' : 'higher'} than all ROAS says nothing.`
  return [`All ${given.length} recommendations read ${first.action}.${which}`]
}

function notTraditional({ networks, app }: Config, facts: Facts, given: readonly Recommendation[]): string[] {
  const low = given.filter(({ campaign }) => campaign.network === null || !networks.traditional.includes(campaign.network))
  if (low.length === 0) return []
  const listed = facts.names.network.filter(name => low.some(({ campaign }) => campaign.network === name))
  const unknown = low.some(({ campaign }) => campaign.network === null) ? ['unknown networks'] : []
  const names = [...listed, ...unknown].join(', ')
  return [`LOW whatever the score: ${countOf(low, { app })}, since networks.traditional does not list ${names}.`]
}

function countOf(rows: readonly Recommendation[], { app }: Pick<Config, 'app'>): string {
  const spend = toMoney(rows.reduce((sum, { dailySpend }) => sum + dailySpend, 0))
  return `${rows.length} ${rows.length === 1 ? 'campaign' : 'campaigns'} (${Math.round(spend)} ${app.currency} a day)`
}
