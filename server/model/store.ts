import type { AlertGroup, RevenueType, RoasType } from '../../generated/vocabulary/vocabulary.ts'
import type { App, Catalog, Run } from './catalog.ts'
import type { DateRange, InstallGrouping, ReportGrouping } from './dates.ts'
import type { Identity, IdentityName } from './identities.ts'
import type { Metric } from './metric.ts'
import type { Relation, Session } from './sql.ts'
import type { Work } from './work.ts'

/** A query took longer than its time limit and was stopped. */
export class StoreTimeout extends Error {
  override name = 'StoreTimeout'
}

/** The store cannot be reached at the moment. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** A file of the store is missing, or is not the file that was written. Its data are never served. */
export class StoreDamaged extends StoreUnavailable {
  override name = 'StoreDamaged'
  /** The file's name within the store. */
  readonly file: string

  constructor(file: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.file = file
  }
}

/** Too much of a company's work is waiting for its turn. */
export class StoreBusy extends Error {
  override name = 'StoreBusy'
}

export interface RevenueColumn {
  roasType: RoasType
  revenueType: RevenueType
  dsi: number
}

/** Name of a revenue sum, for example `paid_gross_d7`. */
export function revenueName({ roasType, revenueType, dsi }: RevenueColumn): string {
  return `${roasType}_${revenueType}_d${dsi}`
}

/** Sums of cohorts that do not depend on a DSI. */
export type CohortSum = 'spend' | `${RoasType}_installs`

/** Name of the same sum over the cohorts that have revenue at a DSI, for example `covered_spend_d7`. */
export function coveredName(sum: CohortSum, dsi: number): string {
  return `covered_${sum}_d${dsi}`
}

/** Which cohorts of a run to add up, and how far. */
export interface ReportGroupsQuery {
  app: App
  /** Undefined for an app without a succeeded run: there are no groups then. */
  run: Run | undefined
  range: DateRange
  grouping: ReportGrouping
  /** Names that periods are split by, in the order of identities; none: one group per period. */
  groupBy: readonly IdentityName[]
  /** Revenue sums wanted; spend and the three installs are always there. */
  revenue: readonly RevenueColumn[]
  /** Revenue is wanted of the cohorts that have it, and beside it their spend and installs. */
  partial: boolean
  /** Ids that pass the filters; undefined for all. */
  identityIds: readonly number[] | undefined
  /** Rows that are wanted of the report; undefined for all. */
  limit: number | undefined
}

/** A part of the groups: those whose periods start in a range, and which have some of the ids. */
export interface FactsPart {
  /** Undefined when there are none. */
  periods: DateRange | undefined
  groupIds: readonly number[]
}

export interface ReportGroups {
  /**
   * One row per period and group of identities: `install_cohort` DATE, `identity` (the smallest id that has the group's names) and `spend`; with `sums`
   * also the installs, and of the revenue sums those.
   */
  keys(sums?: readonly RevenueColumn[]): Promise<Relation>
  /**
   * The same rows with `paid_installs`, `incremental_blended_installs`, `full_blended_installs` and the revenue sums by `revenueName`, null where
   * a cohort with spend or installs has no revenue row; with `partial` instead the sum of those that have one, and what they are in all by
   * `coveredName`. All rows of `part`; rows beyond it may be there too, added up in part only.
   */
  groups(part?: FactsPart): Promise<Relation>
  /** `id`, `platform`, `network`, `campaign`, `country`. */
  names(): Promise<Relation>
}

export interface SnapshotGroupsQuery {
  app: App
  /** Runs to read, one per age of a cohort. */
  runs: readonly Run[]
  dsi: number
  roasType: RoasType
  revenueType: RevenueType
  range: DateRange
  grouping: InstallGrouping
  granularity: 'app' | 'campaign' | 'campaign_geo'
  identityIds: readonly number[] | undefined
}

export interface SnapshotGroups {
  /** `install_cohort` DATE, `identity` (0 at `app`), `run_id`, `spend`, `revenue`. */
  groups(): Promise<Relation>
  /** `run_id`, `first_install_date`: where a run's snapshots of the DSI begin, whatever the filters; of every run of the app that has any by the range's end. */
  beginnings(): Promise<Relation>
  /** `id`, `platform`, `network`, `campaign`, `country`. */
  names(): Promise<Relation>
}

