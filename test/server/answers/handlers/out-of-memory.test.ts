import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { Encoder } from '../../../../server/store/files/encoder.ts'
import { createHandlers } from '../../../../server/answers/handlers/handlers.ts'
import { ExportLinks } from '../../../../server/core/access/export-links.ts'
import { type Session, sql } from '../../../../server/core/model/sql.ts'
import type { Store } from '../../../../server/core/model/store.ts'
import { LIGHT } from '../../../../server/core/runtime/turns.ts'
import { ownBounds } from '../../../../server/core/runtime/machine.ts'
import type { Work } from '../../../../server/core/runtime/work.ts'
import { minimalDelivery } from '../../../reference/minimal-delivery.ts'
import { startService } from '../../../support/started-service.ts'
import { fixture } from '../../../support/http-server.ts'
import { until } from '../../../support/until.ts'

const ENDLESS = sql`SELECT count(*) FROM range(1000000000) a, range(1000000000) b WHERE a.range * b.range % 7 = 3`
/** One value that must fit into memory. */
const LARGE = sql`SELECT len(list(range)) AS n FROM range(20000000)`

const REPORT = '/v1/report?appId=1&granularity=campaign'
function clock(): Date {
  return new Date('2026-04-01T12:00:00Z')
}

/** The server around a store whose reports are this large query, in the process for those. */
async function serverOf(t: Test, query: (session: Session) => Promise<unknown>, heavy: number) {
  const { store, keys, keyOf, dataDir } = await startService(t, { deliveries: [minimalDelivery()] })
  const engine = await Encoder.start({
    dataDir: `${dataDir}/of-encoder`,
    bounds: { ...ownBounds(), heavy },
  })
  t.teardown(() => engine.close())
  const withReportGroups = (work: Work) =>
    engine.session<never>(work, LIGHT + 1, session => query(session) as Promise<never>)
  const { server } = await fixture(
    t.testdir(),
    createHandlers({
      store: { ...store, withReportGroups } as Store,
      links: new ExportLinks('unused in this test', clock),
      clock,
    }),
    { keys },
  )
  const headers = { authorization: `Bearer ${await keyOf(1)}` }
  return async () => {
    const answer = await server.inject({ url: REPORT, headers })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      problem: JSON.parse(answer.payload) as Record<string, unknown>,
    }
  }
}

/** The process for large work that this one has started. */
function processForLargeWork(): number | undefined {
  const children = readdirSync('/proc/self/task').flatMap(id =>
    readFileSync(`/proc/self/task/${id}/children`, 'utf8').trim().split(' '),
  )
  return children
    .filter(
      id => id !== '' && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('duckdb-process'),
    )
    .map(Number)[0]
}

const linux = existsSync('/proc/self/task')
  ? {}
  : { skip: 'There is no /proc to find processes in.' }

t.test('an export whose process the system kills gives 507 and advice', linux, async t => {
  const report = await serverOf(t, session => session.rows(ENDLESS), 200e6)
  const answered = report()
  let pid: number | undefined
  await until('the process runs', () => (pid = processForLargeWork()) !== undefined)
  t.equal(
    readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim(),
    '500',
    'it is killed before the service',
  )
  process.kill(pid!, 'SIGKILL')
  const { status, headers, problem } = await answered
  t.equal(status, 507)
  t.match(problem, {
    code: 'insufficient_memory',
    status: 507,
    detail: /Request less: a shorter date range/,
  })
  t.notOk('retry-after' in headers, 'the same request would fail again')
  t.notMatch(JSON.stringify(problem), /SIGKILL|process|DuckDB/)
})

t.test('an export above its memory limit gives 507', async t => {
  const report = await serverOf(t, session => session.rows(LARGE), 20e6)
  t.match(await report(), { status: 507, problem: { code: 'insufficient_memory' } })
})
