import { upperCase } from '../../server/checks/text.ts'
import { defaultGrouping } from '../../server/model/default-grouping.ts'
import { defineRowsTool } from './define-rows-tool.ts'
import { readFileRows } from './read-file-rows.ts'
import { fileContextOf } from './result-context.ts'
import { rowsOutcome } from './rows-outcome.ts'

/** Rows of the cohort report, newest cohorts first. */
export const getReport = defineRowsTool('svc_get_report', {
  ask: async (client, parameters, options) => readFileRows(await client.getReport(parameters, options)),
  outcome: (file, app, values) => {
    const installGrouping = values.installGrouping ?? upperCase(defaultGrouping(app.weeklyAggregation))
    const head = { context: { ...fileContextOf(app, file, values), installGrouping } }
    return rowsOutcome(head, file.columns, file.rows, file.totalRows)
  },
})
