import type { Workspace } from '../../imports/workspace.ts'
import { joined, plain, sql, type Sql } from '../../core/model/sql.ts'
import { type Kind, KINDS } from '../model/facts.ts'
import { keyAt, partsSql } from './row-key.ts'

/** Exponent of the decline of revenue with age between cumulative columns. */
const EXPONENT = -0.7

const SUMS = ['gross', 'amount', 'given'] as const

/** Ascending ages for which exports have a cohort's revenue, by kind. */
export type ExportedAges = ReadonlyMap<Kind, readonly number[]>

/**
 * Creates `differences`, daily revenue, from `cumulative`, which never falls with age (`repairFalls`); both by key. Only columns that a
 * cohort had reached by export day E count: the next column includes revenue of E, which is after the last complete day. The increment
 * between two exported ages is spread as (age + 1)^-0.7, with an exact sum. Returns the exported ages, and the number of cohorts that lack
 * one that they have reached.
 * @param wide ages of wide columns by kind; default: those of all rows
 */
export async function differences(
  workspace: Workspace,
  raws: number,
  wide: ExportedAges,
): Promise<{ unsaid: number; exportedAges: ExportedAges }> {
  const { day, age, cohort } = partsSql(raws)
  const exportedAges = await readExportedAges(workspace, raws, wide)
  const kindOf = (cohort: Sql): Sql => partsSql(raws, keyAt(cohort, sql`0`)).kind
  await workspace.run(sql`CREATE TABLE points AS SELECT ${cohort} AS cohort, ${age} AS age,
    (SELECT max(${day}) FROM cumulative) - ${day} AS reach, gross, amount, given FROM cumulative`)
  const { unsaid } = await workspace.counts(sql`SELECT count(*) AS unsaid FROM (
    SELECT max(p.age) AS last, max(t.age) AS wanted FROM (SELECT cohort, any_value(reach) AS reach FROM points GROUP BY cohort) c
    JOIN exported_ages t ON t.kind = ${kindOf(sql`c.cohort`)} AND t.age <= c.reach
    LEFT JOIN points p ON p.cohort = c.cohort AND p.age = t.age GROUP BY c.cohort)
    WHERE last IS NULL OR last < wanted`)
  const change = (sum: Sql) =>
    sql`${sum} - coalesce(lag(${sum}) OVER (PARTITION BY cohort ORDER BY point), 0)`
  await workspace.run(sql`CREATE TABLE steps AS SELECT cohort, point, before,
      ${change(sql`gross`)} AS gross, ${change(sql`amount`)} AS amount, ${change(sql`given`)} AS given
    FROM (SELECT cohort, p.age AS point, t.before, amount, given,
        max(gross) OVER (PARTITION BY cohort ORDER BY p.age ROWS UNBOUNDED PRECEDING) AS gross
      FROM points p JOIN exported_ages t ON t.kind = ${kindOf(sql`cohort`)} AND t.age = p.age WHERE p.age <= reach)`)
  await workspace.run(sql`DROP TABLE points`)
  await workspace.run(sql`DROP TABLE exported_ages`)
  await fillSpread(workspace)
  const upTo = (sum: string) =>
    sql`CASE WHEN age = point THEN ${plain(sum)} ELSE CAST(${plain(sum)} * share AS DECIMAL(18,6)) END`
  const parts = joined(
    SUMS.map(
      sum =>
        sql`CAST(${upTo(sum)} - coalesce(lag(${upTo(sum)}) OVER w, 0) AS DECIMAL(18,6)) AS ${plain(sum)}`,
    ),
  )
  const several = sql`SELECT s.*, (a.upto - b.upto) / (c.upto - b.upto) AS share
    FROM (SELECT *, unnest(generate_series(before + 1, point)) AS age FROM steps WHERE point > before + 1) s
    JOIN spread a ON a.age = s.age JOIN spread b ON b.age = s.before JOIN spread c ON c.age = s.point`
  await workspace.run(sql`CREATE TABLE differences AS SELECT * FROM (
      SELECT ${keyAt(sql`cohort`, sql`point`)} AS key, CAST(gross AS DECIMAL(18,6)) AS gross, CAST(amount AS DECIMAL(18,6)) AS amount,
        CAST(given AS DECIMAL(18,6)) AS given FROM steps WHERE point = before + 1
      UNION ALL SELECT ${keyAt(sql`cohort`, sql`age`)}, ${parts} FROM (${several}) WINDOW w AS (PARTITION BY cohort, point ORDER BY age))
    WHERE gross <> 0 OR amount <> 0 OR given <> 0`)
  await workspace.run(sql`DROP TABLE steps`)
  return { unsaid: unsaid!, exportedAges }
}

/** Creates `exported_ages`: each kind's exported ages, with the previous one. */
async function readExportedAges(
  workspace: Workspace,
  raws: number,
  wide: ExportedAges,
): Promise<ExportedAges> {
  const { kind, age } = partsSql(raws)
  const rows = await workspace.rows(
    sql`SELECT DISTINCT ${kind} AS kind, ${age} AS age FROM cumulative ORDER BY kind, age`,
  )
  // Rows of all kinds count, since a kind that began lately has only young ages.
  const ages = [...new Set(rows.map(row => Number(row['age'])))].sort((a, b) => a - b)
  const kinds = KINDS.filter((_, index) => rows.some(row => Number(row['kind']) === index))
  const agesByKind = kinds.map(name => [name, wide.get(name) ?? ages] as const)
  await workspace.run(
    sql`CREATE OR REPLACE TABLE exported_ages (kind INTEGER, age INTEGER, before INTEGER)`,
  )
  const values = agesByKind.flatMap(([name, ages]) =>
    ages.map((age, at) => sql`(${KINDS.indexOf(name)}, ${age}, ${ages[at - 1] ?? -1})`),
  )
  if (values.length > 0)
    await workspace.run(sql`INSERT INTO exported_ages VALUES ${joined(values)}`)
  return new Map(agesByKind)
}

async function fillSpread(workspace: Workspace): Promise<void> {
  const { last } = await workspace.counts(sql`SELECT coalesce(max(point), 0) AS last FROM steps`)
  const rows: Sql[] = [sql`(-1, 0)`]
  let upTo = 0
  for (let age = 0; age <= last!; age++) {
    upTo += (age + 1) ** EXPONENT
    rows.push(sql`(${age}, ${upTo})`)
  }
  await workspace.run(sql`CREATE OR REPLACE TABLE spread (age INTEGER, upto DOUBLE)`)
  await workspace.run(sql`INSERT INTO spread VALUES ${joined(rows)}`)
}
