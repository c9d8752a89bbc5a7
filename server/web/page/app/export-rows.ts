import { COLUMNS, type Metric } from '../../../../generated/vocabulary/vocabulary.ts'
import { type Cell, type FileColumn, toCsv } from '../../../core/words/spreadsheet.ts'
import type { CampaignRow } from './campaign-rows.tsx'
import type { Measure } from './measures.ts'
import type { App, Call, Group } from './use-app.ts'

/** The column of a metric, as `GET /v1/report` names it: `roas_paid_gross_d30`. */
function columnOf(
  metric: Metric,
  { overview: { targetRoasType: roasType, targetRevenueType: revenueType, targetDsi } }: App,
): string {
  const parts = { roasType, revenueType, dsi: `d${targetDsi}` }
  return [metric, ...COLUMNS[metric].by.map(name => parts[name])].join('_')
}

/** Columns with the same value in every row, which explain the file. */
function contextOf({ overview, range, before }: App): FileColumn<unknown>[] {
  const values: Record<string, Cell> = {
    app: overview.name,
    currency: overview.currency,
    start_date: range.from,
    end_date: range.to,
    ...(before !== null && { compare_start_date: before.from, compare_end_date: before.to }),
    data_through: overview.dataThrough,
  }
  return Object.entries(values).map(([label, value]) => ({ label, value: () => value }))
}

/** The table of campaigns, filtered and sorted as displayed. */
export function campaignsCsv(app: App, rows: readonly CampaignRow[]): string {
  const roas = columnOf('roas', app)
  const isCompared = app.before !== null
  const column = (label: string, value: FileColumn<CampaignRow>['value']) => ({ label, value })
  const ofCall = (label: string, value: (call: Call) => Cell) =>
    column(label, ({ call }) => call && value(call))
  return toCsv(rows, [
    column('campaign', ({ campaign }) => campaign),
    column('platform', ({ platform }) => platform),
    column('network', ({ network }) => network),
    column('country', ({ country, call }) => country ?? call?.country),
    ofCall('call', ({ action }) => action),
    column('spend', ({ now }) => now.spend),
    ...(isCompared ? [column('spend_before', ({ before }) => before?.spend)] : []),
    column(roas, row => row.roas),
    ...(isCompared ? [column(`${roas}_before`, ({ roasBefore }) => roasBefore)] : []),
    ofCall('daily_spend', ({ dailySpend }) => dailySpend),
    ofCall(`predicted_${roas}`, ({ predictedRoas }) => predictedRoas),
    ofCall(`predicted_low_${roas}`, ({ predictedLowRoas }) => predictedLowRoas),
    ofCall(`predicted_high_${roas}`, ({ predictedHighRoas }) => predictedHighRoas),
    ofCall(`target_${roas}`, ({ targetRoas }) => targetRoas),
    ofCall('lookback_start_date', ({ lookbackStartDate }) => lookbackStartDate),
    ofCall('lookback_end_date', ({ lookbackEndDate }) => lookbackEndDate),
    ofCall('off_target', ({ gap }) => gap),
    ofCall('step', ({ words }) => words),
    ofCall('step_gain', ({ step }) => step.gain),
    ofCall('step_gain_low', ({ step }) => step.gainLow),
    ofCall('step_gain_high', ({ step }) => step.gainHigh),
    ...contextOf(app),
  ])
}

/** The groups of the panels, over the range. */
export function groupsCsv(
  app: App,
  by: string,
  measures: readonly Measure[],
  groups: readonly Group[],
): string {
  const isCompared = groups.some(({ pair }) => pair.before !== null)
  const columns = measures.flatMap((measure): FileColumn<Group>[] => {
    const label = columnOf(measure.metric, app)
    const now = { label, value: ({ pair }: Group) => measure.of(pair.now) }
    return isCompared
      ? [
          now,
          { label: `${label}_before`, value: ({ pair }) => pair.before && measure.of(pair.before) },
        ]
      : [now]
  })
  return toCsv(groups, [{ label: by, value: ({ name }) => name }, ...columns, ...contextOf(app)])
}

/** Saves a file that the page created. */
export function saveCsv(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))

  link.download = `${name}.csv`.replace(/[/\\:*?"<>|\u0000-\u001f]/g, '_')
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
