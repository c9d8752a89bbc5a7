import { setMaxListeners } from 'node:events'
import { stat } from 'node:fs/promises'
import t from 'tap'
import { literal, type Session, sql } from '../../../../server/core/model/sql.ts'
import { LIGHT } from '../../../../server/core/runtime/turns.ts'
import { Encoder } from '../../../../server/store/files/encoder.ts'
import { StoreTimeout } from '../../../../server/core/model/store.ts'
import { type Work, Unwanted } from '../../../../server/core/runtime/work.ts'
import { until } from '../../../support/until.ts'
import { work, workOf } from '../../../support/work.ts'
import { elapse, latency } from '../../../support/pauses.ts'

const ENDLESS = sql`SELECT count(*) AS n FROM range(1000000000) a, range(1000000000) b WHERE a.range * b.range % 7 = 3`
function endless(session: Session) {
  return session.rows(ENDLESS)
}

/** A session that ends in time; on a busy machine even a small statement may not. */
async function inTime<Result>(
  engine: Encoder,
  use: (session: Session) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await engine.session(work, 0, use)
    } catch (error) {
      if (!(error instanceof StoreTimeout)) throw error
    }
  }
}

t.test('a session over its time limit is stopped, and the engine continues', async t => {
  const engine = await Encoder.start({ dataDir: t.testdir(), timeLimit: 1 })
  t.teardown(() => engine.close())
  await t.rejects(engine.session(work, 0, endless), StoreTimeout)
  t.strictSame(await inTime(engine, session => session.rows(sql`SELECT 41 + 1 AS answer`)), [
    { answer: 42 },
  ])
})

t.test('a statement that starts just as time runs out is stopped too', async t => {
  const engine = await Encoder.start({ dataDir: t.testdir(), timeLimit: 0.05 })
  t.teardown(() => engine.close())
  for (let round = 0; round < 20; round++) {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        engine.session(work, 0, async session => {
          await latency(5 * index)
          return endless(session)
        }),
      ),
    )
    t.ok(
      outcomes.every(
        outcome => outcome.status === 'rejected' && outcome.reason instanceof StoreTimeout,
      ),
    )
  }
})

t.test('no statement starts after time runs out, even if none was running', async t => {
  const engine = await Encoder.start({ dataDir: t.testdir(), timeLimit: 0.1 })
  t.teardown(() => engine.close())
  let begun = false
  await t.rejects(
    engine.session(work, 0, async session => {
      await elapse(150)
      const rows = await session.rows(sql`SELECT 1`)
      begun = true
      return rows
    }),
    StoreTimeout,
  )
  t.notOk(begun)
})

t.test('waiting for a turn is limited too, and an abandoned turn is not lost', async t => {
  const engine = await Encoder.start({ dataDir: t.testdir(), timeLimit: 0.4 })
  t.teardown(() => engine.close())
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, () => engine.session(work, 0, endless)),
  )
  for (const outcome of outcomes)
    t.ok(outcome.status === 'rejected' && outcome.reason instanceof StoreTimeout)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      inTime(engine, session => session.rows(sql`SELECT ${n} AS n`)),
    ),
  )
  t.strictSame(
    answers.flat(),
    Array.from({ length: 12 }, (_, n) => ({ n })),
  )
})

t.test('an error of a statement stays that error', async t => {
  const engine = await Encoder.start({ dataDir: t.testdir() })
  t.teardown(() => engine.close())
  const error = await engine
    .session(work, 0, session => session.rows(sql`SELECT nonsense`))
    .catch((reason: unknown) => reason)
  t.type(error, Error)
  t.notOk(error instanceof StoreTimeout)
})

t.test('temporary tables belong to their session', async t => {
  const engine = await Encoder.start({ dataDir: t.testdir() })
  t.teardown(() => engine.close())
  const [one, two] = await Promise.all(
    [1, 2].map(n =>
      engine.session(work, 0, async session => {
        await session.run(sql`CREATE TEMP TABLE kept AS SELECT ${n} AS n`)
        await latency(20)
        return session.rows(sql`FROM kept`)
      }),
    ),
  )
  t.strictSame([one, two], [[{ n: 1 }], [{ n: 2 }]])
  await t.rejects(engine.session(work, 0, session => session.rows(sql`FROM kept`)))
})

t.test('COPY returns its row count; values are bound', async t => {
  const dir = t.testdir()
  const engine = await Encoder.start({ dataDir: dir, directories: [dir] })
  t.teardown(() => engine.close())
  const rows = await engine.session(work, 0, session =>
    session.run(
      sql`COPY (SELECT range AS n FROM range(7)) TO ${literal(`${dir}/out.parquet`)} (FORMAT parquet, KV_METADATA {"a": $1})`,
      ['it\'s; "quoted"'],
    ),
  )
  t.equal(rows, 7)
  const [read] = await engine.session(work, 0, session =>
    session.rows<{ value: string }>(
      sql`SELECT decode(value) AS value FROM parquet_kv_metadata(${literal(`${dir}/out.parquet`)})`,
    ),
  )
  t.equal(read?.value, 'it\'s; "quoted"')
})

t.test('files can be read and the engine is ready while every turn is taken', async t => {
  const dir = t.testdir()
  const engine = await Encoder.start({ dataDir: dir })
  t.teardown(() => engine.close())
  const gone = new AbortController()
  setMaxListeners(0, gone.signal)
  let begun = 0
  const begin = (cost: number) =>
    [1, 2].flatMap(companyId =>
      Array.from({ length: 4 }, () =>
        engine.session({ companyId, signal: gone.signal }, cost, async session => {
          begun++
          await endless(session)
        }),
      ),
    )
  const heavy = begin(LIGHT + 1)
  // Beside light work that never ends its process would take long to start.
  await until('the process of heavy work is there', () => begun >= 1)
  const ended = Promise.allSettled([...heavy, ...begin(LIGHT)])
  // On their own threads, which no file or name lookup could use.
  await until('every turn is taken', () => begun >= 3)
  await stat(dir)
  await engine.ready()
  gone.abort(new Unwanted())
  for (const outcome of await ended)
    t.ok(outcome.status === 'rejected' && outcome.reason instanceof Unwanted)
})

t.test('an abandoned session stops, and so does waiting for one', async t => {
  const engine = await Encoder.start({ dataDir: t.testdir() })
  t.teardown(() => engine.close())
  const heavy = LIGHT + 1
  const gone = new AbortController()
  const unwanted: Work = { companyId: 1, signal: gone.signal }
  let begun = 0
  const sessions = Array.from({ length: 5 }, () =>
    engine.session(unwanted, heavy, async session => {
      if (++begun === 1) void latency(20).then(() => gone.abort(new Unwanted()))
      await endless(session)
    }),
  )
  for (const outcome of await Promise.allSettled(sessions))
    t.ok(outcome.status === 'rejected' && outcome.reason instanceof Unwanted)
  t.ok(begun < 5)
  await t.rejects(engine.session(unwanted, heavy, endless), Unwanted)
  t.strictSame(
    await engine.session(workOf(1), heavy, session => session.rows(sql`SELECT 41 + 1 AS answer`)),
    [{ answer: 42 }],
  )
})
