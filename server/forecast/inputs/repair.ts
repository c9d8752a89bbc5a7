import type { Workspace } from '../../imports/workspace.ts'
import { dateOf } from '../../core/model/dates.ts'
import { plain, plainList, sql, type Sql } from '../../core/model/sql.ts'
import { TOLERANCE } from '../config/forecast-config.ts'
import { type ForecastFault, ForecastFaults } from '../config/config-faults.ts'
import { partsSql } from './row-key.ts'
import { LISTED_FAULTS } from '../../imports/delivery-faults.ts'
import { TEXTS } from './input-rows.ts'

/** Rounding error of a sum, in currency units. */
const ROUNDING = 0.01

/**
 * Sets negative sums of spend (credits above what a segment spent on a day) to 0 if they are a small share of all spend. Returns notes.
 * @throws ForecastFaults with all of them otherwise
 */
export async function repairCredits(
  workspace: Workspace,
  raws: number,
  file: string,
  tolerance = TOLERANCE,
): Promise<string[]> {
  const {
    count = 0,
    sum = 0,
    total = 0,
  } = await workspace.counts(sql`SELECT count(*) FILTER (WHERE amount < 0) AS count,
    coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS sum, coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS total FROM spend`)
  if (count === 0) return []
  if (sum > tolerance * total) {
    const rule = `must not be negative: credits are ${percent(sum, total)} of spend; at most ${percent(tolerance, 1)} are taken as 0 (tolerance in the config)`
    throw new ForecastFaults(
      await places(workspace, raws, {
        table: sql`spend`,
        where: sql`amount < 0`,
        file,
        column: 'spend',
        rule,
      }),
      count,
    )
  }
  await workspace.run(sql`UPDATE spend SET amount = 0, gross = 0 WHERE amount < 0`)
  const days = count === 1 ? '1 day of a segment is' : `${count} days of segments are`
  return [
    `spend: ${days} negative (credits of ${sum.toFixed(2)}, ${percent(sum, total)} of spend): counted as 0.`,
  ]
}

/**
 * Prevents cumulative revenue from falling with age, if this changes a small share of all revenue: a cell below its predecessor takes its
 * value. Refunds (`amount`) stay: only later days could show whether a fall is one. Returns notes.
 * @throws ForecastFaults with all of them otherwise
 */
export async function repairFalls(
  workspace: Workspace,
  raws: number,
  file: string,
  tolerance = TOLERANCE,
): Promise<string[]> {
  const { day, age, cohort } = partsSql(raws)
  const order = sql`PARTITION BY ${cohort} ORDER BY ${age}`
  await workspace.run(sql`CREATE OR REPLACE TABLE falls AS SELECT key, gross AS amount, most, most - gross AS change FROM (
      SELECT key, gross, max(gross) OVER (${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS most,
        ${age} <= (SELECT max(${day}) FROM cumulative) - ${day} AS reached
      FROM cumulative)
    WHERE reached AND gross < most - ${ROUNDING}`)
  const {
    count = 0,
    sum = 0,
    total = 0,
  } = await workspace.counts(sql`SELECT count(*) AS count, coalesce(sum(change), 0) AS sum,
    (SELECT coalesce(sum(last), 0) FROM (SELECT max(gross) AS last FROM cumulative GROUP BY ${cohort})) AS total FROM falls`)
  if (sum > tolerance * total) {
    const rule = `must not fall with age: revenue is cumulative, and falls are ${percent(sum, total)} of the money; at most ${percent(tolerance, 1)} are repaired (tolerance in the config)`
    throw new ForecastFaults(
      await places(workspace, raws, {
        table: sql`falls`,
        where: sql`true`,
        file,
        column: 'revenue by day',
        rule,
      }),
      count,
    )
  }
  if (count > 0) {
    await workspace.run(
      sql`UPDATE cumulative SET gross = f.most FROM falls f WHERE f.key = cumulative.key`,
    )
  }
  await workspace.run(sql`DROP TABLE falls`)
  if (count === 0) return []
  const cells = count === 1 ? '1 cumulative sum' : `${count} cumulative sums`
  return [
    `revenue: ${cells} fell with age (by ${sum.toFixed(2)}, ${percent(sum, total)} of the money): gross revenue keeps the sum before.`,
  ]
}

function percent(part: number, total: number): string {
  return `${((100 * part) / (total === 0 ? 1 : total)).toFixed(2)} %`
}

interface Places {
  table: Sql
  where: Sql
  file: string
  column: string
  rule: string
}

async function places(
  workspace: Workspace,
  raws: number,
  { table, where, file, column, rule }: Places,
): Promise<ForecastFault[]> {
  const { day, name, age } = partsSql(raws)
  const names = TEXTS.filter(text => text !== 'currency')
  const rows =
    await workspace.rows(sql`SELECT ${day} AS day, ${age} AS age, amount, ${plainList(names)} FROM (
      SELECT * FROM ${table} WHERE ${where} ORDER BY key LIMIT ${LISTED_FAULTS}) JOIN raw_names ON raw = ${name} ORDER BY key`)
  return rows.map(row => {
    const cell = [dateOf(Number(row['day'])), ...names.map(text => row[plain(text)])].join(', ')
    const what = column === 'spend' ? column : `${column} ${row['age']}`
    return { file, column: what, value: String(Number(row['amount'])), rule: `${rule}: ${cell}` }
  })
}
