import type { Format } from './format.ts'

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

/** `low confidence (95%): not a traditional network` */
export function confidenceWords({ status, statusReason, confidenceScore: score }: Confident, format: Format): string {
  const reason = REASONS[statusReason ?? '']
  return `${status.toLowerCase()} confidence${score === null ? '' : ` (${format.share(score)})`}${reason === undefined ? '' : `: ${reason}`}`
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
  const name = type.toLowerCase().replaceAll('_', ' ')
  return `The ${name} ROAS points the other way: ${format.roas(predicted)} against a target of ${format.roas(target)}`
}
