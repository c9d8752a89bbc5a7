import { upperCase } from '../../server/checks/text.ts'
import { defaultGrouping } from '../../server/model/default-grouping.ts'
import type { FileCell } from './cells.ts'
import { defineRowsTool } from './define-rows-tool.ts'
import { readFileRows, type FileRows } from './read-file-rows.ts'
import { reportNotes } from './report-notes.ts'
import { readReportTotals } from './report-totals.ts'
import { fileContextOf } from './result-context.ts'
import { rowsOutcome } from './rows-outcome.ts'

/** Rows of the cohort report, newest cohorts first. */
export const getReport = defineRowsTool('svc_get_report', {
  ask: ({ client, parameters }) => readFileRows(client.getReport(parameters)),
  beside: ({ client, parameters }) => readReportTotals(client, parameters),
  together: (file, totals) => file.run?.id === totals.run?.id,
  async outcome(file, app, totals, { values }, more) {
    const { groupBy, offset, partial } = values
    const installGrouping = values.installGrouping ?? upperCase(defaultGrouping(app.weeklyAggregation))
    const head = {
      ...more,
      context: {
        ...fileContextOf(app, file, values),
        installGrouping,
        ...(groupBy === undefined ? {} : { groupBy }),
        totalsOf: `all ${file.totalRows} rows: install dates ${file.startDate} to ${file.endDate}, filters applied`,
      },
      totals: totals.values,
    }
    const shares = groupBy !== undefined || installGrouping === 'TOTAL'
    const { columns, rows } = shares ? withShares(file, totals.values['spend'] ?? 0) : file
    return rowsOutcome(head, columns, rows, { total: file.totalRows, offset, notes: reportNotes(app, file, totals, partial) })
  },
})

/** The rows with each one's share of the spend of all, where spend is among the columns. */
function withShares({ columns, rows }: FileRows, total: number): Pick<FileRows, 'columns' | 'rows'> {
  const spend = columns.indexOf('spend')
  return spend === -1 ? { columns, rows } : { columns: [...columns, 'spend_share'], rows: sharesOf(rows, spend, total) }
}

function* sharesOf(rows: Iterable<readonly FileCell[]>, spend: number, total: number): Iterable<FileCell[]> {
  // Shares of rounded amounts: to a hundredth of a percent they are right.
  for (const row of rows) yield [...row, total === 0 ? null : Math.round(((row[spend] as number) / total) * 10_000) / 10_000]
}
