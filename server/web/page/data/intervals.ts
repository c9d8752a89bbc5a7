import type { Overview } from '../../../../generated/client/models.ts'
import type { Format } from '../../parts/use-format.ts'
import { intervalOf } from '../../parts/words.ts'

type Interval = [low: number, high: number] | [null, null]

/**
 * The 80% interval of a forecast ROAS, by the error of past calls of the app's campaigns; a total is surer than that. None where all is actual, or
 * the record has too few calls.
 */
export function intervalBy({ trackRecord }: Pick<Overview, 'trackRecord'>, roas: number | null, actualShare: number): Interval {
  const { p80 } = trackRecord
  if (roas === null || roas <= 0 || actualShare === 1 || typeof p80 !== 'number' || p80 >= 1) return [null, null]
  // Only what is forecast may be wrong.
  const { low, high } = intervalOf(roas, p80 * (1 - actualShare))
  return [low, high]
}

/** `80% interval 56.5–69.9%` */
export function intervalWords(low: number, high: number, { roas }: Format): string {
  return `80% interval ${roas(low).replace('%', '')}–${roas(high)}`
}
