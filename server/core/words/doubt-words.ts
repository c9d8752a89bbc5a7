import type { Format } from './format.ts'
import { typeWords } from './names.ts'

/** The fields of a recommendation that its confidence rests on. */
interface Confident {
  status: string
  statusReason?: string | null
  confidenceScore: number | null
}

/** Why the status is LOW at any score. */
const REASONS: Record<string, string> = {
  small_spend: 'it spends under 5 a day',
  network: 'not a traditional network',
  no_score: 'the run gives no score',
}

/** The record of past decisions with the same status. */
interface TierRecord {
  decisions: number
  /** Share of their money that was right; absent below 20 decisions. */
  rightShare?: number | null
}

/** A score that differs more from the record of its tier is hidden: it promises more than the tier achieves. */
const CLOSE = 0.1

/**
 * `low confidence: not a traditional network`. A score is shown only if the record of its tier supports it: `high confidence (84%)`;
 * otherwise the record itself: `high confidence (80% of the money in 312 such calls was right)`.
 */
export function confidenceWords(
  { status, statusReason, confidenceScore: score }: Confident,
  format: Format,
  record?: TierRecord,
): string {
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
