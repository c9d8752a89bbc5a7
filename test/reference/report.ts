import { type ComparedGroup, comparedColumns, comparedRange } from './comparison.ts'
import { type DateRange, earliestReportStart, resolveRange } from './date-range.ts'
import { fileName } from './file-name.ts'
import { compareBytes, getOrCreate, passes, displayIdentity } from './identity.ts'
import { sumMoney } from './money.ts'
import { periodStart } from './periods.ts'
import {
  cohortKey,
  namesOf,
  reportColumns,
  type Group,
  type ReportColumn,
} from './report-columns.ts'
import { dataThrough, succeededRuns } from './runs.ts'
import { servedContext } from './served-context.ts'
import { targetColumn } from './targets.ts'
import type { Cell, ExpectedFile } from './expected.ts'
import type { ReportParameters } from './request-types.ts'
import type { AppRow, Delivery } from './delivery.ts'

/** Rows ascending, or newest first with the larger spend first. */
function compareGroups(a: Group, b: Group, order: ReportParameters['order']): number {
  if (a.installCohort !== b.installCohort)
    return (a.installCohort < b.installCohort ? -1 : 1) * (order === 'newest' ? -1 : 1)
  if (order === 'newest') {
    const bySpend = sumMoney(b.rows.map(row => row.spend)) - sumMoney(a.rows.map(row => row.spend))
    if (bySpend !== 0n) return bySpend < 0n ? -1 : 1
  }
  for (const [index, name] of a.identity.entries()) {
    const byName = compareBytes(name, b.identity[index] ?? '')
    if (byName !== 0) return byName
  }
  return 0
}

/** Nulls are after everything, whichever way the others go. */
function compareCells(a: Cell, b: Cell, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const ascending =
    typeof a === 'number' && typeof b === 'number' ? a - b : compareBytes(String(a), String(b))
  return descending ? -ascending : ascending
}

/** The order asked for: by a column, equal ones in the default order, or one of the two that have a name. */
function comparison(
  columns: readonly ReportColumn[],
  { sort, order }: ReportParameters,
): (a: Group, b: Group) => number {
  if (sort === undefined) return (a, b) => compareGroups(a, b, order)
  const column = columns.find(({ name }) => name === sort.replace(/^-/, ''))
  if (column === undefined) throw new Error(`no column ${sort}`)
  return (a, b) =>
    compareCells(column.cell(a), column.cell(b), sort.startsWith('-')) ||
    compareGroups(a, b, 'install_cohort')
}

/** The cohort report from the latest succeeded recommendation run. */
export function report(
  delivery: Required<Delivery>,
  today: string,
  app: AppRow,
  parameters: ReportParameters,
): ExpectedFile {
  const run = succeededRuns(delivery, app.app_id, 'recommendation')[0]
  const range = resolveRange(parameters, today, run, earliestReportStart(today), 30)
  const grouping = parameters.installGrouping ?? (app.weekly_aggregation ? 'weekly' : 'daily')
  const format = parameters.format ?? 'parquet'

  const compared =
    parameters.compare === undefined
      ? undefined
      : comparedRange(parameters.compare, range, run, today)

  const groups = new Map<string, ComparedGroup>()
  for (const row of delivery.cohorts) {
    if (row.run_id !== run?.run_id || !passes(row, parameters)) continue
    const among = ({ start, end }: DateRange) =>
      start <= row.install_date && row.install_date <= end
    const [isNow, isBefore] = [among(range), compared !== undefined && among(compared)]
    if (!isNow && !isBefore) continue
    const installCohort =
      grouping === 'total' ? range.start : periodStart(row.install_date, grouping)
    const names = displayIdentity(row)
    const identity = namesOf(parameters).map(name => names[name])
    const group = getOrCreate(groups, JSON.stringify([installCohort, identity]), () => ({
      installCohort,
      identity,
      rows: [],
      before: [],
    }))
    if (isNow) group.rows.push(row)
    if (isBefore) group.before.push(row)
  }

  const revenue = new Map(
    delivery.cohort_revenue
      .filter(row => row.run_id === run?.run_id)
      .map(row => [cohortKey(row, row.dsi), row]),
  )
  const columnsOf = (range: DateRange) =>
    reportColumns(
      app,
      parameters,
      revenue,
      grouping,
      range,
      run === undefined ? today : dataThrough(run),
    )
  const columns = [
    ...(compared === undefined
      ? columnsOf(range)
      : comparedColumns(
          columnsOf(range),
          columnsOf(compared),
          [...groups.values()],
          parameters.explain === true,
        )),
    ...targetColumn(delivery, app, run, parameters),
  ]
  const sorted = [...groups.values()].sort(comparison(columns, parameters))
  const { offset = 0, limit = sorted.length } = parameters
  return {
    kind: 'file',
    format,
    columns: columns.map(({ name, type, within }) => ({
      name,
      type,
      ...(within === undefined ? {} : { within }),
    })),
    rows: sorted
      .slice(offset, offset + limit)
      .map(group => columns.map(column => column.cell(group))),
    totalRows: sorted.length,
    startDate: range.start,
    endDate: range.end,
    fileName: fileName(
      app,
      ['report', parameters.granularity, grouping, range.start, range.end],
      run,
      `-########.${format}`,
    ),
    ties: new Set(),
    headers: {
      'compare-start-date': compared?.start ?? null,
      'compare-end-date': compared?.end ?? null,
    },
    ...servedContext(app, run),
  }
}
