import { type DuckDBConnection, DuckDBDataChunk, DuckDBInstance, type DuckDBVector, JSDuckDBValueConverter } from '@duckdb/node-api'
import accessors from '@duckdb/node-api/lib/vectors/dataAccessors.js'
import { mkdir } from 'node:fs/promises'
import { forEachInSlices } from '../model/slices.ts'
import { joined, literal, readPath, type Session, sql, type Sql } from '../model/sql.ts'

export interface DuckdbOptions {
  /** Folder for what does not fit into memory; made where it is missing. */
  spill: string
  /** All that it may open beside that folder. */
  directories: readonly string[]
  /** Of memory and of the folder, in DuckDB's words: `256MB`; threads unless given as many as there are processors. */
  limits: { memory: string; spill: string; threads?: number }
}

/** A DuckDB in memory that reads the store's Parquet files and encodes the files that leave the service, in this process or another. */
export interface Duckdb {
  /**
   * Gives `use` a session of its own; temporary tables it makes are gone afterwards. When the signal fires, what is running is stopped by
   * itself, and nothing begins after that.
   */
  session<Result>(signal: AbortSignal, use: (session: Session, signal: AbortSignal) => Promise<Result>): Promise<Result>
  /** Rejects when it does not answer. */
  ready(): Promise<void>
  close(): void
}

/** Milliseconds. */
const INTERRUPT_AGAIN = 50

/** Starts a DuckDB in this process. */
export async function startDuckdb({ spill, directories, limits }: DuckdbOptions): Promise<Duckdb> {
  await mkdir(spill, { recursive: true })
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: limits.memory,
    temp_directory: spill,
    max_temp_directory_size: limits.spill,
    ...(limits.threads === undefined ? {} : { threads: String(limits.threads) }),
    // Nothing is ever downloaded.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
  // The store's files never change under their names, so their footers need to be read only once.
  await connection.run(sql`SET GLOBAL parquet_metadata_cache = true`)
  await lockIn(connection, { directories })
  connection.closeSync()
  const session: Duckdb['session'] = (signal, use) => connected(instance, signal, use)
  return {
    session,
    async ready() {
      await session(new AbortController().signal, session => session.run(sql`SELECT 1`))
    },
    close: () => instance.closeSync(),
  }
}

/** Gives `use` a connection, on which everything ends when the signal fires. */
async function connected<Result>(
  instance: DuckDBInstance,
  signal: AbortSignal,
  use: (session: Session, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const connection = await instance.connect()
  let timer: NodeJS.Timeout | undefined
  const interrupt = (): void => {
    connection.interrupt()
    // Lost on a statement that DuckDB's own threads have not begun by then: once more, until the session ends.
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

/** Rows that DuckDB takes at once. */
const CHUNK_ROWS = 2048

function sessionOf(connection: DuckDBConnection, signal: AbortSignal): Session {
  // An interrupt stops the statement under way only: none must begin after it.
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
      const types = Array.from({ length: appender.columnCount }, (_, index) => appender.columnType(index))
      for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
        const chunk = DuckDBDataChunk.create(types)
        chunk.setRows(rows.slice(start, start + CHUNK_ROWS).map(row => [...row]))
        appender.appendDataChunk(chunk)
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
            rows.push(Object.fromEntries(columns.map(({ name, values }) => [name, plainValue(values, row)])) as Row)
          },
        )
      }
      return rows
    },
  }
}

function plainValue(column: DuckDBVector, row: number): unknown {
  const value: unknown = JSDuckDBValueConverter(column.getItem(row), column.type, JSDuckDBValueConverter)
  // Every id and count here is below 2^53.
  return typeof value === 'bigint' ? Number(value) : value instanceof Date ? value.toISOString() : value
}

/** Restricts a DuckDB to these paths and its spill folder. */
export interface Reach {
  /** Single files. */
  files?: readonly string[]
  directories?: readonly string[]
}

/**
 * Locks a DuckDB in for good: whatever SQL it is given, it opens nothing beyond its reach, loads no extension and changes no
 * setting. A link leads nowhere else: DuckDB looks at where a path really ends.
 */
export async function lockIn(connection: DuckDBConnection, { files = [], directories = [] }: Reach): Promise<void> {
  // A path is looked up as the pattern that stands for it, and then opened by its name: both must be within reach.
  const both = (paths: readonly string[]) => joined(paths.flatMap(path => [literal(path), readPath(path)]))
  await connection.run(sql`SET allowed_paths = [${both(files)}]::VARCHAR[]`)
  await connection.run(sql`SET allowed_directories = [${both(directories)}]::VARCHAR[]`)
  await connection.run(sql`SET enable_external_access = false`)
  await connection.run(sql`SET lock_configuration = true`)
}

/**
 * DuckDB's driver decodes every text like a file of its own: a byte order mark at its start is lost. Within data it is a
 * character (U+FEFF) like any other. The driver has no option for that, so its decoder is replaced; a test holds it.
 */
Object.assign(accessors, { textDecoder: new TextDecoder('utf-8', { ignoreBOM: true }) })
