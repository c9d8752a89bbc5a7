import { readFileSync } from 'node:fs'
import mysql, { type Pool, type PoolConnection, type SslOptions } from 'mysql2'
import { plain, sql, type Sql } from '../../model/sql.ts'
import { StoreTimeout } from '../../model/store.ts'
import {
  type HeldConnection,
  heldConnection,
  type LineSink,
  preparedQuery,
  preparedWrite,
  pump,
  query,
  type Row,
  type Value,
  watch,
  type Written,
} from './connection.ts'
import { DATABASE_URL_FORM, parseDatabaseUrl, type DatabaseAddress } from '../../process/database-url.ts'
import { isBroken, storeError } from './errors.ts'
import { sessionSettings, UNLIMITED } from './session-settings.ts'

export interface DatabaseOptions {
  /** See `parseDatabaseUrl`. */
  url: string
  /** Seconds after which a statement is stopped, on the server too; the wait for a connection counts by itself. */
  timeLimit?: number
  /** Connections at once; who needs one more waits. */
  connections?: number
}

/**
 * Connections at once: two large reports with four parts each, four small ones, and a good dozen for keys, limits and the catalog, which so
 * never wait for those.
 */
const MOST_CONNECTIONS = 24

/** Connections that stay open while nobody needs them. */
const MOST_IDLE = 10

/** Milliseconds that the server has to stop a statement by itself before its connection is cut. */
const GRACE = 5000
const CONNECT_TIMEOUT = 5000

/** How a connection is encrypted: with a server alone whose certificate is signed by whom we trust, for the name that we call it by. */
function encryption({ ca }: NonNullable<DatabaseAddress['ssl']>): SslOptions {
  const checks = { minVersion: 'TLSv1.2', rejectUnauthorized: true, verifyIdentity: true }
  try {
    return ca === null ? checks : { ...checks, ca: readFileSync(ca, 'utf8') }
  } catch (cause) {
    throw new Error(`DATABASE_URL cannot be used: its ssl-ca ${ca} cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause })
  }
}

/** Works with a connection; `ended` rejects when that breaks or its work is not wanted any more, and then the driver may never answer. */
type Use<Result> = (connection: PoolConnection, ended: Promise<never>) => Promise<Result>

/**
 * A MariaDB or MySQL server. No answer depends on how it is configured: every connection sets what matters. A connection on which
 * anything went wrong is dropped, never used again.
 *
 * Everything rejects with `StoreTimeout` when the time limit is over, `StoreUnavailable` when the server cannot be talked to.
 */
export class Database {
  readonly #pool: Pool
  readonly #timeLimit: number

  constructor({ url, timeLimit = 120, connections = MOST_CONNECTIONS }: DatabaseOptions) {
    this.#timeLimit = timeLimit
    const address = parseDatabaseUrl(url)
    if (address === undefined) throw new Error(`DATABASE_URL must be ${DATABASE_URL_FORM}`)
    const { ssl, ...place } = address
    this.#pool = mysql.createPool({
      ...place,
      ...(ssl === null ? {} : { ssl: encryption(ssl) }),
      connectionLimit: connections,
      maxIdle: Math.min(connections, MOST_IDLE),
      connectTimeout: CONNECT_TIMEOUT,
      enableKeepAlive: true,
      dateStrings: true,
      timezone: 'Z',
      supportBigNumbers: true,
      multipleStatements: false,
    })
    this.#pool.on('connection', connection => {
      // Who uses the connection learns of its end; without a listener Node would end the process.
      connection.on('error', () => undefined)
      connection.query(sessionSettings(timeLimit), error => {
        if (error) connection.destroy()
      })
    })
  }

  /**
   * Runs a query; repeats it once when its connection breaks. DECIMALs and dates come as text, texts as bytes. When the signal fires, the
   * query is stopped on the server too, here and below.
   */
  async read(statement: Sql, signal?: AbortSignal): Promise<Row[]> {
    return this.#repeated(connection => query(connection, statement), signal)
  }

  /**
   * The same, prepared: DOUBLEs come in full, which they do not as text. A server keeps such statements: `statement` must be one of
   * few.
   */
  async readExact(statement: Sql, values: readonly Value[] = [], signal?: AbortSignal): Promise<Row[]> {
    return this.#repeated(connection => preparedQuery(connection, statement, values), signal)
  }

  /** Runs one writing statement, prepared, once. */
  async write(statement: Sql, values: readonly Value[] = []): Promise<Written> {
    return this.#once(connection => preparedWrite(connection, statement, values))
  }

  /**
   * Streams a query of one text column, row by row, to what `open` makes, with little of it in memory. When its connection
   * breaks it starts once more, with another one of those.
   */
  async stream<Result>(statement: Sql, open: () => Promise<LineSink<Result>>, signal?: AbortSignal): Promise<Result> {
    return this.#repeated(async (connection, ended) => {
      const sink = await open()
      try {
        await Promise.race([pump(connection, statement, sink), ended])
        return await sink.end()
      } catch (error) {
        await sink.abandon()
        throw error
      }
    }, signal)
  }

  /**
   * Gives `use` a connection of its own, without a time limit, while nobody else holds the lock of that name in this database.
   * The server frees the lock when the connection ends, however that happens; then `use` can do nothing more.
   */
  async exclusive<Result>(name: string, onWait: () => void, use: (held: HeldConnection) => Promise<Result>): Promise<Result> {
    const connection = await this.#connect().catch((error: unknown) => {
      throw storeError(error)
    })
    const { ended, stop } = watch(connection)
    const held = heldConnection(connection, ended)
    try {
      await held.run(UNLIMITED)
      // Locks are the whole server's, and their names are short.
      const lock = sql`CONCAT('uascope ', LEFT(SHA1(CONCAT(DATABASE(), ' ', '${plain(name)}')), 32))`
      const taken = async (seconds: number): Promise<boolean> =>
        Number((await held.read(sql`SELECT GET_LOCK(${lock}, ${seconds}) AS taken`))[0]?.['taken']) === 1
      if (!(await taken(0))) {
        onWait()
        while (!(await taken(5)));
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

  async #repeated<Result>(use: Use<Result>, signal?: AbortSignal): Promise<Result> {
    try {
      return await this.#attempt(use, signal)
    } catch (error) {
      signal?.throwIfAborted()
      if (!isBroken(error)) throw storeError(error)
      return this.#once(use, signal)
    }
  }

  async #once<Result>(use: Use<Result>, signal?: AbortSignal): Promise<Result> {
    try {
      return await this.#attempt(use, signal)
    } catch (error) {
      throw storeError(error)
    }
  }

  async #attempt<Result>(use: Use<Result>, signal?: AbortSignal): Promise<Result> {
    const connection = await this.#connect()
    const { ended, stop } = watch(connection, this.#timeLimit * 1000 + GRACE, signal)
    try {
      const result = await Promise.race([use(connection, ended), ended])
      connection.release()
      return result
    } catch (error) {
      if (signal?.aborted) await this.#kill(connection)
      connection.destroy()
      throw error
    } finally {
      stop()
    }
  }

  /** Ends the connection on the server, which would go on with a statement for somebody who is gone until it has an answer to send. */
  #kill({ threadId }: PoolConnection): Promise<void> {
    return new Promise(resolve => this.#pool.query(`KILL ${threadId}`, () => resolve()))
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
