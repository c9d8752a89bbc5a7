import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { DuckdbApart } from '../../../../server/store/files/duckdb-apart.ts'
import { literal, type Session, sql } from '../../../../server/core/model/sql.ts'
import { StoreOutOfMemory, StoreUnavailable } from '../../../../server/core/model/store.ts'
import { until } from '../../../support/until.ts'
import { repository } from '../../../support/repository.ts'
import { latency } from '../../../support/pauses.ts'

const ENDLESS = sql`SELECT count(*) AS n FROM range(1000000000) a, range(1000000000) b WHERE a.range * b.range % 7 = 3`

const LIMITS = { memory: '256MB', spill: '512MB' }

function open(t: Test, { spill = t.testdir(), directories = [] as string[], idle = 60_000 } = {}) {
  const duckdb = new DuckdbApart({ spill, directories, limits: LIMITS }, idle)
  t.teardown(() => duckdb.close())
  const signal = new AbortController().signal
  return {
    spill,
    duckdb,
    use: <Result>(use: (session: Session) => Promise<Result>) => duckdb.session(signal, use),
  }
}

const dir = t.testdir({ reach: {}, elsewhere: {} })
const { duckdb, use } = open(t, { spill: `${dir}/spill`, directories: [`${dir}/reach`] })

/** The process of large work that one, by default this one, has started. Where there is no `/proc` it is not known. */
function processOf(parent: number = process.pid): number | undefined {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  const child = pids.find(pid => {
    const [stat, command] = ['stat', 'cmdline'].map(file =>
      readIfThere(`/proc/${pid}/${file}`),
    ) as [string, string]
    const [state, parentPid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(parentPid) === parent && state !== 'Z' && command.includes('duckdb-process')
  })
  return child === undefined ? undefined : Number(child)
}

/** Processes end while they are looked at. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const withoutProc = existsSync('/proc/self/stat')
  ? {}
  : { skip: 'There is no /proc to find processes in.' }

t.test('rows arrive with their values, in any number', async t => {
  const rows = await use(session =>
    session.rows(
      sql`SELECT range AS n, 'ü' || range AS text, NULL AS nothing, 0.1 AS some, TIMESTAMP '2026-01-01' AS at FROM range(2500)`,
    ),
  )
  t.equal(rows.length, 2500)
  t.strictSame(rows[2100], {
    n: 2100,
    text: 'ü2100',
    nothing: null,
    some: 0.1,
    at: '2026-01-01T00:00:00.000Z',
  })
})

t.test('rows are added in parts to a table that ends with its session', async t => {
  const rows = Array.from({ length: 4321 }, (_, n) => [n, `name ${n}`])
  const counted = await use(async session => {
    await session.run(sql`CREATE TEMP TABLE names (id INTEGER, name VARCHAR)`)
    await session.append('names', rows)
    return session.rows(
      sql`SELECT count(*) AS n, max(id) AS last, count(DISTINCT name) AS names FROM names`,
    )
  })
  t.strictSame(counted, [{ n: 4321, last: 4320, names: 4321 }])
  await t.rejects(use(session => session.rows(sql`FROM names`)))
})

t.test('a file is written only where allowed, with bound values', async t => {
  const copy = (path: string) =>
    sql`COPY (FROM range(7)) TO ${literal(path)} (FORMAT parquet, KV_METADATA {"a": $1})`
  t.equal(
    await use(session => session.run(copy(`${dir}/reach/out.parquet`), ['it\'s; "quoted"'])),
    7,
  )
  await t.rejects(
    use(session => session.run(copy(`${dir}/elsewhere/out.parquet`), [''])),
    /Permission Error/,
  )
})

t.test('a failing statement reports its own error and does not affect others', async t => {
  const other = use(session => session.rows(sql`SELECT 1 AS one`))
  await t.rejects(
    use(session => session.run(sql`SELECT nonsense`)),
    { message: /nonsense/ },
  )
  t.strictSame(await other, [{ one: 1 }])
})

t.test(
  'a signal stops a session, even while it waits for the process, and nothing starts after that',
  async t => {
    const early = new AbortController()
    const waiting = duckdb.session(early.signal, session => session.rows(ENDLESS))
    early.abort(new Error('early'))
    await t.rejects(waiting)
    const late = new AbortController()
    await t.rejects(
      duckdb.session(late.signal, async session => {
        void latency(50).then(() => late.abort(new Error('late')))
        await session.rows(ENDLESS).catch(() => undefined)
        await session.run(sql`SELECT 1`)
      }),
      { message: 'late' },
    )
    t.strictSame(await use(session => session.rows(sql`SELECT 1 AS one`)), [{ one: 1 }])
  },
)

t.test('the process stops on request, whatever it is doing', withoutProc, async t => {
  const pid = processOf()!
  t.ok(isRunning(pid))
  const endless = use(session => session.rows(ENDLESS))
  await use(session => session.run(sql`SELECT 1`))
  const [, closed] = await Promise.all([
    t.rejects(endless, StoreUnavailable),
    duckdb.close().then(() => !isRunning(pid)),
  ])
  t.ok(closed, 'the process has ended')
})

t.test('a process that is closed while it starts creates no folder afterwards', async t => {
  const { use, duckdb, spill } = open(t, { spill: `${t.testdir()}/spill` })
  const failed = t.rejects(
    use(session => session.run(sql`SELECT 1`)),
    StoreUnavailable,
  )
  await duckdb.close()
  await failed
  t.notOk(existsSync(spill))
})

t.test(
  'a killed process fails only its sessions; the next session starts a new one',
  withoutProc,
  async t => {
    const { use, spill } = open(t)
    const doomed = use(async session => {
      await session.run(sql`SELECT 1`)
      process.kill(processOf()!, 'SIGKILL')
      await session.rows(ENDLESS)
    })
    await t.rejects(doomed, StoreOutOfMemory)
    t.strictSame(await use(session => session.rows(sql`SELECT 1 AS one`)), [{ one: 1 }])
    await until(
      'what the killed one had spilled is gone',
      async () => (await readdir(spill)).length === 1,
    )
  },
)

t.test('a process that fails to start reports the reason, and the next one is tried', async t => {
  const spill = `${t.testdir({ taken: 'a file' })}/taken`
  const { use } = open(t, { spill })
  const one = () => use(session => session.rows(sql`SELECT 1 AS one`))
  await t.rejects(one(), { message: /ENOTDIR/ })
  await rm(spill)
  await until('one starts', () =>
    one().then(
      () => true,
      () => false,
    ),
  )
})

t.test('the process has a lower priority and ends when idle', withoutProc, async t => {
  const { use } = open(t, { idle: 100 })
  const stats = await use(async session => {
    await session.run(sql`SELECT 1`)
    if (process.platform !== 'linux') return []
    const pid = processOf()!
    const threads = await readdir(`/proc/${pid}/task`)
    return await Promise.all(
      threads.map(thread => readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8')),
    )
  })
  const nices = stats.map(line => Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16]))
  t.ok(
    nices.every(nice => nice === 13),
    nices.join(),
  )
  await until('it ended', () => processOf() === undefined)
  t.strictSame(await use(session => session.rows(sql`SELECT 1 AS one`)), [{ one: 1 }])
})

t.test(
  'the process ends with the service, however it ends, and not before: group signals are for the service',
  withoutProc,
  async t => {
    const parent = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        `${repository}test/server/store/files/duckdb-apart-parent.ts`,
        t.testdir(),
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    t.teardown(() => parent.kill('SIGKILL'))
    await once(parent.stdout, 'data')
    const pid = processOf(parent.pid)!
    process.kill(pid, 'SIGINT')
    process.kill(pid, 'SIGTERM')
    await once(parent.stdout, 'data')
    t.equal(processOf(parent.pid), pid)
    parent.kill('SIGKILL')
    await until('it ended', () => !isRunning(pid))
  },
)

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
