import type { FileColumn } from '../../../../mcp/words/spreadsheet.ts'
import type { Plan } from './plan-question.ts'

export type PlanLine = Plan['rows'][number]

/** Columns of a plan for a spreadsheet or a spend tool: names, today's and the planned daily spend, and the return of the move. */
export const PLAN_COLUMNS: readonly FileColumn<PlanLine>[] = [
  { label: 'platform', value: ({ row }) => row.platform },
  { label: 'network', value: ({ row }) => row.network },
  { label: 'campaign', value: ({ row }) => row.campaign },
  { label: 'country', value: ({ row }) => row.country },
  { label: 'daily_spend', value: ({ row }) => cents(row.dailySpend) },
  { label: 'planned_daily_spend', value: ({ planned }) => cents(planned.plannedDailySpend) },
  { label: 'change', value: ({ planned: { change } }) => (change === null ? null : Math.round(change * 1e4) / 1e4) },
  { label: 'daily_revenue_change', value: line => revenueChange(line) },
  { label: 'limited_by', value: ({ planned }) => planned.limitedBy },
]

/** Daily revenue from a campaign's move; null without a predicted ROAS. */
export function broughtBy({ planned: { revenue, plannedRevenue } }: PlanLine): number | null {
  return revenue === null || plannedRevenue === null ? null : plannedRevenue - revenue
}

/** Daily spend moved, in either direction. */
export function sizeOf({ row, planned }: PlanLine): number {
  return Math.abs(planned.plannedDailySpend - row.dailySpend)
}

/** Campaigns that may move, the largest move first, then those that stay, the largest first. */
export function movesOf({ rows }: Plan): { moving: PlanLine[]; staying: PlanLine[] } {
  return {
    moving: rows.filter(({ planned }) => planned.limitedBy !== 'evidence').sort((a, b) => sizeOf(b) - sizeOf(a)),
    staying: rows.filter(({ planned }) => planned.limitedBy === 'evidence').sort((a, b) => b.row.dailySpend - a.row.dailySpend),
  }
}

function revenueChange(line: PlanLine): number | null {
  const brought = broughtBy(line)
  return brought === null ? null : cents(brought)
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100
}
