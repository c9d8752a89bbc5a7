import { sqlType } from '../../../imports/cell-kinds.ts'
import { columnsOf, INSTALLS } from '../../../imports/tables.ts'
import { type Sealed, UNKNOWN } from '../../../core/model/catalog.ts'
import { addDays, type DateRange, daysBetween } from '../../../core/model/dates.ts'
import { IDENTITY_NAMES } from '../../../core/model/identities.ts'
import {
  date,
  joined,
  literal,
  numbers,
  plain,
  plainList,
  readPath,
  type Relation,
  sql,
  type Sql,
} from '../../../core/model/sql.ts'
import {
  type IdentityTotals,
  LATEST_DAYS,
  type LatestDays,
  type ReportGroups,
  type ReportGroupsQuery,
  scaledMoney,
  type SnapshotGroups,
  type SnapshotGroupsQuery,
  StoreUnavailable,
} from '../../../core/model/store.ts'
import { forEachInSlices } from '../../../core/runtime/slices.ts'
import type { SnapshotsOfRun } from './find-segments.ts'
import {
  beforeOf,
  beginningsSql,
  type GroupQuery,
  joinGroupIds,
  levelOf,
  noGroups,
  type PeriodSql,
  reportSql,
  snapshotSql,
} from './group-sql.ts'

const PERIOD: PeriodSql = {
  daily: sql`install_date`,
  weekly: sql`date_trunc('week', install_date)::DATE`,
  monthly: sql`date_trunc('month', install_date)::DATE`,
}

export function parquet(paths: readonly string[]): Sql {
  return sql`read_parquet([${joined(paths.map(readPath))}])`
}

/** Rows of a table as delivered; optional columns are null in files of earlier versions, which lack them. */
export function deliveredParquet(
  table: 'recommendations' | 'alerts',
  paths: readonly string[],
): Sql {
  const optional = columnsOf(table).filter(([, column]) => column.optional)
  const nulls = joined(
    optional.map(([name, { kind }]) => sql`NULL::${sqlType(kind)} AS ${plain(name)}`),
  )
  return sql`(SELECT * FROM read_parquet([${joined(paths.map(readPath))}], union_by_name = true) UNION ALL BY NAME SELECT ${nulls} WHERE false)`
}

/** Undefined without paths. */
export function anyParquet(paths: readonly string[]): Sql | undefined {
  return paths.length === 0 ? undefined : parquet(paths)
}

function namesIn(identities: Sql | undefined): Relation {
  return identities === undefined
    ? sql`SELECT 0 AS id, '' AS platform, '' AS network, '' AS campaign, '' AS country WHERE false`
    : sql`SELECT id, platform, network, campaign, country FROM ${identities}`
}

export function grouped({ columns, groupedBy, where }: GroupQuery, source: Sql): Relation {
  return sql`SELECT ${joined(columns.map(column => sql`${column.sql} AS ${plain(column.name)}`))} FROM ${source}
    WHERE ${where} GROUP BY ${numbers(columns.slice(0, groupedBy).map((_, index) => index + 1))}`
}

/** Only unknown names have several spellings, empty and `Unknown`. Grouping a full export by row takes most of its time and memory. */
function byRow(query: GroupQuery, source: Sql, identities: Sql): Relation {
  const { columns, where } = query
  const merged = sql`SELECT id FROM ${identities} WHERE ${literal(UNKNOWN)} IN (${plainList(IDENTITY_NAMES)})`
  return sql`SELECT ${joined(columns.map(column => sql`${column.ofRow ?? column.sql} AS ${plain(column.name)}`))} FROM ${source}
    WHERE ${where} AND identity NOT IN (${merged})
    UNION ALL ${grouped({ ...query, where: sql`${where} AND identity IN (${merged})` }, source)}`
}

function joinedWith(query: ReportGroupsQuery, identities: Sql | undefined): Sql {
  return identities === undefined ? sql`` : joinGroupIds(query.groupBy, identities, plain)
}

/** Sums rows of Parquet files. */
export interface Adder {
  period: PeriodSql
  /** `source` follows FROM. */
  add: (query: GroupQuery, source: Sql) => Promise<Relation>
}

const HERE: Adder = { period: PERIOD, add: async (query, source) => grouped(query, source) }

function hereBy(identities: Sql | undefined): Adder {
  if (identities === undefined) return HERE
  return {
    period: PERIOD,
    add: async (query, source) => (query.isByRow ? byRow : grouped)(query, source, identities),
  }
}

interface ReportSources {
  /** SQL that follows FROM where groups are summed; undefined without rows. */
  facts: Sql | undefined
  identities: Sql | undefined
  /** Identities in the session, if groups are summed elsewhere. */
  names?: Sql | undefined
}

/** Computes the report's groups from one run's facts. */
export function reportGroups(
  query: ReportGroupsQuery,
  { facts, identities, names = identities }: ReportSources,
  { period, add } = hereBy(identities),
): ReportGroups {
  const groupIds = joinedWith(query, identities)
  const relation = async (wanted: GroupQuery): Promise<Relation> =>
    facts ? await add(wanted, sql`${facts}${groupIds}`) : noGroups(wanted)
  return {
    keys: revenue => relation(reportSql(query, period, { revenue })),
    groups: part => relation(reportSql(query, period, { revenue: query.revenue, part })),
    before: () => relation(reportSql(beforeOf(query), period, { revenue: query.revenue })),
    level: () => relation(reportSql(levelOf(query), period, { revenue: undefined })),
    names: async () => namesIn(names),
  }
}

interface SnapshotSources {
  /** SQL that follows FROM where groups are summed; undefined without rows. */
  snapshots: Sql | undefined
  /** Snapshots of earlier versions, whose first dates the catalog does not list. */
  earlier: Sql | undefined
  /** In the session. */
  identities: Sql | undefined
}

