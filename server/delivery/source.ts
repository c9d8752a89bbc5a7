import { join } from 'node:path'
import { csvHeader } from './csv-records.ts'
import { scanCsv } from './csv-scan.ts'
import { DeliveryError, type Fault } from './delivery-error.ts'
import { literal, quoted, readPath, type Engine } from './engine.ts'
import { expectation, fromText, fromTyped } from './kinds.ts'
import { listFiles, unopenable } from './list-files.ts'
import { columnsOf, TABLE_NAMES, type TableName } from './tables.ts'
import { parquetRule } from './unreadable.ts'

/** One file of a delivery, ready to be read by SQL. */
export interface Source {
  table: TableName
  path: string
  /** Name of the file within the delivery. */
  file: string
  format: 'csv' | 'parquet'
  /** SQL relation with the raw cells, columns named as in the table. */
  relation: string
  /** Column names in the order of the file. */
  header: string[]
  /** SQL per column: its value, NULL where the cell is empty or malformed. */
  values: Record<string, string>
  /** Rows the file must yield. */
  rows: number
}

export interface Opened {
  sources: Source[]
  /** Names of the files that are no table's. */
  ignored: string[]
}

/** Finds the files of a delivery and checks all that can be told without reading rows: names, columns, types, quoting. */
export async function openDelivery(engine: Engine, directory: string): Promise<Opened> {
  const faults: Fault[] = []
  const { found, ignored } = await listFiles(directory, faults)
  const sources: Source[] = []
  for (const table of TABLE_NAMES) {
    const file = found.get(table)
    if (file === undefined) continue
    const path = join(directory, file)
    const rule = await unopenable(path)
    if (rule !== undefined) {
      faults.push({ file, rule })
      continue
    }
    const open = file.endsWith('.csv') ? openCsv : openParquet
    const source = await open(engine, table, path, file, faults)
    if (source !== undefined) sources.push(source)
  }
  if (faults.length > 0) throw new DeliveryError(faults)
  return { sources, ignored }
}

/** The columns of a file that its table does not have: they are not read. */
export const unusedColumns = ({ table, header }: Source): string[] => {
  const wanted = new Set(columnsOf(table).map(([name]) => name))
  return header.filter(name => !wanted.has(name))
}

type Open = (engine: Engine, table: TableName, path: string, file: string, faults: Fault[]) => Promise<Source | undefined>

const openCsv: Open = async (_engine, table, path, file, faults) => {
  const scan = await scanCsv(path)
  const header = await csvHeader(path)
  if (header === undefined) {
    faults.push({ file, rule: 'must start with a header row' })
    return undefined
  }
  if (scan.fault !== undefined) {
    const { line, column, rule } = scan.fault
    const name = header[column - 1]
    faults.push({ file, row: line, ...(name === undefined || line === 1 ? {} : { column: name }), rule })
    return undefined
  }
  if (!checkColumns(table, file, header, faults)) return undefined
  // `new_line` stays unset: with a value that is not the file's, strict mode reads no row and says nothing.
  const columns = header.map((name) => `${literal(name)}: 'VARCHAR'`).join(', ')
  const relation = `read_csv(${readPath(path)}, auto_detect = false, header = true, delim = ',', quote = '"', escape = '"', ` +
    `strict_mode = true, columns = {${columns}})`
  const values = Object.fromEntries(columnsOf(table).map(([name, { kind }]) => [name, fromText(kind, quoted(name))]))
  return { table, path, file, format: 'csv', relation, header, values, rows: scan.records }
}

const openParquet: Open = async (engine, table, path, file, faults) => {
  const relation = `read_parquet(${readPath(path)})`
  let described
  let rows
  try {
    described = await engine.rows(`DESCRIBE SELECT * FROM ${relation}`) as { column_name: string, column_type: string }[]
    rows = (await engine.counts(`SELECT count(*) AS rows FROM ${relation}`)).rows!
  } catch (error) {
    faults.push({ file, rule: parquetRule(error) })
    return undefined
  }
  const header = described.map(({ column_name: name }) => name)
  if (!checkColumns(table, file, header, faults)) return undefined
  const types = new Map(described.map(({ column_name: name, column_type: type }) => [name, type]))
  const values: Record<string, string> = {}
  for (const [name, { kind }] of columnsOf(table)) {
    // A column of nothing but nulls may come without a type of its own.
    const type = types.get(name) === '"NULL"' ? 'VARCHAR' : types.get(name)!
    const value = fromTyped(kind, type, quoted(name))
    if (value === undefined) faults.push({ file, column: name, value: type, rule: `${expectation(kind)}, not of this type` })
    else values[name] = value
  }
  return { table, path, file, format: 'parquet', relation, header, values, rows }
}

function checkColumns(table: TableName, file: string, header: string[], faults: Fault[]): boolean {
  const before = faults.length
  const row = file.endsWith('.csv') ? { row: 1 } : {}
  const wanted = columnsOf(table).map(([name]) => name)
  // A pipeline may deliver more than the service reads; what it reads must be there, once.
  for (const name of wanted.filter((name) => !header.includes(name))) {
    faults.push({ file, ...row, column: name, rule: 'must be there: the column is missing' })
  }
  header.forEach((name, index) => {
    if (header.indexOf(name) < index) faults.push({ file, ...row, column: name, rule: 'must not be repeated' })
  })
  return faults.length === before
}
