import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { ResultCache, type Source, type CachedResponse } from '../../../mcp/tools/tool.ts'
import {
  alertRow,
  appRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  runRow,
} from '../../reference/minimal-delivery.ts'
import type { Delivery } from '../../reference/delivery.ts'
import { startToolService, type ToolService } from '../../support/tool-service.ts'
import { elapse } from '../../support/pauses.ts'

interface Rows {
  rows: unknown[][]
  context: { runId: number; app: { name: string } }
}

/** A running service looks for imports every now and then only. */
async function importAndSee(service: ToolService, delivery: Delivery): Promise<void> {
  await service.import(delivery)
  service.passSecond()
}

/** A service that tells one thing under a tag, or refuses. */
function pretended(): {
  source: Source
  make: () => Promise<{ result: { tag: string } }>
  tag: string
  refuses: boolean
  made: number
} {
  const state = {
    tag: '"1"',
    refuses: false,
    made: 0,
    source: {
      responses: () => [{ target: '/v1/apps', etag: state.tag }],
      isCurrent: async (responses: readonly CachedResponse[]) =>
        !state.refuses && responses.every(({ etag }) => etag === state.tag),
    },
    async make() {
      if (state.refuses) throw new Error('refused')
      state.made++
      return { result: { tag: state.tag } }
    },
  }
  return state
}

t.test('a current result is reused', async t => {
  const service = pretended()
  const answers = new ResultCache()
  const ask = () => answers.read('apps', service.source, service.make)
  const first = await ask()
  t.match(first, {
    json: '{"tag":"\\"1\\""}',
    structuredContent: { tag: '"1"' },
    content: [{ type: 'text', text: first.json }],
  })
  t.equal(await ask(), first)
  service.tag = '"2"'
  t.strictSame((await ask()).structuredContent, { tag: '"2"' })
  await ask()
  t.equal(service.made, 2)
})

t.test('a cached result is not used if the service refuses', async t => {
  const service = pretended()
  const answers = new ResultCache()
  const ask = () => answers.read('apps', service.source, service.make)
  const first = await ask()
  service.refuses = true
  for (let time = 0; time < 3; time++) await t.rejects(ask(), { message: 'refused' })
  service.refuses = false
  t.equal(await ask(), first, 'it is again when it is current')
})

t.test('results from a response without an ETag are not cached', async t => {
  const service = pretended()
  const answers = new ResultCache()
  for (let time = 0; time < 3; time++)
    await answers.read('apps', { ...service.source, responses: () => null }, service.make)
  t.equal(service.made, 3)
})

t.test('the cache stays within its byte limit, keys included', async t => {
  const kept = async (question: (n: number) => string, size: number) => {
    const { source } = pretended()
    const answers = new ResultCache(100_000)
    let made = 0
    const ask = (n: number) =>
      answers.read(question(n), source, async () => {
        made++
        return { result: {}, json: JSON.stringify('x'.repeat(size)) }
      })
    for (let n = 0; n < 200; n++) await ask(n)
    for (let n = 199; n >= 0; n--) await ask(n)
    return 400 - made
  }
  t.ok((await kept(String, 10)) > 80, 'small ones fit')
  t.ok((await kept(String, 2500)) <= 20)
  t.ok((await kept(n => `${n}${'x'.repeat(5000)}`, 10)) <= 20)
})

t.test('results are evicted, however the same rows are requested', async t => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const recommendations = Array.from({ length: 200 }, (_, index) =>
    recommendationRow({
      recommendation_id: index + 1,
      campaign: `Campaign ${index} ${'with a long name '.repeat(20)}`,
    }),
  )
  const { call } = await startToolService(t, { deliveries: [minimalDelivery({ recommendations })] })
  const held: WeakRef<object>[] = []
  for (let question = 0; question < 480; question++) {
    const [limit, offset] = [200 - (question % 120), Math.floor(question / 120)]
    held.push(
      new WeakRef(
        await call('svc_get_recommendations', { appId: 1, limit, offset, detail: 'full' }),
      ),
    )
  }
  await elapse(0)
  collect()
  const alive = held.filter(one => one.deref() !== undefined).length
  t.ok(alive > 0 && alive < 440, `${alive} of ${held.length} are at hand`)
})

t.test(
  'the next call sees an import, and a company that loses an app can read it no more',
  async t => {
    const service = await startToolService(t, { deliveries: [minimalDelivery()] })
    const names = [
      'svc_get_recommendations',
      'svc_get_report',
      'svc_get_roas_history',
      'svc_get_alerts',
    ]
    for (const name of names)
      t.match(await service.result<Rows>(name, { appId: 1 }), {
        context: { app: { name: 'Game' } },
      })

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
        alerts: [
          alertRow({
            alert_id: 2,
            run_id: 4,
            campaign: 'New',
            created_at: '2026-04-01T07:00:00.000Z',
          }),
        ],
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
    for (const name of names)
      t.match(await service.refusal(name, { appId: 1 }), /cannot read the app/, name)
  },
)
