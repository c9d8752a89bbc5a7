import { LISTED_FAULTS } from '../../delivery/faults.ts'
import type { Workspace } from '../../delivery/workspace.ts'
import { joined, plain, sql, type Sql } from '../../model/sql.ts'
import { ForecastFaults } from '../config/faults.ts'
import { partsSql } from './aggregate.ts'

/** How revenue falls with age between cumulative columns. */
const EXPONENT = -0.7
/** Rounding error of a sum, in currency. */
const ROUNDING = 0.01

const NAMES = ['platform', 'network', 'campaign', 'country'] as const
const SUMS = ['gross', 'amount', 'given'] as const

/**
 * Creates `differences`, daily revenue, from `cumulative`, both by key. A column that a cohort has not reached by export day E is its
 * revenue through E; the increment between two ages is spread as (age + 1)^-0.7, exact in sum. Returns the greatest age, and the number of
 * cohorts without their newest days.
 * @throws ForecastFaults if revenue falls with age
 */
export async function differences(workspace: Workspace, raws: number, file: string): Promise<{ unsaid: number; toAge: number }> {
  const { day, age, cohort } = partsSql(raws)
  const order = sql`OVER (PARTITION BY cohort ORDER BY age)`
  await workspace.run(sql`CREATE TABLE points AS
    SELECT *, CASE WHEN age <= reach THEN age WHEN before < reach AND NOT falls THEN reach END AS point, falls AND age <= reach AS faulty FROM (
      SELECT *, coalesce(lag(age) ${order}, -1) AS before, coalesce(gross < lag(gross) ${order} - ${ROUNDING}, false) AS falls FROM (
        SELECT ${cohort} AS cohort, ${age} AS age, (SELECT max(${day}) FROM cumulative) - ${day} AS reach, gross, amount, given
        FROM cumulative))`)
  await refuseFalls(workspace, raws, file)
  const { unsaid, greatest } =
    await workspace.counts(sql`SELECT count(*) FILTER (WHERE last IS NULL OR last < least(reach, greatest)) AS unsaid,
      coalesce(max(greatest), 0) AS greatest FROM (
    SELECT max(point) AS last, any_value(reach) AS reach, (SELECT max(age) FROM points) AS greatest FROM points GROUP BY cohort)`)
  const change = (sum: Sql) => sql`${sum} - coalesce(lag(${sum}) OVER (PARTITION BY cohort ORDER BY point), 0)`
  await workspace.run(sql`CREATE TABLE steps AS SELECT cohort, point, coalesce(lag(point) OVER (PARTITION BY cohort ORDER BY point), -1) AS before,
      ${change(sql`gross`)} AS gross, ${change(sql`amount`)} AS amount, ${change(sql`given`)} AS given
    FROM (SELECT cohort, point, amount, given, max(gross) OVER (PARTITION BY cohort ORDER BY point ROWS UNBOUNDED PRECEDING) AS gross
      FROM points WHERE point IS NOT NULL)`)
  await workspace.run(sql`DROP TABLE points`)
  await fillSpread(workspace)
  const upTo = (sum: string) => sql`CASE WHEN age = point THEN ${plain(sum)} ELSE CAST(${plain(sum)} * share AS DECIMAL(18,6)) END`
  const parts = joined(SUMS.map(sum => sql`CAST(${upTo(sum)} - coalesce(lag(${upTo(sum)}) OVER w, 0) AS DECIMAL(18,6)) AS ${plain(sum)}`))
  const several = sql`SELECT s.*, (a.upto - b.upto) / (c.upto - b.upto) AS share
    FROM (SELECT *, unnest(generate_series(before + 1, point)) AS age FROM steps WHERE point > before + 1) s
    JOIN spread a ON a.age = s.age JOIN spread b ON b.age = s.before JOIN spread c ON c.age = s.point`
  const key = sql`cohort * 65536 + age`
  await workspace.run(sql`CREATE TABLE differences AS SELECT * FROM (
      SELECT cohort * 65536 + point AS key, CAST(gross AS DECIMAL(18,6)) AS gross, CAST(amount AS DECIMAL(18,6)) AS amount,
        CAST(given AS DECIMAL(18,6)) AS given FROM steps WHERE point = before + 1
      UNION ALL SELECT ${key}, ${parts} FROM (${several}) WINDOW w AS (PARTITION BY cohort, point ORDER BY age))
    WHERE gross <> 0 OR amount <> 0 OR given <> 0`)
  await workspace.run(sql`DROP TABLE steps`)
  return { unsaid: unsaid!, toAge: greatest! }
}

async function refuseFalls(workspace: Workspace, raws: number, file: string): Promise<void> {
  const { total } = await workspace.counts(sql`SELECT count(*) AS total FROM points WHERE faulty`)
  if (total === 0) return
  const { day, name } = partsSql(raws, sql`cohort * 65536`)
  const found =
    await workspace.rows(sql`SELECT CAST(DATE '1970-01-01' + ${day} AS VARCHAR) AS day, age, before, gross, ${joined(NAMES.map(plain))} FROM (
      SELECT * FROM points WHERE faulty ORDER BY cohort, age LIMIT ${LISTED_FAULTS})
    JOIN raw_names ON raw = ${name} ORDER BY cohort, age`)
  const faults = found.map(row => {
    const cell = [row['day'], ...NAMES.map(name => row[name])].join(', ')
    const rule = `must not be less than by day ${row['before']}: revenue is cumulative (${cell})`
    return { file, column: `revenue by day ${row['age']}`, value: String(row['gross']), rule }
  })
  throw new ForecastFaults(faults, total)
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
