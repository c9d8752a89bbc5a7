import t from 'tap'
import { createHandlers } from '../../../../server/answers/handlers/handlers.ts'
import { ExportLinks } from '../../../../server/core/access/export-links.ts'
import { currentEtag } from '../../../../server/http/tools/tool-context.ts'
import { minimalDelivery } from '../../../reference/minimal-delivery.ts'
import { startService } from '../../../support/started-service.ts'

const NOW = '2026-04-01T12:00:00Z'

t.test('the ETag of every operation equals that of its response', async t => {
  const { store, server } = await startService(t, { deliveries: [minimalDelivery()], now: NOW })
  const clock = () => new Date(NOW)
  const handlers = createHandlers({
    store,
    clock,
    links: new ExportLinks('the secret of the tests', clock),
  })
  const app = { companyId: 1, kind: 'api_key' as const, id: 'key1', counted: true }

  for (const target of [
    '/v1/apps',
    '/v1/app-settings?appId=1',
    '/v1/campaigns?appId=1&networks=Nothing',
    '/v1/recommendations?appId=1',
    '/v1/recommendations?appId=1&granularity=campaign_geo&countries=US,GB',
    '/v1/report?appId=1&granularity=campaign&metrics=spend&limit=10',
    '/v1/report?appId=1&granularity=campaign_geo&metrics=spend&format=csv',
    '/v1/roas-history?appId=1&granularity=app',
    '/v1/forecast-accuracy?appId=1&granularity=campaign',
    '/v1/alerts?appId=1&startDate=2026-03-01',
  ]) {
    const { statusCode, headers } = await server.inject({
      url: target,
      auth: { strategy: 'apiKey', credentials: { app } },
    })
    t.equal(statusCode, 200, target)
    t.ok(headers['etag'], target)
    t.equal(await currentEtag(handlers, target, 1), headers['etag'], target)
    if (target !== '/v1/apps')
      await t.rejects(currentEtag(handlers, target, 2), /cannot read this app/, 'others have none')
  }

  t.equal(await currentEtag(handlers, '/v1/apps?other=1', 1), null)
  t.equal(await currentEtag(handlers, '/v1/recommendations?appId=one', 1), null)
  t.equal(await currentEtag(handlers, '/v1/nothing', 1), null)
  t.equal(await currentEtag(handlers, '/v1/exports/abc', 1), null)
})
