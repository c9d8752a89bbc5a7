import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { nearestName } from '../../checks/faults.ts'
import { joined, literal, plain, readPath, sql, type Sql } from '../../model/sql.ts'
import { expectation, fromText, fromTyped } from '../cell-kinds.ts'
import { DeliveryError, type DeliveryFault, shortenForPrint, truncate } from '../faults.ts'
import { columnsOf, MAX_ROWS, TABLE_NAMES, type TableName } from '../tables.ts'
import { stampOf, type Workspace } from '../workspace.ts'
import { csvHeader } from './csv-records.ts'
import { scanCsv } from './csv-scan.ts'
import { foreignContent, listFiles, describeOpenError } from './list-files.ts'
import { MAX_COLUMNS, parquetRule, parquetShape } from './parquet.ts'

export interface Source {
  table: TableName
  path: string
  file: string
  format: 'csv' | 'parquet'
  /** SQL relation with the raw cells of the table's columns, named as there; no other column of the file becomes SQL. */
  relation: Sql
  /** In file order. */
  header: string[]
  values: Record<string, Sql>
  /** Rows the file must yield. */
  rows: number
  /** In bytes. */
  size: number
  /** Detects changes of the file. */
  stamp: string
}

export interface Opened {
  sources: Source[]
  ignored: string[]
}

interface Found {
  table: TableName
  file: string
  path: string
  size: number
  stamp: string
}

/**
 * Finds a delivery's files and checks names, columns, types, quoting and sizes without reading rows. From here on the workspace can open
 * only these files and `directories`.
 */
export async function openDelivery(workspace: Workspace, directory: string, directories: readonly string[]): Promise<Opened> {
  const faults: DeliveryFault[] = []
  const { found, ignored } = await listFiles(directory, faults)
  const real = await realpath(directory)
  const files: Found[] = []
  for (const table of TABLE_NAMES) {
    const file = found.get(table)
    if (file === undefined) continue
    const path = join(real, file)
    const rule = await describeOpenError(path)
    if (rule === undefined) files.push({ table, file, path, ...(await stampOf(path)) })
    else faults.push({ file, rule })
  }
  await workspace.lockIn(
    { files: files.map(({ path }) => path), directories },
    files.reduce((sum, { size }) => sum + size, 0),
  )
  const sources: Source[] = []
  for (const file of files) {
    const source = await (file.file.endsWith('.csv') ? openCsv : openParquet)(workspace, file, faults)
    if (source === undefined) continue
    const most = MAX_ROWS[source.table]
    if (source.rows > most) faults.push({ file: source.file, rule: `must have at most ${most} rows: it has ${source.rows}` })
    else sources.push(source)
  }
  if (faults.length > 0) throw new DeliveryError(faults)
  return { sources, ignored }
}

/** Refuses a delivery if a file changed since it was opened: the checked data would differ from what was read. */
export async function requireUnchanged(sources: readonly Source[]): Promise<void> {
  const faults: DeliveryFault[] = []
  for (const { file, path, stamp } of sources) {
    const now = await stampOf(path).catch(() => undefined)
    if (now?.stamp !== stamp) faults.push({ file, rule: 'must not change while it is read' })
  }
  if (faults.length > 0) throw new DeliveryError(faults)
}

export function unusedColumns({ table, header }: Pick<Source, 'table' | 'header'>): string[] {
  const wanted = new Set(wantedColumns(table))
  return header.filter(name => !wanted.has(name))
}

function wantedColumns(table: TableName): string[] {
  return columnsOf(table).map(([name]) => name)
}

function select(table: TableName, header: readonly string[]): Sql {
  return joined(wantedColumns(table).map(name => (header.includes(name) ? plain(name) : sql`CAST(NULL AS VARCHAR) AS ${plain(name)}`)))
}

type Open = (workspace: Workspace, found: Found, faults: DeliveryFault[]) => Promise<Source | undefined>

