import { LISTED_FAULTS } from '../../imports/delivery-faults.ts'
import type { Workspace } from '../../imports/workspace.ts'
import { joined, plain, plainList, sql, type Sql } from '../../core/model/sql.ts'
import { ForecastFaults } from '../config/config-faults.ts'
import { partsSql } from './row-key.ts'
import { columnName, type Part, TEXTS, valueRole } from './input-rows.ts'
import { fileDate } from './same-ids.ts'

const NAMES = plainList(TEXTS)

/** Rows of single installs or payments, each of which counts once. */
export interface SingleRows {
  /** SQL for the rows, with the columns that `isDuplicate` uses. */
  rows: Sql
  /** SQL over a row `r`. */
  isDuplicate: Sql
}

/** An install is its user's first row. */
export function singleInstalls(rows: Sql): SingleRows {
  return {
    rows: sql`SELECT *, row_number() OVER (PARTITION BY user_id, skipped, broken ORDER BY install_time, day, ${NAMES}, file) AS nth FROM (${rows})`,
    isDuplicate: sql`r.user_id <> '' AND r.nth > 1`,
  }
}

/**
 * A payment is the first row with its id, of the newest file that has it. Without ids, equal rows count as often as in the file that has the
 * most of them.
 */
export function singlePayments(files: readonly Part[], rows: Sql): SingleRows {
  const event = sql`event_id, user_id, install_time, event_time, event_name, value, net, kind, ${NAMES}, skipped, broken, left_out`
  const copies =
    files.length === 1
      ? sql`SELECT *, 1 AS copies FROM (${rows})`
      : sql`SELECT *, row_number() OVER (PARTITION BY ${event}, copy ORDER BY file) AS copies
          FROM (SELECT *, row_number() OVER (PARTITION BY ${event}, file) AS copy FROM (${rows}))`
  const newest = files.length === 1 ? sql`` : sql`${fileDate(files)} DESC, `
  const order = sql`PARTITION BY event_id, broken ORDER BY ${newest}skipped, left_out, install_time, event_time, value, net, kind, ${NAMES}, file`
  return {
    rows: sql`SELECT *, ${hasIds(files) ? sql`row_number() OVER (${order})` : sql`1`} AS nth FROM (${copies})`,
    isDuplicate: sql`(r.event_id <> '' AND r.nth > 1 OR r.event_id = '' AND r.copies > 1)`,
  }
}

export function hasIds(files: readonly Part[]): boolean {
  return files.some(
    ({ source: { measure }, file }) => measure === 'revenue' && file.columns.roles.has('event_id'),
  )
}

/**
 * Counts keys of `table` that occur in several files once, since exports overlap. Returns the omitted rows and their money.
 * @param sums SQL for `gross`, `amount` and `given` of some `rows`, which have `key` and `file`
 * @throws ForecastFaults if files disagree
 */
export async function mergeOverlaps(
  workspace: Workspace,
  table: string,
  { raws, files, rows, sums }: { raws: number; files: readonly Part[]; rows: Sql; sums: Sql },
): Promise<{ rows: number; money: number }> {
  const name = plain(table)
  const isShared = sql`first_file <> last_file`
  const { keys } = await workspace.counts(
    sql`SELECT count(*) AS keys FROM ${name} WHERE ${isShared}`,
  )
  if (keys === 0) return { rows: 0, money: 0 }
  await workspace.run(sql`CREATE OR REPLACE TABLE shared AS SELECT key, file, ${sums}, count(*) AS n FROM (${rows})
    WHERE key IN (SELECT key FROM ${name} WHERE ${isShared}) GROUP BY key, file`)
  await refuseDisagreement(workspace, raws, files)
  await workspace.run(sql`DELETE FROM ${name} WHERE ${isShared}`)
  await workspace.run(
    sql`INSERT INTO ${name} SELECT key, any_value(gross), any_value(amount), any_value(given), max(n), 0, 0 FROM shared GROUP BY key`,
  )
  const { rows: omitted = 0, money = 0 } =
    await workspace.counts(sql`SELECT coalesce(sum(n - most), 0) AS rows, coalesce(sum(copies * sum), 0) AS money
    FROM (SELECT sum(n) AS n, max(n) AS most, count(*) - 1 AS copies, any_value(amount + given::DOUBLE) AS sum FROM shared GROUP BY key)`)
  return { rows: omitted, money }
}

async function refuseDisagreement(
  workspace: Workspace,
  raws: number,
  files: readonly Part[],
): Promise<void> {
  const differs = joined(
    ['gross', 'amount', 'given'].map(sum => sql`min(${plain(sum)}) <> max(${plain(sum)})`),
    sql` OR `,
  )
  const disagreeing = sql`SELECT key, min(file) AS one, max(file) AS other FROM shared GROUP BY key HAVING ${differs}`
  const { total } = await workspace.counts(sql`SELECT count(*) AS total FROM (${disagreeing})`)
  if (total === 0) return
  const { day, age, name } = partsSql(raws)
  const sumOf = (file: Sql): Sql =>
    sql`(SELECT any_value(CAST(amount AS DECIMAL(38,6)) + given) FROM shared s WHERE s.key = d.key AND s.file = ${file})`
  const rows =
    await workspace.rows(sql`SELECT d.one, d.other, CAST(DATE '1970-01-01' + ${day} AS VARCHAR) AS day, ${age} AS age, ${NAMES},
      ${sumOf(sql`d.one`)} AS first, ${sumOf(sql`d.other`)} AS second
    FROM (SELECT * FROM (${disagreeing}) ORDER BY key LIMIT ${LISTED_FAULTS}) d JOIN raw_names ON raw = ${name} ORDER BY key`)
  const faults = rows.map(row => {
    const { source, file } = files[Number(row['other'])]!
    const cell = [
      row['day'],
      ...TEXTS.map(text => row[text]),
      ...(source.measure === 'revenue' ? [`age ${row['age']}`] : []),
    ].join(', ')
    return {
      file: file.file,
      column: columnName(file, valueRole(source.measure)),
      value: String(row['second']),
      rule: `must agree with ${files[Number(row['one'])]!.file.file}, which has ${row['first']} for ${cell}`,
    }
  })
  throw new ForecastFaults(faults, total)
}

/**
 * Notes on payments that equal another one of their file in every column and have no id: only their exporter knows if they are duplicates.
 * `rows`: from `rowsOf`.
 */
export async function identicalNotes(
  workspace: Workspace,
  rows: Sql,
  currency: string,
): Promise<string[]> {
  const event = sql`file, user_id, install_time, event_time, event_name, value, net, kind, ${plainList(TEXTS)}`
  const { count, sum } =
    await workspace.counts(sql`SELECT coalesce(sum(copies - 1), 0) AS count, coalesce(sum(value * (copies - 1)), 0) AS sum FROM (
      SELECT value, count(*) AS copies FROM (${rows}) WHERE NOT skipped AND event_id = '' AND value <> 0 GROUP BY ${event} HAVING count(*) > 1)`)
  if (count === 0) return []
  const are =
    count === 1
      ? '1 row is equal to another of its file in every column'
      : `${count} rows are equal to others of their file in every column`
  return [
    `revenue: ${are} (${sum!.toFixed(2)} ${currency}): ${count === 1 ? 'it counts' : 'they count'}. If it is the same payment, map event_id, or export without it.`,
  ]
}
