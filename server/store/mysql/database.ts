import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import mysql, { type Pool, type PoolConnection, type QueryOptions } from 'mysql2'
import { StoreTimeout } from '../store.ts'
import { isBroken, storeError } from './errors.ts'
import { SESSION } from './session-settings.ts'

export type Value = string | number | Buffer | null
export type Row = Record<string, Value>

/** What a writing statement did. */
export interface Written {
  /** Rows it matched. */
  rows: number
  /** What it handed to LAST_INSERT_ID. */
  id: number
  warnings: number
}

export interface DatabaseOptions {
  /** `mysql://...` */
  url: string
  /** Seconds after which a statement is stopped, on the server too; the wait for a connection counts by itself. */
  timeLimit?: number
  /** Connections at once; who needs one more waits. */
  connections?: number
}

/** Milliseconds that the server has to stop a statement by itself before its connection is cut. */
const GRACE = 5000
const CONNECT_TIMEOUT = 5000

/** A connection that stays the caller's; everything rejects once it has ended. Nothing is repeated. */
export interface HeldConnection {
  /** Runs a query, as `Database.read` does. */
  read(sql: string): Promise<Row[]>
  /** Runs a writing statement, prepared. */
  write(sql: string, values?: readonly Value[]): Promise<Written>
  /** Runs a statement as it is: some cannot be prepared. */
  run(sql: string): Promise<Written>
  /** Runs a LOAD DATA LOCAL statement over a file of this machine, whatever name the statement gives it. */
  load(sql: string, path: string): Promise<Written>
}

interface Header {
  affectedRows: number
  insertId: number
  warningStatus: number
}

const written = ({ affectedRows, insertId, warningStatus }: Header): Written => ({ rows: affectedRows, id: insertId, warnings: warningStatus })

/**
 * A MariaDB or MySQL server. No answer depends on how it is configured: every connection sets what matters. A connection on which anything
 * went wrong is dropped, never used again.
 *
 * Everything rejects with `StoreTimeout` when the time limit is over, `StoreUnavailable` when the server cannot be talked to.
 */
export class Database {
  readonly #pool: Pool
  readonly #timeLimit: number

  constructor({ url, timeLimit = 120, connections = 10 }: DatabaseOptions) {
    this.#timeLimit = timeLimit
    this.#pool = mysql.createPool({
      uri: url, connectionLimit: connections, connectTimeout: CONNECT_TIMEOUT, dateStrings: true, supportBigNumbers: true, multipleStatements: false,
      // Texts are stored as bytes and come as they are; DOUBLEs come in full through prepared statements.
      timezone: 'Z', enableKeepAlive: true,
    })
    this.#pool.on('connection', connection => {
      // Who uses the connection learns of its end; without a listener Node would end the process.
      connection.on('error', () => undefined)
      connection.query(SESSION(timeLimit), error => {
        if (error) connection.destroy()
      })
    })
  }

  /** Runs a query; repeats it once when its connection breaks. DECIMALs and dates come as text, texts as bytes. */
  async read(sql: string): Promise<Row[]> {
    return this.#repeated(connection => query<Row[]>(connection, { sql }))
  }

  /** The same, prepared: DOUBLEs come in full, which they do not as text. A server keeps such statements, so `sql` must be one of few. */
  async readExact(sql: string, values: readonly Value[] = []): Promise<Row[]> {
    return this.#repeated(connection => execute<Row[]>(connection, sql, values))
  }

  /** Runs one writing statement, prepared, once. */
  async write(sql: string, values: readonly Value[] = []): Promise<Written> {
    return written(await this.#once(connection => execute<Header>(connection, sql, values)))
  }

  /**
   * Streams a query of one text column, row by row, to what `open` makes, with little of it in memory. When its connection breaks it
   * starts once more, with another one of those.
   */
  async stream<Result>(sql: string, open: () => Promise<LineSink<Result>>): Promise<Result> {
    return this.#repeated(async (connection, ended) => {
      const sink = await open()
      try {
        await Promise.race([pump(connection, { sql, rowsAsArray: true, typeCast: false }, sink), ended])
        return await sink.end()
      } catch (error) {
        await sink.abandon()
        throw error
      }
    })
  }

  /**
   * Gives `use` a connection of its own, without a time limit, while nobody else holds the lock of that name in this database. The server
   * frees the lock when the connection ends, however that happens; then `use` can do nothing more.
   */
  async exclusive<Result>(name: string, onWait: () => void, use: (held: HeldConnection) => Promise<Result>): Promise<Result> {
    const connection = await this.#connect()
    const { ended, stop } = watch(connection)
    const unlessEnded = <Answer>(answer: Promise<Answer>): Promise<Answer> => Promise.race([answer, ended])
    const held: HeldConnection = {
      read: sql => unlessEnded(query<Row[]>(connection, { sql })),
      write: async (sql, values = []) => written(await unlessEnded(execute<Header>(connection, sql, values))),
      run: async sql => written(await unlessEnded(query<Header>(connection, { sql }))),
      load: async (sql, path) => {
        const infileStreamFactory = (): Readable => createReadStream(path, { highWaterMark: 256 * 1024 })
        return written(await unlessEnded(query<Header>(connection, { sql, infileStreamFactory })))
      },
    }
    try {
      await held.run(`SET SESSION wait_timeout = 86400, SESSION foreign_key_checks = 0, SESSION unique_checks = 0
        /*M! , SESSION max_statement_time = 0 */ /*!80000 , SESSION max_execution_time = 0 */`)
      // Locks are the whole server's, and their names are short.
      const lock = `CONCAT('uascope ', LEFT(SHA1(CONCAT(DATABASE(), ' ', '${name}')), 32))`
      for (let turn = 0; Number((await held.read(`SELECT GET_LOCK(${lock}, ${turn === 0 ? 0 : 5}) AS taken`))[0]?.taken) !== 1; turn++) {
        if (turn === 0) onWait()
      }
      return await use(held)
    } catch (error) {
      throw storeError(error)
    } finally {
      stop()
      connection.destroy()
    }
  }

  /** Drops every connection; who waits for one is refused. */
  async close(): Promise<void> {
    await new Promise<void>(resolve => this.#pool.end(() => resolve()))
  }

  async #repeated<Result>(use: Use<Result>): Promise<Result> {
    try {
      return await this.#attempt(use)
    } catch (error) {
      if (!isBroken(error)) throw storeError(error)
      return this.#once(use)
    }
  }

  async #once<Result>(use: Use<Result>): Promise<Result> {
    try {
      return await this.#attempt(use)
    } catch (error) {
      throw storeError(error)
    }
  }

  async #attempt<Result>(use: Use<Result>): Promise<Result> {
    const connection = await this.#connect()
    const { ended, stop } = watch(connection, this.#timeLimit * 1000 + GRACE)
    try {
      const result = await Promise.race([use(connection, ended), ended])
      connection.release()
      return result
    } catch (error) {
      connection.destroy()
      throw error
    } finally {
      stop()
    }
  }

  #connect(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      let late = false
      const timer = setTimeout(() => {
        late = true
        reject(new StoreTimeout('no connection to the database became free'))
      }, this.#timeLimit * 1000)
      this.#pool.getConnection((error, connection) => {
        clearTimeout(timer)
        if (late) connection?.release()
        else if (error) reject(error)
        else resolve(connection)
      })
    })
  }
}

