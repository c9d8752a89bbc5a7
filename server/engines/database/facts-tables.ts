import type { CellKind } from '../../delivery/cell-kinds.ts'
import { REVENUES } from '../../delivery/tables.ts'
import type { RunFacts } from '../../model/catalog.ts'
import { joined, plain, plainList, sql, type Sql } from '../../model/sql.ts'
import { doubleOf, scaledMoney } from '../../model/store.ts'
import type { HeldConnection, Row, Value } from './connection.ts'
import { COLUMN_TYPES, createTable, FACT_COLUMNS, FACT_KEY } from './schema.ts'

/**
 * A run's facts lie in a table of their own, clustered by install date and identity, DSIs side by side: a report reads one range
 * of it, adds up without looking anything up, and finds the groups of a daily report in order. Pruning a run is dropping its
 * table.
 */

/**
 * DSIs in one table: InnoDB's rows have at most 8126 bytes and 1017 columns. Further ones go to further tables of the same rows.
 */
const DSIS_PER_TABLE = 100

/** More than an app's DSIs ever need: in 4,000 characters there is room for 1,022 different ones. */
const MOST_TABLES = 11

export interface FactsTable {
  name: string
  dsiValues: number[]
}

/** The name of a run's facts by an import: nobody else's, so that to drop it is never to drop another's. Earlier versions named no import. */
export function factsTableOf(runId: number, owner: string): string {
  return owner === '' ? `facts_${runId}` : `facts_${runId}_${owner}`
}

/** A table's name for messages, without the import. */
export function shownName(table: string): string {
  return table.replace(/^(facts_\d+)_[0-9a-f]{16}/, '$1')
}

/** Whether it is the name of a run's facts, and not of a table that all runs share. */
export function isFacts(file: string): boolean {
  return file.startsWith('facts_')
}

/** The tables of a run's facts; the first one's name stands for them all. */
export function factsTables({ file, dsi_values }: Pick<RunFacts, 'file' | 'dsi_values'>): FactsTable[] {
  return Array.from({ length: Math.max(1, Math.ceil(dsi_values.length / DSIS_PER_TABLE)) }, (_, index) => ({
    name: index === 0 ? file : `${file}_${index}`,
    dsiValues: dsi_values.slice(index * DSIS_PER_TABLE, (index + 1) * DSIS_PER_TABLE),
  }))
}

/** Drops all tables of a run's facts, as far as they are there. */
export async function dropFacts(held: HeldConnection, file: string): Promise<void> {
  const names = Array.from({ length: MOST_TABLES }, (_, index) => (index === 0 ? file : `${file}_${index}`))
  await held.run(sql`DROP TABLE IF EXISTS ${plainList(names)}`)
}

export function revenueColumnsOf(dsiValues: readonly number[]): string[] {
  return dsiValues.flatMap(dsi => REVENUES.map(name => `${name}_d${dsi}`))
}

/** The first table holds what every report reads; the others have the key alone beside their revenues. */
export function factColumnsOf(index: number): readonly (readonly [name: string, type: Sql])[] {
  return index === 0 ? FACT_COLUMNS : FACT_COLUMNS.filter(([name]) => (FACT_KEY as readonly string[]).includes(name))
}

export function createFactsTable({ name, dsiValues }: FactsTable, index: number): Sql {
  return createTable(
    name,
    [
      ...factColumnsOf(index).map(([column, type]) => [column, sql`${type} NOT NULL`] as const),
      ...revenueColumnsOf(dsiValues).map(column => [column, COLUMN_TYPES.money] as const),
    ],
    [sql`PRIMARY KEY (${plainList(FACT_KEY)})`],
  )
}

/** The SQL source that has the columns of the given DSIs. */
export function factsSource(facts: RunFacts, dsiValues: readonly number[]): Sql {
  const [first, ...others] = factsTables(facts)
  const needed = others.filter(table => table.dsiValues.some(dsi => dsiValues.includes(dsi)))
  return joined([plain(first!.name), ...needed.map(({ name }) => sql`JOIN ${plain(name)} USING (${plainList(FACT_KEY)})`)], sql` `)
}

/** A stored row as the service's JSON has it: texts, numbers, ISO 8601 times. */
export function plainRow<Plain>(row: Row, columns: readonly { name: string; kind: CellKind }[]): Plain {
  return Object.fromEntries(columns.map(({ name, kind }) => [name, plainValue(row[name]!, kind)])) as Plain
}

function plainValue(value: Value, kind: CellKind): unknown {
  if (value === null) return null
  if (kind === 'money') return decimalToDouble(String(value))
  if (kind === 'timestamp') return isoTime(String(value))
  return kind === 'text' ? value.toString() : value
}

/** `YYYY-MM-DD hh:mm:ss[.ffffff]` in UTC to ISO 8601 with milliseconds. */
function isoTime(time: string): string {
  return `${time.slice(0, 10)}T${time.slice(11, 19)}.${time.slice(20, 23).padEnd(3, '0')}Z`
}

/** A DECIMAL with 4 decimals as a double. */
export function decimalToDouble(decimal: string): number {
  return doubleOf(scaledMoney(decimal))
}
