import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readConfig } from '../../../../server/core/runtime/config.ts'
import { importInto } from '../../../../server/imports/load/import.ts'
import { createService } from '../../../../server/http/service.ts'
import { sql } from '../../../../server/core/model/sql.ts'
import { openStorage } from '../../../../server/store/facts/open-storage.ts'
import { daysBetween } from '../../../../server/core/model/dates.ts'
import type { ReportGroupsQuery, Store } from '../../../../server/core/model/store.ts'
import { writeDelivery } from '../../../reference/write-delivery.ts'
import { until } from '../../../support/until.ts'
import { twoCompanies } from '../../../support/two-companies.ts'
import { latency, quiet } from '../../../support/pauses.ts'

/** Reports of app 1 pass for as large as these rows make them, and are written until `held` says no more. */
const ROWS = 2 ** 40
const FOR_EVER = sql`range(1000000000) a, range(1000000000) b WHERE a.range * b.range % 7 = 3`
const HEAVY = '/v1/report?appId=1&granularity=campaign&format=csv'
const BUSY = 21

/** The real service, in which company 1's large reports do not end, while `held`. */
async function heldService(t: Test) {
  const dataDir = t.testdir({ delivery: {} })
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '1000000',
    PORT: '0',
  })
  const storage = await openStorage(config)
  await writeDelivery(join(dataDir, 'delivery'), twoCompanies(), { format: 'csv' })
  await importInto(storage.imports, { delivery: join(dataDir, 'delivery') })
  const state = { held: true, building: 0, builds: 0 }
  const held = (store: Store): Store => ({
    ...store,
    withReportGroups: (work, catalog, query, use) =>
      store.withReportGroups(work, catalog, large(query), (session, groups) => {
        if (!state.held || large(query) === query) return use(session, groups)
        state.building++
        state.builds++
        const forever = {
          ...groups,
          groups: async () => sql`SELECT g.* FROM (${await groups.groups()}) g, ${FOR_EVER}`,
        }
        return use(session, forever).finally(() => state.building--)
      }),
  })
  const service = await createService(config, {
    clock: () => new Date('2026-04-01T12:00:00Z'),
    storage: { ...storage, openStore: async () => held(await storage.openStore()) },
  })
  await service.server.start()
  const sockets = new Set<Socket>()
  t.teardown(async () => {
    for (const socket of sockets) socket.destroy()
    await service.stop()
  })
  const keys = new Map<number, string>()
  for (const companyId of [1, 2])
    keys.set(companyId, (await service.keys.create({ companyId })).key)
  const authorization = (companyId: number) => `Bearer ${keys.get(companyId)}`
  const port = Number(service.server.info.port)
  return {
    state,
    /** Without the rows that outlive a process. */
    spooled: async () =>
      (await readdir(join(dataDir, 'spool'))).filter(name => !name.endsWith('.rows')),
    get: async (path: string, companyId = 1) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { authorization: authorization(companyId) },
      }),
    /** Sends a request on a socket of its own, and leaves it open. */
    ask: (path: string, { companyId = 1, body = '' } = {}): Socket => {
      const socket = connect(port, '127.0.0.1')
      sockets.add(socket)
      const headers = [
        `${body === '' ? 'GET' : 'POST'} ${path} HTTP/1.1`,
        `host: 127.0.0.1:${port}`,
        `authorization: ${authorization(companyId)}`,
        'content-type: application/json',
        'accept: application/json, text/event-stream',
        `content-length: ${Buffer.byteLength(body)}`,
      ]
      socket
        .on('error', () => undefined)
        .resume()
        .write(`${headers.join('\r\n')}\r\n\r\n${body}`)
      return socket
    },
  }
}

/** The query as one that looks at a great many rows. The week that steps look at is small in an app of any age. */
function large(query: ReportGroupsQuery): ReportGroupsQuery {
  return query.app.app_id !== 1 ||
    !query.run?.facts ||
    daysBetween(query.range.start, query.range.end) < 7
    ? query
    : { ...query, run: { ...query.run, facts: { ...query.run.facts, rows: ROWS } } }
}

