import { LISTED_FAULTS, listSome } from '../../imports/delivery-faults.ts'
import type { Workspace } from '../../imports/workspace.ts'
import { joined, literal, plain, sql, type Sql } from '../../core/model/sql.ts'
import { ForecastFaults } from '../config/config-faults.ts'
import { columnName, type Part, TEXTS } from './input-rows.ts'
import { partitionOf } from './match-files.ts'

/** Columns whose equality makes rows with one id duplicates. */
export const PAYMENT = [
  'value',
  'net',
  'kind',
  'install_time',
  'event_time',
  'event_name',
  'user_id',
  ...TEXTS,
  'left_out',
  'skipped',
] as const
const MAX_LISTED = 3

/** SQL for the date in the name of a row's file; empty if it has none. */
export function fileDate(files: readonly Part[]): Sql {
  const dates = files.map(
    ({ file }, number) => sql`WHEN ${number} THEN ${literal(partitionOf(file.file).date ?? '')}`,
  )
  return sql`(CASE file ${joined(dates, sql` `)} END)`
}

export interface SameIds {
  /** All rows that another with their id replaces, and their money. */
  rows: number
  money: number
  notes: string[]
}

/**
 * Compares payments that share an id with the one that counts. `rows`: of `singlePayments`.
 * @throws ForecastFaults if files differ and their names do not say which is newer
 */
export async function compareSameIds(
  workspace: Workspace,
  files: readonly Part[],
  rows: Sql,
): Promise<SameIds> {
  await workspace.run(sql`CREATE OR REPLACE TABLE same_ids AS SELECT *, ${fileDate(files)} AS dated FROM (${rows}) r
    WHERE event_id <> '' AND NOT broken QUALIFY max(nth) OVER (PARTITION BY event_id) > 1`)
  const equal = (a: Sql, b: Sql): Sql =>
    joined(
      PAYMENT.map(name => sql`${a}.${plain(name)} IS NOT DISTINCT FROM ${b}.${plain(name)}`),
      sql` AND `,
    )
  const [o, c, k] = [sql`o`, sql`c`, sql`k`]
  const isKnown = sql`EXISTS (SELECT 1 FROM same_ids k WHERE k.event_id = o.event_id AND k.file = c.file AND k.nth <> o.nth AND ${equal(o, k)})`
  const isUndated = sql`EXISTS (SELECT 1 FROM same_ids k WHERE k.event_id = o.event_id AND k.dated = '')`
  await workspace.run(sql`CREATE OR REPLACE TABLE other_rows AS SELECT o.event_id, o.file, o.nth, o.value, o.net, o.currency, o.left_out, o.skipped, c.file AS first_file, CASE WHEN c.left_out OR c.skipped THEN 0 ELSE c.value END AS first_value,
      CASE WHEN ${equal(o, c)} OR o.left_out AND c.left_out OR o.file <> c.file AND ${isKnown} THEN 'duplicate'
        WHEN o.file = c.file THEN 'within' WHEN o.dated < c.dated AND NOT ${isUndated} THEN 'corrected' ELSE 'conflict' END AS relation
    FROM same_ids o JOIN same_ids c ON c.event_id = o.event_id AND c.nth = 1 WHERE o.nth > 1`)
  await refuseConflicts(workspace, files)
  const relations =
    await workspace.rows(sql`SELECT relation, count(*) AS count, sum(value) AS old, sum(first_value) AS new,
      list(DISTINCT event_id ORDER BY event_id)[1:${MAX_LISTED + 1}] AS ids, count(DISTINCT event_id) AS several, list(DISTINCT currency) AS currencies
    FROM (SELECT *, row_number() OVER (PARTITION BY event_id, relation ORDER BY nth) AS latest FROM other_rows)
    WHERE relation <> 'corrected' OR latest = 1 GROUP BY relation ORDER BY relation`)
  const notes = relations.flatMap(row => {
    const [count, several] = [Number(row['count']), Number(row['several'])]
    const currencies = row['currencies'] as string[]
    const sumText = (sum: unknown): string =>
      `${Number(sum).toFixed(2)}${currencies.length === 1 ? ` ${currencies[0]!}` : ''}`
    const ids = [
      ...(row['ids'] as string[]),
      ...Array.from({ length: Math.max(0, several - MAX_LISTED - 1) }, () => ''),
    ]
    const are = count === 1 ? '1 row' : `${count} rows`
    const which = listSome(ids, MAX_LISTED)
    switch (row['relation']) {
      case 'duplicate':
        return [
          `revenue: ${are} equal another with the same id (${which}; ${sumText(row['old'])}): each id counts once.`,
        ]
      case 'corrected':
        return [
          `revenue: ${count === 1 ? '1 payment was' : `${count} payments were`} corrected by newer files (${which}): ${sumText(row['old'])} became ${sumText(row['new'])}.`,
        ]
      default:
        return [
          `revenue: ${are} differ from another of their file with the same id (${which}; ${sumText(row['old'])}): the first of each id counts. If each is a payment, map event_id to another column.`,
        ]
    }
  })
  const { others = 0, money = 0 } =
    await workspace.counts(sql`SELECT count(*) AS others, coalesce(sum(coalesce(o.net, o.value)), 0) AS money
    FROM other_rows o WHERE NOT left_out AND NOT skipped`)
  await workspace.run(sql`DROP TABLE other_rows`)
  await workspace.run(sql`DROP TABLE same_ids`)
  return { rows: others, money, notes }
}

async function refuseConflicts(workspace: Workspace, files: readonly Part[]): Promise<void> {
  const { total = 0 } = await workspace.counts(
    sql`SELECT count(DISTINCT event_id) AS total FROM other_rows WHERE relation = 'conflict'`,
  )
  if (total === 0) return
  const pairs = sql`SELECT event_id, min(nth) AS nth FROM other_rows WHERE relation = 'conflict' GROUP BY event_id ORDER BY event_id LIMIT ${LISTED_FAULTS}`
  const columns = PAYMENT.map(
    name =>
      sql`CAST(o.${plain(name)} AS VARCHAR) AS ${plain(`other_${name}`)}, CAST(c.${plain(name)} AS VARCHAR) AS ${plain(`first_${name}`)}`,
  )
  const rows =
    await workspace.rows(sql`SELECT o.event_id, o.file AS other, c.file AS first, ${joined(columns)} FROM (${pairs}) p
    JOIN same_ids o ON o.event_id = p.event_id AND o.nth = p.nth JOIN same_ids c ON c.event_id = p.event_id AND c.nth = 1 ORDER BY 1`)
  throw new ForecastFaults(
    rows.map(row => {
      const [first, other] = [files[Number(row['first'])]!.file, files[Number(row['other'])]!.file]
      const names = PAYMENT.filter(name => row[`first_${name}`] !== row[`other_${name}`])
      const describe = (which: 'first' | 'other'): string =>
        [...new Set(['value', ...names.slice(0, 1)])]
          .map(
            name =>
              `${name === 'value' ? '' : `${name} `}${String(row[`${which}_${name}`] ?? 'nothing')}`,
          )
          .join(', ')
      return {
        file: other.file,
        column: columnName(other, 'event_id'),
        value: String(row['event_id']),
        rule: `must be equal in all files: it has ${describe('other')}, and ${describe('first')} in ${first.file}. If one file corrects the other, put the date of each export into its name, as in payments_2026-03-05.csv`,
      }
    }),
    total,
  )
}
