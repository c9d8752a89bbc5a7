import type { Format } from '../parts/format.ts'
import type { Recommendations } from './lines.ts'
import { typeWords } from './words.ts'

/** What the bars mean. */
export function Legend({ context, format }: { context: Recommendations['context']; format: Format }) {
  const error = context.expectedError?.p90 ?? null
  return (
    <p class="muted legend">
      Bars: predicted D{context.targetDsi} {typeWords(context)} ROAS against the campaign’s target. Shaded: the HOLD band, ±
      {format.share(context.actionThreshold)}.{' '}
      {error === null
        ? 'How far forecasts were off is not known yet.'
        : `Whiskers: 90% of forecasts of this age were within ±${format.roas(error)}; a close call reaches over the edge of the band.`}
    </p>
  )
}
