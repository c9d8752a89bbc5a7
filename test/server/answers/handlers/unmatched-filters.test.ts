import t from 'tap'
import {
  alertRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  snapshotRow,
} from '../../../reference/minimal-delivery.ts'
import { startService, type TestService } from '../../../support/started-service.ts'

async function unmatched({ get }: TestService, path: string): Promise<string | undefined> {
  const { status, headers, body } = await get(path)
  if (status !== 200) throw new Error(body.toString())
  return headers['unmatched-filters']
}

/** Meta / Alpha / US in the facts, others in snapshots, recommendations and alerts alone. */
const delivery = minimalDelivery({
  cohorts: [cohortRow()],
  roas_snapshots: [
    snapshotRow(),
    snapshotRow({ network: 'Past', campaign: 'Ended', country: 'PT' }),
  ],
  recommendations: [
    recommendationRow({ network: 'Advised' }),
    recommendationRow({
      recommendation_id: 2,
      granularity: 'campaign_geo',
      campaign: 'Geo',
      country: 'DE',
    }),
  ],
  alerts: [alertRow({ campaign: 'Alarm', country: 'JP' })],
})

t.test('names without a match in the app are reported by parameter', async t => {
  const service = await startService(t, { deliveries: [delivery] })
  const lists = ['/v1/recommendations?appId=1', '/v1/alerts?appId=1']
  const files = [
    '/v1/report?appId=1&granularity=campaign',
    '/v1/roas-history?appId=1&granularity=campaign',
  ]
  for (const path of [...lists, ...files]) {
    for (const [query, expected] of [
      ['', undefined],
      ['&platforms=web', undefined],
      ['&networks=Meta', undefined],
      ['&networks=meta', 'networks'],
      ['&networks=Meta,TikTok', 'networks'],
      ['&networks=Unknown&campaigns=Unknown', undefined],
      ['&networks=Past&campaigns=Ended', undefined],
      ['&campaigns=Alpha%20', 'campaigns'],
      ['&campaigns=Beta&networks=TikTok', 'networks, campaigns'],
    ] as const)
      t.equal(await unmatched(service, path + query), expected, path + query)
  }
  for (const path of [
    '/v1/recommendations?appId=1&granularity=campaign_geo',
    '/v1/report?appId=1&granularity=campaign_geo',
    '/v1/alerts?appId=1',
  ]) {
    t.equal(await unmatched(service, `${path}&countries=US,PT,Unknown`), undefined, path)
    t.equal(
      await unmatched(service, `${path}&campaigns=x&networks=y&countries=UK`),
      'countries, networks, campaigns',
      path,
    )
  }
  t.equal(
    await unmatched(service, '/v1/campaigns?appId=1&countries=UK&networks=y'),
    'networks, countries',
  )
  t.equal(await unmatched(service, '/v1/campaigns?appId=1&countries=US&networks=Meta'), undefined)
  t.equal(
    await unmatched(service, '/v1/roas-history?appId=1&granularity=app&countries=UK'),
    'countries',
  )
})

t.test('filters count only existing names', async t => {
  const service = await startService(t, { deliveries: [delivery] })
  for (const [query, expected] of [
    ['recommendations?networks=Advised', undefined],
    ['recommendations?networks=Advised&asOf=2026-01-01', 'networks'],
    ['recommendations?granularity=campaign_geo&countries=DE&campaigns=Geo', undefined],
    ['recommendations?campaigns=Geo', 'campaigns'],
    ['recommendations?campaigns=Alarm', 'campaigns'],
    ['alerts?campaigns=Alarm&countries=JP', undefined],
    ['alerts?campaigns=Alarm&startDate=2026-04-01', 'campaigns'],
    ['alerts?countries=GLOBAL', undefined],
    ['alerts?networks=GLOBAL', 'networks'],
    ['report?granularity=campaign&campaigns=Alarm', 'campaigns'],
    ['campaigns?networks=Advised', 'networks'],
  ] as const)
    t.equal(await unmatched(service, `/v1/${query}&appId=1`), expected, query)
})

t.test('304, HEAD and partial responses report unmatched names too', async t => {
  const { get, server, keyOf } = await startService(t, { deliveries: [delivery] })
  for (const path of [
    'recommendations?appId=1',
    'report?appId=1&granularity=campaign&format=csv',
  ]) {
    const url = `/v1/${path}&networks=TikTok`
    for (const _ of [1, 2]) t.equal((await get(url)).headers['unmatched-filters'], 'networks')
    t.equal(
      (await get(url, 1, { 'accept-encoding': 'gzip' })).headers['unmatched-filters'],
      'networks',
    )
    const head = await server.inject({
      method: 'HEAD',
      url,
      headers: { authorization: `Bearer ${await keyOf(1)}` },
    })
    t.equal(head.headers['unmatched-filters'], 'networks')
  }
  const part = await get('/v1/report?appId=1&granularity=campaign&format=csv&networks=TikTok', 1, {
    range: 'bytes=0-3',
  })
  t.match([part.status, part.headers['unmatched-filters']], [206, 'networks'])
})
