import {
  type AlertGroup,
  type AlertMetric,
  type ResponseEvidence,
  type RevenueType,
  ROAS_TYPES,
  type RoasType,
} from '../../../generated/vocabulary/vocabulary.ts'
import type { App, Catalog, RecommendationRun, Run } from './catalog.ts'
import { targetTypeColumns } from './classification.ts'
import type { DateRange, InstallGrouping, ReportGrouping } from './dates.ts'
import type { Identity, IdentityName } from './identities.ts'
import type { Metric } from '../runtime/metric.ts'
import type { KeptRows } from '../runtime/shared-work.ts'
import type { Relation, Session } from './sql.ts'
import type { Work } from '../runtime/work.ts'

export class StoreTimeout extends Error {
  override name = 'StoreTimeout'
}

/** The caller's time is over, but the work continues for a while: a retry joins it. */
export class StoreStillWorking extends StoreTimeout {
  override name = 'StoreStillWorking'
}

export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

export class StoreDamaged extends StoreUnavailable {
  override name = 'StoreDamaged'
  readonly file: string

  constructor(file: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.file = file
  }
}

/** The system ended the process that did the work, usually for lack of memory. */
export class StoreOutOfMemory extends StoreUnavailable {
  override name = 'StoreOutOfMemory'
}

export interface RevenueColumn {
  roasType: RoasType
  revenueType: RevenueType
  dsi: number
}

export function revenueName({ roasType, revenueType, dsi }: RevenueColumn): string {
  return `${roasType}_${revenueType}_d${dsi}`
}

export type CohortSum = 'spend' | `${RoasType}_installs`

export const COHORT_SUMS: readonly CohortSum[] = [
  'spend',
  ...ROAS_TYPES.map(type => `${type}_installs` as const),
]

/** Its sum over cohorts with revenue at a DSI, for example `covered_spend_d7`. */
export function coveredName(sum: CohortSum, dsi: number): string {
  return `covered_${sum}_d${dsi}`
}

export interface ReportGroupsQuery {
  app: App
  /** Undefined if no run succeeded: no groups. */
  run: Run | undefined
  range: DateRange
  /** Another range, for groups of `total`. */
  compared?: DateRange | undefined
  grouping: ReportGrouping
  /** In the order of identities; empty: one group per period. */
  groupBy: readonly IdentityName[]
  /** Names of a finer grouping for `ReportGroups.level`: those of a campaign, or all. */
  level?: readonly IdentityName[] | undefined
  /** Spend and installs are always included. */
  revenue: readonly RevenueColumn[]
  /** Sums cover only cohorts with revenue, beside their spend and installs. */
  partial: boolean
  /** Undefined: all. */
  identityIds: readonly number[] | undefined
  /** Rows of the report; undefined: all. */
  limit: number | undefined
}

/** Groups whose periods start in a range and that include some of the ids. */
export interface FactsPart {
  /** Undefined: none. */
  periods: DateRange | undefined
  groupIds: readonly number[]
}

export interface ReportGroups {
  /**
   * One row per period and group: `install_cohort` DATE, `identity` (smallest id with the group's names) and `spend`; with `sums` also
   * installs and those revenues.
   */
  keys(sums?: readonly RevenueColumn[]): Promise<Relation>
  /**
   * As `keys`, with `paid_installs`, `incremental_blended_installs`, `full_blended_installs` and revenues by `revenueName`, null if a cohort
   * with spend or installs lacks a revenue row; with `partial`, sums of the others and their totals by `coveredName`. Complete for `part`;
   * other rows may be present with partial sums.
   */
  groups(part?: FactsPart): Promise<Relation>
  /** All groups of the compared range. */
  before(): Promise<Relation>
  /** As `keys`, grouped by the names of the query's `level`. */
  level(): Promise<Relation>
  names(): Promise<Relation>
}

export interface SnapshotGroupsQuery {
  app: App
  runs: readonly RecommendationRun[]
  dsi: number
  roasType: RoasType
  revenueType: RevenueType
  range: DateRange
  grouping: InstallGrouping
  granularity: 'app' | 'campaign' | 'campaign_geo'
  identityIds: readonly number[] | undefined
}

export interface SnapshotGroups {
  groups(): Promise<Relation>
  /** `run_id`, `first_install_date`: the first snapshot of the DSI, unfiltered, for every run of the app with one by the range's end. */
  beginnings(): Promise<Relation>
  names(): Promise<Relation>
}

/** Facts of one identity; spend and installs cover the last 30 days with data. */
export interface IdentityTotals extends Record<`${RoasType}_installs`, number> {
  identity: number
  /** First and last install date with a cohort, `YYYY-MM-DD`. */
  first_install_date: string
  last_install_date: string
  /** Ten-thousandths of the app's currency unit (`money.ts`). */
  spend: bigint
}

/** Days of a run that steps look back on: up to a week, and the four weeks before. */
export const STEP_DAYS = 35

/** How much older the runs are whose steps are compared with the served one's. */
export const COMPARED_DAYS = 42

