import type { GetReportParameters, UascopeClient } from '../../client/src/index.ts'
import { upperCase } from '../../server/core/checks/schemas.ts'
import { defaultGrouping } from '../../server/core/model/dates.ts'
import { type App, fileContextOf, shareOf, eventFilters, eventsBetween } from './context.ts'
import { defineRowsTool, unusedNotes } from './tool.ts'
import { columnKind, type FileCell, type FileRows, readFileRows, rowsOutcome } from './rows.ts'

export const getReport = defineRowsTool('svc_get_report', {
  ask: ({ client, parameters }) =>
    readFileRows(client.getReport(parameters as GetReportParameters)),
  askExtra: async ({ client, parameters }) => {
    const [totals, events] = await Promise.all([
      readReportTotals(client, parameters as GetReportParameters),
      client.listEvents(eventFilters(parameters)),
    ])
    return { totals, events }
  },
  isConsistent: (file, { totals }) => file.run?.id === totals.run?.id,
  async outcome(file, app, { totals, events }, { values, unused }, more) {
    const listed = await eventsBetween(events, file, file.compared)
    const { groupBy, offset, partial } = values
    const installGrouping =
      values.installGrouping ?? upperCase(defaultGrouping(app.weeklyAggregation))
    const head = {
      ...more,
      context: {
        ...fileContextOf(app, file, values),
        events: listed.events,
        ...(file.compared === null
          ? {}
          : { compareStartDate: file.compared.startDate, compareEndDate: file.compared.endDate }),
        installGrouping,
        ...(groupBy === undefined ? {} : { groupBy }),
        totalsOf: `all ${file.totalRows} rows: install dates ${file.startDate} to ${file.endDate}, filters applied`,
      },
      totals: totals.values,
    }
    const shares = groupBy !== undefined || installGrouping === 'TOTAL'
    const { columns, rows } = shares ? withShares(file, totals.values['spend'] ?? 0) : file
    const notes = [
      ...unusedNotes(unused),
      ...reportNotes(app, file, totals, partial),
      ...listed.notes,
    ]
    const advice = notes.some(note => note.endsWith(NULL_ROWS))
      ? ['With partial true, such rows cover what is known.']
      : []
    return rowsOutcome(head, columns, rows, { total: file.totalRows, offset, notes, advice })
  },
})

/** Adds each row's share of total spend, if there is a spend column. */
function withShares(
  { columns, rows }: FileRows,
  total: number,
): Pick<FileRows, 'columns' | 'rows'> {
  const spend = columns.indexOf('spend')
  return spend === -1
    ? { columns, rows }
    : { columns: [...columns, 'spend_share'], rows: sharesOf(rows, spend, total) }
}

function* sharesOf(
  rows: Iterable<readonly FileCell[]>,
  spend: number,
  total: number,
): Iterable<FileCell[]> {
  for (const row of rows) yield [...row, shareOf(row[spend] as number, total)]
}

const NULL_ROWS = 'Rows that lack some are null.'

const COVERED = /^covered_share_d(\d+)(_before)?$/

/** Notes on an empty report and on partly known revenue. */
function reportNotes(
  app: App,
  file: FileRows,
  { values }: ReportTotals,
  partial: boolean,
): string[] {
  const { dataFrom, dataThrough } = app
  if (dataFrom === null || dataThrough === null) return ['The app has no data yet.']
  const { startDate, endDate, compared, totalRows } = file
  const ranges = compared === null ? `from ${startDate} to ${endDate}` : `in either range`
  if (totalRows === 0)
    return [
      `No cohort matches ${ranges}; the app has install dates from ${dataFrom} to ${dataThrough}.`,
    ]
  const missing =
    compared !== null && compared.startDate < dataFrom
      ? [`The compared range begins before the app's data, on ${dataFrom}.`]
      : []
  return [...missing, ...knownShares(values, partial)]
}

function knownShares(values: ReportTotals['values'], partial: boolean): string[] {
  return Object.entries(values).flatMap(([column, share]) => {
    const [, dsi, before] = COVERED.exec(column) ?? []
    if (dsi === undefined || share === null || share >= 1) return []
    const of = values[`spend${before ?? ''}`] === 0 ? 'installs' : 'spend'
    const where = before === undefined ? '' : ' of the compared range'
    if (share === 0)
      return [
        `Revenue at d${dsi} is not known for any cohort${where === '' ? ' of these' : where}.`,
      ]
    const percent = share < 0.01 ? 'less than 1' : String(Math.floor(share * 100))
    const known = `Revenue at d${dsi} is known for ${percent} % of the ${of}${where}`
    return [
      partial
        ? `${known}; ratios cover only that part.`
        : `${known}; totals cover only that part. ${NULL_ROWS}`,
    ]
  })
}

interface ReportTotals {
  run: FileRows['run']
  /** By numeric column. */
  values: Record<string, number | null>
}

/** Columns that identify a row. */
const WHAT = new Set(['install_cohort', 'period_days', 'period_days_before'])

async function readReportTotals(
  client: UascopeClient,
  parameters: GetReportParameters,
): Promise<ReportTotals> {
  const {
    limit: _limit,
    offset: _offset,
    sort: _sort,
    order: _order,
    explain: _explain,
    metrics = [],
    ...others
  } = parameters
  const { columns, rows, run } = await readFileRows(
    client.getReport({
      ...others,
      metrics: [...new Set([...metrics, 'spend', 'installs'] as const)],
      groupBy: ['none'],
      installGrouping: 'total',
      partial: true,
      format: 'parquet',
    }),
  )
  const [row] = [...rows]
  const numbers = columns.flatMap((column, index) =>
    WHAT.has(column) ? [] : [[column, numberOf(row?.[index])] as const],
  )
  return {
    run,
    values: Object.fromEntries(
      row === undefined ? numbers.map(([column]) => [column, isSum(column) ? 0 : null]) : numbers,
    ),
  }
}

function numberOf(cell: unknown): number | null {
  return typeof cell === 'number' ? cell : null
}

/** Sums are 0 without rows; ratios and shares are null. */
function isSum(column: string): boolean {
  return columnKind(column) !== 'number or null' && !column.startsWith('actual_share')
}
