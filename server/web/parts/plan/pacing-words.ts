import type { Format } from '../use-format.ts'
import { isolate } from '../../../core/words/isolate.ts'
import { countOf, platformName } from '../words.ts'

/** A month's budget and its spend, from the service. */
export interface Paced {
  month: string
  platform: string | null
  network: string | null
  campaign: string | null
  amount: number
  spent: number
  expected: number | null
  expectedLow: number | null
  expectedHigh: number | null
  share: number
  daysLeft: number
  neededDailySpend: number | null
  status: string | null
}

/** The campaigns that a budget covers: `iOS, Meta Ads`, `All campaigns`. */
export function scopeOf({
  platform,
  network,
  campaign,
}: Pick<Paced, 'platform' | 'network' | 'campaign'>): string {
  const parts = [campaign, network, platform === null ? null : platformName(platform)].filter(
    part => part !== null,
  )
  return parts.length === 0 ? 'All campaigns' : parts.join(', ')
}

/** `expected 104% (97–112%)`; `ended at 104%` without days left. */
export function expectationOf(
  { amount, expected, expectedLow, expectedHigh, daysLeft }: Paced,
  { share }: Format,
): string {
  if (expected === null) return 'no spend is known in the last 208 days'
  if (daysLeft === 0) return `ended at ${share(expected / amount)}`
  const interval =
    expectedLow === null || expectedHigh === null
      ? ''
      : ` (${share(expectedLow / amount).replace('%', '')}–${share(expectedHigh / amount)})`
  return `expected ${share(expected / amount)}${interval}`
}

/** `62% of the November budget spent; on budget, expected 104% (97–112%)` */
export function pacingWords(paced: Paced, format: Format): string {
  const { month, share, daysLeft, status, expected } = paced
  if (daysLeft === 0)
    return `${format.share(share)} of the ${format.monthName(month)} budget spent, the month has ended`
  return `${format.share(share)} of the ${format.monthName(month)} budget spent; ${expected === null ? '' : `${statusWords(status)}, `}${expectationOf(paced, format)}`
}

const STATUS: Record<string, string> = {
  OVERSPENT: 'overspent',
  OVER: 'above budget',
  ON_BUDGET: 'on budget',
  UNDER: 'below budget',
}

export function statusWords(status: Paced['status']): string {
  return STATUS[status ?? ''] ?? 'not known'
}

/** Above budget, now or soon. */
export function isOver({ status }: Pick<Paced, 'status'>): boolean {
  return status === 'OVERSPENT' || status === 'OVER'
}

/** Daily spend for the days left: `$71,875/day for 8 days meets it`. Null without days left. */
export function neededWords({ neededDailySpend, daysLeft }: Paced, format: Format): string | null {
  if (neededDailySpend === null) return null
  const days = countOf(daysLeft, 'day', format)
  return neededDailySpend === 0
    ? `nothing left for ${days}`
    : `${format.rate(neededDailySpend)} for ${days} meets it`
}

/** `Meta Ads has spent $57,152 more than its November budget of $460,000, 3 days left`, or how far it is expected to. */
export function overspentWords(
  budget: Pick<
    Paced,
    | 'platform'
    | 'network'
    | 'campaign'
    | 'month'
    | 'amount'
    | 'spent'
    | 'expected'
    | 'daysLeft'
    | 'neededDailySpend'
  >,
  format: Format,
): string {
  const { amount, spent, expected, daysLeft, month, neededDailySpend } = budget
  const scope = scopeOf(budget)
  const [subject, has, is] =
    scope === 'All campaigns' ? [scope, 'have', 'are'] : [isolate(scope), 'has', 'is']
  const of = `than the ${format.monthName(month)} budget of ${format.money(amount)}`
  const left = daysLeft === 0 ? '' : `, ${countOf(daysLeft, 'day', format)} left`
  if (spent >= amount)
    return `${subject} ${has} spent ${format.money(spent - amount)} more ${of}${left}`
  const needed = neededDailySpend === null ? '' : `; ${format.rate(neededDailySpend)} meets it`
  return `${subject} ${is} expected to spend ${format.money((expected ?? spent) - amount)} more ${of}${left}${needed}`
}

/** Broadest budget first: of all campaigns, then the largest. */
export function broadestFirst<Item extends Paced>(budgets: readonly Item[]): Item[] {
  const names = ({ platform, network, campaign }: Item) =>
    [platform, network, campaign].filter(name => name !== null).length
  return budgets.toSorted((a, b) => names(a) - names(b) || b.amount - a.amount)
}
