import { safeText } from '../../words/spreadsheet.ts'
import type { Metric } from '../../../generated/vocabulary/vocabulary.ts'
import { stepWords } from '../../words/step-words.ts'
import { downloadBlob } from './save.ts'
import type { CampaignRow } from './campaign-rows.ts'
import type { Measure } from './measures.ts'
import type { App, Group } from './use-app.ts'

type Cell = string | number | null | undefined

/** RFC 4180, with a byte order mark for Excel. */
export function csvOf(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const write = (cell: Cell) => {
    if (cell === null || cell === undefined) return ''
    const text = typeof cell === 'string' ? safeText(cell) : String(cell)
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return `\uFEFF${[header, ...rows].map(row => row.map(write).join(',')).join('\r\n')}\r\n`
}

/** The column of a metric, as `GET /v1/report` names it: `roas_paid_gross_d30`. */
function columnOf(metric: Metric, { overview: { roasType, revenueType, targetDsi } }: App): string {
  if (metric === 'spend' || metric === 'organic_installs') return metric
  if (metric === 'installs' || metric === 'cpi') return `${metric}_${roasType}`
  const column = `${metric}_${roasType}_${revenueType}`
  return metric === 'payback' ? column : `${column}_d${targetDsi}`
}

/** Columns with the same value in every row, so that the file explains itself. */
function contextOf({ overview, range, before }: App): [name: string, value: Cell][] {
  return [
    ['app', overview.name],
    ['currency', overview.currency],
    ['start_date', range.from],
    ['end_date', range.to],
    ...(before === null
      ? []
      : ([
          ['compare_start_date', before.from],
          ['compare_end_date', before.to],
        ] as [string, Cell][])),
    ['data_through', overview.dataThrough],
  ]
}

/** The table of campaigns as it is filtered and sorted. */
export function campaignsCsv(app: App, rows: readonly CampaignRow[]): string {
  const roas = columnOf('roas', app)
  const isCompared = app.before !== null
  const context = contextOf(app)
  return csvOf(
    [
      'campaign',
      'platform',
      'network',
      'country',
      'call',
      'spend',
      ...(isCompared ? ['spend_before'] : []),
      roas,
      ...(isCompared ? [`${roas}_before`] : []),
      'daily_spend',
      `predicted_${roas}`,
      `predicted_low_${roas}`,
      `predicted_high_${roas}`,
      `target_${roas}`,
      'lookback_start_date',
      'lookback_end_date',
      'off_target',
      'step',
      'step_gain',
      'step_gain_low',
      'step_gain_high',
      ...context.map(([name]) => name),
    ],
    rows.map(({ campaign, platform, network, country, call, now, before, ...row }) => [
      campaign,
      platform,
      network,
      country ?? call?.country,
      call?.action,
      now.spend,
      ...(isCompared ? [before?.spend] : []),
      row.roas,
      ...(isCompared ? [row.roasBefore] : []),
      call?.dailySpend,
      call?.predictedRoas,
      call?.predictedLowRoas,
      call?.predictedHighRoas,
      call?.targetRoas,
      call?.lookbackStartDate,
      call?.lookbackEndDate,
      row.gap,
      call === null ? null : stepWords(call, app.context.format),
      call?.step.gain,
      call?.step.gainLow,
      call?.step.gainHigh,
      ...context.map(([, value]) => value),
    ]),
  )
}

/** The groups of the panels, over the range. */
export function groupsCsv(app: App, by: string, measures: readonly Measure[], groups: readonly Group[]): string {
  const isCompared = groups.some(({ pair }) => pair.before !== null)
  const names = measures.map(({ metric }) => columnOf(metric, app))
  const context = contextOf(app)
  return csvOf(
    [by, ...names.flatMap(name => (isCompared ? [name, `${name}_before`] : [name])), ...context.map(([name]) => name)],
    groups.map(({ name, pair }) => [
      name,
      ...measures.flatMap(measure =>
        isCompared ? [measure.of(pair.now), pair.before === null ? null : measure.of(pair.before)] : [measure.of(pair.now)],
      ),
      ...context.map(([, value]) => value),
    ]),
  )
}

export function saveCsv(name: string, text: string): void {
  downloadBlob(`${name}.csv`, new Blob([text], { type: 'text/csv' }))
}
