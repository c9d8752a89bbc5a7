import { findRecords } from './csv-find.ts'
import type { Fault } from './delivery-error.ts'
import type { Suspect } from './check.ts'
import { quoted, type Engine } from './engine.ts'
import { explain } from './kinds.ts'
import { columnsOf } from './tables.ts'
import type { Source } from './source.ts'

interface Place {
  row: number
  /** By column; null where empty. */
  cells: Record<string, string | null>
}

/** Looks the suspects' cells up in the file as it was delivered. */
export async function placeFaults(engine: Engine, source: Source, suspects: Suspect[]): Promise<Fault[]> {
  if (suspects.length === 0) return []
  const rows = new Set(suspects.map(({ row }) => row))
  const places = source.format === 'csv' ? await csvPlaces(source, rows) : await parquetPlaces(engine, source, rows)
  return suspects.map(({ row, column, rule }) => {
    const place = places.get(row)!
    const values = column.split(', ').map((name) => place.cells[name] ?? null)
    const value = values.length === 1 ? values[0]! : values.map((part) => part ?? '').join(', ')
    return { file: source.file, row: place.row, column, value, rule: rule ?? formRule(source, column, value) }
  })
}

/** Why a cell is refused of which only the form was found wanting. */
function formRule(source: Source, column: string, value: string | null): string {
  const kind = columnsOf(source.table).find(([name]) => name === column)![1].kind
  return value === null ? 'must not be empty' : explain(kind, value)
}

async function csvPlaces({ path, header }: Source, rows: Set<number>): Promise<Map<number, Place>> {
  const places = new Map<number, Place>()
  for (const [index, { line, cells }] of await findRecords(path, rows)) {
    const named = header.map((name, position) => [name, cells[position] === '' ? null : cells[position] ?? null] as const)
    places.set(index, { row: line, cells: Object.fromEntries(named) })
  }
  return places
}

async function parquetPlaces(engine: Engine, { header, relation }: Source, rows: Set<number>): Promise<Map<number, Place>> {
  const columns = header.map((name) => `nullif(CAST(${quoted(name)} AS VARCHAR), '') AS ${quoted(name)}`)
  const numbered = relation.replace(/\)$/, ', file_row_number = true)')
  const found = await engine.rows(`SELECT file_row_number AS place_row, ${columns.join(', ')} FROM ${numbered}
    WHERE file_row_number IN (${[...rows].join(', ')})`)
  return new Map(found.map(({ place_row: row, ...cells }) =>
    [Number(row), { row: Number(row) + 1, cells: cells as Place['cells'] }]))
}
