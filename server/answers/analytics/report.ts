import { plainList, type Relation, type Session, sql, type Sql } from '../../core/model/sql.ts'
import type { FactsPart, ReportGroups, RevenueColumn } from '../../core/model/store.ts'
import { writeComparison } from './comparison.ts'
import { type Encoding, selectList, writeFile } from './file.ts'
import { reportColumns, type ReportPlan } from './report-columns.ts'
import { writeTargets } from './report-targets.ts'

// Names sort in byte order, DuckDB's own; ranks let many rows be sorted as integers.
function named(
  { groupBy, targets }: ReportPlan,
  groups: Relation,
  names: Relation | undefined,
): Sql {
  const target = targets
    ? sql` LEFT JOIN targets t ON t.install_cohort = g.install_cohort AND t.identity = g.identity`
    : sql``
  if (names === undefined) return sql`(SELECT *, 0 AS rank FROM (${groups})) g${target}`
  const ranked = sql`SELECT *, row_number() OVER (ORDER BY ${plainList(groupBy)}) AS rank FROM (${names})`
  return sql`(${groups}) g JOIN (${ranked}) n ON n.id = g.identity${target}`
}

const ORDER = {
  install_cohort: sql`g.install_cohort, rank`,
  newest: sql`g.install_cohort DESC, g.spend DESC, rank`,
}

// One cohort; `spend` would be the column, if present.
const NEWEST_COMPARED = sql`g.group_spend DESC, rank`

const FEW_SUMS = 8

/** Sort order, and the revenue sums needed to find the first rows; undefined if the keys suffice. */
function orderOf(plan: ReportPlan): { order: Sql; revenue?: readonly RevenueColumn[] | undefined } {
  const { sort } = plan
  if (!sort)
    return { order: plan.compared && plan.order === 'newest' ? NEWEST_COMPARED : ORDER[plan.order] }
  const column = reportColumns(plan).find(({ name }) => name === sort.column)
  if (!column) throw new Error(`the report has no column ${sort.column}`)
  const order = sql`${column.sql} ${sort.descending ? sql`DESC` : sql`ASC`} NULLS LAST, ${ORDER.install_cohort}`
  // A few extra sums cost less than a second pass.
  return {
    order,
    revenue: column.revenue && plan.revenue.length <= FEW_SUMS ? plan.revenue : column.revenue,
  }
}

export function reportQuery(
  plan: ReportPlan,
  groups: Relation,
  names: Relation | undefined,
  encoding: Encoding,
): Sql {
  return sql`
SELECT
  ${selectList(reportColumns(plan), encoding)}
FROM ${named(plan, groups, names)}
ORDER BY ${orderOf(plan).order}`
}

/** Writes the report to `path`. Returns the number of matching rows before `limit` and `offset`. */
export async function writeReport(
  session: Session,
  plan: ReportPlan,
  relations: ReportGroups,
  path: string,
  encoding: Encoding,
): Promise<number> {
  const names = plan.groupBy.length > 0 ? await relations.names() : undefined
  if (plan.targets) await writeTargets(session, plan.targetRows, relations)
  if (plan.compared) {
    await writeComparison(session, plan, plan.compared, relations)
    const rows = sql`FROM compared`
    const total = await count(session, rows)
    const cut = plan.limit === undefined ? sql`` : sql` LIMIT ${plan.limit} OFFSET ${plan.offset}`
    return writeFile(
      session,
      sql`${reportQuery(plan, rows, names, encoding)}${cut}`,
      path,
      encoding,
      total,
    )
  }
  const page =
    plan.limit === undefined ? undefined : await pageOf(session, plan, plan.limit, relations, names)
  const all = page?.complete ? sql`FROM keys` : await relations.groups(page)
  const groups = page
    ? sql`SELECT * FROM (${all}) SEMI JOIN page USING (install_cohort, identity)`
    : all
  return writeFile(session, reportQuery(plan, groups, names, encoding), path, encoding, page?.total)
}

async function count(session: Session, relation: Relation): Promise<number> {
  const [counted] = await session.rows<{ total: number }>(
    sql`SELECT count(*) AS total FROM (${relation})`,
  )
  return counted!.total
}

/**
 * Finds the keys of the requested rows, far cheaper than their metrics, and writes them to the table `page`. Returns the part of the facts
 * that contains them, and whether the table `keys` already has every sum.
 */
async function pageOf(
  session: Session,
  plan: ReportPlan,
  limit: number,
  relations: ReportGroups,
  names: Relation | undefined,
): Promise<FactsPart & { total: number; complete: boolean }> {
  const { order, revenue } = orderOf(plan)
  await session.run(sql`CREATE TEMP TABLE keys AS ${await relations.keys(revenue)}`)
  await session.run(sql`CREATE TEMP TABLE page AS SELECT g.install_cohort, g.identity
    FROM ${named(plan, sql`FROM keys`, names)} ORDER BY ${order} LIMIT ${limit} OFFSET ${plan.offset}`)
  const [first] = await session.rows<{ oldest: string | null; newest: string | null }>(
    sql`SELECT min(install_cohort)::VARCHAR AS oldest, max(install_cohort)::VARCHAR AS newest FROM page`,
  )
  const ids = await session.rows<{ identity: number }>(sql`SELECT DISTINCT identity FROM page`)
  return {
    total: await count(session, sql`FROM keys`),
    complete: revenue !== undefined && plan.revenue.every(column => revenue.includes(column)),
    periods: first?.oldest && first.newest ? { start: first.oldest, end: first.newest } : undefined,
    groupIds: ids.map(({ identity }) => identity),
  }
}
