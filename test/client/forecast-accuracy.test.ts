import t from 'tap'
import { getForecastAccuracy, Connection, UascopeClient } from '../../client/src/index.ts'
import { faultyServer, json } from './support/faulty-server.ts'

const rows = [{ age: 6, cohorts: 2, spend: 100, bias: -0.22, wape: 0.38, p50: 0.5, p90: null }]

t.test('forecast accuracy is asked for and typed', async t => {
  const server = await faultyServer(t, json(rows), json(rows))
  const apiKey = 'uascope_secretsecret'
  const client = new UascopeClient({ apiKey, baseUrl: server.url })
  const [row] = await client.getForecastAccuracy({
    appId: 1,
    dsi: 7,
    granularity: 'campaign_geo',
    platforms: ['IOS'],
    countries: ['US', 'DE'],
  })
  const bias: number | null | undefined = row?.bias
  t.equal(bias, -0.22)
  t.strictSame(await getForecastAccuracy(new Connection({ apiKey, baseUrl: server.url }), { appId: 1 }), rows)
  t.same(
    server.requests.map(({ path }) => decodeURIComponent(path)),
    ['/v1/forecast-accuracy?appId=1&dsi=7&granularity=campaign_geo&platforms=ios&countries=US,DE', '/v1/forecast-accuracy?appId=1'],
  )
})
