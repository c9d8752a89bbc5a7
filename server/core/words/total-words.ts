import type { Format } from './format.ts'
import { listOf } from './names.ts'
import { rangeWords } from './step-words.ts'
import { daysBetween } from '../model/dates.ts'

/** Steps of one direction, as in the contract. */
export interface StepTotal {
  steps: number
  unpriced: number
  spendChange: number
  gain: number | null
  gainLow: number | null
  gainHigh: number | null
}

/** Totals of one currency. */
export interface CurrencyTotal {
  total: StepTotal
  format: Format
}

const DIRECTIONS = {
  less: { noun: 'cut', does: (isSingle: boolean) => (isSingle ? 'frees' : 'free'), more: '' },
  more: {
    noun: 'raise',
    does: (isSingle: boolean) => (isSingle ? 'spends' : 'spend'),
    more: ' more',
  },
}

/** `10 cuts free $4,999 a day, worth about $2,581`, of each currency; null without steps. */
export function totalWords(
  direction: 'more' | 'less',
  totals: readonly CurrencyTotal[],
): string | null {
  const { noun, does, more } = DIRECTIONS[direction]
  const count = (of: 'steps' | 'unpriced') => totals.reduce((sum, { total }) => sum + total[of], 0)
  const [steps, unpriced] = [count('steps'), count('unpriced')]
  if (steps === 0) return null
  const amounts = (of: 'spendChange' | 'gain') =>
    listOf(
      totals.flatMap(({ total, format }) => {
        const amount = total[of]
        return amount === null || amount === 0
          ? []
          : [format.money(of === 'gain' ? amount : Math.abs(amount))]
      }),
    )
  const [spend, worth] = [amounts('spendChange'), amounts('gain')]
  const subject = `${steps} ${noun}${steps === 1 ? '' : 's'}`
  const moves = spend === '' ? subject : `${subject} ${does(steps === 1)} ${spend}${more} a day`
  if (worth === '') return spend === '' ? `${subject} without a price` : moves
  return unpriced === 0
    ? `${moves}, worth about ${worth}`
    : `${moves}, ${steps - unpriced} of them worth about ${worth}`
}

/** `$2,086 to $3,018 in 80% of cases`; null without an interval. */
export function totalInterval(
  { gain, gainLow, gainHigh }: StepTotal,
  format: Format,
): string | null {
  if (gain === null || gainLow === null || gainHigh === null || gainLow >= gainHigh) return null
  return `${rangeWords(gainLow, gainHigh, format)} in 80% of cases`
}

interface Shortfall {
  amount: number
  closed: number
  closedShare: number | null
  weeks: number | null
}

/** `close 24% of the $10,632 a day short of target: 5 weeks at this pace`, of steps; null without any that close something. */
export function closingWords(
  { amount, closed, closedShare, weeks }: Shortfall,
  format: Format,
): string | null {
  if (closedShare === null || weeks === null || closed <= 0) return null
  const pace =
    weeks === 1 ? '' : `: ${weeks > 52 ? 'more than a year' : `${weeks} weeks`} at this pace`
  return `close ${format.share(closedShare)} of the ${format.money(amount)} a day short of target${pace}`
}

interface NotDone {
  steps: number
  since: string | null
}

/** `4 were advised before and not done, for up to 6 weeks`; null without any. */
export function notDoneWords({ steps, since }: NotDone, today: string): string | null {
  if (steps === 0 || since === null) return null
  const weeks = weeksWords(since, today)
  return steps === 1
    ? `1 was advised before and not done, for ${weeks}`
    : `${steps} were advised before and not done, for up to ${weeks}`
}

/** `6 weeks` */
export function weeksWords(since: string, today: string): string {
  const weeks = Math.max(1, Math.round(daysBetween(since.slice(0, 10), today) / 7))
  return `${weeks} ${weeks === 1 ? 'week' : 'weeks'}`
}
