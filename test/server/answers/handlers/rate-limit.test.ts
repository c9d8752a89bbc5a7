import t from 'tap'
import { startService } from '../../../support/started-service.ts'
import { SECRET, linkTo } from '../../../support/links.ts'
import { twoCompanies } from '../../../support/two-companies.ts'

t.test(
  'every operation, outcome and download by link counts for the company, exactly 60 a minute',
  async t => {
    // The empty value stands for the default.
    const service = await startService(t, {
      deliveries: [twoCompanies()],
      environment: { EXPORT_SECRET: SECRET, RATE_LIMIT: '' },
    })
    const { get, server, keys } = service
    const { path } = await linkTo(service)
    const urls = [
      '/v1/apps',
      '/v1/recommendations?appId=1',
      '/v1/report?appId=1&granularity=campaign',
      '/v1/roas-history?appId=1&granularity=app',
      '/v1/alerts?appId=1',
      path,
      '/v1/alerts?appId=4',
      '/v1/report?nonsense',
    ]
    const statuses = new Set<number>()
    for (let count = 1; count <= 60; count++) {
      const url = urls[count % urls.length]!
      // A link is its own credential: no key comes with it, and a made-up one does no harm.
      const answer =
        url === path
          ? await server.inject({ url, headers: { authorization: 'Bearer nobody' } })
          : undefined
      const { status, headers } = answer
        ? { status: answer.statusCode, headers: answer.headers }
        : await get(url)
      statuses.add(status)
      t.equal(headers['ratelimit-policy'], '"company";q=60;w=60')
      t.match(
        headers['ratelimit'],
        new RegExp(`^"company";r=${60 - count};t=([1-9]|[1-5]\\d|60)$`),
        `${count}: ${url}`,
      )
    }
    t.strictSame([...statuses].sort(), [200, 400, 403])

    const { key } = await keys.create({ companyId: 1 })
    for (const [url, headers] of [
      ...urls.map(url => [url, {}] as const),
      ['/v1/apps', { authorization: `Bearer ${key}` }] as const,
    ]) {
      const refused = await get(url, 1, headers)
      t.equal(refused.status, 429, url)
      t.match(refused.json(), {
        code: 'rate_limited',
        status: 429,
        requestId: refused.headers['x-request-id'],
      })
      t.match(refused.headers['retry-after'], /^([1-9]|[1-5]\d|60)$/)
      t.equal(refused.headers['ratelimit'], `"company";r=0;t=${refused.headers['retry-after']}`)
    }
    t.equal((await get('/v1/apps', 2)).status, 200, 'another company passes')
    t.equal((await get('/healthz')).status, 200, 'what needs no key is not counted')
  },
)
