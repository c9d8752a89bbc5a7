import t from 'tap'
import { getForecastAccuracy, Connection, UascopeClient } from '../../client/src/index.ts'
import { TestService } from '../../server/http/testing/index.ts'

t.test('forecast accuracy is requested and typed', async t => {
  const rows = [{ age: 6, cohorts: 2, spend: 100, bias: -0.22, wape: 0.38, p50: 0.5, p90: null }]
  const service = new TestService({ getForecastAccuracy: rows })
  const [row] = await new UascopeClient(service.options).getForecastAccuracy({
    appId: 101,
    dsi: 7,
    granularity: 'campaign_geo',
    platforms: ['IOS'],
    countries: ['US', 'DE'],
  })
  const bias: number | null | undefined = row?.bias
  t.equal(bias, -0.22)
  t.strictSame(await getForecastAccuracy(new Connection(service.options), { appId: 101 }), rows)
  t.match(service.requests, [
    {
      parameters: {
        appId: 101,
        dsi: 7,
        granularity: 'campaign_geo',
        platforms: ['ios'],
        countries: ['US', 'DE'],
      },
    },
    { parameters: { appId: 101, granularity: 'app', installGrouping: 'weekly' } },
  ])
})
