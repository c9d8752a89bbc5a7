import { LISTED_FAULTS, listSome } from '../../imports/delivery-faults.ts'
import type { Workspace } from '../../imports/workspace.ts'
import { dateOf } from '../../core/model/dates.ts'
import { literal, sql, type Sql } from '../../core/model/sql.ts'
import { type ForecastFault, ForecastFaults } from '../config/config-faults.ts'
import { decimalSql } from '../../imports/reader/grammar.ts'
import { dayOf, recordsOf, textOf, wantedRows } from './input-rows.ts'
import { dateRule } from './input-rules.ts'
import { type Input, namesOf, reading } from './open-inputs.ts'

/** Its product with an amount below 10^12 fits a DECIMAL(38). */
const RATE = sql`DECIMAL(20,13)`
const LARGEST_RATE = 10_000_000
/** Days without a rate, such as weekends and holidays, that take the rate before. */
const CARRIED = 4

/**
 * Creates `rates` (`day`, `currency`, `rate`: one unit in the app's currency, `carried`: days since the rate was given) from `fx` inputs, and
 * `given_rates` as in the files.
 */
export async function readRates(workspace: Workspace, inputs: readonly Input[]): Promise<void> {
  await workspace.run(sql`CREATE TABLE given_rates (day INTEGER, currency VARCHAR, rate ${RATE})`)
  for (const input of inputs.filter(({ config }) => config.table === 'fx')) {
    for (const file of input.files.filter(({ rows }) => rows > 0)) {
      await reading([file], () =>
        workspace.run(sql`CREATE OR REPLACE TABLE read_rates AS SELECT row_number() OVER () AS row, ${dayOf(file)} AS day, ${textOf(file, 'date')} AS date,
          upper(${textOf(file, 'currency')}) AS currency, ${decimalSql(textOf(file, 'rate'), file.dialect, RATE)} AS rate, ${textOf(file, 'rate')} AS given,
          ${wantedRows(input, file)} AS wanted FROM ${recordsOf(file)}`),
      )
      const wrong = sql`wanted AND (day IS NULL OR currency = '' OR rate IS NULL OR rate <= 0 OR rate >= ${LARGEST_RATE})`
      const rows = await workspace.rows(
        sql`SELECT * FROM read_rates WHERE ${wrong} ORDER BY row LIMIT ${LISTED_FAULTS}`,
      )
      const faults = rows.map((row): ForecastFault => {
        const column = row['day'] === null ? 'date' : row['currency'] === '' ? 'currency' : 'rate'
        const rule = {
          date: dateRule(file),
          currency: 'must not be empty',
          rate: `must be a number above 0 and below ${LARGEST_RATE}`,
        }[column]
        const value = { date: row['date'], currency: null, rate: row['given'] }[column] as
          string | null
        return {
          file: file.file,
          row: Number(row['row']) + (file.format === 'csv' ? 1 : 0),
          column,
          value,
          rule,
        }
      })
      const { total } = await workspace.counts(
        sql`SELECT count(*) AS total FROM read_rates WHERE ${wrong}`,
      )
      if (total! > 0) throw new ForecastFaults(faults, total)
      await workspace.run(
        sql`INSERT INTO given_rates SELECT day, currency, rate FROM read_rates WHERE wanted`,
      )
      const twice = await workspace.rows(
        sql`SELECT day, currency FROM given_rates GROUP BY ALL HAVING min(rate) <> max(rate) ORDER BY ALL LIMIT ${LISTED_FAULTS}`,
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
  }
  const next = sql`lead(day) OVER (PARTITION BY currency ORDER BY day)`
  await workspace.run(sql`CREATE TABLE rates AS SELECT day + CAST(carried AS INTEGER) AS day, currency, rate, carried FROM (
    SELECT *, unnest(range(0, least(${CARRIED + 1}, coalesce(next - day, ${CARRIED + 1})))) AS carried FROM (
      SELECT *, ${next} AS next FROM (SELECT DISTINCT * FROM given_rates)))`)
}

/** Whether any amount is in another currency than the app's. */
export async function hasForeign(workspace: Workspace, currency: string): Promise<boolean> {
  const { foreign } = await workspace.counts(
    sql`SELECT count(*) AS foreign FROM raw_names WHERE currency <> ${literal(currency)}`,
  )
  return foreign! > 0
}

/** DECIMAL(38,6), NULL without a rate. The row has `currency` and, left-joined, `rate`. */
export function converted(amount: Sql, currency: string): Sql {
  const wide = sql`CAST(${amount} AS DECIMAL(38,6))`
  return sql`CASE WHEN n.currency = ${literal(currency)} THEN ${wide} ELSE CAST(${wide} * rates.rate AS DECIMAL(38,6)) END`
}

const MAX_LISTED = 3

/**
 * Refuses days and currencies of `money` (SQL: `day`, `currency`, `amount`), up to the last day, without a rate. Returns notes on carried rates.
 */
export async function refuseMissingRates(
  workspace: Workspace,
  money: Sql,
  { inputs, currency, lastDay }: { inputs: readonly Input[]; currency: string; lastDay: number },
): Promise<string[]> {
  await workspace.run(sql`CREATE OR REPLACE TABLE foreign_money AS SELECT m.day, m.currency, sum(abs(m.amount)) AS amount, any_value(r.rate) AS rate, any_value(r.carried) AS carried
    FROM (${money}) m LEFT JOIN rates r ON r.day = m.day AND r.currency = m.currency
    WHERE m.currency <> ${literal(currency)} AND m.day <= ${lastDay} GROUP BY ALL HAVING sum(abs(m.amount)) > 0`)
  // Consecutive days of a currency are one error.
  const ranges = sql`SELECT currency, min(day) AS first, max(day) AS last, count(*) AS days
    FROM (SELECT currency, day, day - row_number() OVER (PARTITION BY currency ORDER BY day) AS run FROM foreign_money WHERE rate IS NULL) GROUP BY currency, run`
  const rows =
    await workspace.rows(sql`SELECT r.*, (SELECT max(day) FROM given_rates g WHERE g.currency = r.currency AND g.day < r.first) AS before
    FROM (${ranges}) r ORDER BY currency, first LIMIT ${LISTED_FAULTS}`)
  if (rows.length === 0) return await carriedNotes(workspace, currency)
  const { total } = await workspace.counts(sql`SELECT count(*) AS total FROM (${ranges})`)
  const files = inputs.filter(({ config }) => config.table === 'fx').flatMap(({ files }) => files)
  throw new ForecastFaults(
    rows.map(row => {
      const [first, last, days] = (['first', 'last', 'days'] as const).map(name =>
        Number(row[name]),
      ) as [number, number, number]
      const code = String(row['currency'])
      const value = `${dateOf(first)}${days === 1 ? '' : ` to ${dateOf(last)}`} ${code}`
      const before =
        row['before'] === null
          ? ''
          : ` The rate before is of ${dateOf(Number(row['before']))}, and holds for ${CARRIED} days.`
      const remedy =
        files.length === 0
          ? ' Add an input { table: fx, files: [fx.csv] } with the columns date,currency,rate'
          : `${before} Add rows to ${namesOf(files)}`
      const rule = `is required: what one ${code} is worth in ${currency}, for each of ${days === 1 ? 'this day' : `these ${days} days`}.${remedy}`
      return { file: files[0]?.file ?? 'fx', column: 'rate', value, rule }
    }),
    total,
  )
}

async function carriedNotes(workspace: Workspace, currency: string): Promise<string[]> {
  const rows =
    await workspace.rows(sql`SELECT currency, count(*) AS days, list(day ORDER BY day)[1:${MAX_LISTED + 1}] AS some,
      CAST(sum(CAST(amount AS DOUBLE) * rate) AS DOUBLE) AS sum
    FROM foreign_money WHERE carried > 0 GROUP BY currency ORDER BY currency`)
  return rows.map(row => {
    const days = Number(row['days'])
    const dates = [
      ...(row['some'] as number[]).map(day => dateOf(Number(day))),
      ...Array.from({ length: Math.max(0, days - MAX_LISTED - 1) }, () => ''),
    ]
    return `fx: no rate of ${String(row['currency'])} on ${days === 1 ? '1 day' : `${days} days`} (${listSome(dates, MAX_LISTED)}): that of the day before holds, for up to ${CARRIED} days (${Number(row['sum']).toFixed(2)} ${currency}).`
  })
}
