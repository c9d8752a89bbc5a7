import type { Format } from '../../parts/use-format.ts'
import { countOf } from '../../parts/words.ts'
import { type StepTotal, totalInterval, totalWords } from '../../../core/words/total-words.ts'
import type { Line, Recommendations } from './lines.ts'
import { sum } from '../../../core/formulas/sums.ts'

interface StepTotalsProps {
  answer: Recommendations
  /** The lines after filters; null: all matches. */
  visible: readonly Line[] | null
  format: Format
}

/** The total value of the steps by direction: the heading of the view. */
export function StepTotals({ answer, visible, format }: StepTotalsProps) {
  const totals = (['less', 'more'] as const).flatMap(direction => {
    const total: StepTotal =
      visible === null
        ? answer.totals.steps[direction]
        : totalOf(visible.filter(({ call }) => call.step.direction === direction))
    const words = totalWords(direction, [{ total, format }])
    return words === null ? [] : [{ words, interval: totalInterval(total, format) }]
  })
  const count = visible?.length ?? answer.totalRows
  const noun = answer.context.granularity === 'campaign_geo' ? 'recommendation' : 'campaign'
  return (
    <section class="totals" aria-label="Steps">
      {totals.length === 0 ? (
        <p>
          <strong>No step today in {countOf(count, noun, format)}.</strong>
        </p>
      ) : (
        totals.map(({ words, interval }) => (
          <p key={words}>
            <strong>{words}</strong>
            {interval !== null && <span class="m"> ({interval})</span>}
          </p>
        ))
      )}
    </section>
  )
}

/** Sums of the loaded lines, without an interval: its ends do not add up. */
function totalOf(lines: readonly Line[]): StepTotal {
  const steps = lines.map(({ call }) => call.step)
  const unpriced = steps.filter(({ gain }) => gain === null).length
  const spendChange = sum(steps, ({ spendChange }) => spendChange ?? 0)
  const gain = unpriced === lines.length ? null : sum(steps, ({ gain }) => gain ?? 0)
  return { steps: lines.length, unpriced, spendChange, gain, gainLow: null, gainHigh: null }
}