/** The facts of a run, added up for one identity; spend and installs of its last 30 days with data. */
export interface IdentityTotals extends Record<`${RoasType}_installs`, number> {
  identity: number
  /** First and last install date with a cohort, `YYYY-MM-DD`. */
  first_install_date: string
  last_install_date: string
  /** Exact: ten-thousandths of the app's currency unit (see `money.ts`). */
  spend: bigint
}

/** A row of the `recommendations` table, names as displayed, `created_at` ISO 8601. */
export type StoredRecommendation = {
  recommendation_id: number
  granularity: 'campaign' | 'campaign_geo'
  platform: string
  network: string
  campaign: string
  country: string
  confidence_score: number | null
  spend: number
  lookback_days: number
  optimisation_dsi: number
  target_dsi: number
  optimisation_live_roas: number | null
  optimisation_paced_roas: number | null
  optimisation_raw_roas: number | null
  optimisation_predicted_roas: number | null
  created_at: string
} & Record<`${RoasType}_installs`, number> &
  Record<`${'target' | 'predicted'}_${RoasType}_${RevenueType}_roas`, number | null>

/** A row of the `alerts` table, names as displayed, `created_at` ISO 8601. */
export type StoredAlert = {
  alert_id: number
  run_id: number
  alert_group: AlertGroup
  title: string
  campaign: string
  country: string
  platform: string
  network: string
  daily_spend: number
  summary: string
  detail: string
  spend_detail: string | null
  recommended_action: string | null
  created_at: string
}

/**
 * A data engine. It does the part that shrinks data (filter, group, add up); ratios, order and encoding are done once for all engines, in the
 * DuckDB session that comes with the groups. Work waits for its company's turn, and ends when nobody waits for it any more: then what it
 * is asked for rejects with the reason of the work's signal.
 */
export interface Store {
  /**
   * What is visible now. One answer works from one catalog and so never mixes imports. Without an app: all companies, apps and networks, and no run as
   * far as can be relied on. With one: all that is the app's own, and all networks; of companies and other apps there may be none.
   */
  catalog(appId?: number): Promise<Catalog>
  identities(work: Work, catalog: Catalog, appId: number): Promise<readonly Identity[]>
  /** Those of one granularity. */
  recommendations(work: Work, run: Run, granularity: StoredRecommendation['granularity']): Promise<readonly StoredRecommendation[]>
  /** Alerts of the given runs, created within the UTC dates of `range` when there is one; in no order. */
  alerts(work: Work, catalog: Catalog, appId: number, runs: readonly Run[], range?: DateRange): Promise<StoredAlert[]>
  /** Totals of the identities that have cohorts in the run, in no order; none once its facts are pruned. */
  identityTotals(work: Work, catalog: Catalog, run: Run): Promise<readonly IdentityTotals[]>
  /** The app's DSIs with snapshots in one of the runs, ascending. */
  snapshotDsis(work: Work, catalog: Catalog, app: App, runs: readonly Run[]): Promise<number[]>
  withReportGroups<Result>(
    work: Work,
    catalog: Catalog,
    query: ReportGroupsQuery,
    use: (session: Session, groups: ReportGroups) => Promise<Result>,
  ): Promise<Result>
  withSnapshotGroups<Result>(
    work: Work,
    catalog: Catalog,
    query: SnapshotGroupsQuery,
    use: (session: Session, groups: SnapshotGroups) => Promise<Result>,
  ): Promise<Result>
  /** Room that the app's data take, in bytes. */
  size(catalog: Catalog, appId: number): Promise<number>
  /** Metrics of its queues. Takes no turn. */
  metrics?: () => Metric[]
  /** Rejects when the store cannot answer. Takes no turn. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** Money as whole ten-thousandths of the currency unit, in which sums are exact. */

/** A decimal with 4 decimals, for example `12.5000`. */
export function scaledMoney(decimal: string): bigint {
  return BigInt(decimal.replace('.', ''))
}

/** The nearest double, in the way DuckDB takes, so that engines agree in the last bit: divided where that is exact, else in two parts. */
export function doubleOf(scaled: bigint): number {
  if (scaled <= BigInt(Number.MAX_SAFE_INTEGER) && scaled >= -BigInt(Number.MAX_SAFE_INTEGER)) return Number(scaled) / 1e4
  return Number(scaled / 10_000n) + Number(scaled % 10_000n) / 1e4
}
