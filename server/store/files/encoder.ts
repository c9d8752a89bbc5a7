import { join } from 'node:path'
import { gauge, type Metric } from '../../core/runtime/metric.ts'
import type { Session } from '../../core/model/sql.ts'
import { StoreTimeout, StoreUnavailable } from '../../core/model/store.ts'
import { type Bounds, megabytes, ownBounds } from '../../core/runtime/machine.ts'
import type { Work } from '../../core/runtime/work.ts'
import { isLight, Lanes } from '../../core/runtime/turns.ts'
import { DuckdbApart } from './duckdb-apart.ts'
import { startDuckdb, type Duckdb, type DuckdbOptions } from '../../core/duckdb.ts'

interface EncoderOptions {
  dataDir: string
  directories?: readonly string[]
  /** Time limit, s, of the wait for a turn, and of the work after that. */
  timeLimit?: number | undefined
  lanes?: Lanes
  bounds?: Bounds
}

/** Light work has a separate DuckDB, so that it never waits for memory and threads of large work. Spilling is limited too. */
function limitsOf({
  light,
  heavy,
  threads,
  heavyThreads,
}: Bounds): Record<keyof Duckdbs, DuckdbOptions['limits']> {
  return {
    light: { memory: megabytes(light), spill: '512MB', threads },
    heavy: { memory: megabytes(heavy), spill: '4GB', threads: heavyThreads },
  }
}

/** Large work gets little time on a busy machine, and `Spool` continues it for callers that have left. */
const HEAVY_LIMITS = 2.5

type Duckdbs = { light: Duckdb; heavy: DuckdbApart }

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

  static async start({
    dataDir,
    directories = [],
    timeLimit = 120,
    bounds = ownBounds(),
    lanes,
  }: EncoderOptions): Promise<Encoder> {
    const limits = limitsOf(bounds)
    const options = (size: keyof Duckdbs) => ({
      spill: join(dataDir, 'spill', size),
      directories,
      limits: limits[size],
    })
    return new Encoder(
      { light: await startDuckdb(options('light')), heavy: new DuckdbApart(options('heavy')) },
      timeLimit,
      lanes ?? new Lanes(undefined, bounds.heavyTurns),
    )
  }

  /**
   * Runs `use` in a private session, in a turn for that cost (cells read), then drops its temporary tables. The session's signal fires when it
   * must end early.
   * @throws StoreTimeout, the signal's reason, StoreBusy, or StoreUnavailable if the process for large work ended
   */
  session<Result>(
    work: Work,
    cost: number,
    use: (session: Session, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const duckdb = this.#duckdbs[isLight(cost) ? 'light' : 'heavy']
    return this.limited(work, work =>
      this.#lanes.during(work, cost, () => {
        this.#requireOpen()
        work.begun!(this.#timeLimit * (isLight(cost) ? 1 : HEAVY_LIMITS))
        return duckdb.session(work.signal, use)
      }),
    )
  }

  /** Applies a session's time limit to the preparation too; it restarts with the session's turn. */
  async limited<Result>(
    { signal, begun, ...work }: Work,
    use: (work: Work) => Promise<Result>,
  ): Promise<Result> {
    const ended = new AbortController()
    const unwanted = (): void => ended.abort(signal.reason)
    if (signal.aborted) unwanted()
    signal.addEventListener('abort', unwanted, { once: true })
    const limit = (seconds: number) =>
      setTimeout(() => ended.abort(new StoreTimeout(`stopped after ${seconds} s`)), seconds * 1000)
    let timer = limit(this.#timeLimit)
    try {
      return await use({
        ...work,
        signal: ended.signal,
        begun(seconds) {
          clearTimeout(timer)
          timer = limit(seconds)
          begun?.(seconds)
        },
      })
    } catch (error) {
      const reason = ended.signal.reason as Error | undefined
      if (reason !== undefined && reason !== error) reason.cause ??= error
      throw reason ?? error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', unwanted)
    }
  }

  /** Needs no turn. */
  async ready(): Promise<void> {
    this.#requireOpen()
    await Promise.all(Object.values(this.#duckdbs).map(duckdb => duckdb.ready()))
  }

  metrics(): Metric[] {
    const help =
      'Whether the process for large work runs: 1 or 0. It starts when needed and ends after an idle minute.'
    return [
      ...this.#lanes.metrics(),
      gauge('uascope_heavy_process_running', help, this.#duckdbs.heavy.isRunning ? 1 : 0),
    ]
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new StoreUnavailable('the store is closed')
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(Object.values(this.#duckdbs).map(duckdb => duckdb.close()))
  }
}
