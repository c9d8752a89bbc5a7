import { realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { changedFiles, describeOpenError } from '../../imports/reader/bytes.ts'
import { MAX_COLUMNS, parquetRule, parquetShape } from '../../imports/reader/parquet.ts'
import { unreadable } from '../../imports/reader/unreadable.ts'
import { csvRows } from '../../imports/reader/text.ts'
import type { Encoding } from '../../imports/reader/bytes.ts'
import { DeliveryError, engineFault, listSome } from '../../imports/delivery-faults.ts'
import type { Workspace } from '../../imports/workspace.ts'
import { stampOf } from '../../core/runtime/files.ts'
import { joined, plain, quoted, readPath, sql, type Sql } from '../../core/model/sql.ts'
import type { Config, InputConfig } from '../config/forecast-config.ts'
import { type ForecastFault, ForecastFaults } from '../config/config-faults.ts'
import { type Dialect, PLAIN } from '../../imports/reader/grammar.ts'
import type { Mapping } from './formats/format.ts'
import { type Columns, columnsOf, mappingOf } from './mapping.ts'
import { filesOf } from './match-files.ts'
import { partitionOf } from './match-files.ts'
import { openText, type TextForm } from './text-file.ts'
import { knownColumns } from './known-columns.ts'

export interface InputFile {
  file: string
  /** The file to read: `original`, or its copy in UTF-8 with commas. */
  path: string
  original: string
  form: TextForm
  dialect: Dialect
  /** Records that are totals, from 0. */
  totals: readonly number[]
  format: 'csv' | 'parquet'
  header: readonly string[]
  columns: Columns
  constants: NonNullable<Mapping['constants']>
  /** Columns as texts, named by position: `c0`, `c7`. */
  relation: Sql
  rows: number
  size: number
  stamp: string
}

export interface Input {
  config: InputConfig
  mapping: Mapping
  files: readonly InputFile[]
}

export type OpenedFile = Pick<
  InputFile,
  'file' | 'path' | 'original' | 'form' | 'size' | 'stamp' | 'rows'
> & {
  faults: ForecastFault[]
}

const PARQUET: TextForm = {
  gzip: false,
  encoding: 'utf-8',
  hasMark: false,
  separator: ',',
  declaration: undefined,
  titles: 0,
  comments: 0,
  notes: 0,
  header: undefined,
}

/**
 * Finds and checks input files without reading rows: readability, quoting, columns. From then on the workspace can open only these. `through`:
 * ignores exports of later dates.
 */
export async function openInputs(
  workspace: Workspace,
  { folder, inputs }: Pick<Config, 'folder' | 'inputs'>,
  { scratch, through }: { scratch: string; through?: string | undefined },
): Promise<Input[]> {
  const faults: ForecastFault[] = []
  const openedFiles = new Map<string, OpenedFile>()
  const matched: { config: InputConfig; mapping: Mapping; files: OpenedFile[] }[] = []
  const isKnown = knownColumns(inputs.flatMap(({ columns }) => Object.values(columns)))
  for (const config of inputs) {
    const mapping = mappingOf(config)
    if (typeof mapping === 'string') {
      faults.push({
        file: config.files.join(', '),
        column: 'format',
        value: config.format ?? 'neutral',
        rule: mapping,
      })
    } else
      matched.push({
        config,
        mapping,
        files: await findFiles(folder, config, { scratch, through, openedFiles, faults, isKnown }),
      })
  }
  const files = matched.flatMap(({ files }) => files)
  await workspace.lockIn(
    { files: [...new Set(files.map(({ path }) => path))] },
    files.reduce((sum, { size }) => sum + size, 0),
  )
  const opened: Input[] = []
  for (const { config, mapping, files } of matched) {
    const open = []
    for (const file of files) {
      const input = await openInput(workspace, file, mapping, faults)
      if (input !== undefined) open.push(input)
    }
    opened.push({ config, mapping, files: open })
  }
  if (faults.length > 0) throw new ForecastFaults(faults)
  return opened
}

/** `seen`: files that another input has too, by path. `through`: ignores exports of later dates. */
interface Finding {
  scratch: string
  through: string | undefined
  openedFiles: Map<string, OpenedFile>
  faults: ForecastFault[]
  isKnown: (cell: string) => boolean
}

async function findFiles(
  folder: string,
  { files: patterns, encoding }: InputConfig,
  { scratch, through, openedFiles, faults, isKnown }: Finding,
): Promise<OpenedFile[]> {
  const byPath = new Map<string, OpenedFile>()
  for (const pattern of patterns) {
    const matched = await filesOf(folder, pattern)
    if (typeof matched === 'string') {
      faults.push({ file: pattern, rule: matched })
      continue
    }
    const paths = matched.filter(path => isKnownBy(through, relative(folder, path)))
    const known = through === undefined ? '' : ` that was known on ${through}`
    if (paths.length === 0)
      faults.push({ file: pattern, rule: `must match at least one file${known}` })
    for (const path of paths) {
      const file = relative(folder, path)
      if (!READABLE.test(path)) {
        faults.push({
          file,
          rule: `must be a .csv, .tsv, .txt, .csv.gz or .parquet file: ${/\.xlsx?$/i.test(path) ? 'save the sheet as CSV UTF-8' : 'unpack or convert it'}`,
        })
        continue
      }
      const rule = await describeOpenError(path)
      if (rule !== undefined) {
        faults.push({ file, rule })
        continue
      }
      const original = await realPath(path)
      const opened =
        openedFiles.get(original) ??
        (await openFile(
          { file, original },
          { folder: scratch, number: openedFiles.size, isKnown, encoding },
        ).catch((error: unknown) => String(error)))
      if (typeof opened === 'string')
        faults.push({ file, rule: `must be readable to its end: ${opened}` })
      else {
        openedFiles.set(original, opened)
        byPath.set(original, { ...opened, file })
      }
    }
  }
  return [...byPath.values()]
}

/** Exports without a date in their names are always included. */
function isKnownBy(through: string | undefined, file: string): boolean {
  return through === undefined || (partitionOf(file).date ?? '') <= through
}

/** The dates of exports in file names, ascending. */
export async function exportDates({
  folder,
  inputs,
}: Pick<Config, 'folder' | 'inputs'>): Promise<string[]> {
  const files = await Promise.all(
    inputs.flatMap(({ files }) => files.map(pattern => filesOf(folder, pattern))),
  )
  return [
    ...new Set(files.flat().flatMap(file => partitionOf(relative(folder, file)).date ?? [])),
  ].sort()
}

export const READABLE = /\.((csv|tsv|txt)(\.gz)?|parquet)$/i

export async function openFile(
  { file, original }: { file: string; original: string },
  opening: {
    folder: string
    number: number
    isKnown: (cell: string) => boolean
    encoding: Encoding | undefined
  },
): Promise<OpenedFile> {
  const stamp = await stampOf(original)
  if (isParquet(original))
    return { file, path: original, original, form: PARQUET, rows: 0, faults: [], ...stamp }
  return { file, original, ...(await openText({ file, original }, opening)), ...stamp }
}

/** The names of a file's columns and its number of rows, or why it cannot be read. `wanted`: the columns to read. */
export async function headOf(
  workspace: Workspace,
  { file, path, size, form, rows, faults }: OpenedFile,
  wanted: readonly string[],
): Promise<{ header: readonly string[]; rows: number } | readonly ForecastFault[]> {
  if (!isParquet(path)) {
    const { header = [] } = form
    if (faults.length > 0) return faults
    if (header.length <= MAX_COLUMNS) return { header, rows }
    const rule = `must have at most ${MAX_COLUMNS} columns: it has ${header.length}`
    return [{ file, row: 1, rule }]
  }
  const shape = await parquetShape(workspace, path, size, wanted).catch(parquetRule)
  return typeof shape === 'string'
    ? [{ file, rule: shape }]
    : { header: shape.columns.map(({ name }) => name), rows: shape.rows }
}

function isParquet(path: string): boolean {
  return /\.parquet$/i.test(path)
}

async function openInput(
  workspace: Workspace,
  opened: OpenedFile,
  mapping: Mapping,
  faults: ForecastFault[],
): Promise<InputFile | undefined> {
  const wanted = [...Object.values(mapping.columns).flat(), ...Object.keys(mapping.leaveOut ?? {})]
  const head = await headOf(workspace, opened, [...new Set(wanted)])
  if (!('header' in head)) {
    // Several inputs may have the same file.
    for (const fault of head) if (!faults.includes(fault)) faults.push(fault)
    return undefined
  }
  const format = isParquet(opened.path) ? 'parquet' : 'csv'
  const columns = columnsOf(mapping, head.header, opened.file, faults)
  return {
    ...opened,
    ...head,
    dialect: PLAIN,
    totals: [],
    format,
    columns,
    constants: mapping.constants ?? {},
    relation: relationOf({ ...opened, ...head, format }, positionsOf(columns)),
  }
}

/** Columns of a file as texts, named by position. */
export function relationOf(
  { path, header, format }: Pick<InputFile, 'path' | 'header' | 'format'>,
  positions: readonly number[],
): Sql {
  const name = (position: number): Sql => plain(`c${position}`)
  if (format === 'parquet') {
    const used = positions.map(at => sql`CAST(${quoted(header[at]!)} AS VARCHAR) AS ${name(at)}`)
    return sql`(SELECT ${joined(used)} FROM read_parquet(${readPath(path)}))`
  }
  const columns = header.map((_, position) => `c${position}`)
  return sql`(SELECT ${joined(positions.map(name))} FROM ${csvRows(path, columns)})`
}

export function positionsOf({ roles, wide, leftOut }: Columns): number[] {
  const positions = new Set([
    ...roles.values(),
    ...[...wide, ...leftOut].map(({ position }) => position),
  ])
  return positions.size === 0 ? [0] : [...positions]
}

/** Runs queries over files. Reports an error in one of them with its position, or with `column` if a value is too large. */
export async function reading<Result>(
  files: readonly InputFile[],
  query: () => Promise<Result>,
  column?: string,
): Promise<Result> {
  try {
    return await query()
  } catch (error) {
    throw await unreadableInput(files, error, column)
  }
}

const MAX_LISTED = 3

async function unreadableInput(
  files: readonly InputFile[],
  error: unknown,
  column: string | undefined,
): Promise<unknown> {
  if (
    error instanceof ForecastFaults ||
    /Out of Memory|No space left|Could not write/i.test(String(error))
  )
    return error
  const fault = engineFault(error, {
    file: namesOf(files),
    ...(column !== undefined && { column }),
  })
  if (fault !== undefined) return new ForecastFaults([fault])
  for (const file of files) {
    const refusal: unknown = await unreadable(file, error).catch((other: unknown) => other)
    if (
      refusal instanceof DeliveryError &&
      (files.length === 1 || refusal.faults.some(({ value }) => value !== undefined))
    ) {
      return new ForecastFaults(refusal.faults, refusal.total)
    }
  }
  if (!/CSV Error|Invalid Input|parquet/i.test(String(error))) return error
  return new ForecastFaults(
    files.map(({ file }) => ({
      file,
      rule: 'must be readable to its end: this one or another of the same table is not',
    })),
  )
}

export function namesOf(files: readonly Pick<InputFile, 'file'>[]): string {
  return listSome([...new Set(files.map(({ file }) => file))], MAX_LISTED)
}

/** Otherwise the checked data could differ from the data read. */
export async function requireUnchangedInputs(inputs: readonly Input[]): Promise<void> {
  const files = inputs.flatMap(({ files }) => files)
  const faults = await changedFiles(files.map(({ original: path, ...file }) => ({ ...file, path })))
  if (faults.length > 0) throw new ForecastFaults(faults)
}

/** Resolves every link except the last: DuckDB checks the target of a path. */
async function realPath(path: string): Promise<string> {
  const at = path.lastIndexOf(sep)
  return join(await realpath(path.slice(0, at + 1)), path.slice(at + 1))
}
