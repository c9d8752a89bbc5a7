import { parse } from 'content-disposition'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { decodeParquet } from '../../../reference/decode-parquet.ts'
import type { Delivery } from '../../../reference/delivery.ts'
import {
  alertRow,
  appRow,
  budgetRow,
  cohortRow,
  eventRow,
  minimalDelivery,
  revenueRow,
  runRow,
} from '../../../reference/minimal-delivery.ts'
import { startService, type TestService } from '../../../support/started-service.ts'
import { twoCompanies } from '../../../support/two-companies.ts'
import { copyStore } from '../../../support/store/granted-store.ts'

const REPORT = '/v1/report?appId=1&granularity=campaign'
const HISTORY = '/v1/roas-history?appId=1&granularity=app'
const LISTS = [
  'apps',
  'overview',
  'app-settings?appId=1',
  'campaigns?appId=1',
  'recommendations?appId=1',
  'forecast-accuracy?appId=1',
  'alerts?appId=1',
].map(path => `/v1/${path}`)
const FILES = [REPORT, `${REPORT}&format=csv`, HISTORY, `${HISTORY}&format=csv`]

async function etags(
  { get }: TestService,
  urls: readonly string[],
  companyId = 1,
): Promise<string[]> {
  return Promise.all(
    urls.map(async url => {
      const answer = await get(url, companyId)
      if (answer.status !== 200) throw new Error(`${answer.status} for ${url}`)
      return answer.headers['etag']!
    }),
  )
}

t.test('every operation sends its headers', async t => {
  const service = await startService(t, { deliveries: [minimalDelivery()] })
  const run = {
    'run-id': '1',
    'run-created-at': '2026-03-31T06:00:00.000Z',
    'data-through': '2026-03-30',
    currency: 'USD',
  }
  const none = {
    'run-id': undefined,
    'run-created-at': undefined,
    'data-through': undefined,
    'start-date': undefined,
    'end-date': undefined,
  }
  const json = {
    'content-type': 'application/json',
    etag: /^W\/"[\w-]{22}"$/,
    'content-disposition': undefined,
  }
  const file = { ...run, etag: /^"[\w-]{22}"$/, 'accept-ranges': 'bytes', 'total-rows': '1' }
  for (const [url, expected] of [
    ['/v1/apps', { ...json, ...none, 'total-rows': '1', currency: undefined }],
    ['/v1/overview', { ...json, ...none, 'total-rows': '1', currency: undefined }],
    [
      '/v1/app-settings?appId=1',
      { ...json, ...none, currency: undefined, 'total-rows': undefined },
    ],
    ['/v1/campaigns?appId=1', { ...json, ...none, ...run, 'total-rows': '1' }],
    ['/v1/recommendations?appId=1', { ...json, ...none, ...run, 'total-rows': '1' }],
    ['/v1/recommendations?appId=1&platforms=web', { ...json, ...run, 'total-rows': '0' }],
    [
      '/v1/alerts?appId=1',
      {
        ...json,
        ...none,
        'run-id': '2',
        'run-created-at': '2026-03-31T07:00:00.000Z',
        currency: 'USD',
        'total-rows': '1',
      },
    ],
    [
      '/v1/alerts?appId=1&startDate=2026-03-01',
      { ...json, 'start-date': '2026-03-01', 'end-date': '2026-04-01' },
    ],
    [
      REPORT,
      {
        ...file,
        'content-type': 'application/octet-stream',
        'start-date': '2026-02-28',
        'end-date': '2026-03-30',
      },
    ],
    [
      `${REPORT}&format=csv&startDate=2026-03-10&endDate=2027-01-01`,
      {
        ...file,
        'content-type': 'text/csv; charset=utf-8',
        'start-date': '2026-03-10',
        'end-date': '2026-03-30',
      },
    ],
    [
      HISTORY,
      {
        ...file,
        'content-type': 'application/octet-stream',
        'start-date': '2026-03-30',
        'end-date': '2026-03-30',
        'total-rows': '0',
      },
    ],
  ] as const) {
    const { status, headers } = await service.get(url)
    t.equal(status, 200, url)
    t.match(
      headers,
      {
        ...expected,
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'x-request-id': /^[0-9a-f-]{36}$/,
        'ratelimit-policy': /^"company";q=\d+;w=60$/,
        ratelimit: /^"company";r=\d+;t=\d+$/,
      },
      url,
    )
  }
})

