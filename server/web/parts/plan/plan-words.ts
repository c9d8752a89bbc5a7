import { type Format, NOTHING } from '../use-format.ts'
import { countOf } from '../words.ts'
import type { Plan, PlanQuestion } from './plan-question.ts'

/** Sentences of a plan: verb first, then the money. */

/** `+$6,300/day`, `−$120/day`; zero has no sign. */
export function signedRate(change: number, format: Format): string {
  const text = format.rate(Math.abs(change))
  return /[1-9]/.test(text) ? `${change < 0 ? '−' : '+'}${text}` : text
}

/** `20.0% more`, `3.4% less`, `as today`. */
export function moreOrLess(ratio: number, format: Format): string {
  const text = format.roas(Math.abs(ratio))
  return /[1-9]/.test(text) ? `${text} ${ratio < 0 ? 'less' : 'more'}` : 'as today'
}

/** `Spend $86,100/day, 20.0% more: D30 revenue +$6,300/day` */
export function headlineOf({ before, after, movableShare }: Plan, { goal }: PlanQuestion, dsi: number, format: Format): string {
  if (movableShare === null || movableShare === 0) return 'No campaign’s response to spend is known well enough to move it'
  const change = after.revenueChange
  const ratio = before.dailySpend === 0 ? 0 : after.dailySpend / before.dailySpend - 1
  const spend = moreOrLess(ratio, format)
  const revenue = `D${dsi} revenue ${signedRate(change, format)}`
  if ('targetRoas' in goal) {
    return `At a blended ROAS of ${format.roas(after.roas)}, spend ${format.rate(after.dailySpend)}, ${spend}: ${revenue}`
  }
  if (spend === 'as today') return `Divide the same ${format.rate(after.dailySpend)} better: ${revenue}`
  return `Spend ${format.rate(after.dailySpend)}, ${spend}: ${revenue}`
}

/** `80% interval +$4,900 to +$7,700/day`, of the change of revenue; null if nothing moves. */
export function intervalWords({ after }: Pick<Plan, 'after'>, format: Format): string | null {
  if (after.revenueChangeHigh === after.revenueChangeLow) return null
  const low = signedRate(after.revenueChangeLow, format).replace('/day', '')
  return `80% interval ${low} to ${signedRate(after.revenueChangeHigh, format)}`
}

/** `of the last unit spent, below the 61.8% target` */
export function marginalWords(marginal: number | null, target: number | null, format: Format): string {
  const side =
    marginal === null || target === null ? '' : `, ${marginal < target ? 'below' : 'at or above'} the ${format.roas(target)} target`
  return `of the last unit spent${side}`
}

/** Why the goal is not met; null if it is. */
export function shortfallOf(plan: Plan, { goal, maxStep }: PlanQuestion, format: Format): string | null {
  if (plan.reached) return null
  const steps = `steps of at most ${format.share(maxStep)} in ${movingWords(plan, format)}`
  const needs = neededWords(plan, format)
  if ('targetRoas' in goal) return `${format.roas(goal.targetRoas)} is out of reach with ${steps}. This plan comes closest. ${needs}`
  const { lowestDailySpend: low, highestDailySpend: high, dailyBudget } = plan
  const reach = dailyBudget! > high ? `at most ${format.rate(high)}` : `at least ${format.rate(low)}`
  return `${format.rate(dailyBudget)} is out of reach with ${steps}: ${reach}. ${needs}`
}

/** `Steps of 28.4% reach it.` */
function neededWords({ neededMaxStep }: Plan, format: Format): string {
  return neededMaxStep === null ? 'No step reaches it.' : `Steps of ${format.roas(roundedUp(neededMaxStep))} reach it.`
}

/** A step of tenths of a percent that is large enough. */
export function roundedUp(step: number): number {
  return Math.min(1, Math.ceil(step * 1000 - 1e-9) / 1000)
}

/** Explains the ends of the slider: the largest steps of the campaigns that may move. */
export function rangeWords(plan: Plan, { goal, maxStep }: PlanQuestion, format: Format): string {
  const limit = `steps of ${format.share(maxStep)} in ${movingWords(plan, format)}`
  return 'targetRoas' in goal ? `Between these, by ${limit}.` : `Limited to these totals by ${limit}.`
}

function movingWords({ movableShare }: Plan, format: Format): string {
  return (movableShare ?? 0) > 0.9995 ? 'all of today’s spend' : `the ${format.share(movableShare)} of today’s spend that may move`
}

/** The share of today's spend that the plan may move, and its unknowns. */
export function coverageWords({ rows, movableShare, coveredShare }: Plan, format: Format): string {
  const movable = rows.filter(({ planned }) => planned.limitedBy !== 'evidence').length
  const moved = `${format.count(movable)} of ${countOf(rows.length, 'campaign', format)}, ${format.share(movableShare)} of today’s spend, may move.`
  const unknown = coveredShare ?? 1
  return unknown > 0.9995 ? moved : `${moved} ${format.share(1 - unknown)} of it has no predicted ROAS: it stays, and counts in spend only.`
}

/** `Following the steps of campaigns whose response is known: $74,200/day, 3.4% more; D30 revenue +$2,900/day, blended ROAS 65.1%.` Null if it has none. */
export function suggestionWords({ before, suggested }: Plan, dsi: number, format: Format): string | null {
  if (suggested === null) return null
  const ratio = before.dailySpend === 0 ? 0 : suggested.dailySpend / before.dailySpend - 1
  const interval = intervalWords({ after: suggested }, format)
  return `Following the steps of campaigns whose response is known: ${format.rate(suggested.dailySpend)}, ${moreOrLess(ratio, format)}; D${dsi} revenue ${signedRate(
    suggested.revenue - before.revenue,
    format,
  )}${interval === null ? '' : ` (${interval})`}, blended ROAS ${format.roas(suggested.roas)}.`
}

/** The limit of a campaign's move. */
export function limitWords(limitedBy: 'evidence' | 'step' | 'budget' | 'target' | null, change: number | null): string {
  switch (limitedBy) {
    case 'evidence':
      return 'response not known'
    case 'step':
      return `largest step; ${(change ?? 0) < 0 ? 'less' : 'more'} would pay`
    case 'budget':
      return 'as far as the month’s budget allows'
    case 'target':
      return 'held by the target ROAS'
    case null:
      return 'as far as it pays'
  }
}

/** `0.78 (0.70–0.86)` */
export function elasticityWords({
  responseElasticity: value,
  responseLow: low,
  responseHigh: high,
}: {
  responseElasticity: number | null
  responseLow: number | null
  responseHigh: number | null
}): string {
  if (value === null) return NOTHING
  return low === null || high === null ? value.toFixed(2) : `${value.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`
}
