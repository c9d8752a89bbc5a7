import type {
  EventKind,
  Platform,
  RevenueType,
  RoasType,
} from '../../../generated/vocabulary/vocabulary.ts'

/**
 * The catalog lists visible data: a document in a data directory, rows in a database. An import writes immutable files, then publishes a
 * new catalog atomically: readers see all of a delivery or nothing. Plain JSON.
 */

export const UNKNOWN = 'Unknown'

export interface Company {
  company_id: number
  name: string
  /** Unique; changes with every import that touches what the company may read. Earlier versions cache by it. */
  version: string
}

export interface App {
  app_id: number
  name: string
  /** ISO 8601, UTC, milliseconds. */
  created_at: string
  live: boolean
  /** ISO 4217. */
  currency: string
  weekly_aggregation: boolean
  /** Half-width of the HOLD band as a share of the target; defaults to 0.05. */
  action_threshold: number
  target_dsi: number
  target_roas_type: RoasType
  target_revenue_type: RevenueType
  /** Ascending, without duplicates. */
  dsi_values: number[]
  /**
   * Unique; changes with every import that touches the app (row, access, lookbacks, runs) or a network. Earlier versions, which may share the
   * store, cache by it.
   */
  version: string
}

/** Cohorts installed `start_day` to `end_day` days ago. `platform` null: every platform without its own row. */
export interface BetLookback {
  app_id: number
  platform: Platform | null
  start_day: number
  end_day: number
}

/** Reason: too little history, or past forecasts too inaccurate. */
export const WITHHELD_FOR = ['history', 'backtest'] as const
export type WithheldFor = (typeof WITHHELD_FOR)[number]

interface AnyRun {
  run_id: number
  app_id: number
  status: 'succeeded' | 'failed'
  /** ISO 8601, UTC, milliseconds. */
  created_at: string
  /** DSIs without forecasts, ascending; absent without any. */
  withheld?: { dsi: number; reason: WithheldFor }[]
  /** DSIs whose forecasts no test has judged yet, ascending; absent without any. */
  untested?: number[]
  /** Unique, even for a reused id after a restore. See `withVersions`. */
  version?: string
  /** Present while withdrawn by the operator: stored but not served. */
  withdrawn?: Withdrawn
  /** Absent if pruned, on failed runs and on alert runs. */
  facts?: RunFacts
  /** A Parquet file; absent without recommendations. */
  recommendations?: Segment
  /** First install dates of its snapshots; absent if there are none or an earlier version wrote them. */
  snapshots?: SnapshotsFrom[]
}

export interface RecommendationRun extends AnyRun {
  kind: 'recommendation'
  /** `YYYY-MM-DD`. */
  max_install_date: string
}

export interface AlertRun extends AnyRun {
  kind: 'alert'
  max_install_date: null
}

export type Run = RecommendationRun | AlertRun

export interface SnapshotsFrom {
  /** `YYYY-MM-DD`. */
  first_install_date: string
  /** Ascending. */
  dsi_values: number[]
}

interface Withdrawn {
  /** ISO 8601, UTC, milliseconds. */
  since: string
  reason?: string
}

/** `cohorts` joined with `cohort_revenue`, pivoted by DSI: see `imports/load/row-queries.ts`. */
export interface RunFacts extends Partial<Sealed> {
  file: string
  rows: number
  /** DSIs with columns in the file, ascending. */
  dsi_values: number[]
  /** Install dates, `YYYY-MM-DD`. */
  first_install_date: string
  last_install_date: string
  /** Absent if an earlier version wrote it; imports compare the next run with it. */
  totals?: RunTotals
}

export interface RunTotals {
  /** Daily average, in the app's currency. */
  spend: number
  /** Average full blended gross revenue by cohort and DSI. */
  revenue: number
  /** Networks with at least 1 % of the spend. */
  networks: string[]
}

/** An immutable file with a part of one table. */
export interface Segment extends Partial<Sealed> {
  file: string
  rows: number
  /** Ids of recommendations or alerts; absent in files of earlier versions. */
  min_id?: number
  max_id?: number
  /** `YYYY-MM`, its only month; absent in the file that an import adds, until its rows move into monthly files. */
  month?: string
  /** Absent in files of earlier versions, which may have any rows. */
  span?: SegmentSpan
}

/** Smallest and largest values in a segment: install dates of snapshots or days of alerts (inclusive, `YYYY-MM-DD`), and ids of runs. */
export interface SegmentSpan {
  start: string
  end: string
  first_run: number
  last_run: number
}

export interface Sealed {
  bytes: number
  sha256: string
  /** SHA-256 of the list of block sums, for files read in parts. */
  blocks?: string
}

interface Identities extends Segment {
  /** Unique; changes as identities are added. See `withVersions`. */
  version?: string
}

export interface AppFiles {
  /** Append-only across imports. */
  identities?: Identities
  snapshots: Segment[]
  alerts: Segment[]
  /** Ascending by id; absent if none. Small enough for the catalog, and removed with the app on every engine. */
  events?: AppEvent[]
  /** Like `events`. */
  budgets?: Budget[]
}

/** Spend planned for a month. A null name matches all. */
export interface Budget {
  budget_id: number
  /** `YYYY-MM`. */
  month: string
  platform: Platform | null
  network: string | null
  campaign: string | null
  /** In the app's currency. */
  amount: number
}

/** A null name matches all. */
export interface AppEvent {
  event_id: number
  kind: EventKind
  title: string
  /** Inclusive, `YYYY-MM-DD`. */
  start_date: string
  end_date: string
  platform: Platform | null
  network: string | null
  campaign: string | null
  country: string | null
  note: string | null
}

/** A file that the catalog no longer lists; deleted once no reader and no repair can use it. */
export interface RetiredFile {
  file: string
  /** ISO 8601. */
  since: string
  app_id: number
}

export interface Catalog {
  format: 2
  /** Number of the last publish; 0 before the first. */
  version: number
  imported_at: string
  companies: Company[]
  apps: App[]
  app_access: { company_id: number; app_id: number }[]
  bet_lookbacks: BetLookback[]
  networks: { network: string; traditional: boolean }[]
  runs: Run[]
  /** By app id. */
  files: Record<string, AppFiles>
  /** Apps removed with their data; every node erases its part. */
  erased?: ErasedApp[]
}

export interface ErasedApp {
  app_id: number
  /** ISO 8601. */
  since: string
}

export const EMPTY_CATALOG: Catalog = {
  format: 2,
  version: 0,
  imported_at: '1970-01-01T00:00:00.000Z',
  companies: [],
  apps: [],
  app_access: [],
  bet_lookbacks: [],
  networks: [],
  runs: [],
  files: {},
}

export function dataParts(catalog: Catalog, appId?: number): (Segment | RunFacts)[] {
  const runs = catalog.runs.filter(run => appId === undefined || run.app_id === appId)
  const apps = appId === undefined ? Object.values(catalog.files) : [catalog.files[appId]]
  const parts = [
    ...runs.flatMap(run => [run.facts, run.recommendations]),
    ...apps.flatMap(files => [
      files?.identities,
      ...(files?.snapshots ?? []),
      ...(files?.alerts ?? []),
    ]),
  ]
  return parts.filter(part => part !== undefined)
}

export function dataFiles(catalog: Catalog, appId?: number): Set<string> {
  return new Set(dataParts(catalog, appId).map(({ file }) => file))
}
