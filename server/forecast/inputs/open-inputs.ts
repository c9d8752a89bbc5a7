import { readdir, realpath } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { csvHeader } from '../../delivery/check/csv-records.ts'
import { scanCsv } from '../../delivery/check/csv-scan.ts'
import { describeOpenError } from '../../delivery/check/list-files.ts'
import { MAX_COLUMNS, parquetRule, parquetShape } from '../../delivery/check/parquet.ts'
import { unreadable } from '../../delivery/check/stage.ts'
import { DeliveryError } from '../../delivery/faults.ts'
import { stampOf, type Workspace } from '../../delivery/workspace.ts'
import { joined, literal, plain, quoted, readPath, sql, type Sql } from '../../model/sql.ts'
import type { Config, InputConfig } from '../config/config.ts'
import { type ForecastFault, ForecastFaults } from '../config/faults.ts'
import type { Mapping } from './formats/format.ts'
import { type Columns, columnsOf, mappingOf } from './mapping.ts'

export interface InputFile {
  file: string
  path: string
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

type Found = Pick<InputFile, 'file' | 'path' | 'size' | 'stamp'>

/** Finds and checks input files without reading rows: readable, quoting, columns. From here on the workspace can open only these. */
export async function openInputs(workspace: Workspace, { folder, inputs }: Pick<Config, 'folder' | 'inputs'>): Promise<Input[]> {
  const faults: ForecastFault[] = []
  const found: { config: InputConfig; mapping: Mapping; files: Found[] }[] = []
  for (const config of inputs) {
    const mapping = mappingOf(config)
    if (typeof mapping === 'string') {
      faults.push({ file: config.files.join(', '), column: 'format', value: config.format ?? 'neutral', rule: mapping })
    } else found.push({ config, mapping, files: await findFiles(folder, config, faults) })
  }
  const files = found.flatMap(({ files }) => files)
  await workspace.lockIn(
    { files: [...new Set(files.map(({ path }) => path))] },
    files.reduce((sum, { size }) => sum + size, 0),
  )
  const opened: Input[] = []
  for (const { config, mapping, files } of found) {
    const open = []
    for (const file of files) {
      const input = await (/\.parquet$/i.test(file.path) ? openParquet : openCsv)(workspace, file, mapping, faults)
      if (input !== undefined) open.push(input)
    }
    opened.push({ config, mapping, files: open })
  }
  if (faults.length > 0) throw new ForecastFaults(faults)
  return opened
}

async function findFiles(folder: string, { files: patterns }: InputConfig, faults: ForecastFault[]): Promise<Found[]> {
  const found = new Map<string, Found>()
  for (const pattern of patterns) {
    const paths = await filesOf(folder, pattern)
    if (paths.length === 0) faults.push({ file: pattern, rule: 'must match at least one file' })
    for (const given of paths) {
      const file = relative(folder, given)
      if (!/\.(csv|parquet)$/i.test(given)) {
        faults.push({ file, rule: 'must be a .csv or .parquet file: unpack or convert it' })
        continue
      }
      const rule = await describeOpenError(given)
      if (rule !== undefined) {
        faults.push({ file, rule })
        continue
      }
      const path = await realPath(given)
      found.set(path, { file, path, ...(await stampOf(path)) })
    }
  }
  return [...found.values()]
}

type Open = (workspace: Workspace, found: Found, mapping: Mapping, faults: ForecastFault[]) => Promise<InputFile | undefined>

const openCsv: Open = async (_workspace, found, mapping, faults) => {
  const { file, path } = found
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
  if (header.length > MAX_COLUMNS) {
    faults.push({ file, row: 1, rule: `must have at most ${MAX_COLUMNS} columns: it has ${header.length}` })
    return undefined
  }
  const columns = columnsOf(mapping, header, file, faults)
  const all = joined(header.map((_, position) => sql`${literal(`c${position}`)}: 'VARCHAR'`))
  const used = joined(positionsOf(columns).map(position => plain(`c${position}`)))
  // Only a header: DuckDB is not needed.
  const relation = sql`(SELECT ${used} FROM read_csv(${readPath(path)}, auto_detect = false, header = true, delim = ',',
    quote = '"', escape = '"', strict_mode = true, columns = {${all}}))`
  return { ...found, format: 'csv', header, columns, constants: mapping.constants ?? {}, relation, rows: scan.records }
}

const openParquet: Open = async (workspace, found, mapping, faults) => {
  const { file, path, size } = found
  try {
    const names = new Set([...Object.values(mapping.columns).flat()])
    const shape = await parquetShape(workspace, path, size, [...names])
    if (typeof shape === 'string') {
      faults.push({ file, rule: shape })
      return undefined
    }
    const header = shape.columns.map(({ name }) => name)
    const columns = columnsOf(mapping, header, file, faults)
    const used = positionsOf(columns).map(at => sql`CAST(${quoted(header[at]!)} AS VARCHAR) AS ${plain(`c${at}`)}`)
    return {
      ...found,
      format: 'parquet',
      header,
      columns,
      constants: mapping.constants ?? {},
      relation: sql`(SELECT ${joined(used)} FROM read_parquet(${readPath(path)}))`,
      rows: shape.rows,
    }
  } catch (error) {
    faults.push({ file, rule: parquetRule(error) })
    return undefined
  }
}

function positionsOf({ roles, wide }: Columns): number[] {
  const positions = new Set([...roles.values(), ...wide.map(({ position }) => position)])
  return positions.size === 0 ? [0] : [...positions]
}

export async function unreadableInput(files: readonly InputFile[], error: unknown): Promise<unknown> {
  if (/Out of Memory|No space left|Could not write/i.test(String(error))) return error
  for (const file of files) {
    const found: unknown = await unreadable({ ...file, header: [...file.header] }, error).catch((other: unknown) => other)
    if (found instanceof DeliveryError && (files.length === 1 || found.faults.some(({ value }) => value !== undefined))) {
      return new ForecastFaults(found.faults, found.total)
    }
  }
  if (!/CSV Error|Invalid Input|parquet/i.test(String(error))) return error
  return new ForecastFaults(
    files.map(({ file }) => ({ file, rule: 'must be readable to its end: this one or another of the same table is not' })),
  )
}

/** The checked data would differ from what was read. */
export async function requireUnchangedInputs(inputs: readonly Input[]): Promise<void> {
  const faults: ForecastFault[] = []
  for (const { file, path, stamp } of inputs.flatMap(({ files }) => files)) {
    const now = await stampOf(path).catch(() => undefined)
    if (now?.stamp !== stamp) faults.push({ file, rule: 'must not change while it is read' })
  }
  if (faults.length > 0) throw new ForecastFaults(faults)
}

/** Files of a pattern, by name. `*` and `?` match within one name; hidden files need an explicit name. */
async function filesOf(folder: string, pattern: string): Promise<string[]> {
  const absolute = resolve(folder, pattern)
  const [root = '', ...names] = absolute.split(sep)
  let paths = [root === '' ? sep : `${root}${sep}`]
  for (const name of names) paths = (await Promise.all(paths.map(path => matching(path, name)))).flat()
  return paths.sort()
}

async function matching(path: string, name: string): Promise<string[]> {
  if (!/[*?]/.test(name)) return [join(path, name)]
  const wanted = new RegExp(
    `^(?!\\.)${name
      .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  )
  const found = await readdir(path).catch(() => [])
  return found.filter(file => wanted.test(file)).map(file => join(path, file))
}

/** Follows every link but the last: DuckDB checks where a path leads. */
async function realPath(path: string): Promise<string> {
  const at = path.lastIndexOf(sep)
  return join(await realpath(path.slice(0, at + 1)), path.slice(at + 1))
}
