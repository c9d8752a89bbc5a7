import { REVENUES } from '../../delivery/tables.ts'
import { joined, plain, plainList, sql, type Sql } from '../../model/sql.ts'
import type { RunFacts } from '../../model/catalog.ts'
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

export interface FactsTable {
  name: string
  dsiValues: number[]
}

export function factsTableOf(runId: number): string {
  return `facts_${runId}`
}

/** The tables of a run's facts; the first one's name stands for them all. */
export function factsTables({ file, dsi_values }: Pick<RunFacts, 'file' | 'dsi_values'>): FactsTable[] {
  return Array.from({ length: Math.max(1, Math.ceil(dsi_values.length / DSIS_PER_TABLE)) }, (_, index) => ({
    name: index === 0 ? file : `${file}_${index}`,
    dsiValues: dsi_values.slice(index * DSIS_PER_TABLE, (index + 1) * DSIS_PER_TABLE),
  }))
}

/** The name that stands for all tables of a run's facts, from one of theirs. */
export function factsName(table: string): string {
  return /^facts_\d+/.exec(table)![0]
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