const openCsv: Open = async (_engine, found, faults) => {
  const { table, file, path } = found
  const foreign = await foreignContent(path, 'csv')
  if (foreign !== undefined) {
    faults.push({ file, rule: foreign })
    return undefined
  }
  const scan = await scanCsv(path)
  const header = await csvHeader(path)
  if (header === undefined) {
    faults.push({ file, rule: 'must start with a header row' })
    return undefined
  }
  const separated = separatorRule(header, wantedColumns(table))
  if (separated !== undefined) {
    faults.push({ file, row: 1, value: truncate(header.join(',')), rule: separated })
    return undefined
  }
  if (scan.fault !== undefined) {
    const { line, column, rule } = scan.fault
    const name = header[column - 1]
    faults.push({ file, row: line, ...(name === undefined || line === 1 ? {} : { column: name }), rule })
    return undefined
  }
  if (!checkColumns(table, file, header, faults)) return undefined
  const wanted = wantedColumns(table)
  // An unknown or differently cased name would not be a column name.
  const columns = joined(header.map((name, index) => sql`${literal(wanted.includes(name) ? name : `unused ${index}`)}: 'VARCHAR'`))
  // `new_line` stays unset: with a value that does not match the file, strict mode silently reads no row.
  const relation = sql`(SELECT ${select(table, header)} FROM read_csv(${readPath(path)}, auto_detect = false, header = true, delim = ',',
    quote = '"', escape = '"', strict_mode = true, columns = {${columns}}))`
  const values = Object.fromEntries(columnsOf(table).map(([name, { kind }]) => [name, fromText(kind, plain(name))]))
  return { ...found, format: 'csv', relation, header, values, rows: scan.records }
}

const openParquet: Open = async (workspace, found, faults) => {
  const { table, file, path, size } = found
  const wanted = wantedColumns(table)
  let shape
  try {
    shape = await parquetShape(workspace, path, size, wanted)
  } catch (error) {
    faults.push({ file, rule: (await foreignContent(path, 'parquet')) ?? parquetRule(error) })
    return undefined
  }
  if (typeof shape === 'string') {
    faults.push({ file, rule: shape })
    return undefined
  }
  const header = shape.columns.map(({ name }) => name)
  if (!checkColumns(table, file, header, faults)) return undefined
  const types = new Map(shape.columns.map(({ name, type }) => [name, type]))
  const values: Record<string, Sql> = {}
  for (const [name, { kind }] of columnsOf(table)) {
    // A column of nulls may have no type, or be absent.
    const type = types.get(name) === '"NULL"' ? 'VARCHAR' : (types.get(name) ?? 'VARCHAR')
    const value = fromTyped(kind, type, plain(name))
    if (value === undefined) faults.push({ file, column: name, value: type, rule: `${expectation(kind)}; this type is not supported` })
    else values[name] = value
  }
  const relation = sql`(SELECT ${select(table, header)} FROM read_parquet(${readPath(path)}))`
  return { ...found, format: 'parquet', relation, header, values, rows: shape.rows }
}

function checkColumns(table: TableName, file: string, header: string[], faults: DeliveryFault[]): boolean {
  const before = faults.length
  const row = file.endsWith('.csv') ? { row: 1 } : {}
  if (header.length > MAX_COLUMNS) {
    faults.push({ file, ...row, rule: `must have at most ${MAX_COLUMNS} columns: it has ${header.length}` })
    return false
  }
  // Extra columns are ignored; required ones must appear exactly once.
  const unused = unusedColumns({ table, header })
  for (const [name, { optional }] of columnsOf(table)) {
    if (optional || header.includes(name)) continue
    faults.push({ file, ...row, column: name, rule: missingRule(name, unused) })
  }
  header.forEach((name, index) => {
    if (header.indexOf(name) < index) faults.push({ file, ...row, column: name, rule: 'must not be repeated' })
  })
  return faults.length === before
}

const SEPARATORS = { ';': 'semicolons', '\t': 'tabs', '|': 'bars' }
/** Maximum length of a name checked for typos. */
const LONGEST_NAME = 100

/** The rule for a header with known columns separated by another character. */
function separatorRule(header: readonly string[], wanted: readonly string[]): string | undefined {
  if (header.some(name => wanted.includes(name))) return undefined
  const line = header.join(',')
  for (const [separator, name] of Object.entries(SEPARATORS)) {
    const names = line.split(separator).map(cell => cell.trim().replace(/^"(.*)"$/, '$1'))
    if (names.filter(cell => wanted.includes(cell)).length < 2) continue
    return `must have commas between its columns: this one has ${name}. Write it with commas, and decimals with points`
  }
  return undefined
}

/** Error for a missing column, with the unused column that may be a misspelling of it. */
function missingRule(column: string, unused: readonly string[]): string {
  const near = nearestName(
    column,
    unused.filter(name => name.length <= LONGEST_NAME),
  )
  return `is required: missing column${near === undefined ? '' : `; did you mean the one named ${JSON.stringify(shortenForPrint(near))}?`}`
}
