import type { App, Catalog, RecommendationRun } from '../../core/model/catalog.ts'
import { addDays, daysBetween, type DateRange, earlier, later } from '../../core/model/dates.ts'
import { type Identity, type IdentityName, namesOf } from '../../core/model/identities.ts'
import { forEachInSlices, mapInSlices } from '../../core/runtime/slices.ts'
import { date, joined, plain, type Session, sql, type Sql } from '../../core/model/sql.ts'
import { digest } from '../../core/model/runs.ts'
import { type ReportGroups, revenueName, type Store } from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'

type Granularity = 'campaign' | 'campaign_geo'

/** A recommendation to judge: its identity, the install dates it covers, and its target DSI. */
export interface Judged extends Pick<Identity, IdentityName> {
  lookback: DateRange
  dsi: number
}

export interface OutcomeQuery {
  catalog: Catalog
  app: App
  /** Undefined if no run succeeded: nothing is known. */
  served: RecommendationRun | undefined
  granularity: Granularity
}

/** The ROAS of the target types of each recommendation's install dates, in order; null until all of them are old enough, and as `readReached` says. */
export async function readOutcomes(
  store: Store,
  work: Work,
  query: OutcomeQuery,
  rows: readonly Judged[],
): Promise<(number | null)[]> {
  const through = query.served?.max_install_date ?? ''
  return await readReached(
    store,
    work,
    query,
    rows,
    ({ lookback, dsi }) => addDays(lookback.end, dsi) <= through,
  )
}

/**
 * The ROAS of the target types of the install dates of those rows that are `wanted`, in order, actual or forecast; null without spend, or if a cohort's
 * revenue is missing. A campaign includes all of its countries. Reads the daily sums of all of them once.
 */
export async function readReached(
  store: Store,
  work: Work,
  query: OutcomeQuery,
  rows: readonly Judged[],
  wanted: (row: Judged) => boolean,
): Promise<(number | null)[]> {
  const { catalog, app, served, granularity } = query
  const outcomes: (number | null)[] = rows.map(() => null)
  if (!served?.max_install_date || served.facts === undefined) return outcomes
  const ids = await identityIds(await store.identities(work, catalog, app.app_id), granularity)
  const known: { position: number; row: Judged; id: number }[] = []
  await forEachInSlices(rows, (row, position) => {
    const id = ids.get(keyOf(row, granularity))
    if (id !== undefined && wanted(row)) known.push({ position, row, id })
  })
  if (known.length === 0) return outcomes
  const range = spanOf(known.map(({ row }) => row.lookback))
  const plan = dailyGroups(
    query,
    range,
    known.map(({ row }) => row.dsi),
  )
  const revenues = plan.revenue.map(
    column => sql`WHEN ${column.dsi} THEN d.${plain(revenueName(column))}`,
  )
  const results = await store.withReportGroups(work, catalog, plan, async (session, groups) => {
    await fillJudged(
      session,
      await mapInSlices(known, ({ position, row, id }) => [
        position,
        id,
        row.dsi,
        ...offsets(row.lookback, range.start),
      ]),
    )
    return await session.rows<{ position: number; roas: number | null }>(
      await outcomeSql(groups, range.start, revenues),
    )
  })
  for (const { position, roas } of results) outcomes[position] = roas
  return outcomes
}

/** Daily sums by identity, with revenue of the target types at DSIs. */
function dailyGroups(
  { app, served, granularity }: OutcomeQuery,
  range: DateRange,
  dsis: readonly number[],
) {
  const types = { roasType: app.target_roas_type, revenueType: app.target_revenue_type }
  return {
    app,
    run: served,
    range,
    grouping: 'daily' as const,
    groupBy: namesOf(granularity),
    revenue: [...new Set(dsis)].map(dsi => ({ ...types, dsi })),
    partial: false,
    identityIds: undefined,
    limit: undefined,
  }
}

