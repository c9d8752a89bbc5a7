import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import mysql, { type Pool, type PoolConnection, type SslOptions } from 'mysql2'
import { steadyClock } from '../../../core/runtime/shared-work.ts'
import { sql } from '../../../core/model/sql.ts'
import { StoreTimeout, StoreUnavailable } from '../../../core/model/store.ts'
import type { DatabaseAddress } from '../../../core/runtime/database-url.ts'
import { query, sessionSettings, watch } from './mysql-connection.ts'

interface ConnectionsOptions {
  address: DatabaseAddress
  /** Maximum connections; further callers wait. */
  most: number
  /** Maximum idle connections. */
  mostIdle: number
  /** Server-side limit, s. */
  timeLimit: number
  limits: Limits
  /** Kills a statement on the server, where it would otherwise run until it has output. */
  kill?: (threadId: number) => Promise<unknown>
}

/** Maximum wait, ms. */
interface Limits {
  turn: number
  /** Wait for the server once connected; exceeds the server-side limit. */
  work: number
  /** Total wait, including retries. */
  all: number
}

/** `ended` rejects if the connection breaks or the work is canceled, when the driver may never respond. */
export type Use<Result> = (connection: PoolConnection, ended: Promise<never>) => Promise<Result>

export interface Lending {
  signal?: AbortSignal | undefined
  /** Deadline of the last waiting caller, by the steady clock. */
  until?: number
  isUnlimited?: boolean
}

const CONNECT_TIMEOUT = 3500

/** Maximum time of a probe of a hung server, ms. */
const PROBE_TIME = 4000

/** Accepts only a server whose certificate is trusted and names the host. */
function encryption({ ca }: NonNullable<DatabaseAddress['ssl']>): SslOptions {
  const checks = { minVersion: 'TLSv1.2', rejectUnauthorized: true, verifyIdentity: true }
  try {
    return ca === null ? checks : { ...checks, ca: readFileSync(ca, 'utf8') }
  } catch (cause) {
    throw new Error(
      `DATABASE_URL cannot be used: its ssl-ca ${ca} cannot be read (${(cause as NodeJS.ErrnoException).code})`,
      { cause },
    )
  }
}

/** A bounded pool that discards a connection after any error. */
export class Connections {
  readonly #pool: Pool
  readonly #permits: Permits
  readonly #pulse = new Pulse(() =>
    this.#lend(connection => query(connection, sql`DO 1`), { until: steadyClock() + PROBE_TIME }),
  )
  readonly #limits: Limits
  readonly #kill: ConnectionsOptions['kill']
  #isClosed = false

  constructor({ address, most, mostIdle, timeLimit, limits, kill }: ConnectionsOptions) {
    this.#limits = limits
    this.#kill = kill
    this.#permits = new Permits(most)
    const { ssl, ...server } = address
    this.#pool = mysql.createPool({
      ...server,
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
      // Node would exit on an unhandled error; the user of the connection sees it anyway.
      connection.on('error', () => undefined)
      connection.query(sessionSettings(timeLimit), error => {
        if (error) connection.destroy()
      })
    })
  }

  deadline(): number {
    return steadyClock() + this.#limits.all
  }

  /** Errors are those of the driver and the server, `StoreTimeout`, `StoreUnavailable`, or the signal's reason. */
  async lend<Result>(use: Use<Result>, lending: Lending = {}): Promise<Result> {
    if (this.#pulse.isSilent) throw new StoreUnavailable('the database hangs')
    return await this.#lend(use, lending)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#pulse.close()
    await new Promise<void>(resolve => this.#pool.end(() => resolve()))
  }

  async #lend<Result>(
    use: Use<Result>,
    { signal, until = this.deadline(), isUnlimited = false }: Lending,
  ): Promise<Result> {
    const connection = await this.#connect(
      Math.min(this.#limits.turn, until - steadyClock()),
      signal,
    )
    const since = steadyClock()
    const { ended, stop } = watch(
      connection,
      isUnlimited ? undefined : Math.min(this.#limits.work, until - since),
      signal,
    )
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

  /** Needs a permit, which is released with the connection. */
  async #connect(time: number, signal?: AbortSignal): Promise<PoolConnection> {
    const late = (): StoreTimeout => new StoreTimeout('no database connection became available')
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
        // Until now the pool counts the connection.
        this.#permits.give()
        connection?.release()
        if (error?.code === 'ETIMEDOUT') this.#pulse.silent(since)
        if (!isLate)
          reject(
            this.#isClosed
              ? new StoreUnavailable('the service is stopping', { cause: error })
              : error!,
          )
      })
    })
  }
}

/** A fair semaphore. */
class Permits {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(count: number) {
    this.#free = count
  }

  /**
   * Waits at most `time` ms for a permit, which the caller must release. Returns whether it got one.
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

/** Interval of probes, ms. */
const BETWEEN = 500

/**
 * A circuit breaker. A hung server accepts statements but never responds; once one has timed out, callers fail immediately until a background
 * probe succeeds.
 */
class Pulse {
  readonly #probe: () => Promise<unknown>
  #answered = 0
  #isSilent = false
  #isProbing = false
  #isClosed = false

  /** @param probe sends a statement that ends, in time, with `answered` or `silent` */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe
  }

  get isSilent(): boolean {
    return this.#isSilent
  }

  /** Any response counts, including an error. */
  answered(): void {
    this.#answered = steadyClock()
    this.#isSilent = false
  }

  /** A statement sent at this moment timed out. */
  silent(since: number): void {
    if (this.#answered >= since) return
    this.#isSilent = true
    if (!this.#isProbing) void this.#probeUntilAnswered()
  }

  close(): void {
    this.#isClosed = true
  }

  async #probeUntilAnswered(): Promise<void> {
    this.#isProbing = true
    while (this.#isSilent && !this.#isClosed) {
      await this.#probe().catch(() => undefined)
      await sleep(BETWEEN, undefined, { ref: false })
    }
    this.#isProbing = false
  }
}
