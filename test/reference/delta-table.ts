import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { readdir, readFile, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * An independent reader of Delta tables, from PROTOCOL.md of github.com/delta-io/delta alone: lists `_delta_log`, begins at the newest
 * checkpoint, replays the commits after it, and reads the files of the result with DuckDB. It refuses what the protocol forbids.
 */

interface AddedFile {
  path: string
  partitionValues: Record<string, string | null>
  size: number
  stats?: string
}

interface Column {
  name: string
  type: string
  nullable: boolean
}

export interface DeltaTable {
  version: number
  columns: Column[]
  files: AddedFile[]
  /** Whether the state began with a checkpoint. */
  fromCheckpoint: boolean
  /** Rows with every column of the schema: whole numbers as numbers, decimals and dates as texts. */
  rows: Record<string, number | string | null>[]
}

interface Action {
  protocol?: { minReaderVersion: number; minWriterVersion: number } | null
  metaData?: { id: string; format: { provider: string }; schemaString: string; partitionColumns: string[] } | null
  add?: (AddedFile & { modificationTime: number; dataChange: boolean }) | null
  remove?: { path: string; deletionTimestamp?: number; dataChange: boolean } | null
  commitInfo?: Record<string, unknown> | null
}

let connection: Promise<DuckDBConnection> | undefined

async function query(sql: string): Promise<Record<string, unknown>[]> {
  connection ??= DuckDBInstance.create(':memory:', { threads: '1' }).then(instance => instance.connect())
  return (await (await connection).runAndReadAll(sql)).getRowObjectsJson()
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Undefined without a log. `withoutCheckpoints` replays all commits instead. */
export async function readDeltaTable(
  folder: string,
  { withoutCheckpoints = false, version: wanted = Infinity } = {},
): Promise<DeltaTable | undefined> {
  const log = join(folder, '_delta_log')
  const names = await readdir(log).catch((): string[] => [])
  const versionsOf = (form: RegExp): number[] => names.flatMap(name => form.exec(name)?.[1] ?? []).map(Number)
  const commits = versionsOf(/^(\d{20})\.json$/)
    .filter(version => version <= wanted)
    .sort((a, b) => a - b)
  if (commits.length === 0) return undefined
  const last = commits.at(-1)!
  const checkpoints = versionsOf(/^(\d{20})\.checkpoint\.parquet$/).filter(version => version <= last)
  const from = withoutCheckpoints || checkpoints.length === 0 ? -1 : Math.max(...checkpoints)
  if (names.includes('_last_checkpoint') && from >= 0) await checkPointer(log, checkpoints)

  const state = new State()
  if (from >= 0) for (const action of await checkpointed(join(log, fileName(from, 'checkpoint.parquet')))) state.apply(action)
  for (let version = from + 1; version <= last; version++) {
    if (!commits.includes(version)) throw new Error(`${log} lacks version ${version}`)
    const lines = (await readFile(join(log, fileName(version, 'json')), 'utf8')).trimEnd().split('\n')
    const actions = lines.map(line => JSON.parse(line) as Action)
    requireValid(actions)
    for (const action of actions) state.apply(action)
  }
  const { protocol, metaData } = state
  if (protocol === undefined || metaData === undefined) throw new Error(`${log} has no protocol or metadata`)
  if (protocol.minReaderVersion > 1) throw new Error(`${log} needs reader version ${protocol.minReaderVersion}`)
  if (metaData.format.provider !== 'parquet') throw new Error(`${log} is of ${metaData.format.provider}`)
  const columns = (JSON.parse(metaData.schemaString) as { fields: Column[] }).fields
  const files = [...state.files.values()]
  const rows = await Promise.all(files.map(file => rowsOf(folder, file, columns, metaData.partitionColumns)))
  return { version: last, columns, files, fromCheckpoint: from >= 0, rows: rows.flat() }
}

class State {
  protocol: NonNullable<Action['protocol']> | undefined
  metaData: NonNullable<Action['metaData']> | undefined
  readonly files = new Map<string, AddedFile>()

  apply({ protocol, metaData, add, remove }: Action): void {
    if (protocol) this.protocol = protocol
    if (metaData) this.metaData = metaData
    if (remove) this.files.delete(remove.path)
    if (add) this.files.set(add.path, add)
  }
}

function fileName(version: number, end: string): string {
  return `${String(version).padStart(20, '0')}.${end}`
}

/** A commit: one action a line, and at most one of a kind for a file. */
function requireValid(actions: readonly Action[]): void {
  for (const kind of ['add', 'remove'] as const) {
    const paths = actions.flatMap(action => action[kind]?.path ?? [])
    if (new Set(paths).size !== paths.length) throw new Error(`a commit has two actions ${kind} for a file`)
  }
  if (actions.filter(action => action.metaData).length > 1) throw new Error('a commit changes the metadata twice')
  for (const action of actions) if (Object.keys(action).length !== 1) throw new Error('a line has several actions')
  for (const { remove } of actions) if (remove && !(remove.deletionTimestamp! > 0)) throw new Error('a removal has no time')
}

async function checkPointer(log: string, checkpoints: readonly number[]): Promise<void> {
  const pointer = JSON.parse(await readFile(join(log, '_last_checkpoint'), 'utf8')) as { version: number; size: number }
  if (!checkpoints.includes(pointer.version)) throw new Error(`_last_checkpoint names version ${pointer.version}`)
  const actions = await checkpointed(join(log, fileName(pointer.version, 'checkpoint.parquet')))
  if (actions.length !== pointer.size) throw new Error(`the checkpoint has ${actions.length} actions, not ${pointer.size}`)
}

/** Maps come as lists of entries. */
async function checkpointed(path: string): Promise<Action[]> {
  const rows = await query(`SELECT to_json(t) AS action FROM read_parquet(${quoted(path)}) t`)
  return rows.map(row => JSON.parse(String(row['action'])) as Action)
}

async function rowsOf(folder: string, file: AddedFile, columns: readonly Column[], partitions: readonly string[]) {
  const path = pathOf(folder, file.path)
  if ((await stat(path)).size !== file.size) throw new Error(`${path} does not have ${file.size} bytes`)
  const source = `read_parquet(${quoted(path)})`
  const stored = new Map(
    (await query(`DESCRIBE SELECT * FROM ${source}`)).map(row => [String(row['column_name']), String(row['column_type'])]),
  )
  const unknown = [...stored.keys()].find(name => !columns.some(column => column.name === name))
  if (unknown !== undefined) throw new Error(`${path} has a column that the schema lacks: ${unknown}`)
  const values = columns.map(({ name, type }) => {
    const sqlType = TYPES[type] ?? type.toUpperCase()
    if (partitions.includes(name)) return `CAST(${quoted(String(file.partitionValues[name]))} AS ${sqlType}) AS "${name}"`
    if (!stored.has(name)) return `CAST(NULL AS ${sqlType}) AS "${name}"`
    if (stored.get(name) !== sqlType) throw new Error(`${path}: ${name} is ${stored.get(name)}, not ${sqlType}`)
    return `"${name}"`
  })
  await checkStatistics(source, file)
  const rows = await query(`SELECT ${values.join(', ')} FROM ${source}`)
  const numbers = columns.filter(({ type }) => type === 'long' || type === 'integer').map(({ name }) => name)
  for (const row of rows) for (const name of numbers) if (row[name] !== null) row[name] = Number(row[name])
  return rows as DeltaTable['rows']
}

const TYPES: Record<string, string> = { long: 'BIGINT', integer: 'INTEGER', string: 'VARCHAR' }

function pathOf(folder: string, path: string): string {
  const decoded = decodeURI(path)
  if (decoded.startsWith('file:')) return fileURLToPath(decoded)
  if (isAbsolute(decoded) || /^[a-z0-9]+:/i.test(decoded) || decoded.split('/').includes('..')) throw new Error(`cannot read ${path}`)
  return join(folder, decoded)
}

/** Readers skip files by these. */
async function checkStatistics(source: string, { path, stats }: AddedFile): Promise<void> {
  const { numRecords, minValues, maxValues, nullCount } = JSON.parse(stats!) as {
    numRecords: number
    minValues: Record<string, number | string>
    maxValues: Record<string, number | string>
    nullCount: Record<string, number>
  }
  const names = Object.keys(nullCount)
  const nulls = names.map((name, index) => `count(*) FILTER (WHERE "${name}" IS NULL) AS n${index}`)
  const bounds = Object.keys(minValues).flatMap((name, index) => [
    `min("${name}")::VARCHAR AS l${index}`,
    `max("${name}")::VARCHAR AS h${index}`,
  ])
  const [found = {}] = await query(`SELECT count(*) AS n, ${[...nulls, ...bounds].join(', ')} FROM ${source}`)
  const told = [
    ['n', numRecords],
    ...names.map((name, index) => [`n${index}`, nullCount[name]]),
    ...Object.keys(minValues).flatMap((name, index) => [
      [`l${index}`, minValues[name]],
      [`h${index}`, maxValues[name]],
    ]),
  ] as [string, number | string][]
  const wrong = told.find(([name, value]) => String(found[name]) !== String(value))
  if (wrong !== undefined) throw new Error(`${path}: the statistics say ${wrong[1]}, the file ${String(found[wrong[0]])}`)
}
