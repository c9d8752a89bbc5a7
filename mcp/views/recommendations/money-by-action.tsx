import type { Filtering } from '../parts/filters.tsx'
import type { Format } from '../parts/format.ts'
import { MoneyStrip, type MoneyPart } from '../parts/money-strip.tsx'
import { ACTIONS, type Action, type Line, type Recommendations } from './lines.ts'

interface MoneyProps {
  answer: Recommendations
  filtering: Filtering<Line>
  format: Format
}

/** The money by what to do with it: of all that matched, or of what is shown where something else than the action is filtered. */
export function MoneyByAction({ answer, filtering: { rows, chosen, choose }, format }: MoneyProps) {
  const filtered = Object.values(chosen).some(values => values.length > 0)
  const parts = ACTIONS.map((action): MoneyPart => {
    const { dailySpend, count } = filtered ? sumOf(rows, action) : answer.totals[action]
    return {
      name: action,
      label: action,
      amount: dailySpend,
      count: count === 1 ? '1 campaign' : `${format.count(count)} campaigns`,
      tone: action,
    }
  })
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  const pressed = chosen['action'] ?? []
  return (
    <section aria-label="Spend by action">
      <p>
        <strong>{format.money(total)}</strong> a day,{' '}
        {filtered ? 'of the campaigns shown' : `of all ${format.count(answer.totalRows)} campaigns`}
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

function sumOf(rows: readonly Line[], action: Action): { dailySpend: number; count: number } {
  const those = rows.filter(row => row.action === action)
  return { dailySpend: those.reduce((sum, row) => sum + row.dailySpend, 0), count: those.length }
}
