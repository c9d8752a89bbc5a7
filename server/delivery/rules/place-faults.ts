import { joined, numbers, plain, readPath, sql } from '../../model/sql.ts'
import { findRecords } from '../csv/csv-find.ts'
import { LONGEST_VALUE, type DeliveryFault } from '../delivery-error.ts'
import type { Workspace } from '../workspace.ts'
import { explain } from '../cell-kinds.ts'
import { columnsOf } from '../tables.ts'
import type { Source } from '../sources/source.ts'

/** A fault whose cell has not been looked up yet; `row` counts from 0. No `rule`: the form of the cell says what is wrong. */
export interface Suspect {
  row: number
  column: string
  rule?: string
}

interface FoundRow {
  row: number
  /** By column; null where empty. */
  cells: Record<string, string | null>
}

/** Looks the suspects' cells up in the file as it was delivered. */
export async function placeFaults(workspace: Workspace, source: Source, suspects: Suspect[]): Promise<DeliveryFault[]> {
  if (suspects.length === 0) return []
  const rows = new Set(suspects.map(({ row }) => row))
  const places = source.format === 'csv' ? await csvPlaces(source, rows) : await parquetPlaces(workspace, source, rows)
  return suspects.map(({ row, column, rule }) => {
    const place = places.get(row)!
    const values = column.split(', ').map(name => place.cells[name] ?? null)
    const value = values.length === 1 ? values[0]! : values.map(part => part ?? '').join(', ')
    return { file: source.file, row: place.row, column, value, rule: rule ?? formRule(source, column, value) }
  })
}

/** Why a cell is refused of which only the form was found wanting. */
function formRule(source: Source, column: string, value: string | null): string {
  const kind = columnsOf(source.table).find(([name]) => name === column)![1].kind
  return value === null ? 'must not be empty' : explain(kind, value)
}

async function csvPlaces({ path, header }: Source, rows: Set<number>): Promise<Map<number, FoundRow>> {
  const places = new Map<number, FoundRow>()
  for (const [index, { line, cells }] of await findRecords(path, rows)) {
    const named = header.map(
      (name, position) => [name, cells[position] === '' ? null : (cells[position]?.slice(0, LONGEST_VALUE) ?? null)] as const,
    )
    places.set(index, { row: line, cells: Object.fromEntries(named) })
  }
  return places
}

async function parquetPlaces(workspace: Workspace, { table, path, header }: Source, rows: Set<number>): Promise<Map<number, FoundRow>> {
  const there = columnsOf(table).filter(([name]) => header.includes(name))
  const columns = there.map(([name]) => sql`nullif(left(CAST(${plain(name)} AS VARCHAR), ${LONGEST_VALUE}), '') AS ${plain(name)}`)
  const found = await workspace.rows(sql`SELECT file_row_number AS place_row, ${joined(columns)}
    FROM read_parquet(${readPath(path)}, file_row_number = true) WHERE file_row_number IN (${numbers([...rows])})`)
  return new Map(found.map(({ place_row: row, ...cells }) => [Number(row), { row: Number(row) + 1, cells: cells as FoundRow['cells'] }]))
}
