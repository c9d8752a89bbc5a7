import type { Format } from './format.ts'
import { typeWords } from './names.ts'

/** What speaks against taking a call for sure. */

interface Confident {
  status: string
  statusReason?: string | null
  confidenceScore: number | null
}

/** Why the status is LOW whatever the score says. */
const REASONS: Record<string, string> = {
  small_spend: 'it spends under 5 a day',
  network: 'not a traditional network',
  no_score: 'the run gives no score',
}

/** The record of past calls with the same status. */
interface TierRecord {
  decisions: number
  /** Share of their money that was right; absent below 20 calls. */
  rightShare?: number | null
}

/** A score that differs from the record of its tier by more is not shown: it promises what the tier does not keep. */
const CLOSE = 0.1

/**
 * `low confidence: not a traditional network`. A score is shown only where the record of its tier supports it: `high confidence (84%)`; otherwise the
 * record itself: `high confidence (80% of the money in 312 such calls was right)`.
 */
export function confidenceWords({ status, statusReason, confidenceScore: score }: Confident, format: Format, record?: TierRecord): string {
  const reason = REASONS[statusReason ?? '']
  const right = record?.rightShare ?? null
  const known =
    right === null
      ? ''
      : score !== null && reason === undefined && Math.abs(score - right) <= CLOSE
        ? ` (${format.share(score)})`
        : ` (${format.share(right)} of the money in ${format.count(record!.decisions)} such calls was right)`
  return `${status.toLowerCase()} confidence${known}${reason === undefined ? '' : `: ${reason}`}`
}

/**
 * `The incremental blended ROAS points the other way: 105.0% against a target of 70.0%`
 * @param type as in the contract, of either case
 */
export function opposedWords(
  type: string,
  { predicted, target }: { predicted: number | null; target: number | null },
  format: Format,
): string {
  return `The ${typeWords(type)} ROAS points the other way: ${format.roas(predicted)} against a target of ${format.roas(target)}`
}
