import { joined, literal, numbers, plain, readPath, sql } from '../../model/sql.ts'
import { findRecords } from '../csv/csv-find.ts'
import { LONGEST_VALUE, MOST_FAULTS, told, type DeliveryFault } from '../delivery-error.ts'
import { FIRST_PLACES } from '../fault-groups.ts'
import type { Workspace } from '../workspace.ts'
import type { Source } from '../sources/source.ts'
import type { Findings } from './check.ts'

/** Rows of one rule that are looked for. */
export const MOST_PLACED = MOST_FAULTS

/** A rule that rows break. Several columns are separated by a comma and a space. */
export interface Broken {
  column: string
  rule: string
  count: number
  /** The first of the rows, ascending; from 0. */
  rows: number[]
}

/** A fault whose cell has not been looked up yet. */
interface Suspect {
  row: number
  broken: Broken
}

/** Where a row is, and what it has in the columns that were asked for: a text for each. */
interface Place {
  row: number
  values: Map<string, string | null>
}

/** Looks the cells at fault up in the file as it was delivered: of each rule the first ones, and of all together the first up to `most`. */
export async function placeBroken(workspace: Workspace, source: Source, found: readonly Broken[], most: number): Promise<Findings> {
  const suspects = chosen(found, most)
  const places = await (source.format === 'csv' ? csvPlaces(source, suspects) : parquetPlaces(workspace, source, suspects))
  const faults = suspects.map(({ row, broken: { column, rule } }): DeliveryFault => {
    const place = places.get(row)
    return { file: source.file, row: place?.row ?? row + 1, column, value: place?.values.get(column) ?? null, rule }
  })
  const groups = found.map(broken => ({
    file: source.file,
    column: broken.column,
    rule: broken.rule,
    count: broken.count,
    first: faults
      .filter((_, index) => suspects[index]!.broken === broken)
      .slice(0, FIRST_PLACES)
      .map(({ row, value }) => ({ row: row!, value: value! })),
  }))
  groups.sort((one, other) => (one.first[0]?.row ?? 0) - (other.first[0]?.row ?? 0))
  return { faults, groups, total: found.reduce((sum, { count }) => sum + count, 0) }
}

/** The first rows of every rule, and as many of the others as there is room for; by row. */
function chosen(found: readonly Broken[], most: number): Suspect[] {
  const suspects = (from: number, to?: number): Suspect[] =>
    found.flatMap(broken => broken.rows.slice(from, to).map(row => ({ row, broken })))
  const byRow = (one: Suspect, other: Suspect): number => one.row - other.row
  const first = suspects(0, FIRST_PLACES)
  const others = suspects(FIRST_PLACES).sort(byRow)
  return [...first, ...others.slice(0, Math.max(0, most - first.length))].sort(byRow)
}

async function csvPlaces({ path, header }: Source, suspects: readonly Suspect[]): Promise<Map<number, Place>> {
  const columns = new Map<number, string[]>()
  for (const { row, broken } of suspects) columns.set(row, [...(columns.get(row) ?? []), broken.column])
  const places = new Map<number, Place>()
  await findRecords(path, new Set(columns.keys()), (row, line, cells) => {
    const cell = (name: string): string => cells[header.indexOf(name)] ?? ''
    const values = columns.get(row)!.map(column => [column, valueOf(column.split(', ').map(name => told(cell(name))))] as const)
    places.set(row, { row: line, values: new Map(values) })
  })
  return places
}

async function parquetPlaces(workspace: Workspace, source: Source, suspects: readonly Suspect[]): Promise<Map<number, Place>> {
  const places = new Map<number, Place>()
  if (suspects.length === 0) return places
  const columns = [...new Set(suspects.map(({ broken }) => broken.column))]
  const cell = (name: string) =>
    source.header.includes(name) ? sql`coalesce(left(CAST(p.${plain(name)} AS VARCHAR), ${LONGEST_VALUE}), '')` : literal('')
  const cases = columns.map((column, index) => sql`WHEN ${index} THEN [${joined(column.split(', ').map(cell))}]`)
  const wanted = suspects.map(({ row, broken }) => sql`(${numbers([row, columns.indexOf(broken.column)])})`)
  const found = await workspace.rows(sql`SELECT w.row, w.place, CASE w.place ${joined(cases, sql` `)} END AS cells
    FROM read_parquet(${readPath(source.path)}, file_row_number = true) p JOIN (VALUES ${joined(wanted)}) w("row", place) ON w.row = p.file_row_number`)
  for (const { row: index, place, cells } of found) {
    const row = Number(index)
    if (!places.has(row)) places.set(row, { row: row + 1, values: new Map() })
    places.get(row)!.values.set(columns[Number(place)]!, valueOf(cells as string[]))
  }
  return places
}

/** What is told of one cell or of several; null where the only one is empty. */
function valueOf(cells: readonly string[]): string | null {
  return cells.length > 1 ? cells.join(', ') : cells[0] === '' ? null : cells[0]!
}
