import type { Format } from '../../parts/use-format.ts'
import { decidingTypes, type Line, type Recommendations } from './lines.ts'

interface LegendProps {
  answer: Recommendations
  lines: readonly Line[]
  format: Format
}

/** Legend of the bars. */
export function Legend({ answer: { context }, lines, format }: LegendProps) {
  const isKnown = lines.some(({ call }) => call.predictedLowRoas !== null)
  return (
    <p class="m s">
      Dots: predicted D{context.targetDsi} {decidingTypes(context)} ROAS against the campaign’s
      target, from 50% to 150% of it. Shaded: the HOLD band,{' '}
      {format.holdBand(context.actionThreshold)}.{' '}
      {isKnown
        ? 'Whiskers: the 80% interval; a close call covers an edge of the band.'
        : 'The error of these predictions is not known yet.'}
    </p>
  )
}
