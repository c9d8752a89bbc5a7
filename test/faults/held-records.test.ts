// Readers, a backup, and stopped commands beside a service under load. HELD_SECONDS=60 holds each as long, for 2,000 requests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { RECORDS_FILE } from '../../server/store/records/records.ts'
import { type Connection, connect } from '../../server/store/records/sqlite/driver.ts'
import { holderOf } from '../../server/store/records/sqlite/sqlite-errors.ts'
import { sql } from '../../server/core/model/sql.ts'
import { bundle } from '../support/bundle.ts'
import { admin as adminHere } from '../support/admin.ts'
import { admin, spawnAdmin, startProcess } from '../support/process.ts'
import { repository } from '../support/repository.ts'
import { randomOf } from '../support/seed.ts'
import { type GrantedStore, grantedStore } from '../support/store/granted-store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { elapse as sleep } from '../support/pauses.ts'

const SECONDS = Number(process.env['HELD_SECONDS'] ?? 5)
const REQUESTS = 2000

/** Requests at a time. */
const CONNECTIONS = 100

/** Time, ms, after a commit by which another process must refuse a revoked key: keys are known for a second. */
const NOTICED = 5000

/** Time, ms, for which a command waits for another process; its start comes on top. */
const PATIENCE = 30_000

const PROCESS = await bundle(join(repository, 'test/faults/records-process.ts'))

interface Load {
  /** Requests that failed, by their status or error. */
  failed: Map<string, number>
  sent: number
  slowest: number
}

/** A service on a copy of the store. */
async function serve(t: Test, store: GrantedStore) {
  const dir = await store.copy()
  const { url } = await startProcess(t, {
    DATA_DIR: dir,
    DEMO: 'off',
    WARM_UP: 'off',
    RATE_LIMIT: '1000000',
  })
  const statusOf = async (key: string): Promise<number> => {
    const response = await fetch(`${url}/v1/apps`, { headers: { authorization: `Bearer ${key}` } })
    await response.arrayBuffer()
    return response.status
  }
  /** Sends requests evenly over `seconds`, while `during` runs. */
  const load = async (seconds: number, during: () => Promise<void>): Promise<Load> => {
    const result: Load = { failed: new Map(), sent: 0, slowest: 0 }
    const fail = (how: string): void =>
      void result.failed.set(how, (result.failed.get(how) ?? 0) + 1)
    const start = performance.now()
    const pending = new Set<Promise<void>>()
    const work = during()
    for (; result.sent < REQUESTS; result.sent++) {
      const due = start + (result.sent * seconds * 1000) / REQUESTS
      if (due > performance.now()) await sleep(due - performance.now())
      // A machine that stands still must not open more connections than the service allows.
      while (pending.size >= CONNECTIONS) await Promise.race(pending)
      const from = performance.now()
      const request = statusOf(store.keys.rival.key).then(
        status => {
          result.slowest = Math.max(result.slowest, performance.now() - from)
          if (status !== 200) fail(String(status))
        },
        (error: unknown) => fail(String((error as Error).cause ?? error)),
      )
      pending.add(request)
      void request.then(() => pending.delete(request))
    }
    await Promise.all([work, ...pending])
    return result
  }
  return { dir, statusOf, load }
}

type Served = Awaited<ReturnType<typeof serve>>

