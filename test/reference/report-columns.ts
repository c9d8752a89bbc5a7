import { ratio, scaled, sumMoney, toDouble } from './money.ts'
import { addDays, daysBetween, periodDates } from './periods.ts'
import { availableDsis } from './runs.ts'
import type { DateRange } from './date-range.ts'
import type { Cell, Column } from './expected.ts'
import type { ReportGrouping, ReportParameters } from './request-types.ts'
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
  /** Of a metric, or about the cohorts of a row; undefined: what a row is of. */
  kind?: 'metric' | 'share'
  /** A ratio's numerator, null where it is not known, and denominator; with `partial` of the rows that are known. */
  parts?(group: Group): { numerator: number | null; denominator: number; isKnown: boolean }
}

/** Joins revenue to cohorts; null and '' are the same unknown. */
export function cohortKey(row: Identity & { install_date: string }, dsi: number): string {
  const identity = [row.platform, row.network, row.campaign, row.country].map(name => name || null)
  return JSON.stringify([row.install_date, identity, dsi])
}

const NAMES = ['platform', 'network', 'campaign', 'country'] as const

/** The names that a report's cohorts are split by, in the order of their columns. */
export function namesOf({ groupBy, granularity }: ReportParameters): (typeof NAMES)[number][] {
  return NAMES.filter(name =>
    groupBy === undefined
      ? name !== 'country' || granularity === 'campaign_geo'
      : groupBy.includes(name),
  )
}

/** The app's own of 7 and 365, else its target DSI. */
function defaultDsis(app: AppRow): number[] {
  const standard = availableDsis(app).filter(dsi => dsi === 7 || dsi === 365)
  return standard.length > 0 ? standard : [app.target_dsi]
}

