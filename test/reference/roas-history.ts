import { firstAge, firstCaptured, newestByInstallDate } from './ages.ts'
import { earliestHistoryStart, resolveRange } from './date-range.ts'
import { fileName } from './file-name.ts'
import { compareBytes, getOrCreate, passes, displayIdentity } from './identity.ts'
import { roundedRatio, scaled } from './money.ts'
import { daysBetween, periodStart } from './periods.ts'
import { dailySpendOf } from './action.ts'
import { dataThrough, succeededRuns } from './runs.ts'
import { servedContext } from './served-context.ts'
import type { Cell, Column, ExpectedFile } from './expected.ts'
import type { RoasHistoryParameters } from './request-types.ts'
import {
  PLATFORMS,
  type AppRow,
  type Delivery,
  type Identity,
  type RecommendationRow,
  type RunRow,
} from './delivery.ts'

interface Sums {
  spend: bigint
  revenue: bigint
}

/** A value of the row: what `run` said of it at `age`. */
interface Value {
  age: number
  run: RunRow
  value: number
  tie: boolean
}

interface HistoryRow {
  installCohort: string
  recommendation: RecommendationRow | undefined
  sums: Map<number, Sums>
  values: Value[]
}

function identityKey(row: Identity, granularity: RoasHistoryParameters['granularity']): string {
  const { platform, network, campaign, country } = displayIdentity(row)
  if (granularity === 'app') return '[]'
  return JSON.stringify(
    granularity === 'campaign'
      ? [platform, network, campaign]
      : [platform, network, campaign, country],
  )
}

/**
 * Rows that have a value in some column. The last column depends on the oldest row kept, which depends on the columns: rows are
 * dropped until nothing changes.
 */
function rowsWithValues(
  rows: HistoryRow[],
  latest: string,
): { rows: HistoryRow[]; lastAge: number } {
  const oldest = rows.map(row => row.installCohort).sort()[0]
  if (oldest === undefined) return { rows: [], lastAge: -1 }
  const lastAge = daysBetween(oldest, latest)
  const kept = rows.filter(row => row.values.some(value => value.age <= lastAge))
  return kept.length === rows.length ? { rows, lastAge } : rowsWithValues(kept, latest)
}

function compareRows(a: HistoryRow, b: HistoryRow): number {
  if (
    a.recommendation !== undefined &&
    b.recommendation !== undefined &&
    a.recommendation !== b.recommendation
  ) {
    return (
      dailySpendOf(b.recommendation) - dailySpendOf(a.recommendation) ||
      b.recommendation.recommendation_id - a.recommendation.recommendation_id
    )
  }
  return a.installCohort < b.installCohort ? -1 : 1
}

