import { DuckDBDataChunk, DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Session } from '../../analytics/session.ts'
import { StoreTimeout } from '../store.ts'

export interface EngineOptions {
  /** Queries spill to a folder in here when memory runs short. */
  dataDir: string
  /** Seconds after which a session is stopped, the wait for its turn included. */
  timeLimit?: number
}

/** Sessions at work at once; more wait their turn, so that memory stays bounded. */
const MAX_SESSIONS = 4
const MEMORY_LIMIT = '1200MB'
/** Milliseconds. */
const INTERRUPT_AGAIN = 50

/** DuckDB in this process, in memory: it reads the store's Parquet files and encodes every file that leaves the service. */
export class Engine {
  readonly #instance: DuckDBInstance
  readonly #timeLimit: number
  readonly #waiting: (() => void)[] = []
  #working = 0

  private constructor(instance: DuckDBInstance, timeLimit: number) {
    this.#instance = instance
    this.#timeLimit = timeLimit
  }

  static async start({ dataDir, timeLimit = 120 }: EngineOptions): Promise<Engine> {
    const spill = join(dataDir, 'spill')
    await mkdir(spill, { recursive: true })
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: MEMORY_LIMIT,
      temp_directory: spill,
      // Nothing is ever downloaded.
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    })
    const engine = new Engine(instance, timeLimit)
    // The store's files never change under their names, so their footers need to be read only once.
    await engine.session(session => session.run('SET GLOBAL parquet_metadata_cache = true'))
    return engine
  }

  /**
   * Gives `use` a session of its own; temporary tables it makes are gone afterwards. What is running is stopped when `signal` is
   * aborted.
   * @throws StoreTimeout when it takes longer than the time limit; what was running is stopped.
   */
  async session<Result>(use: (session: Session) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const deadline = performance.now() + this.#timeLimit * 1000
    await this.#turn()
    let stopped = false
    let timer: NodeJS.Timeout | undefined
    let stop = (): void => undefined
    try {
      signal?.throwIfAborted()
      const connection = await this.#instance.connect()
      stop = () => {
        stopped = true
        clearTimeout(timer)
        connection.interrupt()
        // Lost on a statement that DuckDB's own threads have not begun by then: once more, until the session ends.
        timer = setTimeout(stop, INTERRUPT_AGAIN)
      }
      timer = setTimeout(stop, deadline - performance.now())
      signal?.addEventListener('abort', stop)
      try {
        return await use(sessionOf(connection, () => stopped))
      } finally {
        connection.closeSync()
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (stopped) throw this.#tooSlow(error)
      throw error
    } finally {
      signal?.removeEventListener('abort', stop)
      clearTimeout(timer)
      this.#done()
    }
  }

  close(): void {
    this.#instance.closeSync()
  }

  async #turn(): Promise<void> {
    if (this.#working < MAX_SESSIONS) {
      this.#working++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1)
        reject(this.#tooSlow())
      }, this.#timeLimit * 1000)
      this.#waiting.push(go)
    })
  }

  #tooSlow(cause?: unknown): StoreTimeout {
    return new StoreTimeout(`stopped after ${this.#timeLimit} s`, { cause })
  }

  #done(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#working--
  }
}

/** Rows that DuckDB takes at once. */
const CHUNK_ROWS = 2048

const sessionOf = (connection: DuckDBConnection, isStopped: () => boolean): Session => {
  // An interrupt stops the statement under way only: none must begin after it.
  const begin = (): void => {
    if (isStopped()) throw new Error('the session was stopped between two statements')
  }
  return {
    async run(sql, values = []) {
      begin()
      const result = await connection.run(sql, [...values])
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
    async rows<Row extends Record<string, unknown>>(sql: string) {
      begin()
      const reader = await connection.runAndReadAll(sql)
      return reader.getRowObjectsJS().map(row => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))) as Row[]
    },
  }
}

// Every id and count here is below 2^53.
const plain = (value: unknown): unknown =>
  typeof value === 'bigint' ? Number(value) : value instanceof Date ? value.toISOString() : value
