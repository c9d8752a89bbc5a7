import { LISTED_FAULTS } from '../../imports/delivery-faults.ts'
import type { Workspace } from '../../imports/workspace.ts'
import { dateOf } from '../../model/days.ts'
import { literal, plain, sql, type Sql } from '../../model/sql.ts'
import { type ForecastFault, ForecastFaults } from '../config/config-faults.ts'
import type { Input, InputFile } from './open-inputs.ts'
import { dayNumber } from './input-rows.ts'

/** Creates `rates` (`day`, `currency`, `rate`: one unit in the app's currency) from `fx` inputs. */
export async function readRates(workspace: Workspace, inputs: readonly Input[]): Promise<void> {
  await workspace.run(sql`CREATE TABLE rates (day INTEGER, currency VARCHAR, rate DECIMAL(18,9))`)
  for (const file of inputs.filter(({ config }) => config.table === 'fx').flatMap(({ files }) => files)) {
    if (file.rows === 0) continue
    await workspace.run(sql`CREATE OR REPLACE TABLE given_rates AS SELECT row_number() OVER () AS row, ${dayNumber(sql`TRY_CAST(${cell(file, 'date')} AS DATE)`)} AS day,
      upper(${cell(file, 'currency')}) AS currency, TRY_CAST(${cell(file, 'rate')} AS DECIMAL(18,9)) AS rate FROM ${file.relation}`)
    const wrong = sql`day IS NULL OR currency = '' OR rate IS NULL OR rate <= 0`
    const rows = await workspace.rows(
      sql`SELECT row, day, currency, rate FROM given_rates WHERE ${wrong} ORDER BY row LIMIT ${LISTED_FAULTS}`,
    )
    const faults = rows.map((row): ForecastFault => {
      const column = row['day'] === null ? 'date' : row['currency'] === '' ? 'currency' : 'rate'
      const rule = { date: 'must be a date YYYY-MM-DD', currency: 'must not be empty', rate: 'must be a number above 0' }[column]
      return { file: file.file, row: Number(row['row']) + (file.format === 'csv' ? 1 : 0), column, rule }
    })
    const { total } = await workspace.counts(sql`SELECT count(*) AS total FROM given_rates WHERE ${wrong}`)
    if (total! > 0) throw new ForecastFaults(faults, total)
    await workspace.run(sql`INSERT INTO rates SELECT day, currency, rate FROM given_rates`)
    const twice = await workspace.rows(
      sql`SELECT day, currency FROM rates GROUP BY ALL HAVING min(rate) <> max(rate) ORDER BY ALL LIMIT ${LISTED_FAULTS}`,
    )
    if (twice.length === 0) continue
    throw new ForecastFaults(
      twice.map(row => ({
        file: file.file,
        column: 'rate',
        value: `${dateOf(Number(row['day']))} ${row['currency']}`,
        rule: 'must be one rate per day and currency',
      })),
    )
  }
  await workspace.run(sql`CREATE OR REPLACE TABLE rates AS SELECT DISTINCT * FROM rates`)
}

function cell(file: InputFile, role: 'date' | 'currency' | 'rate'): Sql {
  return sql`trim(coalesce(${plain(`c${file.columns.roles.get(role)!}`)}, ''))`
}

/** Whether any amount is in another currency than the app's. */
export async function hasForeign(workspace: Workspace, currency: string): Promise<boolean> {
  const { foreign } = await workspace.counts(sql`SELECT count(*) AS foreign FROM raw_names WHERE currency <> ${literal(currency)}`)
  return foreign! > 0
}

/** NULL without a rate. The row has `currency` and, left-joined, `rate`. */
export function converted(amount: Sql, currency: string): Sql {
  return sql`CASE WHEN n.currency = ${literal(currency)} THEN ${amount} ELSE CAST(${amount} * rates.rate AS DECIMAL(18,6)) END`
}

/** Refuses days and currencies of `money` (SQL: `day`, `currency`), up to the last day, without a rate. */
export async function refuseMissingRates(workspace: Workspace, money: Sql, currency: string, lastDay: number): Promise<void> {
  const missing = sql`SELECT DISTINCT m.day, m.currency FROM (${money}) m LEFT JOIN rates r ON r.day = m.day AND r.currency = m.currency
    WHERE m.currency <> ${literal(currency)} AND r.rate IS NULL AND m.day <= ${lastDay}`
  // Consecutive days of a currency are one error.
  const ranges = sql`SELECT currency, min(day) AS first, max(day) AS last, count(*) AS days
    FROM (SELECT currency, day, day - row_number() OVER (PARTITION BY currency ORDER BY day) AS run FROM (${missing})) GROUP BY currency, run`
  const rows = await workspace.rows(sql`SELECT * FROM (${ranges}) ORDER BY currency, first LIMIT ${LISTED_FAULTS}`)
  if (rows.length === 0) return
  const { total } = await workspace.counts(sql`SELECT count(*) AS total FROM (${ranges})`)
  throw new ForecastFaults(
    rows.map(row => {
      const [first, last, days] = (['first', 'last', 'days'] as const).map(name => Number(row[name])) as [number, number, number]
      const value = `${dateOf(first)}${days === 1 ? '' : ` to ${dateOf(last)}`} ${String(row['currency'])}`
      const rule = `is required: what one ${String(row['currency'])} is worth in ${currency}, for each of ${days === 1 ? 'this day' : `these ${days} days`}. Add an input { table: fx, files: [fx.csv] } with the columns date,currency,rate`
      return { file: 'fx', column: 'rate', value, rule }
    }),
    total,
  )
}
