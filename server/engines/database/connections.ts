import mysql, { type Pool, type PoolConnection, type SslOptions } from 'mysql2'
import { readFileSync } from 'node:fs'
import { steadyClock } from '../../model/shared-work.ts'
import { StoreTimeout, StoreUnavailable } from '../../model/store.ts'
import type { DatabaseAddress } from '../../process/database-url.ts'
import { sessionSettings, watch } from './connection.ts'
import { Pulse } from './pulse.ts'

export interface ConnectionsOptions {
  address: DatabaseAddress
  /** Connections at once; who needs one more waits. */
  most: number
  /** Connections that stay open while nobody needs them. */
  mostIdle: number
  /** Seconds after which the server stops a statement. */
  timeLimit: number
  limits: Limits
  /** Ends a connection on the server, which would go on with a statement for somebody who is gone until it has an answer to send. */
  kill?: (threadId: number) => Promise<unknown>
}

/** Maximum wait, ms. */
export interface Limits {
  /** For a connection. */
  turn: number
  /** For the server, once there is a connection. It has to stop a statement by itself before that. */
  work: number
  /** For all of it, whatever is repeated. */
  all: number
}

/** Works with a connection; `ended` rejects when that breaks or its work is not wanted any more, and then the driver may never answer. */
export type Use<Result> = (connection: PoolConnection, ended: Promise<never>) => Promise<Result>

export interface Lending {
  signal?: AbortSignal | undefined
  /** By the steady clock, when nobody waits for it any more. */
  until?: number
  /** Whether the work takes as long as it takes. */
  isUnlimited?: boolean
}

const CONNECT_TIMEOUT = 3500

/** How a connection is encrypted: with a server alone whose certificate is signed by whom we trust, for the name that we call it by. */
function encryption({ ca }: NonNullable<DatabaseAddress['ssl']>): SslOptions {
  const checks = { minVersion: 'TLSv1.2', rejectUnauthorized: true, verifyIdentity: true }
  try {
    return ca === null ? checks : { ...checks, ca: readFileSync(ca, 'utf8') }
  } catch (cause) {
    throw new Error(`DATABASE_URL cannot be used: its ssl-ca ${ca} cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause })
  }
}

/** A bounded number of connections, lent one by one. One on which anything went wrong is dropped, never used again. */
export class Connections {
  readonly #pool: Pool
  readonly #permits: Permits
  readonly #pulse = new Pulse()
  readonly #limits: Limits
  readonly #kill: ConnectionsOptions['kill']

  constructor({ address, most, mostIdle, timeLimit, limits, kill }: ConnectionsOptions) {
    this.#limits = limits
    this.#kill = kill
    this.#permits = new Permits(most)
    const { ssl, ...place } = address
    this.#pool = mysql.createPool({
      ...place,
      ...(ssl === null ? {} : { ssl: encryption(ssl) }),
      connectionLimit: most,
      maxIdle: Math.min(most, mostIdle),
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

  /** When nobody waits any more for what begins now, by the steady clock. */
  deadline(): number {
    return steadyClock() + this.#limits.all
  }

  /** Lends a connection. Errors are the driver's and the server's own, or `StoreTimeout`, `StoreUnavailable` and the signal's reason. */
  async lend<Result>(use: Use<Result>, { signal, until = this.deadline(), isUnlimited = false }: Lending = {}): Promise<Result> {
    const connection = await this.#connect(Math.min(this.#limits.turn, until - steadyClock()), signal)
    const since = steadyClock()
    const { ended, stop } = watch(connection, isUnlimited ? undefined : Math.min(this.#limits.work, until - since), signal)
    try {
      const result = await Promise.race([use(connection, ended), ended])
      this.#pulse.answered()
      connection.release()
      return result
    } catch (error) {
      if (error instanceof StoreTimeout) this.#pulse.silent(since)
      else if ((error as { errno?: number }).errno !== undefined) this.#pulse.answered()
      if (signal?.aborted) await this.#kill?.(connection.threadId).catch(() => undefined)
      connection.destroy()
      throw error
    } finally {
      stop()
      this.#permits.give()
    }
  }

  /** Closes every connection; rejects waiters. */
  async close(): Promise<void> {
    await new Promise<void>(resolve => this.#pool.end(() => resolve()))
  }

  /** With a permit, which goes with the connection. */
  async #connect(time: number, signal?: AbortSignal): Promise<PoolConnection> {
    if (!this.#pulse.mayAsk()) throw new StoreUnavailable('the database hangs')
    const late = (): StoreTimeout => new StoreTimeout('no connection to the database became free')
    const end = steadyClock() + time
    if (!(await this.#permits.take(Math.max(0, time), signal))) throw late()
    return await new Promise((resolve, reject) => {
      const since = steadyClock()
      let isLate = false
      const timer = setTimeout(
        () => {
          isLate = true
          this.#pulse.silent(since)
          reject(late())
        },
        Math.max(0, end - since),
      )
      this.#pool.getConnection((error, connection) => {
        clearTimeout(timer)
        if (!isLate && !error) return resolve(connection)
        // The pool counts it until now: so do we.
        this.#permits.give()
        connection?.release()
        if (error?.code === 'ETIMEDOUT') this.#pulse.silent(since)
        if (!isLate) reject(error!)
      })
    })
  }
}

/** So many that may do something at once; the others wait, in the order in which they came. */
export class Permits {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(count: number) {
    this.#free = count
  }

  /**
   * Waits at most `time` milliseconds for a permit, which the caller must release. Returns whether it got one.
   * @throws the signal's reason
   */
  async take(time: number, signal?: AbortSignal): Promise<boolean> {
    signal?.throwIfAborted()
    if (this.#free > 0) {
      this.#free--
      return true
    }
    return await new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#waiting.delete(taken)
        clearTimeout(timer)
        signal?.removeEventListener('abort', unwanted)
      }
      const taken = (): void => {
        stop()
        resolve(true)
      }
      const unwanted = (): void => {
        stop()
        reject(signal!.reason as Error)
      }
      const timer = setTimeout(() => {
        stop()
        resolve(false)
      }, time)
      signal?.addEventListener('abort', unwanted, { once: true })
      this.#waiting.add(taken)
    })
  }

  give(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#free++
    else next()
  }
}