/** Number of days in `LatestDays`, so that one reading serves all of these runs. */
export const LATEST_DAYS = STEP_DAYS + COMPARED_DAYS

/** One identity's spend and paid installs on each of the latest days, newest first. */
export interface LatestDays {
  identity: number
  /** `YYYY-MM-DD`; null if the run has no spend. */
  first_spend_date: string | null
  /** Ten-thousandths of the app's currency unit. */
  spend: Readonly<BigInt64Array>
  paid_installs: Readonly<Float64Array>
}

/** Displayed names; `created_at` ISO 8601. */
export type StoredRecommendation = {
  run_id: number
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
  /** `YYYY-MM-DD`; null in rows of earlier versions. */
  lookback_start_date: string | null
  lookback_end_date: string | null
  predicted_low_roas: number | null
  predicted_high_roas: number | null
  suggested_daily_spend: number | null
  response_elasticity: number | null
  response_low: number | null
  response_high: number | null
  marginal_roas: number | null
  /** Null in rows of earlier versions. */
  response_evidence: ResponseEvidence | null
} & Record<`${RoasType}_installs`, number> &
  Record<RoasColumn, number | null>

type RoasColumn = `${'target' | 'predicted'}_${RoasType}_${RevenueType}_roas`

const JUDGED_COLUMNS = [
  'run_id',
  'recommendation_id',
  'platform',
  'network',
  'campaign',
  'country',
  'confidence_score',
  'spend',
  'lookback_days',
  'target_dsi',
  'optimisation_live_roas',
  'lookback_start_date',
  'lookback_end_date',
] as const

/** The columns that later judge a recommendation: ROAS only of the app's target types. */
export function decisionColumns(app: App): readonly string[] {
  return [...JUDGED_COLUMNS, ...Object.values(targetTypeColumns(app))]
}

export type StoredDecision = Pick<StoredRecommendation, (typeof JUDGED_COLUMNS)[number]> &
  Partial<Pick<StoredRecommendation, RoasColumn>>

interface DecisionsQuery {
  app: App
  runs: readonly Run[]
  granularity: StoredRecommendation['granularity']
}

/** Displayed names; `created_at` ISO 8601. */
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
  metric: AlertMetric | null
  value: number | null
  reference: number | null
  change: number | null
}

/**
 * A data engine: filters, groups and sums. Ratios, order and encoding are done once for all engines, in the DuckDB session that comes
 * with the groups. Work waits for its company's turn and rejects with its signal's reason.
 */
export interface Store {
  /**
   * The visible data. One response uses one catalog, so it never mixes imports. Without an app: all companies, apps and networks; its runs are
   * incomplete. With one: everything of the app and all networks; others may be missing.
   */
  catalog(appId?: number): Promise<Catalog>
  identities(work: Work, catalog: Catalog, appId: number): Promise<readonly Identity[]>
  /** Unordered; runs must belong to one app. */
  recommendations(
    work: Work,
    runs: readonly Run[],
    granularity: StoredRecommendation['granularity'],
  ): Promise<readonly StoredRecommendation[]>
  /** Unordered; runs must belong to one app. */
  decisions(work: Work, catalog: Catalog, query: DecisionsQuery): Promise<readonly StoredDecision[]>
  /** Unordered; created within the UTC dates of `range` if given. */
  alerts(
    work: Work,
    catalog: Catalog,
    appId: number,
    runs: readonly Run[],
    range?: DateRange,
  ): Promise<StoredAlert[]>
  /** Unordered; none once facts are pruned. */
  identityTotals(work: Work, catalog: Catalog, run: Run): Promise<readonly IdentityTotals[]>
  /** Unordered, up to `through`; none once facts are pruned. */
  latestDays(
    work: Work,
    catalog: Catalog,
    run: Run,
    through: string,
  ): Promise<readonly LatestDays[]>
  /** DSIs with snapshots in the runs, ascending. */
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
  /** Bytes of the app's data. */
  size(catalog: Catalog, appId: number): Promise<number>
  /** Cache for rows computed from the store's. */
  keptRows?: KeptRows
  metrics?: () => Metric[]
  ready(): Promise<void>
  close(): Promise<void>
}

/** Money in ten-thousandths of the currency unit, with exact sums, from 4 decimals such as `12.5000`. */
export function scaledMoney(decimal: string): bigint {
  return BigInt(decimal.replace('.', ''))
}

/** Rounds as DuckDB does, so that engines agree in the last bit: divides if exact, else in two parts. */
export function doubleOf(scaled: bigint): number {
  if (scaled <= BigInt(Number.MAX_SAFE_INTEGER) && scaled >= -BigInt(Number.MAX_SAFE_INTEGER))
    return Number(scaled) / 1e4
  return Number(scaled / 10_000n) + Number(scaled % 10_000n) / 1e4
}

/** Opens a store while `use` runs. */
export async function withStore<Result>(
  { openStore }: { openStore: () => Promise<Store> },
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore()
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}
