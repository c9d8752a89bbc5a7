import { sum } from '../formulas/sums.ts'
import { MIN_DECISIONS } from '../model/classification.ts'
import type { Format } from './format.ts'

/** Outcomes of past recommendations. Without enough decisions there are no shares. */
export interface Outcomes {
  decisions: number
  /** YYYY-MM-DD */
  since?: string | null
  dailySpend?: number
  /** Shares of the spend. */
  rightShare?: number | null
  oppositeShare?: number | null
}

/**
 * `80% of the money in 855 calls since Apr 12 was right; 2% should have gone the other way`, of those records together that have enough calls.
 * Null if no outcome is known.
 * @param kind a word for the calls, such as their currency
 * @param short only what was right, since a month
 */
export function recordWords(
  records: readonly Outcomes[],
  format: Format,
  { kind = '', short = false } = {},
): string | null {
  const callsOf = (those: readonly Outcomes[]) => {
    const count = sum(those, ({ decisions }) => decisions)
    return `${format.count(count)} ${kind}call${count === 1 ? '' : 's'}`
  }
  const rated = records.filter(({ rightShare }) => typeof rightShare === 'number')
  const spend = sum(rated, ({ dailySpend = 0 }) => dailySpend)
  if (records.every(({ decisions }) => decisions === 0)) return null
  if (spend === 0)
    return `${callsOf(records)} with a known outcome, too few for a rate (${MIN_DECISIONS} needed${records.length > 1 ? ' in one' : ''})`
  const share = (of: 'rightShare' | 'oppositeShare') =>
    format.share(sum(rated, ({ dailySpend = 0, [of]: part }) => dailySpend * (part ?? 0)) / spend)
  const since = rated.flatMap(({ since }) => since ?? []).sort()[0]
  const from = since && (short ? format.monthName(since.slice(0, 7)) : format.day(since))
  const right = `${share('rightShare')} of the money in ${callsOf(rated)}${from === undefined ? '' : ` since ${from}`} was right`
  return short ? right : `${right}; ${share('oppositeShare')} should have gone the other way`
}
