import { safeText } from '../../words/spreadsheet.ts'
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

/** The table of campaigns as it is filtered and sorted. */
export function campaignsCsv({ context, before }: App, rows: readonly CampaignRow[]): string {
  const roas = `roas_d${context.targetDsi}`
  const isCompared = before !== null
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
      `target_${roas}`,
      'off_target',
      'step',
      'step_gain',
      'step_gain_low',
      'step_gain_high',
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
      call?.targetRoas,
      row.gap,
      call === null ? null : stepWords(call, context.format),
      call?.step.gain,
      call?.step.gainLow,
      call?.step.gainHigh,
    ]),
  )
}

/** The groups of the panels, over the range. */
export function groupsCsv(of: string, measures: readonly Measure[], groups: readonly Group[]): string {
  const isCompared = groups.some(({ pair }) => pair.before !== null)
  const names = measures.map(({ label }) => label.toLowerCase().replaceAll(' ', '_'))
  return csvOf(
    [of.toLowerCase(), ...names.flatMap(name => (isCompared ? [name, `${name}_before`] : [name]))],
    groups.map(({ name, pair }) => [
      name,
      ...measures.flatMap(measure =>
        isCompared ? [measure.of(pair.now), pair.before === null ? null : measure.of(pair.before)] : [measure.of(pair.now)],
      ),
    ]),
  )
}

export function saveCsv(name: string, text: string): void {
  downloadBlob(`${name}.csv`, new Blob([text], { type: 'text/csv' }))
}
