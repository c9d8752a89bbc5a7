import { defineTool } from './define-tool.ts'
import { readFileRows } from './read-file-rows.ts'
import { FORBIDDEN } from './refusal.ts'
import { appOf, contextOf, filtersOf } from './result-context.ts'
import { rowsOutcome } from './rows-outcome.ts'

/** Rows of the cohort report, newest cohorts first. */
export const getReport = defineTool('svc_get_report', async (values, parameters, context) => {
  const [file, app] = await Promise.all([
    readFileRows(context, 'getReport', parameters, options => context.client.getReport(parameters, options)),
    appOf(context, values.appId)
  ])
  if (app === undefined) return { refusal: FORBIDDEN }
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
})