/** Rows in the order of one of their cells; those that have none there last, equal ones as they stood. */
function sortRows(
  rows: HistoryRow[],
  sort: string,
  cellOf: (row: HistoryRow, column: string) => Cell,
): HistoryRow[] {
  const direction = sort.startsWith('-') ? -1 : 1
  const column = sort.replace(/^-/, '')
  return rows.toSorted((a, b) => {
    const [one, other] = [cellOf(a, column), cellOf(b, column)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    const order = typeof one === 'string' ? compareBytes(one, String(other)) : one - Number(other)
    return order * direction
  })
}

function identityColumns(granularity: RoasHistoryParameters['granularity']): {
  before: Column[]
  after: Column[]
} {
  if (granularity === 'app') return { before: [], after: [] }
  const names = [
    'platform',
    'network',
    'campaign',
    ...(granularity === 'campaign_geo' ? ['country'] : []),
  ]
  return {
    before: [
      { name: 'recommendation_id', type: 'int64' },
      ...names.map(name => ({ name, type: 'string' as const })),
    ],
    after: [{ name: 'daily_spend', type: 'double' }],
  }
}

function identityCells(
  row: HistoryRow,
  granularity: RoasHistoryParameters['granularity'],
): { before: Cell[]; after: Cell[] } {
  if (row.recommendation === undefined) return { before: [], after: [] }
  const { platform, network, campaign, country } = displayIdentity(row.recommendation)
  const countries = granularity === 'campaign_geo' ? [country] : []
  return {
    before: [row.recommendation.recommendation_id, platform, network, campaign, ...countries],
    after: [dailySpendOf(row.recommendation)],
  }
}

/** What each succeeded run said of each cohort at the age it had then. */
export function roasHistory(
  delivery: Required<Delivery>,
  today: string,
  app: AppRow,
  parameters: RoasHistoryParameters,
): ExpectedFile {
  const {
    granularity,
    dsi = app.target_dsi,
    roasType = app.target_roas_type,
    revenueType = app.target_revenue_type,
  } = parameters
  const grouping = parameters.installGrouping ?? 'weekly'
  const format = parameters.format ?? 'parquet'
  const runs = succeededRuns(delivery, app.app_id, 'recommendation')
  const served = runs[0]
  const installDates = delivery.cohorts
    .filter(row => row.run_id === served?.run_id)
    .map(row => row.install_date)
  const range = resolveRange(
    parameters,
    today,
    served,
    earliestHistoryStart(installDates, today, served),
    90,
  )

  const recommended = new Map(
    delivery.recommendations
      .filter(row => row.run_id === served?.run_id && row.granularity === granularity)
      .map(row => [identityKey(row, granularity), row]),
  )
  const runIds = new Set(runs.map(run => run.run_id))
  const rows = new Map<string, HistoryRow>()
  for (const row of delivery.roas_snapshots) {
    if (!runIds.has(row.run_id) || row.dsi !== dsi || !passes(row, parameters)) continue
    if (range.start > range.end) continue
    if (row.install_date < periodStart(range.start, grouping) || row.install_date > range.end)
      continue
    const identity = identityKey(row, granularity)
    const recommendation = recommended.get(identity)
    if (granularity !== 'app' && recommendation === undefined) continue
    const installCohort = periodStart(row.install_date, grouping)
    const cohort = getOrCreate<string, HistoryRow>(
      rows,
      JSON.stringify([installCohort, identity]),
      () => ({
        installCohort,
        recommendation,
        sums: new Map(),
        values: [],
      }),
    )
    const sums = getOrCreate(cohort.sums, row.run_id, () => ({ spend: 0n, revenue: 0n }))
    sums.spend += scaled(row.spend)
    sums.revenue += scaled(row[`${roasType}_${revenueType}`])
  }

  const first = firstAge(delivery, app, parameters.platforms ?? PLATFORMS)
  const captured = firstCaptured(delivery, dsi)
  for (const row of rows.values()) {
    for (const run of newestByInstallDate(runs)) {
      const age = daysBetween(row.installCohort, dataThrough(run))
      const sums = row.sums.get(run.run_id)
      if (age < first || sums === undefined || sums.spend === 0n) continue
      // The run captured only the end of the period: part of a cohort does not count.
      if ((captured.get(run.run_id) ?? '') > row.installCohort) continue
      row.values.push({ age, run, ...roundedRatio(sums.revenue, sums.spend) })
    }
  }

  const matched =
    served === undefined
      ? { rows: [], lastAge: -1 }
      : rowsWithValues([...rows.values()], dataThrough(served))
  const valueAt = (row: HistoryRow, age: number) =>
    row.values.find(value => value.age === age && age <= matched.lastAge)
  const createdAt = (row: HistoryRow): Cell =>
    runs.find(run => row.values.some(value => value.run === run && value.age <= matched.lastAge))
      ?.created_at ?? null
  const { before, after } = identityColumns(granularity)
  const cellOf = (row: HistoryRow, column: string): Cell => {
    if (column.startsWith('roas_age_'))
      return valueAt(row, Number(column.slice('roas_age_'.length)))?.value ?? null
    if (column === 'created_at') return createdAt(row)
    if (column === 'install_cohort') return row.installCohort
    const cells = identityCells(row, granularity)
    const index = [...before, ...after].findIndex(({ name }) => name === column)
    // The DSI and the types are the same in every row.
    return index < 0 ? 0 : ([...cells.before, ...cells.after][index] ?? null)
  }
  const { sort, offset = 0, limit } = parameters
  matched.rows.sort(compareRows)
  const sortedRows = sort === undefined ? matched.rows : sortRows(matched.rows, sort, cellOf)
  const sortAge = /^-?roas_age_(\d+)$/.exec(sort ?? '')?.[1]
  const pageRows = sortedRows.slice(offset, limit === undefined ? undefined : offset + limit)
  const oldest = pageRows.map(row => row.installCohort).sort()[0]
  const lastAge =
    served === undefined || oldest === undefined ? -1 : daysBetween(oldest, dataThrough(served))
  const ages = Array.from({ length: Math.max(0, lastAge - first + 1) }, (_, index) => first + index)
  const columns: Column[] = [
    { name: 'created_at', type: 'timestamp' },
    ...before,
    ...after,
    { name: 'install_cohort', type: 'date' },
    { name: 'dsi', type: 'int64' },
    { name: 'roas_type', type: 'string' },
    { name: 'revenue_type', type: 'string' },
    ...ages.map(age => ({ name: `roas_age_${age}`, type: 'double' as const })),
  ]
  const ties = new Set<string>()
  const fullFromAge = { daily: 0, weekly: 6, monthly: 30 }[grouping]
  return {
    kind: 'file',
    format,
    columns,
    rows: pageRows.map((row, index) => {
      const cells = identityCells(row, granularity)
      return [
        createdAt(row),
        ...cells.before,
        ...cells.after,
        row.installCohort,
        dsi,
        roasType,
        revenueType,
        ...ages.map(age => {
          const value = valueAt(row, age)
          if (value?.tie) ties.add(`${index}:roas_age_${age}`)
          return value?.value ?? null
        }),
      ]
    }),
    totalRows: matched.rows.length,
    startDate: range.start,
    endDate: range.end,
    fileName: fileName(
      app,
      [
        'roas-history',
        granularity,
        grouping,
        `d${dsi}`,
        roasType,
        revenueType,
        range.start,
        range.end,
      ],
      served,
      `.${format}`,
    ),
    ties,
    orderIsOpen:
      sortAge !== undefined && matched.rows.some(row => valueAt(row, Number(sortAge))?.tie),
    headers: { 'full-from-age': String(fullFromAge), 'actual-from-age': String(fullFromAge + dsi) },
    ...servedContext(app, served),
  }
}
