import { addDays, type DateRange, daysBetween, periodStart } from '../../../core/model/dates.ts'
import { plain, type Relation, sql, type Sql } from '../../../core/model/sql.ts'
import type {
  FactsPart,
  ReportGroups,
  ReportGroupsQuery,
  RevenueColumn,
  SnapshotGroups,
  SnapshotGroupsQuery,
} from '../../../core/model/store.ts'
import {
  beforeOf,
  beginningsSql,
  type GroupQuery,
  joinGroupIds,
  levelOf,
  mergedSql,
  noGroups,
  type PeriodSql,
  reportSql,
  snapshotSql,
} from '../common/group-sql.ts'
import { factsSource } from '../database/facts-tables.ts'
import type { GroupFetcher } from './fetch-groups.ts'

// Databases define weeks differently, so period starts are stored.
export const PERIOD: PeriodSql = {
  daily: sql`install_date`,
  weekly: sql`week_start`,
  monthly: sql`month_start`,
}

/** Large reports are summed in parts, in parallel on the server. */
const ROWS_PER_PART = 200_000
const MAX_PARTS = 4

export function reportGroups(
  fetcher: GroupFetcher,
  query: ReportGroupsQuery,
  names: () => Promise<Relation>,
): ReportGroups {
  const facts = query.run?.facts
  const identities = sql`(SELECT * FROM identities WHERE app_id = ${query.app.app_id}) named`
  // Engines compare only the first bytes of long texts.
  const groupIds = joinGroupIds(query.groupBy, identities, name => sql`SHA2(${plain(name)}, 256)`)
  const fetch = async (
    query: ReportGroupsQuery,
    revenue: readonly RevenueColumn[] | undefined,
    part?: FactsPart,
  ): Promise<Relation> => {
    const ofAll = reportSql(query, PERIOD, { revenue, part })
    if (!facts) return noGroups(ofAll)
    const parts =
      part && query.grouping !== 'total'
        ? [ofAll]
        : partsOf(query).map(range => reportSql(query, PERIOD, { revenue, part, range }))
    const source = sql`${factsSource(
      facts,
      (revenue ?? []).map(({ dsi }) => dsi),
    )}${groupIds}`
    const fetched = await fetcher.fetch(parts as [GroupQuery, ...GroupQuery[]], source)
    return query.grouping === 'total' && parts.length > 1 ? mergedSql(ofAll, fetched) : fetched
  }
  return {
    keys: revenue => fetch(query, revenue),
    groups: part => fetch(query, query.revenue, part),
    before: () => fetch(beforeOf(query), query.revenue),
    level: () => fetch(levelOf(query), undefined),
    names,
  }
}

/** Parts meet at period starts, so that only groups of `total` span several. */
export function partsOf({
  run,
  range,
  grouping,
}: Pick<ReportGroupsQuery, 'run' | 'range' | 'grouping'>): DateRange[] {
  const days = daysBetween(range.start, range.end) + 1
  const facts = run?.facts
  if (!facts || days < 1) return [range]
  const share = days / (daysBetween(facts.first_install_date, facts.last_install_date) + 1)
  const count = Math.min(MAX_PARTS, Math.floor((facts.rows * share) / ROWS_PER_PART))
  const inner = Array.from({ length: Math.max(0, count - 1) }, (_, index) =>
    periodStart(
      addDays(range.start, Math.ceil((days * (index + 1)) / count)),
      grouping === 'total' ? 'daily' : grouping,
    ),
  )
  const starts = [range.start, ...new Set(inner.filter(start => start > range.start))]
  return starts.map((start, index) => ({
    start,
    end: index + 1 < starts.length ? addDays(starts[index + 1]!, -1) : range.end,
  }))
}

export function snapshotGroups(
  fetcher: GroupFetcher,
  query: SnapshotGroupsQuery,
  stored: boolean,
  names: () => Promise<Relation>,
): SnapshotGroups {
  const fetch = async (wanted: GroupQuery, source: Sql): Promise<Relation> =>
    stored && query.runs.length > 0
      ? await fetcher.fetch(
          [{ ...wanted, where: sql`app_id = ${query.app.app_id} AND ${wanted.where}` }],
          source,
        )
      : noGroups(wanted)
  const beginnings = beginningsSql(query)
  // A loose index scan: one row per day and run.
  const captured = sql`(SELECT DISTINCT app_id, dsi, install_date, run_id FROM roas_snapshots
    WHERE app_id = ${query.app.app_id} AND ${beginnings.where}) captured`
  return {
    groups: () => fetch(snapshotSql(query, PERIOD), sql`roas_snapshots`),
    beginnings: () => fetch(beginnings, captured),
    names,
  }
}
