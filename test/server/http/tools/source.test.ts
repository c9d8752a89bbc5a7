import t from 'tap'
import type { Handlers } from '../../../../server/answers/contract/answers.ts'
import { etagOf } from '../../../../server/answers/contract/request.ts'
import { sourceOf } from '../../../../server/http/tools/tool-context.ts'
import { appRow, minimalDelivery } from '../../../reference/minimal-delivery.ts'
import { startToolService } from '../../../support/tool-service.ts'

t.test('a source records responses and whether they are current', async t => {
  const state = { tag: 'a', status: 200 }
  const ask: typeof fetch = async () =>
    new Response(null, {
      status: state.status,
      headers: { etag: etagOf({ kind: 'list', tag: state.tag }) },
    })
  const handlers = {
    async listApps({ companyId }: { companyId: number }) {
      if (companyId !== 1) throw new Error('refused')
      return { kind: 'list', tag: state.tag }
    },
  } as unknown as Handlers
  const source = () => sourceOf(ask, handlers, 1)
  const url = 'http://in-process/v1/apps'

  const first = source()
  t.strictSame(first.responses(), [])
  await first.fetch(url)
  await first.fetch(new Request(url))
  const cached = [{ target: '/v1/apps', etag: etagOf({ kind: 'list', tag: 'a' }) }]
  t.strictSame(first.responses(), cached)
  t.equal(await first.isCurrent(cached), true)
  t.equal(await first.isCurrent([...cached, { target: '/v1/nothing', etag: '"b"' }]), false)
  t.equal(await sourceOf(ask, handlers, 2).isCurrent(cached), false, 'not to others')

  state.tag = 'b'
  t.equal(await first.isCurrent(cached), false)
  await first.fetch(url)
  t.equal(first.responses(), null, 'null after a change')
  state.status = 403
  const refused = source()
  await refused.fetch(url)
  t.equal(refused.responses(), null, 'a refusal has no tag')
})

t.test(
  'a repeated call makes no request in the process until part of its result changes',
  async t => {
    const service = await startToolService(t, { deliveries: [minimalDelivery()] })
    let requests = 0
    service.server.events.on('response', () => requests++)
    const names = [
      'svc_list_apps',
      'svc_get_recommendations',
      'svc_get_report',
      'svc_get_roas_history',
      'svc_get_alerts',
    ]
    const callAll = async () => {
      const results = []
      for (const name of names)
        results.push(await service.call(name, name === 'svc_list_apps' ? {} : { appId: 1 }))
      return results
    }
    const before = await callAll()
    t.ok(requests > names.length)
    requests = 0
    const again = await callAll()
    t.equal(requests, 0)
    for (const [index, name] of names.entries())
      t.equal(again[index], before[index], `${name}: the very same`)

    await service.import(
      minimalDelivery({
        apps: [appRow({ currency: 'EUR' })],
        runs: [],
        cohorts: [],
        cohort_revenue: [],
        roas_snapshots: [],
        recommendations: [],
        alerts: [],
      }),
    )
    service.passSecond()
    for (const [index, result] of (await callAll()).entries()) {
      t.match(result.content[0].text, /"currency":"EUR"/, names[index]!)
      t.strictSame(JSON.parse(result.content[0].text), result.structuredContent)
    }
  },
)

t.test('a response cached for one company does not reach another', async t => {
  const service = await startToolService(t, { deliveries: [minimalDelivery()] })
  for (const companyId of [1, 2, 1, 2]) {
    const { isError } = await service.call('svc_get_recommendations', { appId: 1 }, { companyId })
    t.equal(isError === true, companyId === 2)
    const apps = await service.result<{ apps: unknown[] }>('svc_list_apps', {}, { companyId })
    t.equal(apps.apps.length, companyId === 1 ? 1 : 0)
  }
})
