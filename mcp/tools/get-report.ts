import { defineRowsTool } from './define-rows-tool.ts'
import { readFileRows } from './read-file-rows.ts'
import { contextOf, filtersOf } from './result-context.ts'
import { rowsOutcome } from './rows-outcome.ts'

/** Rows of the cohort report, newest cohorts first. */
export const getReport = defineRowsTool('svc_get_report', {
  ask: async (client, parameters, options) => readFileRows(await client.getReport(parameters, options)),
  outcome: (file, app, values) => {
    const head = {
      context: {
        ...contextOf(app, file, filtersOf(values)),
        startDate: file.startDate,
        endDate: file.endDate,
        granularity: values.granularity,
        installGrouping: values.installGrouping ?? (app.weeklyAggregation ? 'WEEKLY' as const : 'DAILY' as const)
      }
    }
    return rowsOutcome(head, file.columns, file.rows, file.totalRows)
  }
})
