import { TABLES } from '../delivery/tables.ts'

/** Of columns that a delivery may lack, those that an import knows: it refuses any other. */
export function knownColumns<Column>(table: keyof typeof TABLES, columns: Record<string, Column>): Record<string, Column> {
  const known: object = TABLES[table].columns
  return Object.fromEntries(Object.entries(columns).filter(([name]) => name in known))
}

/** Whether an import knows a table. */
export function isKnownTable(name: string): boolean {
  return name in TABLES
}
