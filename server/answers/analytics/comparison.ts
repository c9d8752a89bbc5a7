import { date, joined, plain, type Session, sql, type Sql } from '../../core/model/sql.ts'
import { COHORT_SUMS, coveredName, type ReportGroups, revenueName } from '../../core/model/store.ts'
import type { DateRange } from '../../core/model/dates.ts'
import {
  type Comparison,
  comparisonsOf,
  columnsOfRange,
  type ReportContent,
  type ReportFileColumn,
} from './report-columns.ts'

/** Compares two ranges (`compare`), and splits the change of a total's ratio into contributions of its groups (`explain`). */

/** Writes the rows, with their cells, `identity` and `install_cohort`, into the temporary table `compared`. */
export async function writeComparison(
  session: Session,
  plan: ReportContent,
  compared: DateRange,
  relations: ReportGroups,
): Promise<void> {
  await session.run(sql`CREATE TEMP TABLE groups_now AS ${await relations.groups()}`)
  await session.run(sql`CREATE TEMP TABLE groups_before AS ${await relations.before()}`)
  await session.run(sql`CREATE TEMP TABLE cells_now AS ${cellsOf(plan, sql`groups_now`)}`)
  await session.run(
    sql`CREATE TEMP TABLE cells_before AS ${cellsOf({ ...plan, range: compared }, sql`groups_before`)}`,
  )
  const columns = columnsOfRange(plan).filter(({ compares }) => compares !== undefined)
  const ratios = plan.explain ? columns.filter(({ parts }) => parts) : []
  const totals = ratios.length > 0 ? sql`, (${totalsOf(ratios)}) t` : sql``
  await session.run(sql`CREATE TEMP TABLE compared AS
SELECT a.identity, a.install_cohort, a.group_spend, ${joined(columns.flatMap(column => comparisonCells(column, plan.explain)))}
FROM cells_now a JOIN cells_before b USING (identity)${totals}`)
}

/** Cells of one range for the groups of both; a group that the range lacks is zero. */
function cellsOf(plan: ReportContent, groups: Sql): Sql {
  const covered = plan.partial ? [...new Set(plan.revenue.map(({ dsi }) => dsi))] : []
  const sums = [
    ...COHORT_SUMS,
    ...plan.revenue.map(revenueName),
    ...covered.flatMap(dsi => COHORT_SUMS.map(name => coveredName(name, dsi))),
  ].map(
    name => sql`CASE WHEN g.identity IS NULL THEN 0 ELSE g.${plain(name)} END AS ${plain(name)}`,
  )
  const either = sql`(SELECT identity FROM groups_now UNION SELECT identity FROM groups_before)`
  const filled = sql`SELECT k.identity, ${date(plan.range.start)} AS install_cohort, ${joined(sums)}
    FROM ${either} k LEFT JOIN ${groups} g USING (identity)`
  const cells = columnsOfRange(plan)
    .filter(({ compares }) => compares !== undefined)
    .flatMap(column => [
      sql`${column.sql} AS ${plain(column.name)}`,
      ...(plan.explain ? partsOf(column) : []),
    ])
  return sql`SELECT ${joined([sql`g.identity`, sql`g.install_cohort`, sql`g.spend AS group_spend`, ...cells])} FROM (${filled}) g`
}

function partsOf({ name, parts }: ReportFileColumn): Sql[] {
  if (!parts) return []
  const { numerator, denominator, revenue = numerator } = parts
  return [
    sql`${numerator} AS ${plain(`${name}_n`)}`,
    sql`${denominator} AS ${plain(`${name}_d`)}`,
    sql`${revenue} IS NOT NULL AS ${plain(`${name}_known`)}`,
  ]
}

