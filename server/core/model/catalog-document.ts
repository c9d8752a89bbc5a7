import {
  EVENT_KINDS,
  PLATFORMS,
  REVENUE_TYPES,
  ROAS_TYPES,
} from '../../../generated/vocabulary/vocabulary.ts'
import { type Catalog, WITHHELD_FOR } from './catalog.ts'
import {
  among,
  boolean,
  count,
  counts,
  date,
  faultIn,
  notNegative,
  nullOr,
  number,
  type Shape,
  SHA256,
  string,
  strings,
  text,
  timestamp,
} from './shape.ts'

/** Relative to the data directory. */
export const FILES_OF_FOLDER = /^deliveries\/\d{1,15}\/[a-z]+-\d{1,16}\.parquet$/
/** Facts have a table per run and import; earlier versions, per run. */
export const FILES_OF_DATABASE =
  /^(?:identities|recommendations|alerts|roas_snapshots|facts_\d{1,16}(?:_[0-9a-f]{16})?)$/
/** Version 1.2 could put files into folders of apps and tables. */
export const FILES_OF_LAKE = /^(?:app-\d{1,16}\/[a-z_]+\/)?[0-9a-f]{16}\/[a-z]+-\d{1,16}\.parquet$/

/** Validates a stored row, which becomes SQL. Returns the path of the first invalid value, or undefined. `files` matches valid file names. */
export type RowFault = (
  table: 'companies' | 'apps' | 'networks' | 'runs',
  body: unknown,
) => string | undefined

/** Tombstones are valid; `app` rows include `companies`, `bet_lookbacks` and `files`. */
export function rowFaults(files: RegExp): RowFault {
  const { company, app, lookback, network, run, appFiles } = shapes(files)
  const rows: Record<Parameters<RowFault>[0], Shape> = {
    companies: { ...company, 'removed?': boolean },
    apps: {
      app,
      companies: counts,
      bet_lookbacks: [lookback],
      'files?': appFiles,
      'removed?': { since: timestamp },
    },
    networks: network,
    runs: { ...run, 'removed?': boolean },
  }
  return (table, body) => faultIn(body, rows[table])
}

function shapes(files: RegExp) {
  const sealed = { 'bytes?': count, 'sha256?': SHA256, 'blocks?': SHA256 }
  const span = { start: date, end: date, first_run: count, last_run: count }
  const segment = {
    file: text(files),
    rows: count,
    'min_id?': count,
    'max_id?': count,
    'month?': text(/^\d{4}-\d{2}$/),
    'span?': span,
    ...sealed,
  }
  const totals = { spend: number, revenue: number, networks: strings }
  const facts = {
    file: text(files),
    rows: count,
    dsi_values: counts,
    first_install_date: date,
    last_install_date: date,
    'totals?': totals,
    ...sealed,
  }
  const event = {
    event_id: count,
    kind: among(EVENT_KINDS),
    title: string,
    start_date: date,
    end_date: date,
    platform: nullOr(among(PLATFORMS)),
    network: nullOr(string),
    campaign: nullOr(string),
    country: nullOr(string),
    note: nullOr(string),
  }
  const budget = {
    budget_id: count,
    month: text(/^\d{4}-(0[1-9]|1[0-2])$/),
    platform: nullOr(among(PLATFORMS)),
    network: nullOr(string),
    campaign: nullOr(string),
    amount: notNegative,
  }
  return {
    company: { company_id: count, name: string, version: string },
    segment,
    app: {
      app_id: count,
      name: string,
      created_at: timestamp,
      live: boolean,
      currency: text(/^[A-Z]{3}$/),
      weekly_aggregation: boolean,
      action_threshold: notNegative,
      target_dsi: count,
      target_roas_type: among(ROAS_TYPES),
      target_revenue_type: among(REVENUE_TYPES),
      dsi_values: counts,
      version: string,
    },
    lookback: { platform: nullOr(among(PLATFORMS)), start_day: count, end_day: count },
    network: { network: string, traditional: boolean },
    run: {
      run_id: count,
      app_id: count,
      kind: among(['recommendation', 'alert']),
      status: among(['succeeded', 'failed']),
      created_at: timestamp,
      max_install_date: nullOr(date),
      'withheld?': [{ dsi: count, reason: among(WITHHELD_FOR) }] as const,
      'untested?': counts,
      'version?': string,
      'withdrawn?': { since: timestamp, 'reason?': string },
      'facts?': facts,
      'recommendations?': segment,
      'snapshots?': [{ first_install_date: date, dsi_values: counts }] as const,
    },
    appFiles: {
      'identities?': { ...segment, 'version?': string },
      snapshots: [segment] as const,
      alerts: [segment] as const,
      'events?': [event] as const,
      'budgets?': [budget] as const,
    },
  }
}

/** Maximum characters, about half a million runs: every process holds the catalog in memory. */
export const LONGEST = 128 * 2 ** 20

/** @throws an Error for the operator if it is too large */
export function catalogText(catalog: Catalog): string {
  const text = JSON.stringify(catalog)
  if (text.length <= LONGEST) return text
  throw new Error(
    `the catalog of all companies, apps, networks and runs would take ${Math.round(text.length / 2 ** 20)} MB, ` +
      `and may take ${LONGEST / 2 ** 20} MB`,
  )
}

export function appsOfFiles({ runs, files }: Catalog): Map<string, number> {
  const appByFile = new Map<string, number>()
  for (const { app_id: app, facts, recommendations } of runs) {
    if (facts) appByFile.set(facts.file, app)
    if (recommendations) appByFile.set(recommendations.file, app)
  }
  for (const [app, { identities, snapshots, alerts }] of Object.entries(files)) {
    for (const segment of [...(identities ? [identities] : []), ...snapshots, ...alerts])
      appByFile.set(segment.file, Number(app))
  }
  return appByFile
}
