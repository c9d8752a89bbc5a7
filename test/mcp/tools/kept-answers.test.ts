import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { UascopeClient } from '../../../client/src/index.ts'
import { KeptAnswers } from '../../../mcp/tools/kept-answers.ts'
import { alertRow, appRow, cohortRow, minimalDelivery, recommendationRow, runRow } from '../../reference/minimal-delivery.ts'
import type { Delivery } from '../../reference/delivery.ts'
import { startToolService, type ToolService } from './tool-service.ts'

interface Rows {
  rows: unknown[][]
  context: { runId: number; app: { name: string } }
}

/** A running service looks for imports every now and then only. */
async function importAndSee(service: ToolService, delivery: Delivery): Promise<void> {
  await service.import(delivery)
  service.passSecond()
}

t.test('what was read once is not sent again while it is current', async t => {
  const statuses: number[] = []
  let etag = '"1"'
  const client = new UascopeClient({
    apiKey: null,
    baseUrl: 'http://uascope.test',
    maxRetries: 0,
    fetch: async (_url, { headers }) => {
      const current = headers.get('if-none-match') === etag
      statuses.push(current ? 304 : 200)
      const body = current ? null : JSON.stringify([{ etag }])
      return new Response(body, { status: statuses.at(-1)!, headers: { etag, 'content-type': 'application/json' } })
    },
  })
  const answers = new KeptAnswers()
  const ask = () =>
    answers.read('apps', async headers => {
      const { data, response } = await client.listApps({ headers }).withResponse()
      return { answer: data, etag: response.headers.get('etag'), size: 1 }
    })
  t.strictSame(await ask(), [{ etag: '"1"' }])
  t.strictSame(await ask(), [{ etag: '"1"' }])
  etag = '"2"'
  t.strictSame(await ask(), [{ etag: '"2"' }])
  t.strictSame(await ask(), [{ etag: '"2"' }])
  t.strictSame(statuses, [200, 304, 200, 304])
})

t.test('what was read once is no answer when the service refuses', async t => {
  let status = 200
  const client = new UascopeClient({
    apiKey: null,
    baseUrl: 'http://uascope.test',
    maxRetries: 0,
    fetch: async () => new Response(status === 304 ? null : '[]', { status, headers: { etag: '"1"' } }),
  })
  const answers = new KeptAnswers()
  const ask = () =>
    answers.read('apps', async headers => {
      const { data, response } = await client.listApps({ headers }).withResponse()
      return { answer: data, etag: response.headers.get('etag'), size: 1 }
    })
  t.strictSame(await ask(), [])
  for (status of [403, 429, 500]) await t.rejects(ask(), { name: /Error$/, status })
  status = 304
  t.strictSame(await ask(), [], 'it is again when it is current')
})

t.test('what is kept stays within its bytes, its questions among them', async t => {
  const kept = async (question: (n: number) => string, size: number) => {
    const answers = new KeptAnswers(100_000)
    const asked: boolean[] = []
    const ask = (n: number) =>
      answers.read(question(n), async headers => {
        asked[n] = 'if-none-match' in headers
        return { answer: n, etag: '"1"', size }
      })
    for (let n = 0; n < 200; n++) await ask(n)
    for (let n = 199; n >= 0; n--) await ask(n)
    return asked.filter(Boolean).length
  }
  t.ok((await kept(String, 10)) > 100, 'small ones fit')
  t.ok((await kept(String, 5000)) <= 20)
  t.ok((await kept(n => `${n}${'x'.repeat(5000)}`, 10)) <= 20)
})

t.test('results are let go, however the same rows are asked for', async t => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const recommendations = Array.from({ length: 200 }, (_, index) =>
    recommendationRow({ recommendation_id: index + 1, campaign: `Campaign ${index} ${'with a long name '.repeat(20)}` }),
  )
  const { call } = await startToolService(t, { deliveries: [minimalDelivery({ recommendations })] })
  const held: WeakRef<object>[] = []
  for (let limit = 200; limit > 80; limit--) {
    const { structuredContent } = await call('svc_get_recommendations', { appId: 1, limit, detail: 'full' })
    held.push(new WeakRef(structuredContent!))
  }
  await setTimeout(0)
  collect()
  const alive = held.filter(one => one.deref() !== undefined).length
  t.ok(alive > 0 && alive < 100, `${alive} of ${held.length} are at hand`)
})

t.test('an import shows in the next call, and a company that loses the app reads nothing more', async t => {
  const service = await startToolService(t, { deliveries: [minimalDelivery()] })
  const names = ['svc_get_recommendations', 'svc_get_report', 'svc_get_roas_history', 'svc_get_alerts']
  for (const name of names) t.match(await service.result<Rows>(name, { appId: 1 }), { context: { app: { name: 'Game' } } })

  await importAndSee(
    service,
    minimalDelivery({
      apps: [appRow({ name: 'Renamed' })],
      runs: [
        runRow({ run_id: 3, created_at: '2026-04-01T06:00:00.000Z' }),
        runRow({ run_id: 4, kind: 'alert', created_at: '2026-04-01T07:00:00.000Z' }),
      ],
      cohorts: [cohortRow({ run_id: 3, campaign: 'New' })],
      cohort_revenue: [],
      roas_snapshots: [],
      recommendations: [recommendationRow({ recommendation_id: 2, run_id: 3, campaign: 'New' })],
      alerts: [alertRow({ alert_id: 2, run_id: 4, campaign: 'New', created_at: '2026-04-01T07:00:00.000Z' })],
    }),
  )
  for (const name of ['svc_get_recommendations', 'svc_get_report', 'svc_get_alerts']) {
    const { rows, context } = await service.result<Rows>(name, { appId: 1 })
    t.match(context, { runId: name === 'svc_get_alerts' ? 4 : 3, app: { name: 'Renamed' } }, name)
    t.ok(rows.every(row => row.includes('New')) && rows.length === 1, name)
  }

  await importAndSee(
    service,
    minimalDelivery({
      companies: [{ company_id: 9, name: 'Buyer' }],
      apps: [appRow({ live: false })],
      app_access: [],
      runs: [],
      cohorts: [],
      cohort_revenue: [],
      roas_snapshots: [],
      recommendations: [],
      alerts: [],
    }),
  )
  for (const name of names) t.match(await service.refusal(name, { appId: 1 }), /cannot read the app/, name)
})
