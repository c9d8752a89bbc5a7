import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { dateOf, dayOf } from '../../../../server/core/model/dates.ts'

export type Row = string[]
/** Rows by table, header first. */
export type Tables = Record<string, Row[]>

export const DSIS = ['0', '1', '7', '30']
const FIRST = dayOf('2026-03-01')
export const DAYS = 20
const CAMPAIGNS = [
  ['IOS', 'Meta Ads', 'Spring sale', 'US'],
  ['IOS', 'Meta Ads', 'Größere Welt', 'DE'],
  ['ANDROID', 'Google Ads', 'Brand, exact', 'US'],
  ['ANDROID', 'Unity', 'Video', 'GB'],
] as const
const REVENUES = [
  'paid_gross',
  'paid_net',
  'incremental_blended_gross',
  'incremental_blended_net',
  'full_blended_gross',
  'full_blended_net',
]
const INSTALLS = ['paid_installs', 'incremental_blended_installs', 'full_blended_installs']
const NAMES = ['platform', 'network', 'campaign', 'country']
const ROAS = REVENUES.flatMap(revenue => [`target_${revenue}_roas`, `predicted_${revenue}_roas`])
const OPTIMISATION = ['live', 'paced', 'raw', 'predicted'].map(
  which => `optimisation_${which}_roas`,
)

/** A valid delivery as a studio writes it: 80 cohorts, 320 revenue rows, a run of recommendations and one of alerts. */
export function cleanTables(): Tables {
  const cohorts: Row[] = [['run_id', 'install_date', ...NAMES, 'spend', ...INSTALLS]]
  const revenue: Row[] = [['run_id', 'install_date', ...NAMES, 'dsi', ...REVENUES]]
  const snapshots: Row[] = [['run_id', 'install_date', ...NAMES, 'dsi', 'spend', ...REVENUES]]
  for (let day = 0; day < DAYS; day++)
    for (const [index, names] of CAMPAIGNS.entries()) {
      const key = ['1', dateOf(FIRST + day), ...names]
      const spend = `${1200 + 10 * day}.${50 + index}`
      cohorts.push([...key, spend, String(400 + day), String(500 + day), String(800 + day)])
      for (const [age, dsi] of DSIS.entries()) {
        const amounts = REVENUES.map((_, nth) => `${300 + 100 * age + 10 * nth}.25`)
        revenue.push([...key, dsi, ...amounts])
        if (dsi === '7' && day > 15) snapshots.push([...key, dsi, spend, ...amounts])
      }
    }
  const recommendations: Row[] = [
    [
      'recommendation_id',
      'run_id',
      'granularity',
      ...NAMES,
      'confidence_score',
      'spend',
      'lookback_days',
      ...INSTALLS,
    ].concat(['optimisation_dsi', 'target_dsi', ...OPTIMISATION, ...ROAS, 'created_at']),
    ...CAMPAIGNS.map((names, index) =>
      [
        String(index + 1),
        '1',
        'campaign',
        ...names,
        '0.7',
        '7500.5',
        '6',
        '400',
        '500',
        '800',
        '1',
        '7',
      ].concat(
        [...OPTIMISATION, ...ROAS].map(() => '0.5'),
        '2026-03-21T06:00:00Z',
      ),
    ),
  ]
  return {
    companies: [
      ['company_id', 'name'],
      ['1', 'Studio'],
    ],
    apps: [
      [
        'app_id',
        'name',
        'created_at',
        'live',
        'currency',
        'weekly_aggregation',
        'action_threshold',
      ].concat(['target_dsi', 'target_roas_type', 'target_revenue_type', 'dsi_values']),
      [
        '1',
        'Game',
        '2025-01-02T03:04:05Z',
        'true',
        'USD',
        'false',
        '0.05',
        '7',
        'paid',
        'gross',
        DSIS.join(','),
      ],
    ],
    app_access: [
      ['company_id', 'app_id'],
      ['1', '1'],
    ],
    bet_lookbacks: [
      ['app_id', 'platform', 'start_day', 'end_day'],
      ['1', 'IOS', '2', '8'],
    ],
    networks: [
      ['network', 'traditional'],
      ['Meta Ads', 'true'],
      ['Google Ads', 'true'],
      ['Unity', 'false'],
    ],
    events: [
      ['event_id', 'app_id', 'kind', 'title', 'start_date', 'end_date', ...NAMES, 'note'],
      ['1', '1', 'attribution', 'SDK broken', '2026-03-14', '2026-03-15', 'IOS', '', '', '', ''],
    ],
    runs: [
      ['run_id', 'app_id', 'kind', 'status', 'created_at', 'max_install_date'],
      ['1', '1', 'recommendation', 'succeeded', '2026-03-21T06:00:00Z', '2026-03-20'],
      ['2', '1', 'alert', 'succeeded', '2026-03-21T07:00:00Z', ''],
    ],
    cohorts,
    cohort_revenue: revenue,
    roas_snapshots: snapshots,
    recommendations,
    alerts: [
      [
        'alert_id',
        'run_id',
        'alert_group',
        'title',
        'campaign',
        'country',
        'platform',
        'network',
        'daily_spend',
      ].concat(['summary', 'detail', 'spend_detail', 'recommended_action', 'created_at']),
      [
        '1',
        '2',
        'ANALYTICS',
        'ROAS fell',
        'Video',
        'GB',
        'ANDROID',
        'Unity',
        '1250.5',
        'Down by half',
        'From 1 to 0.5',
        '',
        '',
      ].concat('2026-03-21T07:00:00Z'),
    ],
  }
}

/** How a table's file is written. */
export interface Form {
  /** Undefined: not at all. */
  name: string | undefined
  separator: string
  /** Of the text, after its rows were joined. */
  text: ((text: string) => string)[]
  bytes: (text: string) => Buffer
}

export const ENCODINGS = {
  utf16: (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le'),
  utf16be: (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  latin1: (text: string): Buffer => Buffer.from(text, 'latin1'),
  bom: (text: string): Buffer => Buffer.from(`\ufeff${text}`),
  gzip: (text: string): Buffer => gzipSync(text),
  workbook: (): Buffer => Buffer.from('PK\x03\x04\x14\0\x06\0', 'latin1'),
}

export interface Defect {
  table: string
  /** Names what a person repairs. */
  what: string
  rows?: (rows: Row[]) => Row[]
  form?: (form: Form) => Form
  /** A printed line that tells a person of it. */
  said: RegExp
}

function quote(cell: string, separator: string): string {
  return cell.includes(separator) || /["\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Writes a delivery with these defects into `folder`, which is emptied first. */
export async function writeBroken(folder: string, defects: readonly Defect[]): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  for (const [table, clean] of Object.entries(cleanTables())) {
    const own = defects.filter(defect => defect.table === table)
    const rows = own.reduce((rows, { rows: change = rows => rows }) => change(rows), clean)
    const plain: Form = {
      name: `${table}.csv`,
      separator: ',',
      text: [],
      bytes: text => Buffer.from(text),
    }
    const form = own.reduce((form, { form: change = form => form }) => change(form), plain)
    if (form.name === undefined) continue
    const text = rows
      .map(row => `${row.map(cell => quote(cell, form.separator)).join(form.separator)}\n`)
      .join('')
    await writeFile(
      join(folder, form.name),
      form.bytes(form.text.reduce((text, change) => change(text), text)),
    )
  }
}
