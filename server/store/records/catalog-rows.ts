import type { App, AppFiles, BetLookback, Catalog, Company, Run } from '../../core/model/catalog.ts'
import { sql } from '../../core/model/sql.ts'

export interface AppRow {
  app: App
  /** Companies with access, ascending. */
  companies: number[]
  bet_lookbacks: Omit<BetLookback, 'app_id'>[]
  /** Absent before its first run. */
  files?: AppFiles
  /** An erased app: only its id remains. */
  removed?: { since: string }
}

export type Network = Catalog['networks'][number]

/** A removed company keeps its id, so that other nodes learn of the removal. */
export interface CompanyRow extends Company {
  removed?: true
}

/** A removed run keeps its id. Older versions read a failed run, which is never served. */
export interface RunRow extends Run {
  removed?: true
}

export interface CatalogRows {
  companies: CompanyRow[]
  apps: AppRow[]
  networks: Network[]
  runs: RunRow[]
}

export interface CatalogState {
  seq: number
  importedAt: string
}

/** Sorted by id, nothing retired. */
export function catalogOf(
  { seq, importedAt }: CatalogState,
  { companies, apps, networks, runs }: CatalogRows,
): Catalog {
  const everyApp = apps.toSorted((a, b) => a.app.app_id - b.app.app_id)
  const inOrder = everyApp.filter(row => row.removed === undefined)
  const erased = everyApp.flatMap(({ app, removed }) =>
    removed === undefined ? [] : [{ app_id: app.app_id, since: removed.since }],
  )
  return {
    format: 2,
    version: seq,
    imported_at: importedAt,
    companies: companies.filter(row => !row.removed).sort((a, b) => a.company_id - b.company_id),
    apps: inOrder.map(({ app }) => app),
    app_access: inOrder
      .flatMap(({ app, companies }) =>
        companies.map(company => ({ company_id: company, app_id: app.app_id })),
      )
      .sort((a, b) => a.company_id - b.company_id || a.app_id - b.app_id),
    bet_lookbacks: inOrder.flatMap(({ app, bet_lookbacks: lookbacks }) =>
      lookbacks.map(row => ({ app_id: app.app_id, ...row })),
    ),
    networks: networks.toSorted((a, b) => (a.network < b.network ? -1 : 1)),
    runs: runs.filter(row => !row.removed).sort((a, b) => a.run_id - b.run_id),
    files: Object.fromEntries(
      inOrder.flatMap(({ app, files }) => (files === undefined ? [] : [[app.app_id, files]])),
    ),
    ...(erased.length > 0 && { erased }),
  }
}

export function appRowsOf(
  catalog: Catalog,
  ids: Iterable<number> = catalog.apps.map(app => app.app_id),
): Map<number, AppRow> {
  const wanted = new Set(ids)
  const rows = new Map<number, AppRow>()
  for (const app of catalog.apps) {
    const files = catalog.files[app.app_id]
    if (wanted.has(app.app_id))
      rows.set(app.app_id, { app, companies: [], bet_lookbacks: [], ...(files && { files }) })
  }
  for (const { app_id: app, company_id: company } of catalog.app_access)
    rows.get(app)?.companies.push(company)
  for (const { app_id: app, ...row } of catalog.bet_lookbacks)
    rows.get(app)?.bet_lookbacks.push(row)
  return rows
}

export function removedRun({ run_id, app_id, kind, created_at }: Run): RunRow {
  return {
    run_id,
    app_id,
    kind,
    status: 'failed',
    created_at,
    max_install_date: null,
    removed: true,
  }
}

export function erasedApp(app_id: number, since: string): AppRow {
  const app: App = {
    app_id,
    name: '',
    created_at: since,
    live: false,
    currency: 'XXX',
    weekly_aggregation: false,
    action_threshold: 0,
    target_dsi: 0,
    target_roas_type: 'paid',
    target_revenue_type: 'gross',
    dsi_values: [],
    version: '',
  }
  return { app, companies: [], bet_lookbacks: [], removed: { since } }
}

/** Cannot occur within a JSON text. */
export const IS_REMOVED = sql`INSTR(body, '"removed":') > 0`