function nth(n: number): string {
  return `${HEAVY}&startDate=2026-02-${String(1 + n).padStart(2, '0')}`
}

t.test('reports whose callers leave stop, and leave nothing behind', async t => {
  const { state, ask, get, spooled } = await heldService(t)
  const sockets = Array.from({ length: 20 }, (_, n) => ask(nth(n)))
  await until('one builds', () => state.building > 0)
  await until('it writes a file', async () => (await spooled()).length > 0)
  for (const socket of sockets) socket.destroy()
  await until('none builds', () => state.building === 0)
  t.ok(state.builds < 20, 'those that waited never began')
  await until('its file is gone', async () => (await spooled()).length === 0)
  state.held = false
  const answers = await Promise.all([0, 1, 2].map(n => get(nth(n))))
  for (const answer of answers) t.equal(answer.status, 200, 'the turns are free')
})

t.test('a report continues while any caller waits; an abandoned one restarts', async t => {
  const { state, ask, get } = await heldService(t)
  const [one, two] = [ask(HEAVY), ask(HEAVY)]
  await until('it builds', () => state.building === 1)
  one.destroy()
  await quiet(50)
  t.match(state, { building: 1, builds: 1 })
  state.held = false
  two.destroy()
  const answer = await get(HEAVY)
  t.equal(answer.status, 200, 'not the end of the one that died')
  t.match(await answer.text(), /^install_cohort,/)
})

t.test(
  'other companies and the readiness check get responses while large reports hold all their turns',
  async t => {
    const { state, ask, get } = await heldService(t)
    for (let n = 0; n < BUSY - 1; n++) ask(nth(n))
    await until('one builds', () => state.building > 0)
    for (const path of [
      '/readyz',
      '/v1/apps',
      '/v1/recommendations?appId=4',
      '/v1/alerts?appId=4',
      '/v1/report?appId=4&granularity=campaign',
    ]) {
      t.equal((await get(path, 2)).status, 200, path)
    }
    t.equal(
      (await get('/v1/recommendations?appId=1')).status,
      200,
      "the company's own lists are not delayed",
    )
    t.ok(state.building > 0)
  },
)

t.test('large reports beyond the queue get 503; others are not affected', async t => {
  const { state, ask, get } = await heldService(t)
  for (let n = 0; n < BUSY; n++) ask(nth(n))
  await until('one builds', () => state.building > 0)
  await until('the others wait', async () => {
    const answer = await Promise.race([get(nth(BUSY)), latency(100)])
    return answer?.status === 503
  })
  const refused = await get(nth(BUSY + 1))
  t.match(refused.headers.get('retry-after'), /^[1-9]\d*$/)
  t.match(await refused.json(), { status: 503, code: 'busy', detail: /queued/ })
  t.equal((await get('/v1/report?appId=4&granularity=campaign', 2)).status, 200)
  t.equal((await get('/v1/apps')).status, 200)
})

function call(id: number, name: string, args: object) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }
}

t.test('tool calls stop too, including a whole batch', async t => {
  const { state, ask, get, spooled } = await heldService(t)
  const args = { appId: 1, granularity: 'campaign' }
  const batch = ['svc_get_report', 'svc_export_report'].map((name, id) =>
    call(id, name, { ...args, networks: [`Network ${id}`] }),
  )
  for (const body of [batch, call(1, 'svc_get_report', args), call(1, 'svc_export_report', args)]) {
    const socket = ask('/v1/mcp', { body: JSON.stringify(body) })
    await until('it builds', () => state.building > 0)
    socket.destroy()
    await until('none builds', () => state.building === 0)
    await until('nothing is left', async () => (await spooled()).length === 0)
  }
  state.held = false
  t.equal((await get(HEAVY)).status, 200)
})
