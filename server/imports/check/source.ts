import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { nearestName } from '../../core/checks/faults.ts'
import { stampOf } from '../../core/runtime/files.ts'
import { joined, plain, readPath, sql, type Sql } from '../../core/model/sql.ts'
import { expectation, fromText, fromTyped, sqlType } from '../cell-kinds.ts'
import { DeliveryError, type DeliveryFault, type Findings, truncate } from '../delivery-faults.ts'
import { columnsOf, maxRowsOf, TABLE_NAMES, type TableColumn, type TableName } from '../tables.ts'
import type { Workspace } from '../workspace.ts'
import { changedFiles, describeOpenError, foreignContent } from '../reader/bytes.ts'
import { copyReadable } from '../reader/readable-copy.ts'
import { columnMeant, isOneOf, LONGEST_NAME } from '../reader/form.ts'
import { MAX_COLUMNS, parquetRule, parquetShape } from '../reader/parquet.ts'
import { csvRows, differences, readText } from '../reader/text.ts'
import { fileFormat, listFiles } from './list-files.ts'

/** A column, and the SQL of its typed value. */
interface Cell extends TableColumn {
  name: string
  value: Sql
}

export interface Source {
  table: TableName
  path: string
  file: string
  format: 'csv' | 'parquet'
  /** SQL relation with the raw cells of the table's columns, by those names; no other column of the file becomes SQL. */
  relation: Sql
  /** In file order. */
  header: string[]
  /** Missing required columns. */
  missing: readonly string[]
  /** The table's columns. */
  cells: readonly Cell[]
  /** Expected number of rows. */
  rows: number
  /** Bytes. */
  size: number
  /** Detects changes of the file. */
  stamp: string
}

export interface Opened {
  /** Readable files, in the order of the tables. */
  sources: Source[]
  /** Tables with an unreadable file. */
  unread: Set<TableName>
  ignored: string[]
  faults: DeliveryFault[]
  /** Rows with another number of fields than their header. */
  ragged: Findings[]
}

interface DeliveryFile {
  table: TableName
  file: string
  path: string
  size: number
  stamp: string
}

/**
 * Finds a delivery's files and checks names, columns, types, quoting and sizes without reading rows. An invalid CSV is copied
 * into `scratch`, so that its rows can still be checked. From then on the workspace can open only these files and `directories`.
 */
export async function openDelivery(
  workspace: Workspace,
  directory: string,
  {
    scratch,
    directories,
    isOfCompany = false,
  }: { scratch: string; directories: readonly string[]; isOfCompany?: boolean },
): Promise<Opened> {
  const faults: DeliveryFault[] = []
  const ragged: Findings[] = []
  const { tableFiles, meant, ignored } = await listFiles(directory, faults)
  const real = await realpath(directory)
  const files: DeliveryFile[] = []
  for (const table of TABLE_NAMES) {
    const file = tableFiles.get(table)
    if (file === undefined) continue
    const path = join(real, file)
    const rule = await describeOpenError(path, { isOfCompany })
    if (rule === undefined) files.push({ table, file, path, ...(await stampOf(path)) })
    else faults.push({ file, rule })
  }
  await workspace.lockIn(
    { files: files.map(({ path }) => path), directories },
    files.reduce((sum, { size }) => sum + size, 0),
  )
  const sources: Source[] = []
  for (const file of files) {
    const open = fileFormat(file.file) === 'csv' ? openCsv : openParquet
    const source = await open(workspace, file, { faults, ragged, scratch }).catch(
      (error: unknown) => {
        if (!(error instanceof DeliveryError)) throw error
        faults.push(...error.faults)
        return undefined
      },
    )
    if (source === undefined) continue
    const most = maxRowsOf(source.table)
    if (source.rows <= most) sources.push(source)
    else
      faults.push({
        file: source.file,
        rule: `must have at most ${most} rows: it has ${source.rows}`,
      })
  }
  const unread = new Set(
    [...meant, ...tableFiles.keys()].filter(
      table => !sources.some(source => source.table === table),
    ),
  )
  return { sources, unread, ignored, faults, ragged }
}

/** Refuses a delivery if a file changed since it was opened: the loaded data could differ from the checked data. */
export async function requireUnchanged(sources: readonly Source[]): Promise<void> {
  const faults = await changedFiles(sources)
  if (faults.length > 0) throw new DeliveryError(faults)
}

export function unusedColumns({ table, header }: Pick<Source, 'table' | 'header'>): string[] {
  const wanted = new Set(wantedColumns(table))
  return header.filter(name => !wanted.has(name))
}

function wantedColumns(table: TableName): string[] {
  return columnsOf(table).map(([name]) => name)
}

/** The rows with their numbers from 0 as `file_row`. */
export function numberedRows({ relation }: Pick<Source, 'relation'>): Sql {
  return sql`(SELECT *, row_number() OVER () - 1 AS file_row FROM ${relation})`
}

function select(table: TableName, header: readonly string[]): Sql {
  return joined(
    wantedColumns(table).map(name =>
      header.includes(name) ? plain(name) : sql`CAST(NULL AS VARCHAR) AS ${plain(name)}`,
    ),
  )
}

interface Opening {
  faults: DeliveryFault[]
  ragged: Findings[]
  scratch: string
}

/** Undefined if the file's rows cannot be read; throws a DeliveryError if nothing else of it can be judged. */
type Open = (
  workspace: Workspace,
  deliveryFile: DeliveryFile,
  opening: Opening,
) => Promise<Source | undefined>

