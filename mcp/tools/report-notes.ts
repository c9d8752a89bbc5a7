import type { App } from './read-app.ts'
import type { FileRows } from './read-file-rows.ts'
import type { ReportTotals } from './report-totals.ts'

const COVERED = /^covered_share_d(\d+)$/

/** What a report's rows do not show: that there are none, or that revenue is not known of all that they are about. */
export function reportNotes(app: App, file: FileRows, { values }: ReportTotals, partial: boolean): string[] {
  const { dataFrom, dataThrough } = app
  if (dataFrom === null || dataThrough === null) return ['The app has no data yet.']
  if (file.totalRows === 0) {
    return [`No cohort matches from ${file.startDate} to ${file.endDate}; the app has install dates from ${dataFrom} to ${dataThrough}.`]
  }
  return Object.entries(values).flatMap(([column, share]) => {
    const dsi = COVERED.exec(column)?.[1]
    if (dsi === undefined || share === null || share >= 1) return []
    if (share === 0) return [`Revenue at d${dsi} is not known of any of these cohorts.`]
    const known = `Revenue at d${dsi} is known for ${Math.floor(share * 100)} % of the spend`
    return [
      partial ? `${known}: ratios are over that.` : `${known}: totals are over that, rows that lack some are null unless partial is true.`,
    ]
  })
}
