import t, { type Test } from 'tap'
import { readConfig } from '../../../../server/core/runtime/config.ts'
import { ExportLinks } from '../../../../server/core/access/export-links.ts'
import { createHandlers } from '../../../../server/answers/handlers/handlers.ts'
import { createLogger } from '../../../../server/core/runtime/logger.ts'
import { memoryRateLimiter } from '../../../../server/http/callers.ts'
import { createServer } from '../../../../server/http/server.ts'
import { Spool } from '../../../../server/store/files/spool.ts'
import { Encoder } from '../../../../server/store/files/encoder.ts'
import type { Store } from '../../../../server/core/model/store.ts'
import { minimalDelivery } from '../../../reference/minimal-delivery.ts'
import { startService } from '../../../support/started-service.ts'
import { sql } from '../../../../server/core/model/sql.ts'
import { work } from '../../../support/work.ts'

/** The service's server around a store whose queries never end, with a time limit of 0.3 s. */
async function slowServer(t: Test) {
  const { store, keys, keyOf, dataDir } = await startService(t, { deliveries: [minimalDelivery()] })
  const engine = await Encoder.start({ dataDir, timeLimit: 0.3 })
  t.teardown(() => engine.close())
  const forever = () =>
    engine.session<never>(work, 0, async session => {
      await session.rows(
        sql`SELECT count(*) FROM range(1000000000) a, range(1000000000) b WHERE a.range * b.range % 7 = 3`,
      )
      throw new Error('forever is over')
    })
  const slow: Store = {
    ...store,
    identities: forever,
    recommendations: forever,
    alerts: forever,
    identityTotals: forever,
    snapshotDsis: forever,
    withReportGroups: forever,
    withSnapshotGroups: forever,
    ready: forever,
  }
  const clock = () => new Date('2026-04-01T12:00:00Z')
  const server = await createServer({
    config: readConfig({}),
    handlers: createHandlers({
      store: slow,
      links: new ExportLinks('unused in this test', clock),
      clock,
    }),
    keys,
    limiter: memoryRateLimiter(1000),
    spool: await Spool.open(`${dataDir}/spool-of-slow`),
    logger: createLogger('silent'),
    ready: () => slow.ready(),
    linkCaller: async () => ({ companyId: 1, kind: 'api_key', id: 'maker' }),
  })
  return { server, authorization: `Bearer ${await keyOf(1)}` }
}

t.test('a store that is too slow gives 503 with Retry-After', async t => {
  const { server, authorization } = await slowServer(t)
  const urls = [
    '/v1/overview',
    '/v1/app-settings?appId=1',
    '/v1/campaigns?appId=1',
    '/v1/recommendations?appId=1',
    '/v1/forecast-accuracy?appId=1',
    '/v1/report?appId=1&granularity=campaign',
    '/v1/report?appId=1&granularity=campaign&networks=Meta',
    '/v1/roas-history?appId=1&granularity=campaign',
    '/v1/alerts?appId=1',
    '/readyz',
  ]
  for (const answer of await Promise.all(
    urls.map(url => server.inject({ url, headers: { authorization } })),
  )) {
    t.equal(answer.statusCode, 503, answer.request.path)
    t.match(answer.headers['retry-after'], /^[1-9]\d*$/)
    const problem = JSON.parse(answer.payload) as Record<string, unknown>
    t.match(problem, {
      code: 'unavailable',
      status: 503,
      requestId: answer.headers['x-request-id'],
    })
    t.notMatch(answer.payload, /SELECT|range|stopped|StoreTimeout|\.ts/)
    if (answer.request.path !== '/readyz') t.match(answer.headers['ratelimit'], /company/)
  }
  // What needs no query is answered still.
  t.equal((await server.inject({ url: '/v1/apps', headers: { authorization } })).statusCode, 200)
})
