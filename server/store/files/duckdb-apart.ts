import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Session, Sql } from '../../core/model/sql.ts'
import { lowerPriority, NICE, offerWhenMemoryEnds } from '../../core/runtime/priority.ts'
import { nextSlice } from '../../core/runtime/slices.ts'
import { StoreOutOfMemory, StoreUnavailable } from '../../core/model/store.ts'
import type { Duckdb, DuckdbOptions } from '../../core/duckdb.ts'

type Row = Record<string, unknown>
type Cells = readonly (string | number)[]

export type Act =
  | ['open']
  | ['run', Sql, readonly string[]]
  | ['rows', Sql]
  | ['append', string, readonly Cells[]]
  | ['close']

export type Order =
  | { start: DuckdbOptions }
  | { session: number; call: number; act: Act }
  | { session: number; stop: true }

export type ProcessReply =
  { call: number; part: Row[] } | { call: number; done: number } | { call: number; failed: Error }

/** Rows per message, so that both processes can do other work in between. */
export const ROWS_AT_ONCE = 1000

/** Idle time, ms, before the process ends: DuckDB does not return all memory. */
const IDLE = 60_000

/** See `offerWhenMemoryEnds`: ends before the service, after an import. */
const OFFERED = 500

/** Signals that end a process for lack of memory, from the system, V8 or DuckDB. */
const WITHOUT_MEMORY = new Set<string | null>(['SIGKILL', 'SIGABRT'])

const PROCESS = fileURLToPath(new URL('../../duckdb-process.ts', import.meta.url))

/**
 * A DuckDB in a low-priority process: large work uses spare processor time and neither this event loop nor its memory. It starts on demand
 * and ends when idle or with this process. If memory runs out, it ends before the service.
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

  /** Rejects with `StoreUnavailable` if the process ends early, with `StoreOutOfMemory` if the system ended it. */
  async session<Result>(
    signal: AbortSignal,
    use: (session: Session, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    clearTimeout(this.#ending)
    if (this.#running?.ended !== false) this.#running = new Running(this.#options)
    this.#sessions++
    try {
      return await this.#running.session(signal, use)
    } finally {
      if (--this.#sessions === 0) {
        this.#ending = setTimeout(() => void this.close(), this.#idle).unref()
      }
    }
  }

  get isRunning(): boolean {
    return this.#running?.ended === false
  }

  /** No-op: the process starts lazily. */
  async ready(): Promise<void> {}

  async close(): Promise<void> {
    clearTimeout(this.#ending)
    const running = this.#running
    this.#running = undefined
    await running?.end()
  }
}

interface Call {
  resolve: (done: { done: number; rows: Row[] }) => void
  reject: (error: Error) => void
  rows: Row[]
}

class Running {
  readonly #child: ChildProcess
  readonly #calls = new Map<number, Call>()
  readonly #cleaned: Promise<void>
  #session = 0
  #call = 0
  #isUnwanted = false
  ended = false

  constructor(options: DuckdbOptions) {
    // One arena and returned blocks take a seventh less memory.
    const env = {
      ...process.env,
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '131072',
      MALLOC_TRIM_THRESHOLD_: '131072',
    }
    this.#child = fork(PROCESS, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env,
      detached: true,
    })
    if (this.#child.pid !== undefined) {
      lowerPriority(NICE.query, this.#child.pid)
      offerWhenMemoryEnds(this.#child.pid, OFFERED)
    }
    // A killed process may leave files here.
    const spill = join(options.spill, randomBytes(6).toString('hex'))
    this.#child.on('message', (reply: ProcessReply) => this.#take(reply))
    this.#child.on('exit', (code, signal) => {
      const Reason =
        WITHOUT_MEMORY.has(signal) && !this.#isUnwanted ? StoreOutOfMemory : StoreUnavailable
      this.#over(new Reason(`the process for large work ended with ${signal ?? code}`))
    })
    const ended = new Promise<unknown>(resolve => {
      this.#child.on('exit', resolve)
      this.#child.on('error', error => {
        this.#over(new StoreUnavailable(`the process for large work failed: ${error.message}`))
        // It never began.
        if (this.#child.pid === undefined) resolve(error)
      })
    })
    this.#cleaned = ended.then(() =>
      rm(spill, { recursive: true, force: true }).catch(() => undefined),
    )
    this.#tell({ start: { ...options, spill } })
    this.#keepAwake(false)
  }

  async session<Result>(
    signal: AbortSignal,
    use: (session: Session, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted()
    const id = this.#session++
    // An interrupt stops only the running statement, so none may begin after it.
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

  async end(): Promise<void> {
    this.#isUnwanted = true
    this.#keepAwake(true)
    this.#child.kill('SIGKILL')
    await this.#cleaned
  }

  #ask(session: number, act: Act): Promise<{ done: number; rows: Row[] }> {
    const call = this.#call++
    return new Promise((resolve, reject) => {
      if (this.ended) return reject(new StoreUnavailable('the process for large work has ended'))
      if (this.#calls.size === 0) this.#keepAwake(true)
      this.#calls.set(call, { resolve, reject, rows: [] })
      this.#tell({ session, call, act })
    })
  }

  /** Only a pending response keeps this process alive. */
  #keepAwake(awake: boolean): void {
    const change = awake ? 'ref' : 'unref'
    this.#child[change]()
    this.#child.channel?.[change]()
  }

  #tell(order: Order): void {
    // If sending fails, the process has ended; its exit event handles that.
    if (this.#child.connected) this.#child.send(order, () => undefined)
  }

  #take(reply: ProcessReply): void {
    const call = this.#calls.get(reply.call)
    if (call === undefined) return
    if ('part' in reply) return void call.rows.push(...reply.part)
    this.#calls.delete(reply.call)
    if (this.#calls.size === 0) this.#keepAwake(false)
    if ('failed' in reply) call.reject(reply.failed)
    else call.resolve({ done: reply.done, rows: call.rows })
  }

  #over(reason: StoreUnavailable): void {
    this.ended = true
    for (const { reject } of this.#calls.values()) reject(reason)
    this.#calls.clear()
  }
}

function sessionOf(ask: (act: Act) => Promise<{ done: number; rows: Row[] }>): Session {
  return {
    run: async (statement, values = []) => (await ask(['run', statement, values])).done,
    rows: async <Result extends Row>(query: Sql) => (await ask(['rows', query])).rows as Result[],
    async append(table, rows) {
      for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
        await ask(['append', table, rows.slice(start, start + ROWS_AT_ONCE)])
        await nextSlice()
      }
    },
  }
}
