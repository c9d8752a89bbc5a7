import { DuckDBDataChunk, DuckDBInstance, JSDuckDBValueConverter, type DuckDBConnection, type DuckDBVector } from '@duckdb/node-api'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Session } from '../model/session.ts'
import { sql, type Sql } from '../model/sql.ts'
import { forEachInSlices } from '../sharing/slices.ts'
import type { Work } from '../model/work.ts'
import { isLight, Lanes } from '../sharing/lanes.ts'
import { StoreTimeout } from '../model/store.ts'
import { lockIn } from './lock-in.ts'
import './whole-texts.ts'

export interface EncoderOptions {
  /** Queries spill to a folder in here when memory runs short. */
  dataDir: string
  /** All that it may open beside that folder. */
  directories?: readonly string[]
  /** Seconds after which a session is stopped, the wait for its turn included. */
  timeLimit?: number
  /** Whose turn it is. */
  lanes?: Lanes
}

/**
 * Small work has a DuckDB of its own: in one that large work has filled, it would wait for room and for threads. What does not fit into its
 * memory goes to the disk, where it is bounded too.
 */
const LIMITS = { light: { memory: '256MB', spill: '512MB' }, heavy: { memory: '1000MB', spill: '4GB' } }
/** Milliseconds. */
const INTERRUPT_AGAIN = 50

type Instances = Record<'light' | 'heavy', DuckDBInstance>

/** DuckDB in this process, in memory: it reads the store's Parquet files and encodes every file that leaves the service. */
export class Encoder {
  readonly #instances: Instances
  readonly #timeLimit: number
  readonly #lanes: Lanes

  private constructor(instances: Instances, timeLimit: number, lanes: Lanes) {
    this.#instances = instances
    this.#timeLimit = timeLimit
    this.#lanes = lanes
  }

  static async start({ dataDir, directories = [], timeLimit = 120, lanes = new Lanes() }: EncoderOptions): Promise<Encoder> {
    const [light, heavy] = await Promise.all(
      (['light', 'heavy'] as const).map(lane => startInstance(join(dataDir, 'spill', lane), directories, LIMITS[lane])),
    )
    return new Encoder({ light: light!, heavy: heavy! }, timeLimit, lanes)
  }

  /**
   * Gives `use` a session of its own, in the turn of work of that cost, in cells read; temporary tables it makes are gone afterwards.
   * The signal fires when the session is to end before it is done: what is running is stopped by itself then.
   * @throws StoreTimeout when it takes longer than the time limit, the signal's reason when the work is not wanted any more, StoreBusy
   */
  async session<Result>(
    { companyId, signal }: Work,
    cost: number,
    use: (session: Session, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const ended = new AbortController()
    const unwanted = (): void => ended.abort(signal.reason)
    if (signal.aborted) unwanted()
    signal.addEventListener('abort', unwanted, { once: true })
    const timer = setTimeout(() => ended.abort(new StoreTimeout(`stopped after ${this.#timeLimit} s`)), this.#timeLimit * 1000)
    try {
      return await this.#lanes.during({ companyId, signal: ended.signal }, cost, () =>
        connected(isLight(cost) ? this.#instances.light : this.#instances.heavy, ended.signal, use),
      )
    } catch (error) {
      const reason = ended.signal.reason as Error | undefined
      if (reason !== undefined && reason !== error) reason.cause ??= error
      throw reason ?? error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', unwanted)
    }
  }

  /** Rejects when DuckDB does not answer. Waits for no turn. */
  async ready(): Promise<void> {
    const never = new AbortController().signal
    await Promise.all(Object.values(this.#instances).map(instance => connected(instance, never, session => session.run(sql`SELECT 1`))))
  }

  close(): void {
    for (const instance of Object.values(this.#instances)) instance.closeSync()
  }
}

async function startInstance(
  spill: string,
  directories: readonly string[],
  limits: { memory: string; spill: string },
): Promise<DuckDBInstance> {
  await mkdir(spill, { recursive: true })
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: limits.memory,
    temp_directory: spill,
    max_temp_directory_size: limits.spill,
    // Nothing is ever downloaded.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
  // The store's files never change under their names, so their footers need to be read only once.
  await connection.run(sql`SET GLOBAL parquet_metadata_cache = true`)
  await lockIn(connection, { directories })
  connection.closeSync()
  return instance
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