t.test('a Parquet file contains its origin', async t => {
  const service = await startService(t, { deliveries: [minimalDelivery()] })
  const campaigns = encodeURIComponent('"it\'s; ""a, b""",Alpha')
  for (const [url, own] of [
    [
      `${REPORT}&campaigns=${campaigns}&limit=1&maturity=true`,
      {
        granularity: 'campaign',
        installGrouping: 'daily',
        metrics: ['ltv'],
        dsiValues: [7, 365],
        maturity: true,
        limit: 1,
      },
    ],
    [
      `${HISTORY}&campaigns=${campaigns}`,
      {
        granularity: 'app',
        installGrouping: 'weekly',
        dsi: 7,
        roasType: 'paid',
        revenueType: 'gross',
      },
    ],
  ] as const) {
    const { headers, body } = await service.get(url)
    const { metadata, codecs } = await decodeParquet(body)
    for (const name of [
      'Run-Id',
      'Run-Created-At',
      'Data-Through',
      'Start-Date',
      'End-Date',
      'Currency',
      'Total-Rows',
    ])
      t.equal(metadata[name], headers[name.toLowerCase()], name)
    t.match(JSON.parse(metadata['Parameters']!), {
      appId: 1,
      campaigns: ['Alpha', 'it\'s; "a, b"'],
      ...own,
    })
    // A file without rows has nothing to compress.
    t.strictSame(codecs, headers['total-rows'] === '0' ? [] : ['SNAPPY'])
  }
})

t.test('HEAD has the headers of GET, without a body', async t => {
  const { get, server, keyOf } = await startService(t, { deliveries: [minimalDelivery()] })
  for (const url of [...LISTS, ...FILES]) {
    const whole = await get(url)
    const head = await server.inject({
      method: 'HEAD',
      url,
      headers: { authorization: `Bearer ${await keyOf(1)}` },
    })
    t.equal(head.statusCode, 200)
    t.equal(head.payload, '')
    const stable = (headers: object) => ({ ...headers, date: 0, ratelimit: 0, 'x-request-id': 0 })
    t.strictSame(stable(head.headers), stable(whole.headers), url)
  }
  const refused = await server.inject({
    method: 'HEAD',
    url: '/v1/apps?x=1',
    headers: { authorization: `Bearer ${await keyOf(1)}` },
  })
  t.match([refused.statusCode, refused.payload], [400, ''])
})

