import { BASIS, FEWEST } from '../../../core/formulas/recent-spend.ts'
import {
  broadestFirst,
  expectationOf,
  isOver,
  neededWords,
  type Paced,
  scopeOf,
  statusWords,
} from '../../parts/plan/pacing-words.ts'
import { TableHead } from '../../parts/table-head.tsx'
import { countOf } from '../../parts/words.ts'
import type { App } from './use-app.ts'

/** The month's budgets: spent, expected by its end, and the daily spend that meets them. */
export function PacingTable({ app }: { app: App }) {
  const { overview, context } = app
  const { format } = context
  const budgets = broadestFirst(overview.pacing)
  const { month, daysLeft } = budgets[0]!
  return (
    <div class="card tb stack">
      <table class="l pc">
        <TableHead
          of={[
            [
              `${format.monthName(month)}, ${daysLeft === 0 ? 'ended' : `${countOf(daysLeft, 'day', format)} left`}`,
            ],
            ['Budget', 'r'],
            ['Spent', 'r'],
            ['Of budget', 'w'],
            ['To meet it'],
          ]}
        />
        <tbody>
          {budgets.map(budget => (
            <tr key={budget.budgetId}>
              <th scope="row">
                <span class="clamp" dir="auto">
                  {scopeOf(budget)}
                </span>
              </th>
              <td class="r" data-label="Budget">
                {format.money(budget.amount)}
              </td>
              <td class="r" data-label="Spent">
                {format.money(budget.spent)}
                <div class="m s">{format.share(budget.share)}</div>
              </td>
              <td class="w full">
                <PaceBar budget={budget} />
                <div class="s">
                  <span class={isOver(budget) ? 'warn b' : 'm'}>{statusWords(budget.status)}</span>
                  <span class="m">
                    , <span class="nw">{expectationOf(budget, format)}</span>
                  </span>
                </div>
              </td>
              <td class="full">
                {neededWords(budget, format) ?? <span class="m">–</span>}
                {budget.daysLeft > 0 && budget.currentDailySpend !== null && (
                  <div class="m s">{format.rate(budget.currentDailySpend)} in the last 7 days</div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <details class="pc-note">
        <summary>How it is expected</summary>
        <p class="m s">
          Spent so far, and for each day left the mean of the same weekday in the last {BASIS} days.
          The 80% interval: how far this was off on {casesOf(budgets)} earlier days with as many
          days left, widened because those periods overlap. None where fewer than {FEWEST} such days
          are known.
        </p>
      </details>
    </div>
  )
}

/** `175`, or `40 to 175` if budgets differ. */
function casesOf(budgets: readonly { intervalDays: number }[]): string {
  const cases = budgets.map(({ intervalDays }) => intervalDays)
  const [least, most] = [Math.min(...cases), Math.max(...cases)]
  return least === most ? String(most) : `${least} to ${most}`
}

const [WIDTH, MOST] = [200, 1.3]

/** Spend as a bar, the budget as a tick, the expectation with its interval; from 0 to 130 % of the budget. */
function PaceBar({ budget }: { budget: Paced }) {
  const { amount, share, expected, expectedLow: low, expectedHigh: high } = budget
  const at = (ratio: number) => Math.min(1, ratio / MOST) * WIDTH
  const of = (value: number | null) => (value === null ? null : at(value / amount))
  const [x, from, to] = [of(expected), of(low), of(high)]
  return (
    <svg
      class={`bullet ${isOver(budget) ? 'pc-over' : ''}`}
      width="100%"
      viewBox={`0 0 ${WIDTH} 16`}
      style={{ maxWidth: `${WIDTH}px` }}
      aria-hidden="true"
    >
      <path class="ch-grid" d={`M0,8H${WIDTH}`} />
      <rect class="ch-rate" y="4" width={at(share)} height="8" />
      {from !== null && to !== null && (
        <path class="ch-whisker" d={`M${from},8H${to}M${from},4v8M${to},4v8`} />
      )}
      {x !== null && <circle class="ch-step" cx={x} cy="8" r="3.5" />}
      <path class="ch-at" d={`M${at(1)},0v16`} />
    </svg>
  )
}
