import type { Platform, RevenueType, RoasType } from '../../generated/vocabulary/vocabulary.ts'
import { grouped } from './identities.ts'

/**
 * The catalog: what says which data are visible, a document in a data directory and rows in a database. An import writes its immutable
 * data files aside and then publishes a new catalog atomically, so that a reader sees everything of a delivery or nothing. Everything in
 * it is plain JSON.
 */

/** Placeholder for a missing platform, network, campaign or country, in results and filters. */
export const UNKNOWN = 'Unknown'

export interface Company {
  company_id: number
  name: string
  /** Another one after every import that touches what the company may read, unlike any other: what earlier versions cache its list by. */
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
  /** Half-width of the HOLD band as a share of the target; never null here (0.05 where the delivery left it empty). */
  action_threshold: number
  target_dsi: number
  target_roas_type: RoasType
  target_revenue_type: RevenueType
  /** Ascending, without duplicates. */
  dsi_values: number[]
  /**
   * Another one after every import that touches the app (its row, access, lookbacks or runs) or changes a network, unlike any other:
   * what earlier versions cache its answers by, and services of them may share the store.
   */
  version: string
}

/** Bet lookback range: cohorts installed `start_day` to `end_day` days ago. `platform` null: every platform without a row of its own. */
export interface BetLookback {
  app_id: number
  platform: Platform | null
  start_day: number
  end_day: number
}

/** Why a run withholds its forecasts at a DSI: too little history to see so far, or they were too far off on the past. */
export const WITHHELD_FOR = ['history', 'backtest'] as const
export type WithheldFor = (typeof WITHHELD_FOR)[number]

export interface Run {
  run_id: number
  app_id: number
  kind: 'recommendation' | 'alert'
  status: 'succeeded' | 'failed'
  /** ISO 8601, UTC, milliseconds. */
  created_at: string
  /** `YYYY-MM-DD`; null on alert runs. */
  max_install_date: string | null
  /** DSIs at which the run forecasts nothing, ascending; absent where there are none. */
  withheld?: { dsi: number; reason: WithheldFor }[]
  /** Unlike that of any other run, of the same id too: an id comes again in a store that was put back to an earlier state. See `withVersions`. */
  version?: string
  /** Absent but while the operator has it taken back: it is not served then, and stays as it is. */
  withdrawn?: Withdrawn
  /** Facts of the run; absent once pruned, on failed runs and on alert runs. */
  facts?: RunFacts
  /** Parquet file of the run's recommendations; absent where it has none. */
  recommendations?: Segment
}

/** When, and why, a run was taken back. */
export interface Withdrawn {
  /** ISO 8601, UTC, milliseconds. */
  since: string
  reason?: string
}

/** One run's `cohorts` joined with its `cohort_revenue`, pivoted by DSI: see `delivery/load/rows.ts`. */
export interface RunFacts extends Partial<Sealed> {
  /** Path relative to the data directory. */
  file: string
  rows: number
  /** DSIs that have columns in the file, ascending. */
  dsi_values: number[]
  /** Smallest and largest install_date, `YYYY-MM-DD`. */
  first_install_date: string
  last_install_date: string
}

/** An immutable Parquet file holding a part of one table. */
export interface Segment extends Partial<Sealed> {
  file: string
  rows: number
  /** Smallest and largest id of recommendations or alerts, where the engine looks for ids by them. */
  min_id?: number
  max_id?: number
}

/** Size and checksum of a data file, by which every reader checks it. */
export interface Sealed {
  /** Its size. */
  bytes: number
  /** SHA-256 of all of it, in hexadecimal. */
  sha256: string
  /** SHA-256 of the list of its blocks' sums, for files that are read in parts. */
  blocks?: string
}

/** An app's identities. */
export interface Identities extends Segment {
  /** Another one whenever there are more of them, unlike any other. See `withVersions`. */
  version?: string
}

/** An app's data besides its runs. */
export interface AppFiles {
  /** Parquet: the app's identities, append-only across imports. */
  identities?: Identities
  /** `roas_snapshots` of the app's runs; a row names its run. */
  snapshots: Segment[]
  /** `alerts` of the app's runs; a row names its run. */
  alerts: Segment[]
}

export interface RetiredFile {
  file: string
  /** ISO 8601. */
  since: string
  /** Absent where an earlier version retired it. */
  app_id?: number
}

export interface Catalog {
  format: 2
  /** Number of the import, or change of access or of a run, that was published last; 0 when nothing was imported yet. */
  version: number
  /** ISO timestamp of the latest import. */
  imported_at: string
  companies: Company[]
  apps: App[]
  app_access: { company_id: number; app_id: number }[]
  bet_lookbacks: BetLookback[]
  networks: { network: string; traditional: boolean }[]
  runs: Run[]
  /** By app id. */
  files: Record<string, AppFiles>
  /** Files no longer named above, since when, and of which app: moved to the trash later, once no reader can be at work on them. */
  retired: RetiredFile[]
  /** Apps removed with their data: whatever still holds some of those erases it. */
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
  retired: [],
}

/** Every data file that a catalog names, of one app or of all, with its checksum. */
export function dataParts(catalog: Catalog, appId?: number): (Segment | RunFacts)[] {
  const runs = catalog.runs.filter(run => appId === undefined || run.app_id === appId)
  const apps = appId === undefined ? Object.values(catalog.files) : [catalog.files[appId]]
  const parts = [
    ...runs.flatMap(run => [run.facts, run.recommendations]),
    ...apps.flatMap(files => [files?.identities, ...(files?.snapshots ?? []), ...(files?.alerts ?? [])]),
  ]
  return parts.filter(part => part !== undefined)
}

/** The names of the same files, relative to the data directory. */
export function dataFiles(catalog: Catalog, appId?: number): Set<string> {
  return new Set(dataParts(catalog, appId).map(({ file }) => file))
}

/** The range of an app without any row, in days. */
const DEFAULT = { start_day: 2, end_day: 8 }

const lookbacksOf = grouped<BetLookback, number>(lookback => lookback.app_id)

/** A platform's bet lookback range: its own row, else that of every other platform, else 2 to 8 days. `Unknown` has no row of its own. */
export function betLookback(
  lookbacks: readonly BetLookback[],
  appId: number,
  platform: string,
): Pick<BetLookback, 'start_day' | 'end_day'> {
  const own = lookbacksOf(lookbacks, appId)
  return own.find(lookback => lookback.platform === platform) ?? own.find(lookback => lookback.platform === null) ?? DEFAULT
}
