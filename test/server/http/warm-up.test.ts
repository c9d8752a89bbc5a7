import t from 'tap'
import { minimalDelivery } from '../../reference/minimal-delivery.ts'
import { startService } from '../../support/started-service.ts'
import { until } from '../../support/until.ts'

t.test('a ready service has read its lists, and returns them from memory', async t => {
  const environment = { HOST: '0.0.0.0', BASE_URL: 'https://uascope.example' }
  const service = await startService(t, { deliveries: [minimalDelivery()], environment })
  const seen: string[] = []
  service.server.events.on('response', ({ path, response }) =>
    seen.push(`${path} ${'isBoom' in response ? '' : response.statusCode}`),
  )
  const warming = service.warmUp()
  const { statusCode, headers, result } = await service.server.inject('/readyz')
  t.match({ statusCode, headers }, { statusCode: 503, headers: { 'retry-after': '1' } })
  t.match(JSON.parse(String(result)), { code: 'unavailable', detail: 'The service is starting.' })
  t.equal((await service.get('/v1/apps')).status, 200, 'requests are served during it')
  await warming
  t.equal((await service.get('/readyz')).status, 200)
  for (const path of ['/v1/apps', '/v1/recommendations', '/v1/alerts', '/v1/mcp'])
    t.ok(seen.includes(`${path} 200`), path)
  t.equal(
    seen.filter(one => one === '/v1/report 200').length,
    3,
    'the default report, and the two of its tool',
  )
})

t.test('warming up is limited in time, and a failing store does not block it', async t => {
  const service = await startService(t, { deliveries: [minimalDelivery()] })
  let release = (): void => undefined
  const held = new Promise<void>(resolve => (release = resolve))
  service.server.ext('onPreHandler', async (request, h) => {
    if (request.path === '/v1/apps') await held
    return h.continue
  })
  const warming = service.warmUp(50)
  t.equal((await service.server.inject('/readyz')).statusCode, 503)
  await until('ready', async () => (await service.get('/readyz')).status === 200)
  release()
  await warming
})

t.test('warming up uses no rate limit', async t => {
  const service = await startService(t, {
    deliveries: [minimalDelivery()],
    environment: { RATE_LIMIT: '1' },
  })
  await service.warmUp()
  t.equal((await service.get('/v1/apps')).status, 200)
  t.equal((await service.get('/v1/apps')).status, 429)
})
