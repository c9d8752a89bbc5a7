import type { CellKind } from '../../../imports/cell-kinds.ts'
import { REVENUES } from '../../../imports/tables.ts'
import type { RunFacts } from '../../../core/model/catalog.ts'
import { joined, plain, plainList, sql, type Sql } from '../../../core/model/sql.ts'
import { doubleOf, scaledMoney } from '../../../core/model/store.ts'
import type { HeldConnection, Row, Value } from '../../records/mysql/mysql-connection.ts'
import {
  COLUMN_TYPES,
  createTable,
  FACT_COLUMNS,
  FACT_KEY,
} from '../../records/mysql/facts-schema.ts'

/**
 * Each run has a facts table clustered by install date and identity, with DSIs as columns: a report scans one range without look-ups and
 * finds daily groups in order. Pruning a run drops its table.
 */

/** InnoDB rows have at most 8126 bytes and 1017 columns; more DSIs go to more tables. */
const DSIS_PER_TABLE = 100

/** 4,000 characters hold at most 1,022 different DSIs. */
const MAX_TABLES = 11

interface FactsTable {
  name: string
  dsiValues: number[]
}

/** Includes the import's id, so that dropping it never drops another import's table. Earlier versions used no import id. */
export function factsTableOf(runId: number, owner: string): string {
  return owner === '' ? `facts_${runId}` : `facts_${runId}_${owner}`
}

export function displayTableName(table: string): string {
  return table.replace(/^(facts_\d+)_[0-9a-f]{16}/, '$1')
}

export function isFacts(file: string): boolean {
  return file.startsWith('facts_')
}

/** All tables, given the first one's name. */
export function factsTables({
  file,
  dsi_values,
}: Pick<RunFacts, 'file' | 'dsi_values'>): FactsTable[] {
  return Array.from(
    { length: Math.max(1, Math.ceil(dsi_values.length / DSIS_PER_TABLE)) },
    (_, index) => ({
      name: index === 0 ? file : `${file}_${index}`,
      dsiValues: dsi_values.slice(index * DSIS_PER_TABLE, (index + 1) * DSIS_PER_TABLE),
    }),
  )
}

export async function dropFacts(held: HeldConnection, file: string): Promise<void> {
  const names = Array.from({ length: MAX_TABLES }, (_, index) =>
    index === 0 ? file : `${file}_${index}`,
  )
  await held.run(sql`DROP TABLE IF EXISTS ${plainList(names)}`)
}

export function revenueColumnsOf(dsiValues: readonly number[]): string[] {
  return dsiValues.flatMap(dsi => REVENUES.map(name => `${name}_d${dsi}`))
}

/** The first table has the columns of every report; others have the key and their revenues. */
export function factColumnsOf(index: number): readonly (readonly [name: string, type: Sql])[] {
  return index === 0
    ? FACT_COLUMNS
    : FACT_COLUMNS.filter(([name]) => (FACT_KEY as readonly string[]).includes(name))
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

export function factsSource(facts: RunFacts, dsiValues: readonly number[]): Sql {
  const [first, ...others] = factsTables(facts)
  const needed = others.filter(table => table.dsiValues.some(dsi => dsiValues.includes(dsi)))
  return joined(
    [
      plain(first!.name),
      ...needed.map(({ name }) => sql`JOIN ${plain(name)} USING (${plainList(FACT_KEY)})`),
    ],
    sql` `,
  )
}

/** Converts to the values of the service's JSON: texts, numbers, ISO 8601 times. */
export function plainRow<Plain>(
  row: Row,
  columns: readonly { name: string; kind: CellKind }[],
): Plain {
  return Object.fromEntries(
    columns.map(({ name, kind }) => [name, plainValue(row[name]!, kind)]),
  ) as Plain
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

export function decimalToDouble(decimal: string): number {
  return doubleOf(scaledMoney(decimal))
}
