import { ACTIONS } from '../../../generated/vocabulary/vocabulary.ts'
import type { Filtering } from '../parts/filters.tsx'
import type { Format } from '../parts/format.ts'
import { MoneyStrip, type MoneyPart } from '../parts/money-strip.tsx'
import { type Line, type Recommendations } from './lines.ts'

interface MoneyProps {
  answer: Recommendations
  /** Lines after all filters except the action, so that parts stay comparable when one is chosen. */
  anyAction: readonly Line[]
  filtering: Filtering<Line>
  format: Format
}

/** Daily spend by action, over all matches or after filters. */
export function MoneyByAction({ answer, anyAction, filtering: { rows, chosen, choose }, format }: MoneyProps) {
  const pressed = chosen['action'] ?? []
  const others = Object.entries(chosen).some(([name, values]) => name !== 'action' && values.length > 0)
  const parts = ACTIONS.map((action): MoneyPart => {
    const { dailySpend, count } = others ? sumOf(anyAction.filter(row => row.action === action)) : answer.totals[action]
    return {
      name: action,
      label: action,
      amount: dailySpend,
      count: count === 1 ? '1 campaign' : `${format.count(count)} campaigns`,
      tone: action,
    }
  })
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  const shown = others || pressed.length > 0
  return (
    <section aria-label="Spend by action">
      <p>
        <strong>{format.money(shown ? sumOf(rows).dailySpend : total)}</strong> a day,{' '}
        {shown ? 'of the campaigns shown' : `of all ${format.count(answer.totalRows)} campaigns`}
        {pressed.length > 0 && `; all actions ${format.money(total)}`}
      </p>
      <MoneyStrip
        label="Spend by action"
        parts={parts}
        total={total}
        pressed={pressed}
        onPress={name => choose('action', pressed.length === 1 && pressed[0] === name ? [] : [name])}
        format={format}
      />
    </section>
  )
}

function sumOf(rows: readonly Line[]): { dailySpend: number; count: number } {
  return { dailySpend: rows.reduce((sum, row) => sum + row.dailySpend, 0), count: rows.length }
}
