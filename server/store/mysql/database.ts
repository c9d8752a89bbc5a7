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

/** What a statement may do to its connection: `ended` rejects when it breaks, whatever it is doing. */
interface Held {
  connection: PoolConnection
  ended: Promise<never>
}

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

  /** Runs a query; repeats it once when its connection breaks. Prepared: numbers are exact, DECIMALs and dates are text, texts are bytes. */
  async read(sql: string, values: readonly Value[] = []): Promise<Row[]> {
    return this.#repeated(connection => execute<Row[]>(connection, sql, values))
  }

  /** Runs one writing statement, once. */
  async write(sql: string, values: readonly Value[] = []): Promise<Written> {
    const { affectedRows, insertId } = await this.#once(connection => execute<{ affectedRows: number, insertId: number }>(connection, sql, values))
    return { rows: affectedRows, id: insertId }
  }

  /**
   * Streams a query of one text column, row by row, to what `open` makes, with little of it in memory. When its connection breaks it
   * starts once more, with another one of those.
   */
  async stream<Result>(sql: string, open: () => Promise<LineSink<Result>>): Promise<Result> {
    return this.#repeated(async connection => {
      const sink = await open()
      try {
        await pump(connection, { sql, rowsAsArray: true, typeCast: false }, sink)
        return await sink.end()
      } catch (error) {
        await sink.abandon()
        throw error
      }
    })
  }

  /** Drops every connection; who waits for one is refused. */
  async close(): Promise<void> {
    await new Promise<void>(resolve => this.#pool.end(() => resolve()))
  }

  async #repeated<Result>(use: (connection: PoolConnection) => Promise<Result>): Promise<Result> {
    try {
      return await this.#attempt(use)
    } catch (error) {
      if (!isBroken(error)) throw storeError(error)
      return this.#once(use)
    }
  }

  async #once<Result>(use: (connection: PoolConnection) => Promise<Result>): Promise<Result> {
    try {
      return await this.#attempt(use)
    } catch (error) {
      throw storeError(error)
    }
  }

  async #attempt<Result>(use: (connection: PoolConnection) => Promise<Result>): Promise<Result> {
    const connection = await this.#connect()
    const { ended, stop } = watch(connection, this.#timeLimit * 1000 + GRACE)
    try {
      const result = await Promise.race([use(connection), ended])
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

/** Takes a result line by line. */
export interface LineSink<Result> {
  /** Takes a line; a promise asks to wait with the next ones. */
  line(text: Buffer): Promise<void> | undefined
  end(): Promise<Result>
  abandon(): Promise<void>
}

/** Rejects when the connection breaks or the time is over: a driver's callback may never come then. */
const watch = (connection: PoolConnection, time: number): { ended: Held['ended'], stop: () => void } => {
  let stop = (): void => undefined
  const ended = new Promise<never>((_resolve, reject) => {
    const broken = (error?: Error): void => reject(error ?? Object.assign(new Error('the connection ended'), { fatal: true }))
    const timer = setTimeout(() => reject(new StoreTimeout('the database did not stop the statement in time')), time)
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