/** The sums of each ratio over all groups; revenue is null if a group's revenue is. */
function totalsOf(ratios: readonly ReportFileColumn[]): Sql {
  const sums = (table: Sql, range: string): Sql[] =>
    ratios.flatMap(({ name }) => {
      const [n, d] = [sql`${table}.${plain(`${name}_n`)}`, sql`${table}.${plain(`${name}_d`)}`]
      return [
        sql`CASE WHEN count(${n}) = count(*) THEN sum(${n}) END::DOUBLE AS ${plain(`${name}_n${range}`)}`,
        sql`nullif(sum(${d}), 0)::DOUBLE AS ${plain(`${name}_d${range}`)}`,
      ]
    })
  return sql`SELECT ${joined([...sums(sql`a`, '1'), ...sums(sql`b`, '0')])} FROM cells_now a JOIN cells_before b USING (identity)`
}

function comparisonCells(column: ReportFileColumn, explain: boolean): Sql[] {
  const [now, before] = [sql`a.${plain(column.name)}`, sql`b.${plain(column.name)}`]
  const cells: Record<Comparison, () => Sql> = {
    before: () => before,
    change: () => sql`${now}::DOUBLE / nullif(${before}, 0)::DOUBLE - 1`,
    mix: () => explained(column).mix,
    rate: () => explained(column).rate,
  }
  return [
    sql`${now} AS ${plain(column.name)}`,
    ...comparisonsOf(column, explain).map(
      comparison => sql`${cells[comparison]()} AS ${plain(`${column.name}_${comparison}`)}`,
    ),
  ]
}

/**
 * A group's contributions to the change of the total's ratio, by its share (`mix`) and its own ratio (`rate`). With s the shares of the
 * denominator, m the ratios and M the total's ratio: mix = (s1 - s0) ((m0 + m1) / 2 - (M0 + M1) / 2) and rate = (s0 + s1) / 2 (m1 - m0).
 * A group without a denominator takes the other range's ratio, and its numerator counts in `rate`, so that all contributions add up.
 * `rate` is null if the group's revenue is.
 */
function explained({ name }: ReportFileColumn): { mix: Sql; rate: Sql } {
  const sumOf = (table: Sql, part: string): Sql => sql`${table}.${plain(`${name}_${part}`)}::DOUBLE`
  const [n1, d1, n0, d0] = [
    sumOf(sql`a`, 'n'),
    sumOf(sql`a`, 'd'),
    sumOf(sql`b`, 'n'),
    sumOf(sql`b`, 'd'),
  ]
  const totals = {
    n1: sumOf(sql`t`, 'n1'),
    d1: sumOf(sql`t`, 'd1'),
    n0: sumOf(sql`t`, 'n0'),
    d0: sumOf(sql`t`, 'd0'),
  }
  const [s1, s0] = [sql`${d1} / ${totals.d1}`, sql`${d0} / ${totals.d0}`]
  const ownRatio = (n: Sql, d: Sql, otherN: Sql, otherD: Sql): Sql =>
    sql`(CASE WHEN ${d} <> 0 THEN ${n} / ${d} WHEN ${otherD} <> 0 THEN ${otherN} / ${otherD} ELSE 0 END)`
  const [m1, m0] = [ownRatio(n1, d1, n0, d0), ownRatio(n0, d0, n1, d1)]
  const aside = (n: Sql, d: Sql, total: Sql): Sql =>
    sql`(CASE WHEN ${d} = 0 THEN ${n} / ${total} ELSE 0 END)`
  const isKnown = sql`a.${plain(`${name}_known`)} AND b.${plain(`${name}_known`)}`
  return {
    mix: sql`(${s1} - ${s0}) * ((${m0} + ${m1}) / 2 - (${totals.n0} / ${totals.d0} + ${totals.n1} / ${totals.d1}) / 2) + 0`,
    rate: sql`CASE WHEN ${isKnown} THEN (${s0} + ${s1}) / 2 * (${m1} - ${m0}) + ${aside(n1, d1, totals.d1)} - ${aside(n0, d0, totals.d0)} END`,
  }
}
