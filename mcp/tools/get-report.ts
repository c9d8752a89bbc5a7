import type { GetReportParameters, UascopeClient } from '../../client/src/index.ts'
import { upperCase } from '../../server/checks/faults.ts'
import { defaultGrouping } from '../../server/model/dates.ts'
import { type App, fileContextOf } from './context.ts'
import { defineRowsTool, defineTool } from './define-tool.ts'
import { eventFilters, eventsBetween } from './events.ts'
import { type FileCell, type FileRows, readFileRows, rowsOutcome } from './rows.ts'
import { unmatchedOf } from './unmatched.ts'

export const getReport = defineRowsTool('svc_get_report', {
  ask: ({ client, parameters }) => readFileRows(client.getReport(parameters)),
  beside: async ({ client, parameters }) => {
    const [totals, events] = await Promise.all([readReportTotals(client, parameters), client.listEvents(eventFilters(parameters))])
    return { totals, events }
  },
  together: (file, { totals }) => file.run?.id === totals.run?.id,
  async outcome(file, app, { totals, events }, { values }, more) {
    const listed = eventsBetween(events, file)
    const { groupBy, offset, partial } = values
    const installGrouping = values.installGrouping ?? upperCase(defaultGrouping(app.weeklyAggregation))
    const head = {
      ...more,
      context: {
        ...fileContextOf(app, file, values),
        events: listed.events,
        installGrouping,
        ...(groupBy === undefined ? {} : { groupBy }),
        totalsOf: `all ${file.totalRows} rows: install dates ${file.startDate} to ${file.endDate}, filters applied`,
      },
      totals: totals.values,
    }
    const shares = groupBy !== undefined || installGrouping === 'TOTAL'
    const { columns, rows } = shares ? withShares(file, totals.values['spend'] ?? 0) : file
    const notes = [...reportNotes(app, file, totals, partial), ...listed.notes]
    return rowsOutcome(head, columns, rows, { total: file.totalRows, offset, notes })
  },
})

/** Adds each row's share of total spend, if there is a spend column. */
function withShares({ columns, rows }: FileRows, total: number): Pick<FileRows, 'columns' | 'rows'> {
  const spend = columns.indexOf('spend')
  return spend === -1 ? { columns, rows } : { columns: [...columns, 'spend_share'], rows: sharesOf(rows, spend, total) }
}

function* sharesOf(rows: Iterable<readonly FileCell[]>, spend: number, total: number): Iterable<FileCell[]> {
  // Amounts are rounded; shares are correct to 0.01 %.
  for (const row of rows) yield [...row, total === 0 ? null : Math.round(((row[spend] as number) / total) * 10_000) / 10_000]
}

export const exportReport = defineTool('svc_export_report', async (values, parameters, { beyondRest, client }) => {
  const made = await beyondRest.exportLink(parameters)
  return 'refusal' in made ? made : { result: { ...made.link, ...(await unmatchedOf(client, values)) } }
})

const COVERED = /^covered_share_d(\d+)$/

/** Notes on an empty report and on revenue known only in part. */
function reportNotes(app: App, file: FileRows, { values }: ReportTotals, partial: boolean): string[] {
  const { dataFrom, dataThrough } = app
  if (dataFrom === null || dataThrough === null) return ['The app has no data yet.']
  if (file.totalRows === 0) {
    return [`No cohort matches from ${file.startDate} to ${file.endDate}; the app has install dates from ${dataFrom} to ${dataThrough}.`]
  }
  return Object.entries(values).flatMap(([column, share]) => {
    const dsi = COVERED.exec(column)?.[1]
    if (dsi === undefined || share === null || share >= 1) return []
    if (share === 0) return [`Revenue at d${dsi} is not known for any of these cohorts.`]
    const known = `Revenue at d${dsi} is known for ${Math.floor(share * 100)} % of the spend`
    return [
      partial
        ? `${known}; ratios cover only that part.`
        : `${known}; totals cover only that part. Rows that lack some are null unless partial is true.`,
    ]
  })
}

export interface ReportTotals {
  run: FileRows['run']
  /** By numeric column. */
  values: Record<string, number | null>
}

/** Columns that identify a row. */
const WHAT = new Set(['install_cohort', 'period_days'])

async function readReportTotals(client: UascopeClient, parameters: GetReportParameters): Promise<ReportTotals> {
  const { limit: _limit, offset: _offset, sort: _sort, order: _order, metrics = [], ...others } = parameters
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
  const numbers = columns.flatMap((column, index) => (WHAT.has(column) ? [] : [[column, numberOf(row?.[index])] as const]))
  return { run, values: Object.fromEntries(row === undefined ? numbers.map(([column]) => [column, isSum(column) ? 0 : null]) : numbers) }
}

function numberOf(cell: unknown): number | null {
  return typeof cell === 'number' ? cell : null
}

/** Sums are 0 without rows; ratios are null. */
function isSum(column: string): boolean {
  return column === 'spend' || column.startsWith('installs_')
}
