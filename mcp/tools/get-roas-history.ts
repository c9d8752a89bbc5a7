import { defineRowsTool } from './define-rows-tool.ts'
import type { Cell } from './cells.ts'
import { readFileRows, type FileRows } from './read-file-rows.ts'
import { fileContextOf } from './result-context.ts'
import { rowsOutcome } from './rows-outcome.ts'

const AGE = /^roas_age_(\d+)$/

/** How each cohort's ROAS looked as it aged. */
export const getRoasHistory = defineRowsTool('svc_get_roas_history', {
  ask: async (client, parameters, options) => readFileRows(await client.getRoasHistory(parameters, options)),
  outcome: (file, app, values) => {
    const head = { context: { ...fileContextOf(app, file, values), installGrouping: values.installGrouping } }
    const identity = file.columns.filter(column => !AGE.test(column))
    return rowsOutcome(head, [...identity, 'roas_by_age'], withAges(file), file.totalRows)
  },
})

/** The rows with their ages, which are the last columns, gathered into one object without those that have no data. */
function* withAges({ columns, rows }: FileRows): Iterable<(Cell | Record<string, number>)[]> {
  const first = columns.findIndex(column => AGE.test(column))
  const end = first === -1 ? columns.length : first
  const ages = columns.slice(end).map(column => AGE.exec(column)![1]!)
  for (const row of rows) {
    const known = ages.flatMap((age, index) => {
      const roas = row[end + index]
      return typeof roas === 'number' ? [[age, roas] as const] : []
    })
    yield [...row.slice(0, end), Object.fromEntries(known)]
  }
}