const openCsv: Open = async (_engine, deliveryFile, { faults, ragged, scratch }) => {
  const { table, file, path } = deliveryFile
  const text = await readText(path, isOneOf(wantedColumns(table)))
  const { form, foreign, broken } = text
  const { header } = form
  if (foreign !== undefined && foreign.encoding === undefined)
    throw new DeliveryError([{ file, rule: foreign.rule }])
  if (header === undefined)
    throw new DeliveryError([{ file, rule: 'must start with a header row' }])
  const unlike = [...differences(text).flatMap(({ fault }) => fault ?? []), ...broken]
  faults.push(...unlike.map(fault => ({ file, ...fault })))
  const missing = checkColumns(table, file, header, faults)
  if (unlike.length === 0)
    return csvSource(deliveryFile, { path, header, missing, rows: text.rows })
  const copy = await copyReadable({ ...deliveryFile, header }, form, copyPath(scratch, table))
  if (copy === undefined) return undefined
  ragged.push(copy.ragged)
  return csvSource(deliveryFile, { path: copy.path, header, missing, rows: copy.rows })
}

export function copyPath(scratch: string, table: TableName): string {
  return join(scratch, `${table}.readable.csv`)
}

export function csvSource(
  deliveryFile: DeliveryFile,
  { path, header, missing, rows }: Pick<Source, 'path' | 'header' | 'missing' | 'rows'>,
): Source {
  const { table } = deliveryFile
  const wanted = wantedColumns(table)
  // An unknown, repeated or differently cased name cannot be used as a column name.
  const isColumn = (name: string, index: number): boolean =>
    wanted.includes(name) && header.indexOf(name) === index
  const columns = header.map((name, index) => (isColumn(name, index) ? name : `unused ${index}`))
  const relation = sql`(SELECT ${select(table, header)} FROM ${csvRows(path, columns)})`
  const cells = columnsOf(table).map(([name, column]) => ({
    ...column,
    name,
    value: fromText(column.kind, plain(name)),
  }))
  return { ...deliveryFile, path, format: 'csv', relation, header, missing, cells, rows }
}

const openParquet: Open = async (workspace, deliveryFile, { faults }) => {
  const { table, file, path, size } = deliveryFile
  const wanted = wantedColumns(table)
  const shape = await parquetShape(workspace, path, size, wanted).catch(
    async (error: unknown) => (await foreignContent(path, 'parquet'))?.rule ?? parquetRule(error),
  )
  if (typeof shape === 'string') throw new DeliveryError([{ file, rule: shape }])
  const header = shape.columns.map(({ name }) => name)
  const missing = checkColumns(table, file, header, faults)
  const types = new Map(shape.columns.map(({ name, type }) => [name, type]))
  const cells: Cell[] = []
  for (const [name, column] of columnsOf(table)) {
    const { kind } = column
    // A column of nulls may have no type, or be absent.
    const type = types.get(name) === '"NULL"' ? 'VARCHAR' : (types.get(name) ?? 'VARCHAR')
    const value = fromTyped(kind, type, plain(name))
    if (value === undefined) {
      faults.push({
        file,
        column: name,
        value: type,
        rule: `${expectation(kind)}; this type is not supported`,
      })
      missing.push(name)
    }
    cells.push({ ...column, name, value: value ?? sql`CAST(NULL AS ${sqlType(kind)})` })
  }
  const relation = sql`(SELECT ${select(table, header)} FROM read_parquet(${readPath(path)}))`
  return { ...deliveryFile, format: 'parquet', relation, header, missing, cells, rows: shape.rows }
}

/**
 * Required columns that the header lacks.
 * @throws DeliveryError if it is unusable
 */
function checkColumns(
  table: TableName,
  file: string,
  header: string[],
  faults: DeliveryFault[],
): string[] {
  const row = fileFormat(file) === 'csv' ? { row: 1 } : {}
  if (header.length > MAX_COLUMNS) {
    const rule = `must have at most ${MAX_COLUMNS} columns: it has ${header.length}`
    throw new DeliveryError([{ file, ...row, rule }])
  }
  // Extra columns are ignored; required ones must appear exactly once.
  const unused = unusedColumns({ table, header })
  const missing = columnsOf(table).flatMap(([name, { optional }]) =>
    optional || header.includes(name) ? [] : [name],
  )
  const known = wantedColumns(table)
  if (!header.some(name => known.includes(name) || columnMeant(name, known) !== undefined)) {
    const rule = `must start with a header row that names its columns: ${known.filter(name => missing.includes(name)).join(',')}`
    throw new DeliveryError([{ file, ...row, value: truncate(header.join(',')), rule }])
  }
  for (const name of missing)
    faults.push({ file, ...row, column: name, rule: missingRule(name, unused) })
  header.forEach((name, index) => {
    if (header.indexOf(name) < index)
      faults.push({ file, ...row, column: name, rule: 'must not be repeated' })
  })
  return missing
}

/** The error for a missing column, with an unused cell of the header that may be its misspelling. */
function missingRule(column: string, unused: readonly string[]): string {
  const names = unused.filter(name => name.length <= LONGEST_NAME)
  const meant =
    names.find(name => columnMeant(name, [column]) !== undefined) ?? nearestName(column, names)
  return `is required: missing column${meant === undefined ? '' : `; did you mean the one named ${JSON.stringify(meant)}?`}`
}
