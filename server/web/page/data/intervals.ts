import type { Overview } from '../../../../generated/client/models.ts'
import type { Format } from '../../parts/use-format.ts'
import { intervalOf } from '../../../core/formulas/interval.ts'

type Interval = [low: number, high: number] | [null, null]

/**
 * The 80 % interval of a forecast ROAS, from the errors of the app's past recommendations; a total is more certain. None if all revenue is
 * actual, or if there are too few recommendations.
 */
export function intervalBy(
  { trackRecord }: Pick<Overview, 'trackRecord'>,
  roas: number | null,
  actualShare: number,
): Interval {
  const { p80 } = trackRecord
  if (roas === null || roas <= 0 || actualShare === 1 || typeof p80 !== 'number' || p80 >= 1)
    return [null, null]
  // Only the forecast part is uncertain.
  const { low, high } = intervalOf(roas, p80 * (1 - actualShare))
  return [low, high]
}

/** `80% interval 56.5–69.9%` */
export function intervalWords(low: number, high: number, { roas }: Format): string {
  return `80% interval ${roas(low).replace('%', '')}–${roas(high)}`
}
