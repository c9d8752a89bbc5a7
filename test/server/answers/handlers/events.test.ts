import t from 'tap'
import type { EventRow } from '../../../reference/delivery.ts'
import {
  appRow,
  cohortRow,
  eventRow,
  minimalDelivery,
} from '../../../reference/minimal-delivery.ts'
import type { DeliveryError } from '../../../../server/imports/load/import.ts'
import { removeApps } from '../../../../server/imports/load/remove-apps.ts'
import { startService, type TestService } from '../../../support/started-service.ts'

const EVENTS: EventRow[] = [
  eventRow({
    event_id: 3,
    kind: 'launch',
    title: 'Later',
    start_date: '2026-04-02',
    platform: 'IOS',
    note: 'Two weeks\nof it',
  }),
  eventRow({
    event_id: 2,
    title: 'Long',
    start_date: '2026-03-10',
    end_date: '2026-03-26',
    network: 'Meta',
    country: 'US',
  }),
  eventRow({ event_id: 1, title: 'Day', campaign: 'Beta', network: '' }),
]

async function ids({ get }: TestService, query = ''): Promise<number[]> {
  const answer = await get(`/v1/events?appId=1${query}`)
  if (answer.status !== 200) throw new Error(answer.body.toString())
  return (answer.json() as { id: number }[]).map(({ id }) => id)
}

t.test('events are sorted by day and have every field', async t => {
  const service = await startService(t, { deliveries: [minimalDelivery({ events: EVENTS })] })
  const answer = await service.get('/v1/events?appId=1')
  const common = {
    kind: 'attribution',
    platform: null,
    network: null,
    campaign: null,
    country: null,
    note: null,
  }
  t.strictSame(
    answer.json(),
    [
      {
        id: 2,
        title: 'Long',
        ...common,
        startDate: '2026-03-10',
        endDate: '2026-03-26',
        network: 'Meta',
        country: 'US',
      },
      {
        id: 1,
        title: 'Day',
        ...common,
        startDate: '2026-03-25',
        endDate: '2026-03-25',
        campaign: 'Beta',
      },
      {
        id: 3,
        title: 'Later',
        ...common,
        kind: 'launch',
        startDate: '2026-04-02',
        endDate: '2026-04-02',
        platform: 'IOS',
        note: 'Two weeks\nof it',
      },
    ].map(
      ({ id, kind, title, startDate, endDate, platform, network, campaign, country, note }) => ({
        id,
        kind,
        title,
        startDate,
        endDate,
        platform,
        network,
        campaign,
        country,
        note,
      }),
    ),
  )
  t.equal(answer.headers['total-rows'], '3')
})

t.test('ranges may overlap an event, and a null name matches every filter', async t => {
  const service = await startService(t, { deliveries: [minimalDelivery({ events: EVENTS })] })
  for (const [query, expected] of [
    ['&startDate=2026-03-26', [2, 3]],
    ['&startDate=2026-03-27', [3]],
    ['&endDate=2026-03-25', [2, 1]],
    ['&endDate=2026-03-10', [2]],
    ['&startDate=2026-03-25&endDate=2026-03-25', [2, 1]],
    ['&platforms=ios', [2, 1, 3]],
    ['&platforms=web', [2, 1]],
    ['&networks=Other', [1, 3]],
    ['&networks=Meta&countries=DE', [1, 3]],
    ['&campaigns=Alpha', [2, 3]],
    ['&campaigns=Beta&countries=US', [2, 1, 3]],
  ] as const)
    t.strictSame(await ids(service, query), expected, query)
  t.equal(
    (await service.get('/v1/events?appId=1&startDate=2026-03-02&endDate=2026-03-01')).status,
    400,
  )
  t.equal((await service.get('/v1/events?appId=9')).status, 403)
  const named = async (query: string) =>
    (await service.get(`/v1/events?appId=1${query}`)).headers['unmatched-filters']
  t.equal(await named('&campaigns=Beta'), undefined, 'an event has it')
  t.equal(await named('&campaigns=Alpha&networks=Nobody'), 'networks')
})

t.test('report, ROAS history and recommendations have the header Events', async t => {
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({
        events: EVENTS,
        cohorts: [cohortRow({ install_date: '2026-03-20' })],
        cohort_revenue: [],
      }),
    ],
  })
  const count = async (path: string) => (await service.get(path)).headers['events']
  const report = '/v1/report?appId=1&granularity=campaign'
  t.equal(await count(report), '2')
  t.equal(await count(`${report}&startDate=2026-03-27`), '0')
  t.equal(await count(`${report}&campaigns=Alpha`), '1')
  t.equal(await count('/v1/roas-history?appId=1&granularity=app'), '2')
  t.equal(
    await count('/v1/recommendations?appId=1'),
    '2',
    'of the lookback and the days until the run',
  )
  t.equal(await count('/v1/recommendations?appId=1&networks=Other'), '1')
})

t.test('a range after the latest day with data has no rows and no events', async t => {
  const long = eventRow({ start_date: '2026-03-01', end_date: '2026-04-30' })
  const service = await startService(t, { deliveries: [minimalDelivery({ events: [long] })] })
  for (const path of [
    '/v1/report?appId=1&granularity=campaign',
    '/v1/roas-history?appId=1&granularity=app',
  ]) {
    t.match((await service.get(path)).headers, { events: '1' }, path)
    t.match(
      (await service.get(`${path}&startDate=2026-03-31`)).headers,
      { 'total-rows': '0', events: '0' },
      path,
    )
  }
})

t.test('an import replaces events by id, changes ETags, and affects one app', async t => {
  const apps = [appRow(), appRow({ app_id: 2, name: 'Other' })]
  const app_access = [1, 2].map(app_id => ({ company_id: 1, app_id }))
  const service = await startService(t, {
    deliveries: [minimalDelivery({ apps, app_access, events: EVENTS })],
  })
  const etag = async (path: string) => (await service.get(path)).headers['etag']
  const paths = [
    '/v1/events?appId=1',
    '/v1/report?appId=1&granularity=campaign',
    '/v1/alerts?appId=1',
    '/v1/events?appId=2',
  ]
  const before = await Promise.all(paths.map(etag))
  await service.import({
    events: [
      eventRow({ event_id: 1, title: 'Renamed' }),
      eventRow({ event_id: 4, start_date: '2026-03-28' }),
    ],
  })
  service.passSecond()
  t.strictSame(await ids(service), [2, 1, 4, 3])
  const after = await Promise.all(paths.map(etag))
  t.strictSame(
    paths.filter((_, index) => before[index] !== after[index]),
    paths.slice(0, 3),
  )
  const refused = await service
    .import({ events: [eventRow({ app_id: 2 })] })
    .catch((error: unknown) => error)
  t.match((refused as DeliveryError).faults, [
    {
      file: 'events.csv',
      row: 2,
      column: 'event_id',
      rule: "must not be the id of another app's event in the store",
    },
  ])
  await service.import({ events: [eventRow({ event_id: 9, app_id: 2 })] })
  service.passSecond()
  t.strictSame(await ids(service), [2, 1, 4, 3], "another app's is not told")
})

t.test('events are deleted with their app', async t => {
  const service = await startService(t, { deliveries: [minimalDelivery({ events: EVENTS })] })
  await removeApps(service.storage.imports, { apps: [1] })
  const { files, apps } = await service.store.catalog()
  t.strictSame([files[1], apps.length], [undefined, 0])
  service.passSecond()
  await service.import(minimalDelivery())
  service.passSecond()
  t.strictSame(await ids(service), [], 'also when it is delivered again')
})
