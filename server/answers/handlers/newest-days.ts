import {
  FEWEST_COHORTS,
  FEWEST_INSTALLS,
  LEAST_COVERED,
  WEEK,
} from '../../core/formulas/recent-spend.ts'
import type { Step } from '../../core/formulas/step.ts'
import { addDays, type DateRange, earlier, later, periodStart } from '../../core/model/dates.ts'
import { IDENTITY_NAMES, type IdentityName, namesOf } from '../../core/model/identities.ts'
import type { RecommendationRun } from '../../core/model/catalog.ts'
import { newestRun } from '../../core/model/runs.ts'
import { forEachInSlices } from '../../core/runtime/slices.ts'
import { date, joined, plain, type Relation, sql, type Sql } from '../../core/model/sql.ts'
import {
  coveredName,
  type RevenueColumn,
  revenueName,
  type Store,
  type StoredRecommendation,
} from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'
import type { SeriesQuery } from './recent-days.ts'
import type { SharedReads } from './shared-reads.ts'

type Newest = NonNullable<Step['newest']>

type NewestQuery = SeriesQuery & {
  granularity: StoredRecommendation['granularity']
  shared: SharedReads
}

/** The ROAS of rows on their newest install days, by the cohorts of the latest run; null without enough of them. */
export async function readNewest(
  store: Store,
  work: Work,
  query: NewestQuery,
  rows: readonly StoredRecommendation[],
): Promise<(row: StoredRecommendation) => Newest | null> {
  const { catalog, app, run, granularity, shared } = query
  const served = newestRun(catalog, run)
  const unusable = new Set(
    [run, served].flatMap(({ withheld = [], untested = [] }) => [
      ...untested,
      ...withheld.map(({ dsi }) => dsi),
    ]),
  )
  const dsis = [...new Set(rows.map(row => row.target_dsi))].filter(dsi => !unusable.has(dsi))
  if (dsis.length === 0) return () => null
  const runs = shared.judged.map(({ run }) => run)
  const name = `newest days ${dsis.sort((a, b) => a - b).join()}`
  const returns = await shared.once(name, () => readReturns(store, work, { ...query, runs, dsis }))
  const range = newestDays(run.max_install_date, app.weekly_aggregation)
  const names = namesOf(granularity)
  return row => {
    const roas = returns.get(
      JSON.stringify([row.target_dsi, range.end, ...names.map(name => row[name])]),
    )
    return roas === undefined ? null : { startDate: range.start, endDate: range.end, roas }
  }
}

/** By DSI, end of the newest days, and names. */
async function readReturns(
  store: Store,
  work: Work,
  {
    catalog,
    app,
    run,
    granularity,
    runs,
    dsis,
  }: NewestQuery & { runs: readonly RecommendationRun[]; dsis: readonly number[] },
): Promise<ReadonlyMap<string, number>> {
  const all = runs.map(run => newestDays(run.max_install_date, app.weekly_aggregation))
  const ranges = [...new Map(all.map(range => [range.end, range])).values()]
  const columns = dsis.map((dsi): RevenueColumn => ({
    roasType: app.target_roas_type,
    revenueType: app.target_revenue_type,
    dsi,
  }))
  const names = namesOf(granularity)
  const plan = {
    app,
    run: newestRun(catalog, run),
    range: ranges.reduce((all, range) => ({
      start: earlier(all.start, range.start),
      end: later(all.end, range.end),
    })),
    grouping: 'daily' as const,
    groupBy: IDENTITY_NAMES,
    revenue: columns,
    partial: true,
    identityIds: undefined,
    limit: undefined,
  }
  const returns = new Map<string, number>()
  await store.withReportGroups(work, catalog, plan, async (session, groups) => {
    const cohorts = { groups: await groups.groups(), names: await groups.names() }
    for (const column of columns) {
      const rows = await session.rows<NewestRow>(newestSql(cohorts, ranges, names, column))
      await forEachInSlices(rows, row =>
        returns.set(
          JSON.stringify([column.dsi, row.last_day, ...names.map(name => row[name])]),
          row.roas,
        ),
      )
    }
  })
  return returns
}

type NewestRow = Record<IdentityName, string> & { last_day: string; roas: number }

/** The last 7 days, or the last complete ISO week. */
function newestDays(through: string, weekly: boolean): DateRange {
  const end = weekly ? addDays(periodStart(addDays(through, 1), 'weekly'), -1) : through
  return { start: addDays(end, 1 - WEEK), end }
}

/** Sums of decimals are exact, so that engines agree. */
function newestSql(
  { groups, names }: { groups: Relation; names: Relation },
  ranges: readonly DateRange[],
  by: readonly string[],
  column: RevenueColumn,
): Sql {
  const covered = plain(coveredName('spend', column.dsi))
  const installs = plain(coveredName('paid_installs', column.dsi))
  const all = plain(coveredName('full_blended_installs', column.dsi))
  const keys = joined(by.map(name => plain(name)))
  const listed = ranges.map(({ start, end }) => sql`(${date(start)}, ${date(end)})`)
  return sql`
WITH ranges(first_day, last_day) AS (VALUES ${joined(listed)})
SELECT last_day::VARCHAR AS last_day, ${keys}, sum(${plain(revenueName(column))})::DOUBLE / sum(${covered})::DOUBLE AS roas
FROM (${groups}) g JOIN ranges ON g.install_cohort BETWEEN first_day AND last_day JOIN (${names}) n ON n.id = g.identity
GROUP BY last_day, ${keys}
HAVING sum(${covered}) > 0
  AND sum(${covered})::DOUBLE >= ${LEAST_COVERED} * sum(g.spend)::DOUBLE
  AND sum(${installs}) >= ${FEWEST_INSTALLS}
  AND count(*) FILTER (${covered} > 0 OR ${all} > 0) >= ${FEWEST_COHORTS}`
}
