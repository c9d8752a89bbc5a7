import {
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBTypeId,
  type DuckDBVector,
  JSDuckDBValueConverter,
} from '@duckdb/node-api'
import accessors from '@duckdb/node-api/lib/vectors/dataAccessors.js'
import { mkdir } from 'node:fs/promises'
import { forEachInSlices, nextSlice } from './runtime/slices.ts'
import { joined, literal, readPath, type Session, sql, type Sql } from './model/sql.ts'
import { StoreUnavailable } from './model/store.ts'

export interface DuckdbOptions {
  /** Folder for spilled data; created if missing. */
  spill: string
  /** Other paths that it may access. */
  directories: readonly string[]
  /** In DuckDB's notation: `256MB`; threads default to the number of processors. */
  limits: { memory: string; spill: string; threads?: number }
}

export interface Duckdb {
  /** Runs `use` in a private session, then drops its temporary tables. The signal stops the running statement and prevents others. */
  session<Result>(
    signal: AbortSignal,
    use: (session: Session, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>
  ready(): Promise<void>
  /** Afterwards nothing writes into the folder for spilled data. */
  close(): Promise<void>
}

/** Interval of interrupts, ms. */
const INTERRUPT_AGAIN = 50

export async function startDuckdb({ spill, directories, limits }: DuckdbOptions): Promise<Duckdb> {
  await mkdir(spill, { recursive: true })
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: limits.memory,
    temp_directory: spill,
    max_temp_directory_size: limits.spill,
    ...(limits.threads === undefined ? {} : { threads: String(limits.threads) }),
    // Prevents downloads.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
  // Store files are immutable, so footers are cached.
  await connection.run(sql`SET GLOBAL parquet_metadata_cache = true`)
  // This cache distinguishes versions of a file by the second: it would return parts of a damaged file that was replaced immediately.
  await connection.run(sql`SET GLOBAL enable_external_file_cache = false`)
  await lockIn(connection, { directories })
  connection.closeSync()
  let isClosed = false
  const connect = async (): Promise<DuckDBConnection> =>
    await instance.connect().catch((cause: unknown) => {
      throw isClosed ? new StoreUnavailable('the store is closed', { cause }) : cause
    })
  const session: Duckdb['session'] = async (signal, use) =>
    await connected(await connect(), signal, use)
  return {
    session,
    async ready() {
      await session(new AbortController().signal, session => session.run(sql`SELECT 1`))
    },
    async close() {
      isClosed = true
      instance.closeSync()
    },
  }
}

async function connected<Result>(
  connection: DuckDBConnection,
  signal: AbortSignal,
  use: (session: Session, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const interrupt = (): void => {
    connection.interrupt()
    // DuckDB ignores an interrupt before its threads begin: repeat it until the session ends.
    timer = setTimeout(interrupt, INTERRUPT_AGAIN)
  }
  signal.addEventListener('abort', interrupt, { once: true })
  try {
    return await use(sessionOf(connection, signal), signal)
  } finally {
    signal.removeEventListener('abort', interrupt)
    clearTimeout(timer)
    connection.closeSync()
  }
}

const CHUNK_ROWS = 2048

function sessionOf(connection: DuckDBConnection, signal: AbortSignal): Session {
  // An interrupt stops only the running statement, so none may begin after it.
  const begin = (): void => signal.throwIfAborted()
  return {
    async run(statement, values = []) {
      begin()
      const result = await connection.run(statement, [...values])
      return result.rowsChanged
    },
    async append(table, rows) {
      begin()
      const appender = await connection.createAppender(table, 'main', 'temp')
      const types = Array.from({ length: appender.columnCount }, (_, index) =>
        appender.columnType(index),
      )
      for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
        const chunk = DuckDBDataChunk.create(types)
        chunk.setRows(rows.slice(start, start + CHUNK_ROWS).map(row => [...row]))
        appender.appendDataChunk(chunk)
        await nextSlice()
      }
      appender.closeSync()
    },
    async rows<Row extends Record<string, unknown>>(query: Sql) {
      begin()
      const result = await connection.run(query)
      const names = result.deduplicatedColumnNames()
      const rows: Row[] = []
      for (const chunk of await result.fetchAllChunks()) {
        const columns = names.map((name, index) => ({ name, values: chunk.getColumnVector(index) }))
        await forEachInSlices(
          Array.from({ length: chunk.rowCount }, (_, row) => row),
          row => {
            rows.push(
              Object.fromEntries(
                columns.map(({ name, values }) => [name, plainValue(values, row)]),
              ) as Row,
            )
          },
        )
      }
      return rows
    },
  }
}

function plainValue(column: DuckDBVector, row: number): unknown {
  const value: unknown = JSDuckDBValueConverter(
    column.getItem(row),
    column.type,
    JSDuckDBValueConverter,
  )
  if (value instanceof Date)
    return column.type.typeId === DuckDBTypeId.DATE
      ? value.toISOString().slice(0, 10)
      : value.toISOString()
  // Every id and count is below 2^53.
  return typeof value === 'bigint' ? Number(value) : value
}

export interface Reach {
  files?: readonly string[]
  directories?: readonly string[]
}

/**
 * Permanently confines a DuckDB: it opens nothing outside its paths, loads no extension and changes no setting. Links are resolved before
 * the check.
 */
export async function lockIn(
  connection: DuckDBConnection,
  { files = [], directories = [] }: Reach,
): Promise<void> {
  // DuckDB resolves a path as a pattern, then opens it by name; both must be allowed.
  const both = (paths: readonly string[]) =>
    joined(paths.flatMap(path => [literal(path), readPath(path)]))
  await connection.run(sql`SET allowed_paths = [${both(files)}]::VARCHAR[]`)
  await connection.run(sql`SET allowed_directories = [${both(directories)}]::VARCHAR[]`)
  await connection.run(sql`SET enable_external_access = false`)
  await connection.run(sql`SET lock_configuration = true`)
}

/**
 * The driver's decoder drops a byte order mark at the start of each text, where U+FEFF is data. It has no option, so its decoder is
 * replaced; a test verifies it.
 */
Object.assign(accessors, { textDecoder: new TextDecoder('utf-8', { ignoreBOM: true }) })
