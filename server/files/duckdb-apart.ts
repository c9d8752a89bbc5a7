import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Session, Sql } from '../model/sql.ts'
import { StoreUnavailable } from '../model/store.ts'
import { lowerPriority, nextSlice } from '../model/slices.ts'
import type { Duckdb, DuckdbOptions } from './duckdb.ts'

type Row = Record<string, unknown>
type Cells = readonly (string | number)[]

/** Work of a session. */
export type Act = ['open'] | ['run', Sql, readonly string[]] | ['rows', Sql] | ['append', string, readonly Cells[]] | ['close']

/** Messages to the process: its options first, then work per session, or cancellation. */
export type Order = { start: DuckdbOptions } | { session: number; call: number; act: Act } | { session: number; stop: true }

/** Replies to a call: rows in parts, then the result. */
export type Told = { call: number; part: Row[] } | { call: number; done: number } | { call: number; failed: Error }

/** Rows that go from one process to the other at once: each has something else to do between them. */
export const ROWS_AT_ONCE = 1000

/** Milliseconds after which a process without work ends: what DuckDB took of the memory it does not give back. */
const IDLE = 60_000

/** Who answers requests comes first; an import comes last. See `lowerPriority`. */
export const NICE = 10

const PROCESS = fileURLToPath(new URL('../duckdb-process.ts', import.meta.url))

/**
 * A DuckDB in a process of its own, at low priority: large work takes what others leave of the processors, and holds neither the thread that
 * answers everybody nor its memory. It is started when it is needed, ends some time later, and with this process, however that ends.
 */
export class DuckdbApart implements Duckdb {
  readonly #options: DuckdbOptions
  readonly #idle: number
  #running: Running | undefined
  #sessions = 0
  #ending: NodeJS.Timeout | undefined

  constructor(options: DuckdbOptions, idle: number = IDLE) {
    this.#options = options
    this.#idle = idle
  }

  /** Rejects with `StoreUnavailable` when the process comes to its end before the session does. */
  async session<Result>(signal: AbortSignal, use: (session: Session, signal: AbortSignal) => Promise<Result>): Promise<Result> {
    clearTimeout(this.#ending)
    if (this.#running?.ended !== false) this.#running = new Running(this.#options)
    this.#sessions++
    try {
      return await this.#running.session(signal, use)
    } finally {
      if (--this.#sessions === 0) this.#ending = setTimeout(() => this.close(), this.#idle).unref()
    }
  }

  /** Whether its process is there at the moment. */
  get isRunning(): boolean {
    return this.#running?.ended === false
  }

  /** No-op: the process starts lazily, and again after it ended. */
  async ready(): Promise<void> {}

  close(): void {
    clearTimeout(this.#ending)
    this.#running?.end()
    this.#running = undefined
  }
}

/** A running call and the rows received. */
interface Call {
  resolve: (done: { done: number; rows: Row[] }) => void
  reject: (error: Error) => void
  rows: Row[]
}

/** A process from its start to its end. */
class Running {
  readonly #child: ChildProcess
  readonly #calls = new Map<number, Call>()
  #session = 0
  #call = 0
  ended = false

  constructor(options: DuckdbOptions) {
    // One heap for all of DuckDB's threads, and blocks of its size given back when they are free: a seventh of its memory less.
    const env = { ...process.env, MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
    this.#child = fork(PROCESS, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env, detached: true })
    // From its start: to load its modules takes a while.
    if (this.#child.pid !== undefined) lowerPriority(NICE, this.#child.pid)
    // What it may have left there, should it be killed, is nobody else's.
    const spill = join(options.spill, randomBytes(6).toString('hex'))
    this.#child.on('message', (told: Told) => this.#take(told))
    this.#child.on('error', error => this.#over(error.message))
    this.#child.on('exit', (code, signal) => {
      this.#over(`it ended with ${signal ?? code}`)
      void rm(spill, { recursive: true, force: true }).catch(() => undefined)
    })
    this.#tell({ start: { ...options, spill } })
    this.#keepAwake(false)
  }

  async session<Result>(signal: AbortSignal, use: (session: Session, signal: AbortSignal) => Promise<Result>): Promise<Result> {
    signal.throwIfAborted()
    const id = this.#session++
    // An interrupt stops the statement under way only: none must begin after it.
    const ask = (act: Act) => {
      signal.throwIfAborted()
      return this.#ask(id, act)
    }
    const stop = (): void => this.#tell({ session: id, stop: true })
    signal.addEventListener('abort', stop, { once: true })
    try {
      await ask(['open'])
      return await use(sessionOf(ask), signal)
    } finally {
      signal.removeEventListener('abort', stop)
      await this.#ask(id, ['close']).catch(() => undefined)
    }
  }

  /** Tells it to end, which it does as soon as nobody is there to tell it anything. */
  end(): void {
    if (this.#child.connected) this.#child.disconnect()
  }

  #ask(session: number, act: Act): Promise<{ done: number; rows: Row[] }> {
    const call = this.#call++
    return new Promise((resolve, reject) => {
      if (this.ended) return reject(new StoreUnavailable('the process of large work has ended'))
      if (this.#calls.size === 0) this.#keepAwake(true)
      this.#calls.set(call, { resolve, reject, rows: [] })
      this.#tell({ session, call, act })
    })
  }

  /** As long as an answer is waited for, this process has something to do; not because the other one is there. */
  #keepAwake(awake: boolean): void {
    const change = awake ? 'ref' : 'unref'
    this.#child[change]()
    this.#child.channel?.[change]()
  }

  #tell(order: Order): void {
    // If the message cannot be sent, the process has ended; its exit event handles that.
    if (this.#child.connected) this.#child.send(order, () => undefined)
  }

  #take(told: Told): void {
    const call = this.#calls.get(told.call)
    // The last message may arrive after its end.
    if (call === undefined) return
    if ('part' in told) return void call.rows.push(...told.part)
    this.#calls.delete(told.call)
    if (this.#calls.size === 0) this.#keepAwake(false)
    if ('failed' in told) call.reject(told.failed)
    else call.resolve({ done: told.done, rows: call.rows })
  }

  #over(reason: string): void {
    this.ended = true
    for (const { reject } of this.#calls.values()) reject(new StoreUnavailable(`the process of large work failed: ${reason}`))
    this.#calls.clear()
  }
}

function sessionOf(ask: (act: Act) => Promise<{ done: number; rows: Row[] }>): Session {
  return {
    run: async (statement, values = []) => (await ask(['run', statement, values])).done,
    rows: async <Found extends Row>(query: Sql) => (await ask(['rows', query])).rows as Found[],
    async append(table, rows) {
      for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
        await ask(['append', table, rows.slice(start, start + ROWS_AT_ONCE)])
        await nextSlice()
      }
    },
  }
}
