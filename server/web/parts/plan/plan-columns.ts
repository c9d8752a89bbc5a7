import type { FileColumn } from '../../../core/words/spreadsheet.ts'
import type { Plan } from './plan-question.ts'

export type PlanLine = Plan['rows'][number]

/** Columns of a plan for a spreadsheet or a spend tool: names, today's and the planned daily spend, and the return of the move. */
export const PLAN_COLUMNS: readonly FileColumn<PlanLine>[] = [
  { label: 'platform', value: ({ row }) => row.platform },
  { label: 'network', value: ({ row }) => row.network },
  { label: 'campaign', value: ({ row }) => row.campaign },
  { label: 'country', value: ({ row }) => row.country },
  { label: 'what_to_do', value: ({ row }) => row.words },
  { label: 'current_daily_spend', value: ({ row }) => cents(row.dailySpend) },
  { label: 'planned_daily_spend', value: ({ planned }) => cents(planned.plannedDailySpend) },
  {
    label: 'change',
    value: ({ planned: { change } }) => (change === null ? null : Math.round(change * 1e4) / 1e4),
  },
  { label: 'daily_revenue_change', value: line => revenueChange(line) },
  { label: 'limited_by', value: ({ planned }) => planned.limitedBy },
]

/** Daily revenue from a campaign's move; null without a predicted ROAS. */
export function broughtBy({ planned: { revenue, plannedRevenue } }: PlanLine): number | null {
  return revenue === null || plannedRevenue === null ? null : plannedRevenue - revenue
}

/** Campaigns with a step, or that the plan moves, in the order of the steps; then those that stay, the largest first. */
export function movesOf({ rows }: Plan): { moving: PlanLine[]; staying: PlanLine[] } {
  const moves = ({ row, planned }: PlanLine) =>
    row.priority !== null || planned.plannedDailySpend !== row.dailySpend
  const size = ({ row, planned }: PlanLine) => Math.abs(planned.plannedDailySpend - row.dailySpend)
  return {
    moving: rows
      .filter(moves)
      .sort(
        (a, b) =>
          (b.row.priority ?? -Infinity) - (a.row.priority ?? -Infinity) ||
          size(b) - size(a) ||
          a.row.id - b.row.id,
      ),
    staying: rows.filter(line => !moves(line)).sort((a, b) => b.row.dailySpend - a.row.dailySpend),
  }
}

function revenueChange(line: PlanLine): number | null {
  const brought = broughtBy(line)
  return brought === null ? null : cents(brought)
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100
}