/** The columns asked for, in the order that openapi.yaml gives, with maturity's and covered shares last. `latest` is the run's max_install_date. */
export function reportColumns(
  app: AppRow,
  parameters: ReportParameters,
  revenue: Map<string, CohortRevenueRow>,
  grouping: ReportGrouping,
  range: DateRange,
  latest: string,
): ReportColumn[] {
  const metrics = parameters.metrics ?? ['ltv']
  const types = ROAS_TYPES.filter(type => (parameters.roasTypes ?? ['paid']).includes(type))
  const revenueTypes = REVENUE_TYPES.filter(type =>
    (parameters.revenueTypes ?? ['gross']).includes(type),
  )
  const dsis = (parameters.dsiValues ?? defaultDsis(app)).toSorted((a, b) => a - b)
  const names = namesOf(parameters)

  const spend = (group: Pick<Group, 'rows'>) => sumMoney(group.rows.map(row => row.spend))
  const installs = (group: Pick<Group, 'rows'>, type: RoasType) =>
    group.rows.reduce((sum, row) => sum + row[`${type}_installs`], 0)

  const covers = (row: CohortRow, dsi: number) => revenue.has(cohortKey(row, dsi))
  /** What revenue at a DSI is over: with `partial`, the rows that have a revenue row. */
  const base = (group: Group, dsi: number) => ({
    rows: parameters.partial ? group.rows.filter(row => covers(row, dsi)) : group.rows,
  })

  /** Null unless every row with spend or installs has a revenue row; with `partial`, unless one of them has. */
  const revenueSum = (group: Group, column: RevenueColumn, dsi: number): bigint | null => {
    const counting = group.rows.filter(
      row => scaled(row.spend) > 0n || row.full_blended_installs > 0,
    )
    const covered = counting.filter(row => covers(row, dsi))
    if (
      parameters.partial
        ? covered.length === 0 && counting.length > 0
        : covered.length < counting.length
    )
      return null
    return sumMoney(group.rows.flatMap(row => revenue.get(cohortKey(row, dsi))?.[column] ?? []))
  }

  const coveredShare = (group: Group, dsi: number): Cell => {
    const all = installs(group, 'full_blended')
    if (spend(group) > 0n) return ratio(spend(base(group, dsi)), spend(group))
    return all === 0 ? null : installs(base(group, dsi), 'full_blended') / all
  }

  const perInstall = (amount: bigint | null, count: number) =>
    amount === null || count === 0 ? null : toDouble(amount) / count

  const amounts = (
    metric: 'revenue' | 'ltv' | 'roas' | 'profit',
    over: (base: Pick<Group, 'rows'>, amount: bigint, type: RoasType) => Cell,
    denominator?: (base: Pick<Group, 'rows'>, type: RoasType) => number,
  ): ReportColumn[] =>
    types.flatMap(type =>
      revenueTypes.flatMap(revenueType =>
        dsis.map(dsi => ({
          name: `${metric}_${type}_${revenueType}_d${dsi}`,
          type: 'double' as const,
          cell: (group: Group) => {
            const amount = revenueSum(group, `${type}_${revenueType}`, dsi)
            return amount === null ? null : over(base(group, dsi), amount, type)
          },
          ...(denominator === undefined
            ? {}
            : {
                parts: (group: Group) => {
                  const known = group.rows.flatMap(
                    row => revenue.get(cohortKey(row, dsi))?.[`${type}_${revenueType}`] ?? [],
                  )
                  const whole = revenueSum(group, `${type}_${revenueType}`, dsi)
                  const amount = parameters.partial ? sumMoney(known) : whole
                  const numerator = amount === null ? null : toDouble(amount)
                  return {
                    numerator,
                    denominator: denominator(base(group, dsi), type),
                    isKnown: whole !== null,
                  }
                },
              }),
        })),
      ),
    )

  const periodDays = (group: Group) => {
    const days = Math.max(0, daysBetween(range.start, range.end) + 1)
    if (grouping === 'total')
      return Array.from({ length: days }, (_, day) => addDays(range.start, day))
    return periodDates(group.installCohort, grouping).filter(
      date => range.start <= date && date <= range.end,
    )
  }

  const columns: ReportColumn[] = [
    { name: 'install_cohort', type: 'date', cell: group => group.installCohort },
    ...names.map((name, index) => ({
      name,
      type: 'string' as const,
      cell: (group: Group) => group.identity[index] ?? null,
    })),
  ]
  if (metrics.includes('spend'))
    columns.push({ name: 'spend', type: 'double', cell: group => toDouble(spend(group)) })
  if (metrics.includes('installs')) {
    columns.push(
      ...types.map(type => ({
        name: `installs_${type}`,
        type: 'int64' as const,
        cell: (group: Group) => installs(group, type),
      })),
    )
  }
  if (metrics.includes('cpi')) {
    columns.push(
      ...types.map(type => ({
        name: `cpi_${type}`,
        type: 'double' as const,
        cell: (group: Group) => perInstall(spend(group), installs(group, type)),
        parts: (group: Group) => ({
          numerator: toDouble(spend(group)),
          denominator: installs(group, type),
          isKnown: true,
        }),
      })),
    )
  }
  if (metrics.includes('revenue'))
    columns.push(...amounts('revenue', (_, amount) => toDouble(amount)))
  if (metrics.includes('ltv'))
    columns.push(
      ...amounts('ltv', (over, amount, type) => perInstall(amount, installs(over, type)), installs),
    )
  if (metrics.includes('roas')) {
    columns.push(
      ...amounts(
        'roas',
        (over, amount) => ratio(amount, spend(over)),
        over => toDouble(spend(over)),
      ),
    )
  }
  if (metrics.includes('profit'))
    columns.push(...amounts('profit', (over, amount) => toDouble(amount - spend(over))))
  if (metrics.includes('organic_installs')) {
    const organic = (group: Group) => installs(group, 'full_blended') - installs(group, 'paid')
    columns.push({ name: 'organic_installs', type: 'int64', cell: organic })
  }
  if (metrics.includes('payback')) {
    const paidBack = (group: Group, column: RevenueColumn) =>
      paybackDay(
        availableDsis(app).map(dsi => ({
          dsi,
          revenue: revenueSum(group, column, dsi),
          spend: spend(base(group, dsi)),
        })),
      )
    const lastKnown = (group: Group, column: RevenueColumn) =>
      availableDsis(app).reduce<number | null>(
        (last, dsi) =>
          revenueSum(group, column, dsi) === null || spend(base(group, dsi)) <= 0n
            ? last
            : Math.max(last ?? dsi, dsi),
        null,
      )
    for (const [name, cellOf] of Object.entries({
      payback: paidBack,
      payback_known_dsi: lastKnown,
    }))
      for (const type of types)
        for (const revenueType of revenueTypes)
          columns.push({
            name: `${name}_${type}_${revenueType}`,
            type: 'double',
            cell: group => cellOf(group, `${type}_${revenueType}`),
          })
  }
  for (const column of columns.slice(1 + names.length)) column.kind = 'metric'
  const shares = columns.length
  const perDsi = metrics.some(metric => ['revenue', 'ltv', 'roas', 'profit'].includes(metric))
    ? dsis
    : []
  if (parameters.maturity) {
    columns.push({ name: 'period_days', type: 'int64', cell: group => periodDays(group).length })
    columns.push(
      ...perDsi.map(dsi => ({
        name: `actual_share_d${dsi}`,
        type: 'double' as const,
        cell: (group: Group) => {
          const days = periodDays(group)
          return days.length === 0
            ? 0
            : days.filter(date => addDays(date, dsi) <= latest).length / days.length
        },
      })),
    )
  }
  if (parameters.partial) {
    columns.push(
      ...perDsi.map(dsi => ({
        name: `covered_share_d${dsi}`,
        type: 'double' as const,
        cell: (group: Group) => coveredShare(group, dsi),
      })),
    )
  }
  for (const column of columns.slice(shares)) column.kind = 'share'
  return columns
}

interface RevenueByDay {
  dsi: number
  revenue: bigint | null
  spend: bigint
}

/**
 * The day, to one decimal, on which revenue reaches spend, on a straight line from the last known DSI before; the first known DSI if it has already there.
 * Exact: tenths are rounded half up.
 */
export function paybackDay(days: readonly RevenueByDay[]): number | null {
  let last: { dsi: number; revenue: bigint; spend: bigint } | undefined
  for (const { dsi, revenue, spend } of days.toSorted((a, b) => a.dsi - b.dsi)) {
    if (revenue === null || spend <= 0n) continue
    if (revenue < spend) {
      last = { dsi, revenue, spend }
      continue
    }
    if (last === undefined) return dsi
    const over = 10n * BigInt(dsi - last.dsi) * (last.spend - last.revenue) * spend
    const under = revenue * last.spend - last.revenue * spend
    return (10 * last.dsi + Number((2n * over + under) / (2n * under))) / 10
  }
  return null
}