export function snapshotGroups(
  query: SnapshotGroupsQuery,
  { snapshots, earlier, identities }: SnapshotSources,
  known: readonly SnapshotsOfRun[],
  { period, add } = HERE,
): SnapshotGroups {
  const relation = async (wanted: GroupQuery, source: Sql | undefined): Promise<Relation> =>
    source && query.runs.length > 0 ? await add(wanted, source) : noGroups(wanted)
  const listed = known
    .filter(({ date }) => date <= query.range.end)
    .map(({ run, date: day }) => sql`(${run}::BIGINT, ${date(day)})`)
  return {
    groups: () => relation(snapshotSql(query, period), snapshots),
    beginnings: async () => {
      const read = await relation(beginningsSql(query), earlier)
      if (listed.length === 0) return read
      return sql`SELECT run_id, min(first_install_date) AS first_install_date
        FROM (${read} UNION ALL FROM (VALUES ${joined(listed)}) listed (run_id, first_install_date)) GROUP BY run_id`
    },
    names: async () => namesIn(identities),
  }
}

export interface DataFile extends Partial<Sealed> {
  file: string
}

/** A local copy was removed or changed during the read. The next read fetches it again. */
export class CopyLost extends StoreUnavailable {
  override name = 'CopyLost'
}

export interface LocalFiles {
  /**
   * Passes paths of the files, in order, to `use`, and holds them until it ends.
   * @throws CopyLost; StoreUnavailable if a file cannot be fetched now; the signal's reason
   */
  during<Result>(
    files: readonly DataFile[],
    signal: AbortSignal,
    use: (paths: readonly string[]) => Promise<Result>,
  ): Promise<Result>
}

/** Facts of `source` by identity. `asText` converts a date or decimal to text in SQL, if the engine needs it. */
export function totalsSql(recent: DateRange, source: Sql, asText: (value: Sql) => Sql): Sql {
  const amounts = (column: string): Sql =>
    sql`CASE WHEN install_date BETWEEN ${date(recent.start)} AND ${date(recent.end)} THEN ${plain(column)} ELSE 0 END`
  return sql`SELECT identity, ${asText(sql`min(install_date)`)} AS first_install_date, ${asText(sql`max(install_date)`)} AS last_install_date,
    ${asText(sql`CAST(sum(${amounts('spend')}) AS DECIMAL(38, 4))`)} AS spend, ${joined(INSTALLS.map(name => sql`sum(${amounts(name)}) AS ${plain(name)}`))}
    FROM ${source} GROUP BY identity`
}

/**
 * One row per identity with its first day of spend, and one per identity and latest day; `foldLatestDays` joins them. A sum per day in one
 * row per identity takes as many conditions for each cohort as there are days.
 */
export function latestDaysSql(through: string, source: Sql, asText: (value: Sql) => Sql): Sql {
  const spend = asText(sql`CAST(sum(spend) AS DECIMAL(38, 4))`)
  return sql`SELECT identity, ${asText(sql`min(CASE WHEN spend > 0 THEN install_date END)`)} AS first_spend_date, NULL AS latest_day, NULL AS latest_spend, NULL AS latest_paid
    FROM ${source} GROUP BY identity
    UNION ALL
    SELECT identity, NULL AS first_spend_date, ${asText(sql`install_date`)} AS latest_day, ${spend} AS latest_spend, sum(paid_installs) AS latest_paid
    FROM ${source} WHERE install_date BETWEEN ${date(addDays(through, 1 - LATEST_DAYS))} AND ${date(through)} GROUP BY identity, install_date`
}

interface LatestDay {
  identity: number
  firstSpend: string | null
  /** Null in the row of the identity itself. */
  day: string | null
  spend: bigint
  paid: number
}

function dayIn(cell: unknown): string | null {
  return cell === null || cell === undefined ? null : String(cell).slice(0, 10)
}

export function plainLatestDay(row: Readonly<Record<string, unknown>>): LatestDay {
  const day = dayIn(row['latest_day'])
  return {
    identity: Number(row['identity']),
    firstSpend: dayIn(row['first_spend_date']),
    day,
    spend: day === null ? 0n : scaledMoney(String(row['latest_spend'])),
    paid: Number(row['latest_paid'] ?? 0),
  }
}

/** Indexed by age: 0 is the day `through`. */
export async function foldLatestDays(
  through: string,
  rows: readonly LatestDay[],
): Promise<LatestDays[]> {
  const byIdentity = new Map<
    number,
    { first: string | null; spend: BigInt64Array; paid: Float64Array }
  >()
  await forEachInSlices(rows, ({ identity, firstSpend, day, spend, paid }) => {
    const own = byIdentity.get(identity) ?? {
      first: null,
      spend: new BigInt64Array(LATEST_DAYS),
      paid: new Float64Array(LATEST_DAYS),
    }
    byIdentity.set(identity, own)
    own.first = firstSpend ?? own.first
    if (day === null) return
    const back = daysBetween(day, through)
    own.spend[back] = spend
    own.paid[back] = paid
  })
  return [...byIdentity].map(([identity, { first, spend, paid }]) => ({
    identity,
    first_spend_date: first,
    spend,
    paid_installs: paid,
  }))
}

export function plainTotals(row: Readonly<Record<string, unknown>>): IdentityTotals {
  return {
    identity: Number(row['identity']),
    first_install_date: String(row['first_install_date']),
    last_install_date: String(row['last_install_date']),
    spend: scaledMoney(String(row['spend'])),
    paid_installs: Number(row['paid_installs']),
    incremental_blended_installs: Number(row['incremental_blended_installs']),
    full_blended_installs: Number(row['full_blended_installs']),
  }
}