/** A process that holds a transaction of the records, reading or writing, until it is killed. */
async function hold(t: Test, dir: string, how: 'read' | 'write') {
  const child = spawn(process.execPath, [PROCESS, how, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return {
    pid: child.pid!,
    async end() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Revokes a key by a command, whose commit and effect are timed. */
async function revoke({ dir, statusOf }: Served, { id, key }: { id: string; key: string }) {
  const from = performance.now()
  const { child, ended } = spawnAdmin(dir, ['keys', 'revoke', id])
  const connection = connect(join(dir, RECORDS_FILE))
  while (child.exitCode === null && !isRevoked(connection, id)) await sleep(5)
  connection.close()
  const committed = performance.now()
  while ((await statusOf(key)) === 200 && performance.now() - committed < 60_000) await sleep(20)
  const noticed = performance.now() - committed
  const { code, stderr } = await ended
  return { code, stderr, noticed, lasted: performance.now() - from }
}

function isRevoked(connection: Connection, id: string): boolean {
  try {
    const [row] = connection.all(sql`SELECT revoked_at FROM api_keys WHERE id = ?`, [id])
    return row!['revoked_at'] !== null
  } catch {
    // Locked.
    return false
  }
}

function expectServed(t: Test, { failed, sent, slowest }: Load): void {
  t.comment(`${sent} requests, the slowest in ${Math.round(slowest)} ms`)
  t.same([...failed], [], `no request of ${sent} fails`)
}

t.test(
  'a reader that holds a transaction blocks no request, and revocations take effect',
  async t => {
    const store = await grantedStore(t)
    const served = await serve(t, store)
    const reader = await hold(t, served.dir, 'read')
    let ended = Promise.resolve()
    const result = await served.load(SECONDS, async () => {
      ended = sleep(SECONDS * 1000).then(() => reader.end())
      const { code, stderr, noticed } = await revoke(served, store.keys.reader)
      t.ok(
        noticed < NOTICED,
        `the service refuses the key ${Math.round(noticed)} ms after the commit`,
      )
      if (code === 2)
        t.match(stderr, new RegExp(`reader|${reader.pid}`), 'the command names why bytes remain')
      else t.equal(code, 0, stderr)
    })
    await ended
    expectServed(t, result)
    t.match(await admin(served.dir, 'verify'), { code: 0 })
  },
)

t.test(
  'backups that take long and commands that stop while they read block no request',
  async t => {
    const store = await grantedStore(t)
    const served = await serve(t, store)
    const random = randomOf()
    const backup = temporaryFolder(t, 'backup')
    const result = await served.load(3 * SECONDS, async () => {
      for (const [turn, args] of [['backup', backup], ['keys', 'list'], ['verify']].entries()) {
        const command = spawnAdmin(served.dir, args)
        let isRunning = true
        void command.ended.then(() => (isRunning = false))
        // Slow as its folder: it runs for some milliseconds and then waits.
        const until = performance.now() + SECONDS * 1000
        while (isRunning && performance.now() < until) {
          await sleep(5 + 20 * random())
          command.child.kill('SIGSTOP')
          await sleep(SECONDS * 20)
          command.child.kill('SIGCONT')
        }
        t.match(await command.ended, { code: 0 }, args.join(' '))
        if (turn === 0) {
          const { code, noticed } = await revoke(served, store.keys.reader)
          t.equal(code, 0)
          t.ok(
            noticed < NOTICED,
            `the service refuses the key ${Math.round(noticed)} ms after the commit`,
          )
        }
      }
    })
    expectServed(t, result)
  },
)

t.test('a command that stops while it writes blocks no request, and others name it', async t => {
  const store = await grantedStore(t)
  const served = await serve(t, store)
  const writer = await stopWhileWriting(t, served.dir, store)
  const result = await served.load(Math.max(SECONDS, 35), async () => {
    const from = performance.now()
    const [created, revoked] = await Promise.all([
      admin(served.dir, 'keys', 'create', '--company', '1'),
      admin(served.dir, 'keys', 'revoke', store.keys.reader.id),
    ])
    const lasted = performance.now() - from
    t.ok(
      lasted < 2 * PATIENCE,
      `the others end after ${Math.round(lasted)} ms: they wait once, not for each change`,
    )
    for (const { code, stderr } of [created, revoked]) {
      t.equal(code, 1)
      t.match(stderr, new RegExp(`\\b${writer.pid}\\b`), 'the message names the process')
    }
  })
  expectServed(t, result)
  writer.continue()
  t.match(await writer.ended, { code: 0 }, 'the stopped command ends')
  const { code, stderr } = await adminHere(served.dir, 'keys', 'revoke', store.keys.reader.id)
  t.match(stderr, /^Revoked/m, `the next command works: ${code}`)
  const killed = await stopWhileWriting(t, served.dir, store)
  killed.kill()
  await killed.ended
  t.match(
    await adminHere(served.dir, 'keys', 'create', '--company', '1'),
    { code: 0 },
    'the next command works',
  )
  t.match(await admin(served.dir, 'verify'), { code: 0 })
})

/** Starts commands until one is stopped while it holds the write lock. */
async function stopWhileWriting(t: Test, dir: string, { keys }: GrantedStore) {
  const file = join(dir, RECORDS_FILE)
  const connection = connect(file)
  const isLocked = (): boolean => {
    try {
      connection.run(sql`BEGIN IMMEDIATE`)
      connection.run(sql`ROLLBACK`)
      return false
    } catch {
      return true
    }
  }
  try {
    for (;;) {
      const { child, ended } = spawnAdmin(dir, [
        'keys',
        'create',
        '--company',
        '1',
        '--name',
        keys.rival.id,
      ])
      t.teardown(() => child.kill('SIGKILL'))
      while (child.exitCode === null) {
        await new Promise(setImmediate)
        if (holderOf(file) !== String(child.pid) || !isLocked()) continue
        child.kill('SIGSTOP')
        await sleep(100)
        if (isLocked()) {
          return {
            pid: child.pid!,
            ended,
            continue: () => child.kill('SIGCONT'),
            kill: () => child.kill('SIGKILL'),
          }
        }
        child.kill('SIGCONT')
      }
    }
  } finally {
    connection.close()
  }
}
