import type { Overview } from '../../../../generated/client/models.ts'
import type { Format } from '../../parts/use-format.ts'
import {
  broadestFirst,
  expectationOf,
  isOver,
  pacingWords,
  scopeOf,
} from '../../parts/plan/pacing-words.ts'

/** Maximum budgets named besides the broadest one. */
const NAMED = 2

/** `62% of the November budget spent; on budget, expected 104% (97–112%)`, and budgets that will be exceeded. */
export function PacingLine({ pacing, format }: { pacing: Overview['pacing']; format: Format }) {
  const [first, ...others] = broadestFirst(pacing)
  if (first === undefined) return null
  const over = others.filter(isOver)
  const scope = scopeOf(first)
  return (
    <p class="pace s">
      {scope !== 'All campaigns' && <b>{scope}: </b>}
      <span class={isOver(first) ? 'warn' : undefined}>{pacingWords(first, format)}</span>
      {over.slice(0, NAMED).map(budget => (
        <span key={budget.budgetId}>
          ; <b>{scopeOf(budget)}</b> <span class="warn">{expectationOf(budget, format)}</span>
        </span>
      ))}
      {over.length > NAMED && <span class="m">; {over.length - NAMED} more above budget</span>}
    </p>
  )
}
