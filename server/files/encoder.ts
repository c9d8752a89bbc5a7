import { join } from 'node:path'
import { gauge, type Metric } from '../model/metric.ts'
import type { Session } from '../model/sql.ts'
import { StoreTimeout, StoreUnavailable } from '../model/store.ts'
import type { Work } from '../model/work.ts'
import { isLight, Lanes, LIGHT } from '../model/turns.ts'
import { DuckdbApart } from './duckdb-apart.ts'
import { startDuckdb, type Duckdb } from './duckdb.ts'

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
const LIMITS = {
  small: { memory: '256MB', spill: '512MB', threads: 1 },
  light: { memory: '256MB', spill: '512MB' },
  heavy: { memory: '800MB', spill: '4GB' },
}

/** Work up to this cost, in cells read, is done sooner by one thread than shared out to several, and leaves the others to others. */
const SMALL = LIGHT / 10

type Duckdbs = { small: Duckdb; light: Duckdb; heavy: DuckdbApart }

/** Reads the store's Parquet files and encodes result files: small work in this process, large work in a separate one. */
export class Encoder {
  readonly #duckdbs: Duckdbs
  readonly #timeLimit: number
  readonly #lanes: Lanes
  #isClosed = false

  private constructor(duckdbs: Duckdbs, timeLimit: number, lanes: Lanes) {
    this.#duckdbs = duckdbs
    this.#timeLimit = timeLimit
    this.#lanes = lanes
  }

  static async start({ dataDir, directories = [], timeLimit = 120, lanes = new Lanes() }: EncoderOptions): Promise<Encoder> {
    const options = (size: keyof typeof LIMITS) => ({ spill: join(dataDir, 'spill', size), directories, limits: LIMITS[size] })
    const [small, light] = await Promise.all([startDuckdb(options('small')), startDuckdb(options('light'))])
    return new Encoder({ small, light, heavy: new DuckdbApart(options('heavy')) }, timeLimit, lanes)
  }

  /**
   * Gives `use` a session of its own, in the turn of work of that cost, in cells read; temporary tables it makes are gone afterwards.
   * The signal fires when the session is to end before it is done: what is running is stopped by itself then.
   * @throws StoreTimeout when it takes longer than the time limit, the signal's reason when the work is not wanted any more, StoreBusy,
   * StoreUnavailable when the process of large work came to its end
   */
  session<Result>(work: Work, cost: number, use: (session: Session, signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const duckdb = this.#duckdbs[!isLight(cost) ? 'heavy' : cost <= SMALL ? 'small' : 'light']
    return this.limited(work, work =>
      this.#lanes.during(work, cost, () => {
        this.#requireOpen()
        return duckdb.session(work.signal, use)
      }),
    )
  }

  /** Does what begins before a session, and the session in it, within the time limit of one. Throws as that does. */
  async limited<Result>({ companyId, signal }: Work, use: (work: Work) => Promise<Result>): Promise<Result> {
    const ended = new AbortController()
    const unwanted = (): void => ended.abort(signal.reason)
    if (signal.aborted) unwanted()
    signal.addEventListener('abort', unwanted, { once: true })
    const timer = setTimeout(() => ended.abort(new StoreTimeout(`stopped after ${this.#timeLimit} s`)), this.#timeLimit * 1000)
    try {
      return await use({ companyId, signal: ended.signal })
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
    this.#requireOpen()
    await Promise.all(Object.values(this.#duckdbs).map(duckdb => duckdb.ready()))
  }

  /** The queues, and the process of large work. Takes no turn. */
  metrics(): Metric[] {
    const help = 'Whether the process of large work runs: 1 or 0. It is started when it is needed, and ends when it was not for a minute.'
    return [...this.#lanes.metrics(), gauge('uascope_heavy_process_running', help, this.#duckdbs.heavy.isRunning ? 1 : 0)]
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new StoreUnavailable('the store is closed')
  }

  close(): void {
    this.#isClosed = true
    for (const duckdb of Object.values(this.#duckdbs)) duckdb.close()
  }
}
