import type { FactsPart, ReportGroups } from '../model/store.ts'
import { sql, type Sql } from '../model/sql.ts'
import { type Encoding, selectList, writeFile } from './file.ts'
import { reportColumns } from './report-columns.ts'
import type { ReportPlan } from './report-plan.ts'
import type { Relation, Session } from '../model/session.ts'

// Names sort in byte order, DuckDB's own; the rank keeps the sort of the many rows on integers.
function namesByRank(names: Sql): Sql {
  return sql`SELECT *, row_number() OVER (ORDER BY platform, network, campaign, country) AS rank FROM (${names})`
}

const ORDER = {
  install_cohort: sql`g.install_cohort, n.rank`,
  newest: sql`g.install_cohort DESC, g.spend DESC, n.rank`,
}

/** The report as one query over its groups. */
export function reportQuery(plan: ReportPlan, groups: Sql, names: Sql, encoding: Encoding): Sql {
  return sql`
SELECT
  ${selectList(reportColumns(plan), encoding)}
FROM (${groups}) g JOIN (${namesByRank(names)}) n ON n.id = g.identity
ORDER BY ${ORDER[plan.order]}`
}

/** Writes the report to `path`. Answers the rows that matched, before `limit`. */
export async function writeReport(
  session: Session,
  plan: ReportPlan,
  relations: ReportGroups,
  path: string,
  encoding: Encoding,
): Promise<number> {
  const names = await relations.names()
  const page = plan.limit === undefined ? undefined : await firstRows(session, plan, plan.limit, await relations.keys(), names)
  const all = await relations.groups(page)
  const groups = page ? sql`SELECT * FROM (${all}) SEMI JOIN page USING (install_cohort, identity)` : all
  return writeFile(session, reportQuery(plan, groups, names, encoding), path, encoding, page?.total)
}

async function count(session: Session, relation: Relation): Promise<number> {
  const [counted] = await session.rows<{ total: number }>(sql`SELECT count(*) AS total FROM (${relation})`)
  return counted!.total
}

/**
 * Finds the keys of the first rows by what orders them, which is far less to add up than their metrics, and leaves them in the table
 * `page`. Answers the part of the facts that they come from.
 */
async function firstRows(
  session: Session,
  plan: ReportPlan,
  limit: number,
  keys: Relation,
  names: Relation,
): Promise<FactsPart & { total: number }> {
  await session.run(sql`CREATE TEMP TABLE keys AS ${keys}`)
  await session.run(sql`CREATE TEMP TABLE page AS SELECT g.install_cohort, g.identity
    FROM keys g JOIN (${namesByRank(names)}) n ON n.id = g.identity ORDER BY ${ORDER[plan.order]} LIMIT ${limit}`)
  const [first] = await session.rows<{ oldest: string | null; newest: string | null }>(
    sql`SELECT min(install_cohort)::VARCHAR AS oldest, max(install_cohort)::VARCHAR AS newest FROM page`,
  )
  const ids = await session.rows<{ identity: number }>(sql`SELECT DISTINCT identity FROM page`)
  return {
    total: await count(session, sql`FROM keys`),
    periods: first?.oldest && first.newest ? { start: first.oldest, end: first.newest } : undefined,
    groupIds: ids.map(({ identity }) => identity),
  }
}
