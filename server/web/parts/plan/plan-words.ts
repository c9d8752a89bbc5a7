import { budgetWords } from '../../../core/words/step-words.ts'
import type { Format } from '../use-format.ts'
import { countOf } from '../words.ts'
import type { PlanLine } from './plan-columns.ts'
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
export function headlineOf(
  plan: Plan,
  { goal, followSteps }: PlanQuestion,
  dsi: number,
  format: Format,
): string {
  const { before, after, movableShare, onlyCuts } = plan
  if (movableShare === null || movableShare === 0)
    return followSteps
      ? 'No campaign may move: its call keeps it, or its response to spend is not known'
      : NO_RESPONSE
  const change = after.revenueChange
  const ratio = before.dailySpend === 0 ? 0 : after.dailySpend / before.dailySpend - 1
  const spend = moreOrLess(ratio, format)
  const revenue = `D${dsi} revenue ${signedRate(change, format)}`
  if ('targetRoas' in goal) {
    return `At a blended ROAS of ${format.roas(after.roas)}, spend ${format.rate(after.dailySpend)}, ${spend}: ${revenue}`
  }
  if (onlyCuts && followSteps && 'budgetChange' in goal)
    return `The steps only cut: ${format.rate(after.dailySpend)}, ${spend}: ${revenue}`
  if (spend === 'as today') {
    return signedRate(change, format) === signedRate(0, format)
      ? `Spend the same ${format.rate(after.dailySpend)} as today: no move within ${followSteps ? 'the steps' : 'these limits'} brings more`
      : `Divide the same ${format.rate(after.dailySpend)} better: ${revenue}`
  }
  return `Spend ${format.rate(after.dailySpend)}, ${spend}: ${revenue}`
}

const NO_RESPONSE = 'No campaign’s response to spend is known well enough to move it'

/** Whether the plan heeds the steps, and whether it is the best one; null if nothing needs saying. */
export function regardWords(
  { optimal, onlyCuts }: Plan,
  { followSteps, goal }: PlanQuestion,
): string | null {
  const isSteps = onlyCuts && followSteps && 'budgetChange' in goal
  const words = [
    ...(followSteps ? [] : ['This plan is made without regard to the steps.']),
    ...(optimal || isSteps ? [] : ['Budgets overlap: this is a good split, not the best one.']),
  ].join(' ')
  return words === '' ? null : words
}

/** What to do with a campaign in the plan: its step in the step's words, or the plan's own amount where that differs. */
export function moveWords({ row, planned }: PlanLine, format: Format): string {
  const { dailySpend, steppedDailySpend, words, priority } = row
  const spend = planned.plannedDailySpend
  const isSame = (a: number, b: number) => format.money(a) === format.money(b)
  if (planned.limitedBy === 'evidence' || isSame(spend, steppedDailySpend ?? dailySpend))
    return words
  if (isSame(spend, dailySpend))
    return priority === null ? words : `Keep ${format.rate(dailySpend)}`
  return budgetWords(spend - dailySpend, format)
}

/** `80% interval +$4,900 to +$7,700/day`, of the change of revenue; null if nothing moves. */
export function intervalWords({ after }: Pick<Plan, 'after'>, format: Format): string | null {
  if (after.revenueChangeHigh === after.revenueChangeLow) return null
  const low = signedRate(after.revenueChangeLow, format).replace('/day', '')
  return `80% interval ${low} to ${signedRate(after.revenueChangeHigh, format)}`
}

/** `of the last unit spent, below the 61.8% target` */
export function marginalWords(
  marginal: number | null,
  target: number | null,
  format: Format,
): string {
  const side =
    marginal === null || target === null
      ? ''
      : `, ${marginal < target ? 'below' : 'at or above'} the ${format.roas(target)} target`
  return `of the last unit spent${side}`
}

/** Why the goal is not met; null if it is. */
export function shortfallOf(
  plan: Plan,
  { goal, maxStep }: PlanQuestion,
  format: Format,
): string | null {
  if (plan.reached) return null
  const steps = `steps of at most ${format.share(maxStep)} in ${movingWords(plan, format)}`
  const needs = neededWords(plan, format)
  if ('targetRoas' in goal)
    return `${format.roas(goal.targetRoas)} is out of reach with ${steps}. This plan comes closest. ${needs}`
  const { lowestDailySpend: low, highestDailySpend: high, dailyBudget } = plan
  const reach =
    dailyBudget! > high ? `at most ${format.rate(high)}` : `at least ${format.rate(low)}`
  return `${format.rate(dailyBudget)} is out of reach with ${steps}: ${reach}. ${needs}`
}

/** `Steps of 28.4% reach it.` */
function neededWords({ neededMaxStep }: Plan, format: Format): string {
  return neededMaxStep === null
    ? 'No step reaches it.'
    : `Steps of ${format.roas(roundedUp(neededMaxStep))} reach it.`
}

/** A step of tenths of a percent that is large enough. */
export function roundedUp(step: number): number {
  return Math.min(1, Math.ceil(step * 1000 - 1e-9) / 1000)
}

/** Explains the ends of the slider: the largest steps of the campaigns that may move. */
export function rangeWords(plan: Plan, { goal, maxStep }: PlanQuestion, format: Format): string {
  const limit = `steps of ${format.share(maxStep)} in ${movingWords(plan, format)}`
  return 'targetRoas' in goal
    ? `Between these, by ${limit}.`
    : `Limited to these totals by ${limit}.`
}

/** From here on a share is written as all. */
const ALL = 0.9995

function movingWords({ movableShare }: Plan, format: Format): string {
  return (movableShare ?? 0) > ALL
    ? 'all of today’s spend'
    : `the ${format.share(movableShare)} of today’s spend that may move`
}

/** The share of today's spend that the plan may move, and its unknowns. */
export function coverageWords({ rows, movableShare, coveredShare }: Plan, format: Format): string {
  const movable = rows.filter(
    ({ planned }) => planned.limitedBy !== 'evidence' && planned.limitedBy !== 'call',
  )
  const assumed = movable.filter(({ row }) => row.responseEvidence === 'assumed').length
  const moved = `${format.count(movable.length)} of ${countOf(rows.length, 'campaign', format)}, ${format.share(movableShare)} of today’s spend, may move.${
    assumed === 0
      ? ''
      : ` The response of ${format.count(assumed)} of them is assumed, not learned from jumps of their own spend.`
  }`
  const covered = coveredShare ?? 1
  return covered > ALL
    ? moved
    : `${moved} ${format.share(1 - covered)} of it has no predicted ROAS: it stays, and counts in spend only.`
}

/** The limit of a campaign's move. */
export function limitWords({ row, planned: { limitedBy, change } }: PlanLine): string {
  switch (limitedBy) {
    case 'call':
      return row.priority === null
        ? 'held by its call'
        : `stays: this goal needs no ${row.moves.up ? 'raise' : 'cut'} here`
    case 'evidence':
      return row.tested ? 'response not known' : 'forecast not tested yet'
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