/** Install dates whose revenue at a DSI is read. */
export interface Reading extends DateRange {
  dsi: number
}

/** Names what outcomes read: readings with equal digests found the same spend and revenue, of the same names. */
export async function readDigests(
  store: Store,
  work: Work,
  query: OutcomeQuery,
  readings: readonly Reading[],
): Promise<ReadonlyMap<Reading, string>> {
  const { catalog, served, granularity } = query
  if (served?.facts === undefined || readings.length === 0)
    return new Map(readings.map(reading => [reading, 'none']))
  const plan = dailyGroups(
    query,
    spanOf(readings),
    readings.map(({ dsi }) => dsi),
  )
  const names = namesOf(granularity).map(name => sql`n.${plain(name)}`)
  const digests = plan.revenue.map(column => {
    const revenue = sql`d.${plain(revenueName(column))}`
    return sql`sum(hash(${joined([...names, sql`d.spend`, revenue])}))::VARCHAR AS ${plain(`d${column.dsi}`)}`
  })
  const days = await store.withReportGroups(work, catalog, plan, async (session, groups) =>
    session.rows<{ day: string } & Record<string, string>>(sql`
      SELECT d.install_cohort::VARCHAR AS day, ${joined(digests)}
      FROM (${await groups.groups()}) d JOIN (${await groups.names()}) n ON n.id = d.identity GROUP BY 1`),
  )
  const byDay = new Map(days.map(row => [row.day, row]))
  const digestOf = new Map<Reading, string>()
  await forEachInSlices(readings, reading => {
    const { dsi, start, end } = reading
    const values: (string | undefined)[] = []
    for (let day = start; day <= end; day = addDays(day, 1))
      values.push(byDay.get(day)?.[`d${dsi}`])
    digestOf.set(reading, digest(values))
  })
  return digestOf
}

/** First day, relative to the first day of all, and number of days. */
function offsets({ start, end }: DateRange, from: string): number[] {
  return [daysBetween(from, start), daysBetween(start, end)]
}

async function fillJudged(session: Session, rows: readonly number[][]): Promise<void> {
  const columns = ['position', 'id', 'dsi', 'first', 'days'].map(
    name => sql`${plain(name)} INTEGER`,
  )
  await session.run(sql`CREATE TEMP TABLE judged (${joined(columns)})`)
  await session.append('judged', rows)
}

/** Lists the days, so that the join tests for equality. */
async function outcomeSql(
  groups: ReportGroups,
  from: string,
  revenues: readonly Sql[],
): Promise<Sql> {
  return sql`
WITH days AS (SELECT position, id, dsi, (${date(from)} + first + unnest(range(days + 1))::INTEGER)::DATE AS install_date FROM judged),
sums AS (
  SELECT j.position, d.spend, CASE j.dsi ${joined(revenues, sql` `)} END AS revenue
  FROM days j JOIN (${await groups.groups()}) d ON d.install_cohort = j.install_date AND d.identity = j.id
)
SELECT position, CASE WHEN count(revenue) = count(*) THEN sum(revenue)::DOUBLE / nullif(sum(spend), 0)::DOUBLE END AS roas FROM sums GROUP BY position`
}

function spanOf(ranges: readonly DateRange[]): DateRange {
  return ranges.reduce((all, { start, end }) => ({
    start: earlier(all.start, start),
    end: later(all.end, end),
  }))
}

async function identityIds(
  identities: readonly Identity[],
  granularity: Granularity,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  await forEachInSlices(identities, identity =>
    ids.set(
      keyOf(identity, granularity),
      granularity === 'campaign' ? identity.campaign_id : identity.id,
    ),
  )
  return ids
}

function keyOf(
  { platform, network, campaign, country }: Pick<Identity, IdentityName>,
  granularity: Granularity,
): string {
  return JSON.stringify(
    granularity === 'campaign'
      ? [platform, network, campaign]
      : [platform, network, campaign, country],
  )
}