/** Works with a connection; `ended` rejects when that breaks, and then the driver may never answer. */
type Use<Result> = (connection: PoolConnection, ended: Promise<never>) => Promise<Result>

/** Takes a result line by line. */
export interface LineSink<Result> {
  /** Takes a line; a promise asks to wait with the next ones. */
  line(text: Buffer): Promise<void> | undefined
  end(): Promise<Result>
  abandon(): Promise<void>
}

/** Rejects when the connection breaks or the time, in milliseconds, is over: a driver's callback may never come then. */
const watch = (connection: PoolConnection, time?: number): { ended: Promise<never>, stop: () => void } => {
  let stop = (): void => undefined
  const ended = new Promise<never>((_resolve, reject) => {
    const broken = (error?: Error): void => reject(error ?? Object.assign(new Error('the connection ended'), { fatal: true }))
    const tooSlow = (): void => reject(new StoreTimeout('the database did not stop the statement in time'))
    const timer = time === undefined ? undefined : setTimeout(tooSlow, time)
    connection.on('error', broken)
    connection.on('end', broken)
    stop = () => {
      clearTimeout(timer)
      connection.off('error', broken)
      connection.off('end', broken)
    }
  })
  ended.catch(() => undefined)
  return { ended, stop }
}

const execute = <Result>(connection: PoolConnection, sql: string, values: readonly Value[]): Promise<Result> =>
  new Promise((resolve, reject) => {
    connection.execute(sql, [...values], (error, result) => error ? reject(error) : resolve(result as Result))
  })

const query = <Result>(connection: PoolConnection, options: QueryOptions): Promise<Result> =>
  new Promise((resolve, reject) => {
    connection.query(options, (error, result) => error ? reject(error) : resolve(result as Result))
  })

const pump = (connection: PoolConnection, options: QueryOptions, sink: LineSink<unknown>): Promise<void> =>
  new Promise((resolve, reject) => {
    let writing: Promise<void> = Promise.resolve()
    connection.query(options)
      .on('result', (row: [Buffer]) => {
        const busy = sink.line(row[0])
        if (!busy) return
        connection.pause()
        writing = busy.then(() => connection.resume())
        writing.catch(reject)
      })
      .on('error', reject)
      .on('end', () => void writing.then(resolve, reject))
  })
