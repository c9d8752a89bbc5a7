import { rmSync } from 'node:fs'
import { getPriority } from 'node:os'
import {
  type Act,
  type Order,
  ROWS_AT_ONCE,
  type ProcessReply,
} from './store/files/duckdb-apart.ts'
import { startDuckdb, type Duckdb, type DuckdbOptions } from './core/duckdb.ts'
import type { Session } from './core/model/sql.ts'
import { lowerPriority } from './core/runtime/priority.ts'
import { nextSlice } from './core/runtime/slices.ts'
import { keepFilesPrivate } from './core/runtime/private-files.ts'

/** Delay, ms, before a process without a working DuckDB exits. */
const START_AGAIN = 1000

interface Opened {
  stopped: AbortController
  session: Promise<Session>
  close: () => Promise<void>
}

const opened = new Map<number, Opened>()
let duckdb: Promise<Duckdb>
let spill: string | undefined

async function start(options: DuckdbOptions): Promise<Duckdb> {
  keepFilesPrivate()
  // The parent has set the priority of the first threads; DuckDB's inherit it.
  lowerPriority(getPriority(), process.pid)
  return await startDuckdb(options)
}

function open(): Opened {
  const stopped = new AbortController()
  let closing = (): void => undefined
  let over = Promise.resolve()
  const session = new Promise<Session>((resolve, reject) => {
    const closed = new Promise<void>(close => (closing = close))
    const use = (session: Session): Promise<void> => {
      resolve(session)
      return closed
    }
    over = duckdb.then(engine => engine.session(stopped.signal, use))
    over.catch(reject)
  })
  return {
    stopped,
    session,
    close() {
      closing()
      return over
    },
  }
}

async function act(id: number, what: Act): Promise<number | Record<string, unknown>[]> {
  if (what[0] === 'open') opened.set(id, open())
  const known = opened.get(id)!
  if (what[0] === 'close') {
    opened.delete(id)
    await known.close()
    return 0
  }
  const session = await known.session
  if (what[0] === 'run') return await session.run(what[1], what[2])
  if (what[0] === 'rows') return await session.rows(what[1])
  if (what[0] === 'append') await session.append(what[1], what[2])
  return 0
}

async function answer(call: number, id: number, what: Act): Promise<void> {
  try {
    const result = await act(id, what)
    if (typeof result === 'number') return send({ call, done: result })
    for (let first = 0; first < result.length; first += ROWS_AT_ONCE) {
      send({ call, part: result.slice(first, first + ROWS_AT_ONCE) })
      await nextSlice()
    }
    send({ call, done: result.length })
  } catch (error) {
    send({ call, failed: error instanceof Error ? error : new Error(String(error)) })
  }
}

function send(reply: ProcessReply): void {
  if (process.connected) process.send!(reply, () => undefined)
}

function end(): void {
  if (spill !== undefined) rmSync(spill, { recursive: true, force: true })
  process.kill(process.pid, 'SIGKILL')
}

process.on('message', (order: Order) => {
  if ('start' in order) {
    spill = order.start.spill
    duckdb = start(order.start)
    // Waiting sessions get the error; the next one starts a new process.
    duckdb.catch(() => setTimeout(end, START_AGAIN))
  } else if ('stop' in order) opened.get(order.session)?.stopped.abort(new Error('stopped'))
  else void answer(order.call, order.session, order.act)
})
process.on('disconnect', end)
// A signal to the group is meant for the service, which finishes its open requests.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
