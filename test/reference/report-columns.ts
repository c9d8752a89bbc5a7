import { ratio, scaled, sumMoney, toDouble } from './money.ts'
import { addDays, periodDates } from './periods.ts'
import { availableDsis } from './runs.ts'
import type { DateRange } from './date-range.ts'
import type { Cell, Column } from './expected.ts'
import type { Grouping, ReportParameters } from './request.ts'
import {
  REVENUE_TYPES,
  ROAS_TYPES,
  type AppRow,
  type CohortRevenueRow,
  type CohortRow,
  type Identity,
  type RevenueColumn,
  type RoasType,
} from './delivery.ts'

/** A period's cohort rows of one shown identity. */
export interface Group {
  installCohort: string
  identity: string[]
  rows: CohortRow[]
}

/** A column and how a group's cell is computed. */
export interface ReportColumn extends Column {
  cell(group: Group): Cell
}

/** Joins revenue to cohorts; null and '' are the same unknown. */
export function cohortKey(row: Identity & { install_date: string }, dsi: number): string {
  const identity = [row.platform, row.network, row.campaign, row.country].map(name => name || null)
  return JSON.stringify([row.install_date, identity, dsi])
}

/** The app's own of 7 and 365, else its target DSI. */
function defaultDsis(app: AppRow): number[] {
  const standard = availableDsis(app).filter(dsi => dsi === 7 || dsi === 365)
  return standard.length > 0 ? standard : [app.target_dsi]
}

/** The columns asked for, in the order that openapi.yaml gives, with maturity last. `latest` is the run's max_install_date. */
export function reportColumns(
  app: AppRow,
  parameters: ReportParameters,
  revenue: Map<string, CohortRevenueRow>,
  grouping: Grouping,
  range: DateRange,
  latest: string,
): ReportColumn[] {
  const metrics = parameters.metrics ?? ['ltv']
  const types = ROAS_TYPES.filter(type => (parameters.roasTypes ?? ['paid']).includes(type))
  const revenueTypes = REVENUE_TYPES.filter(type => (parameters.revenueTypes ?? ['gross']).includes(type))
  const dsis = (parameters.dsiValues ?? defaultDsis(app)).toSorted((a, b) => a - b)
  const names = ['platform', 'network', 'campaign', ...(parameters.granularity === 'campaign_geo' ? ['country'] : [])]

  const spend = (group: Group) => sumMoney(group.rows.map(row => row.spend))
  const installs = (group: Group, type: RoasType) => group.rows.reduce((sum, row) => sum + row[`${type}_installs`], 0)

  /** Null unless every row with spend or installs has a revenue row. */
  const revenueSum = (group: Group, column: RevenueColumn, dsi: number): bigint | null => {
    let sum = 0n
    for (const row of group.rows) {
      const found = revenue.get(cohortKey(row, dsi))
      if (found !== undefined) sum += scaled(found[column])
      else if (scaled(row.spend) > 0n || row.full_blended_installs > 0) return null
    }
    return sum
  }

  const perInstall = (amount: bigint | null, count: number) => (amount === null || count === 0 ? null : toDouble(amount) / count)

  const ratios = (metric: 'ltv' | 'roas', over: (group: Group, amount: bigint, type: RoasType) => Cell): ReportColumn[] =>
    types.flatMap(type =>
      revenueTypes.flatMap(revenueType =>
        dsis.map(dsi => ({
          name: `${metric}_${type}_${revenueType}_d${dsi}`,
          type: 'double' as const,
          cell: (group: Group) => {
            const amount = revenueSum(group, `${type}_${revenueType}`, dsi)
            return amount === null ? null : over(group, amount, type)
          },
        })),
      ),
    )

  const periodDays = (group: Group) => periodDates(group.installCohort, grouping).filter(date => range.start <= date && date <= range.end)

  const columns: ReportColumn[] = [
    { name: 'install_cohort', type: 'date', cell: group => group.installCohort },
    ...names.map((name, index) => ({ name, type: 'string' as const, cell: (group: Group) => group.identity[index] ?? null })),
  ]
  if (metrics.includes('spend')) columns.push({ name: 'spend', type: 'double', cell: group => toDouble(spend(group)) })
  if (metrics.includes('installs')) {
    columns.push(
      ...types.map(type => ({ name: `installs_${type}`, type: 'int64' as const, cell: (group: Group) => installs(group, type) })),
    )
  }
  if (metrics.includes('cpi')) {
    columns.push(
      ...types.map(type => ({
        name: `cpi_${type}`,
        type: 'double' as const,
        cell: (group: Group) => perInstall(spend(group), installs(group, type)),
      })),
    )
  }
  if (metrics.includes('ltv')) columns.push(...ratios('ltv', (group, amount, type) => perInstall(amount, installs(group, type))))
  if (metrics.includes('roas')) columns.push(...ratios('roas', (group, amount) => ratio(amount, spend(group))))
  if (parameters.maturity) {
    columns.push({ name: 'period_days', type: 'int64', cell: group => periodDays(group).length })
    if (metrics.includes('ltv') || metrics.includes('roas')) {
      columns.push(
        ...dsis.map(dsi => ({
          name: `actual_share_d${dsi}`,
          type: 'double' as const,
          cell: (group: Group) => {
            const days = periodDays(group)
            return days.filter(date => addDays(date, dsi) <= latest).length / days.length
          },
        })),
      )
    }
  }
  return columns
}
