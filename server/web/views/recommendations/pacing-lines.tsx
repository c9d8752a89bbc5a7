import type { Format } from '../../parts/use-format.ts'
import { countOf } from '../../parts/words.ts'
import {
  broadestFirst,
  isOver,
  neededWords,
  pacingWords,
  scopeOf,
} from '../../parts/plan/pacing-words.ts'
import type { Recommendations } from './lines.ts'

/** Number of budgets named; the others are counted. */
const NAMED = 3

/** The month's budgets, a line each. */
export function PacingLines({
  budgets,
  format,
}: {
  budgets: Recommendations['context']['pacing']
  format: Format
}) {
  if (budgets === undefined || budgets.length === 0) return null
  const visible = broadestFirst(budgets).slice(0, NAMED)
  return (
    <ul class="pacing" aria-label="Budgets">
      {visible.map(budget => {
        const needed = neededWords(budget, format)
        return (
          <li key={scopeOf(budget)}>
            <b>{scopeOf(budget)}</b>:{' '}
            <span class={isOver(budget) ? 'warn' : undefined}>{pacingWords(budget, format)}</span>
            {needed !== null && <span class="m">; {needed}</span>}
          </li>
        )
      })}
      {budgets.length > NAMED && (
        <li class="m">{countOf(budgets.length - NAMED, 'more budget', format)}</li>
      )}
    </ul>
  )
}