t.test('a current copy gets 304', async t => {
  const { get } = await startService(t, { deliveries: [minimalDelivery()] })
  for (const url of [...LISTS, ...FILES]) {
    const { headers } = await get(url)
    const etag = headers['etag']!
    for (const named of [etag, etag.replace(/^W\//, ''), `"other", ${etag}`, '*']) {
      const again = await get(url, 1, { 'if-none-match': named })
      t.match(
        [again.status, again.body.length, again.headers['etag']],
        [304, 0, etag],
        `${url} ${named}`,
      )
      t.match(again.headers, {
        'x-request-id': /./,
        ratelimit: /./,
        'cache-control': 'private, no-cache',
      })
    }
    t.equal((await get(url, 1, { 'if-none-match': '"other"' })).status, 200)
  }
  t.equal(
    (await get('/v1/report?appId=9&granularity=campaign', 1, { 'if-none-match': '*' })).status,
    403,
    'not where there is nothing to see',
  )
})

t.test('an ETag stands for the data, the parameters and the resolved dates', async t => {
  let now = '2026-04-01T12:00:00Z'
  const service = await startService(t, {
    deliveries: [minimalDelivery()],
    now: () => new Date(now),
  })
  const variants = [
    REPORT,
    `${REPORT}&format=csv`,
    `${REPORT}&maturity=true`,
    `${REPORT}&limit=5`,
    `${REPORT}&networks=Meta`,
    `${REPORT}&startDate=2026-03-01`,
    HISTORY,
    `${HISTORY}&dsi=1`,
    ...LISTS,
  ]
  t.equal(new Set(await etags(service, variants)).size, variants.length)
  // However the same is asked for, it is the same answer.
  for (const same of [
    [
      REPORT,
      '/v1/report?granularity=campaign&appId=1',
      `${REPORT}&installGrouping=daily&metrics=ltv&dsiValues=365,7&format=parquet&startDate=2026-02-28&endDate=2026-03-30`,
      `${REPORT}&endDate=2026-12-31`,
    ],
    [`${REPORT}&metrics=spend,roas&networks=a,b`, `${REPORT}&networks=b,a&metrics=roas,spend`],
    [
      `${REPORT}&roasTypes=paid,full_blended&revenueTypes=gross,net`,
      `${REPORT}&roasTypes=full_blended,paid&revenueTypes=net,gross`,
    ],
    [`${HISTORY}&platforms=ios,web`, `${HISTORY}&platforms=web,ios&dsi=7&roasType=paid`],
  ])
    t.equal(new Set(await etags(service, same)).size, 1, same.join(' '))
  const before = await etags(service, [
    '/v1/alerts?appId=1&startDate=2026-03-01',
    '/v1/alerts?appId=1',
    REPORT,
  ])
  now = '2026-04-02T12:00:00Z'
  const after = await etags(service, [
    '/v1/alerts?appId=1&startDate=2026-03-01',
    '/v1/alerts?appId=1',
    REPORT,
  ])
  t.strictSame(
    after.map((etag, index) => etag === before[index]),
    [false, true, true],
    'today is a date of the first only',
  )
})

t.test('ETags change with an import that changes the result, and with no other', async t => {
  const service = await startService(t, { deliveries: [twoCompanies()] })
  const operations = {
    apps: '/v1/apps',
    settings: '/v1/app-settings?appId=1',
    campaigns: '/v1/campaigns?appId=1',
    recommendations: '/v1/recommendations?appId=1',
    asOf: '/v1/recommendations?appId=1&asOf=2026-03-31&since=2026-03-31',
    accuracy: '/v1/forecast-accuracy?appId=1',
    record: '/v1/track-record?appId=1',
    events: '/v1/events?appId=1',
    plan: '/v1/budget-plan?appId=1&budgetChange=0.1',
    pacing: '/v1/pacing?appId=1',
    alerts: '/v1/alerts?appId=1',
    ofDays: '/v1/alerts?appId=1&startDate=2026-03-01&endDate=2026-03-31',
    report: REPORT,
    csv: `${REPORT}&format=csv`,
    history: HISTORY,
    filtered: `${REPORT}&networks=Meta`,
    unknown: '/v1/recommendations?appId=1&campaigns=Nobody',
  }
  type Name = keyof typeof operations
  const names = Object.keys(operations) as Name[]
  const theirs = [
    '/v1/apps',
    ...['app-settings', 'campaigns', 'recommendations', 'alerts'].map(
      path => `/v1/${path}?appId=4`,
    ),
    '/v1/report?appId=4&granularity=campaign',
    '/v1/roas-history?appId=4&granularity=app',
  ]
  let before = {
    own: await etags(service, Object.values(operations)),
    theirs: await etags(service, theirs, 2),
  }
  const changes = async (
    what: string,
    delivery: Delivery,
    expected: readonly Name[],
    ofTheirs: readonly string[] = [],
  ): Promise<void> => {
    await service.import(delivery)
    service.passSecond()
    const now = {
      own: await etags(service, Object.values(operations)),
      theirs: await etags(service, theirs, 2),
    }
    t.strictSame(
      names.filter((_, index) => now.own[index] !== before.own[index]),
      names.filter(name => expected.includes(name)),
      what,
    )
    t.strictSame(
      theirs.filter((_, index) => now.theirs[index] !== before.theirs[index]),
      ofTheirs,
      `${what}: the other company's`,
    )
    before = now
  }

  const { networks, apps, companies, app_access: access } = twoCompanies()
  await changes(
    'all that there was, as it was',
    { networks, apps, companies, app_access: access },
    [],
  )
  await changes(
    'a network that no rule looks at',
    { networks: [{ network: 'Other', traditional: false }] },
    [],
  )
  await changes(
    "a network's flag",
    { networks: [{ network: 'Meta', traditional: false }] },
    ['recommendations', 'asOf', 'unknown', 'record', 'plan', 'alerts', 'ofDays'],
    ['/v1/recommendations?appId=4', '/v1/alerts?appId=4'],
  )
  await changes(
    "another app's run",
    {
      runs: [runRow({ run_id: 40, app_id: 4 })],
      cohorts: [cohortRow({ run_id: 40 })],
      cohort_revenue: [revenueRow({ run_id: 40 })],
    },
    [],
    theirs.filter(url => !/apps/.test(url)),
  )
  await changes(
    'alerts of a later day',
    {
      runs: [runRow({ run_id: 50, kind: 'alert', created_at: '2026-04-01T07:00:00.000Z' })],
      alerts: [alertRow({ alert_id: 50, run_id: 50, created_at: '2026-04-01T07:00:00.000Z' })],
    },
    ['settings', 'alerts', 'ofDays', 'recommendations', 'plan', 'unknown'],
  )
  await changes(
    'a run that failed',
    { runs: [runRow({ run_id: 51, status: 'failed', created_at: '2026-04-01T05:00:00.000Z' })] },
    [],
  )
  const csv = (await service.get(`${operations.csv}&metrics=spend`)).body.toString()
  const old = before.own[names.indexOf('csv')]!
  await changes(
    'a run of the app',
    {
      runs: [runRow({ run_id: 41, created_at: '2026-04-01T06:00:00.000Z' })],
      cohorts: [cohortRow({ run_id: 41, spend: '11' })],
      cohort_revenue: [revenueRow({ run_id: 41 })],
    },
    // Its cohorts may tell how an earlier run turned out.
    names.filter(name => !['apps', 'events'].includes(name)),
  )
  const report = await service.get(`${operations.csv}&metrics=spend`, 1, { 'if-none-match': old })
  t.strictSame([report.status, report.body.toString()], [200, csv.replace('10.0', '11.0')])
  await changes(
    'a name that nobody knew, in a run of another day',
    {
      runs: [runRow({ run_id: 42, created_at: '2026-03-30T06:00:00.000Z' })],
      cohorts: [cohortRow({ run_id: 42, campaign: 'New' })],
    },
    [
      'settings',
      'accuracy',
      'history',
      'filtered',
      'unknown',
      'recommendations',
      'asOf',
      'record',
      'plan',
      'alerts',
      'ofDays',
    ],
  )
  await changes(
    'the bet lookback',
    { bet_lookbacks: [{ app_id: 1, platform: 'IOS', start_day: 1, end_day: 8 }] },
    [
      'settings',
      'recommendations',
      'asOf',
      'history',
      'unknown',
      'record',
      'plan',
      'alerts',
      'ofDays',
    ],
  )
  await changes(
    'events of these days',
    { events: [eventRow(), eventRow({ event_id: 2, start_date: '2026-03-20' })] },
    [
      'events',
      'recommendations',
      'asOf',
      'unknown',
      'plan',
      'alerts',
      'ofDays',
      'report',
      'csv',
      'filtered',
    ],
  )
  await changes('a budget', { budgets: [budgetRow()] }, [
    'pacing',
    'recommendations',
    'asOf',
    'unknown',
    'plan',
    'alerts',
    'ofDays',
  ])
  await changes(
    'a budget of another month',
    { budgets: [budgetRow({ budget_id: 2, month: '2026-05' })] },
    [],
  )
  await changes('the text of an event', { events: [eventRow({ title: 'Renamed' })] }, [
    'events',
    'recommendations',
    'asOf',
    'unknown',
    'plan',
    'alerts',
    'ofDays',
  ])
  await changes(
    "the app's currency",
    { apps: [appRow({ currency: 'EUR' })] },
    names.filter(name => name !== 'apps' && name !== 'events'),
  )
  t.equal((await service.get(REPORT)).headers['currency'], 'EUR')
  await changes("the app's name", { apps: [appRow({ currency: 'EUR', name: 'Renamed' })] }, [
    'apps',
    'settings',
    'report',
    'csv',
    'history',
    'filtered',
  ])
  await changes("a company's name", { companies: [{ company_id: 1, name: 'Renamed' }] }, [])
  await changes("another app of the company's", { app_access: [{ company_id: 1, app_id: 4 }] }, [
    'apps',
  ])
})

t.test('file names follow the request', async t => {
  const names = [
    ['Game', 'Game'],
    ['Word: "Quest" / 2', 'Word_ _Quest_ _ 2'],
    ['Idle\\Hero*?', 'Idle_Hero__'],
    ['広告 <App> | é', '広告 _App_ _ é'],
    ['a\r\nSet-Cookie: x', 'a__Set-Cookie_ x'],
    ['../../etc', '.._.._etc'],
    ['100% Fun; a="b"', '100% Fun; a=_b_'],
    ['🚀', '🚀'],
  ] as const
  const ids = names.map((_, index) => index + 1)
  const { get } = await startService(t, {
    deliveries: [
      minimalDelivery({
        apps: names.map(([name], index) => appRow({ app_id: index + 1, name })),
        app_access: ids.map(app_id => ({ company_id: 1, app_id })),
        runs: ids.map(id => runRow({ run_id: id, app_id: id })),
        cohorts: ids.map(run_id => cohortRow({ run_id })),
        cohort_revenue: [],
        roas_snapshots: [],
        recommendations: [],
        alerts: [],
      }),
    ],
  })
  for (const [index, [, fileName]] of names.entries()) {
    for (const [url, pattern] of [
      [
        `/v1/report?appId=${index + 1}&granularity=campaign&installGrouping=weekly&startDate=2026-03-11`,
        'report-campaign-weekly-2026-03-11-2026-03-30-2026-03-31-########.parquet',
      ],
      [
        `/v1/roas-history?appId=${index + 1}&granularity=campaign_geo&roasType=full_blended&revenueType=net&dsi=1&format=csv`,
        'roas-history-campaign_geo-weekly-d1-full_blended-net-2026-03-30-2026-03-30-2026-03-31.csv',
      ],
    ] as const) {
      const disposition = (await get(url)).headers['content-disposition']!
      const { type, parameters } = parse(disposition)
      t.equal(type, 'attachment')
      t.equal(
        parameters.filename?.replace(/-[0-9a-f]{8}\.parquet$/, '-########.parquet'),
        `${fileName}-${pattern}`,
      )
      t.match(
        disposition,
        /^[\x20-\x7e]*;\s*filename=[\x20-\x7e]*;\s*filename\*=UTF-8''[\x20-\x7e]*$/,
      )
    }
  }
})

t.test('an app without a succeeded run has empty results', async t => {
  const { runs } = minimalDelivery()
  const failed = runs.map(run => ({ ...run, status: 'failed' as const }))
  for (const [what, delivery] of [
    [
      'no run at all',
      minimalDelivery({
        runs: [],
        cohorts: [],
        cohort_revenue: [],
        roas_snapshots: [],
        recommendations: [],
        alerts: [],
      }),
    ],
    ['failed runs, with all their data', minimalDelivery({ runs: failed })],
  ] as const) {
    t.test(what, async t => {
      const { get } = await startService(t, { deliveries: [delivery] })
      for (const url of [
        '/v1/recommendations?appId=1',
        '/v1/alerts?appId=1',
        '/v1/alerts?appId=1&startDate=2020-01-01',
      ]) {
        const answer = await get(url)
        t.strictSame(answer.json(), [], url)
        t.match(answer.headers, {
          'total-rows': '0',
          'run-id': undefined,
          'data-through': undefined,
          currency: 'USD',
        })
      }
      for (const [url, columns, start, name] of [
        [
          REPORT,
          'install_cohort,platform,network,campaign,ltv_paid_gross_d7,ltv_paid_gross_d365',
          '2026-03-02',
          /^Game-report-campaign-daily-2026-03-02-2026-04-01-none-[0-9a-f]{8}\./,
        ],
        [
          `${REPORT}&metrics=roas,spend&maturity=true&order=newest&limit=3`,
          'install_cohort,platform,network,campaign,spend,roas_paid_gross_d7,roas_paid_gross_d365,' +
            'period_days,actual_share_d7,actual_share_d365',
          '2026-03-02',
          /-none-/,
        ],
        [
          HISTORY,
          'created_at,install_cohort,dsi,roas_type,revenue_type',
          '2026-01-01',
          /^Game-roas-history-app-weekly-d7-paid-gross-2026-01-01-2026-04-01-none\./,
        ],
        [
          '/v1/roas-history?appId=1&granularity=campaign_geo',
          'created_at,recommendation_id,platform,network,campaign,country,daily_spend,install_cohort,dsi,roas_type,revenue_type',
          '2026-01-01',
          /-none\./,
        ],
      ] as const) {
        const csv = await get(`${url}&format=csv`)
        t.equal(csv.body.toString().trimEnd(), columns, url)
        const parquet = await get(url)
        const decoded = await decodeParquet(parquet.body)
        t.strictSame([decoded.columns.map(({ name }) => name).join(), decoded.rows], [columns, []])
        t.match(
          decoded.columns.find(({ name }) => name === 'install_cohort'),
          { type: 'date' },
        )
        t.match(parquet.headers, {
          'total-rows': '0',
          'start-date': start,
          'end-date': '2026-04-01',
          'run-id': undefined,
          'run-created-at': undefined,
          'data-through': undefined,
        })
        t.match(parse(parquet.headers['content-disposition']!).parameters.filename, name)
      }
    })
  }
})

t.test('a failed run changes only the data status in the overview', async t => {
  const service = await startService(t, { deliveries: [minimalDelivery()] })
  const read = async (url: string): Promise<unknown> => {
    const { body } = await service.get(url)
    if (url !== '/v1/overview') return body.toString('latin1')
    return (JSON.parse(body.toString()) as { data: { kind: string }[] }[]).map(app => ({
      ...app,
      data: app.data.filter(({ kind }) => kind !== 'failed_run'),
    }))
  }
  const before = await Promise.all([...LISTS, ...FILES].map(read))
  await service.import({
    runs: [
      runRow({ run_id: 50, status: 'failed', created_at: '2026-04-01T06:00:00.000Z' }),
      runRow({
        run_id: 51,
        status: 'failed',
        kind: 'alert',
        created_at: '2026-04-01T07:00:00.000Z',
      }),
    ],
    cohorts: [cohortRow({ run_id: 50, spend: '99' })],
    cohort_revenue: [revenueRow({ run_id: 50 })],
    alerts: [alertRow({ alert_id: 9, run_id: 51 })],
  })
  service.passSecond()
  t.strictSame(await Promise.all([...LISTS, ...FILES].map(read)), before)
})

t.test('the served run at one moment is the one with the greater id', async t => {
  const { get } = await startService(t, {
    deliveries: [
      minimalDelivery({
        runs: [
          runRow({ run_id: 8 }),
          runRow({ run_id: 10 }),
          runRow({ run_id: 9, created_at: '2026-03-31T05:59:59.999Z' }),
        ],
        cohorts: [8, 10, 9].map(run_id => cohortRow({ run_id, spend: String(run_id) })),
        cohort_revenue: [],
        roas_snapshots: [],
        recommendations: [],
        alerts: [],
      }),
    ],
  })
  const answer = await get(`${REPORT}&metrics=spend&format=csv`)
  t.equal(answer.headers['run-id'], '10')
  t.match(answer.body.toString(), /Alpha,10\.0/)
})

t.test('each company gets its own live apps, by id', async t => {
  const { get } = await startService(t, {
    deliveries: [
      minimalDelivery({
        companies: [
          { company_id: 1, name: 'Studio' },
          { company_id: 2, name: 'Agency' },
        ],
        apps: [
          appRow({ app_id: 10, name: 'Ten' }),
          appRow({ app_id: 9, name: 'Nine', created_at: '2024-02-29T00:00:00.000Z' }),
          appRow(),
          appRow({ app_id: 2, live: false }),
        ],
        app_access: [
          { company_id: 1, app_id: 10 },
          { company_id: 1, app_id: 2 },
          { company_id: 1, app_id: 1 },
          { company_id: 2, app_id: 9 },
          { company_id: 2, app_id: 10 },
          { company_id: 1, app_id: 9 },
        ],
      }),
    ],
  })
  t.strictSame(
    ((await get('/v1/apps')).json() as { id: number }[]).map(({ id }) => id),
    [1, 9, 10],
  )
  t.strictSame((await get('/v1/apps', 2)).json(), [
    { id: 9, name: 'Nine', createdAt: '2024-02-29T00:00:00.000Z' },
    { id: 10, name: 'Ten', createdAt: '2025-01-02T03:04:05.006Z' },
  ])
})

t.test('no two responses of a store and its differing copy have the same ETag', async t => {
  const service = await startService(t, { deliveries: [minimalDelivery()] })
  const url = `${REPORT}&format=csv&metrics=spend`
  const copy = await startService(t)
  for (const name of ['records', 'deliveries']) {
    await rm(join(copy.dataDir, name), { recursive: true, force: true })
    await copyStore(join(service.dataDir, name), join(copy.dataDir, name))
  }
  const restarted = await startService(t, { dataDir: copy.dataDir })
  const answers = []
  for (const [one, spend] of [
    [service, '11'],
    [restarted, '12'],
  ] as const) {
    await one.import({
      runs: [runRow({ run_id: 7, created_at: '2026-04-01T06:00:00.000Z' })],
      cohorts: [cohortRow({ run_id: 7, spend })],
    })
    one.passSecond()
    const { body, headers } = await one.get(url)
    t.match(body.toString(), new RegExp(`,${spend}\\.0\n$`))
    answers.push(headers['etag'])
  }
  t.not(answers[0], answers[1])
})
