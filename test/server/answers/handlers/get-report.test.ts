import { parse } from 'csv-parse/sync'
import t, { type Test } from 'tap'
import { decodeParquet } from '../../../reference/decode-parquet.ts'
import type { CohortRow, Delivery } from '../../../reference/delivery.ts'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  revenueOf,
  revenueRow,
  runRow,
} from '../../../reference/minimal-delivery.ts'
import { startService, type TestService } from '../../../support/started-service.ts'

/** The CSV's lines, header first. */
async function lines({ get }: TestService, query: string): Promise<string[]> {
  const answer = await get(`/v1/report?appId=1&format=csv&${query}`)
  if (answer.status !== 200) throw new Error(answer.body.toString())
  return answer.body.toString().trimEnd().split(/\r?\n/)
}

async function serve(
  t: Test,
  cohorts: Partial<CohortRow>[],
  others: Delivery = {},
): Promise<TestService> {
  return startService(t, {
    deliveries: [
      minimalDelivery({ cohorts: cohorts.map(cohortRow), cohort_revenue: [], ...others }),
    ],
  })
}

t.test('maturity counts the days of the period in the range, and how many are actual', async t => {
  // The latest install date with data is Monday 2026-03-30, so that D7 is actual until 03-23 and D1 until 03-29.
  const dates = ['2026-03-18', '2026-03-22', '2026-03-25', '2026-03-30']
  const service = await serve(
    t,
    dates.map(install_date => ({ install_date })),
  )
  const range =
    'granularity=campaign&startDate=2026-03-18&metrics=roas&dsiValues=7,1,365&maturity=true'
  const tail = async (query: string) =>
    (await lines(service, query)).map(line =>
      [line.slice(0, 10), ...line.split(',').slice(-4)].join(','),
    )
  t.strictSame(await tail(`${range}&installGrouping=weekly`), [
    'install_co,period_days,actual_share_d1,actual_share_d7,actual_share_d365',
    '2026-03-16,5,1.0,1.0,0.0', // 18 to 22
    `2026-03-23,7,1.0,${1 / 7},0.0`,
    '2026-03-30,1,0.0,0.0,0.0',
  ])
  t.strictSame(await tail(`${range}&installGrouping=monthly`), [
    'install_co,period_days,actual_share_d1,actual_share_d7,actual_share_d365',
    `2026-03-01,13,${12 / 13},${6 / 13},0.0`,
  ])
  t.strictSame((await tail(`${range}&installGrouping=daily`)).slice(1), [
    '2026-03-18,1,1.0,1.0,0.0',
    '2026-03-22,1,1.0,1.0,0.0',
    '2026-03-25,1,1.0,0.0,0.0',
    '2026-03-30,1,0.0,0.0,0.0',
  ])
  t.strictSame(
    await lines(
      service,
      'granularity=campaign&startDate=2026-03-18&endDate=2026-03-24&installGrouping=weekly&metrics=spend&maturity=true',
    ),
    [
      'install_cohort,platform,network,campaign,spend,period_days',
      '2026-03-16,IOS,Meta,Alpha,20.0,5',
    ],
  )
  t.notMatch(
    (await lines(service, range.replace('&maturity=true', ''))).at(0),
    /period_days|actual_share/,
  )
})

t.test('maturity covers months of different lengths and a leap day', async t => {
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({
        runs: [
          {
            ...minimalDelivery().runs[0]!,
            max_install_date: '2024-03-31',
            created_at: '2024-04-01T00:00:00.000Z',
          },
        ],
        cohorts: ['2024-01-31', '2024-02-29', '2024-03-31'].map(install_date =>
          cohortRow({ install_date }),
        ),
        cohort_revenue: [],
        roas_snapshots: [],
        recommendations: [],
        alerts: [],
      }),
    ],
    now: '2024-04-01T12:00:00Z',
  })
  t.strictSame(
    (
      await lines(
        service,
        'granularity=campaign&startDate=2024-01-02&metrics=spend&installGrouping=monthly&maturity=true',
      )
    ).slice(1),
    [
      '2024-01-01,IOS,Meta,Alpha,10.0,30',
      '2024-02-01,IOS,Meta,Alpha,10.0,29',
      '2024-03-01,IOS,Meta,Alpha,10.0,31',
    ],
  )
})

t.test('rows ascend in byte order, or list the newest cohorts and highest spend first', async t => {
  const service = await serve(t, [
    { campaign: 'b', spend: '5' },
    { campaign: 'B', spend: '5' },
    { campaign: 'é', spend: '9' },
    { campaign: 'z', platform: 'ANDROID', spend: '5' },
    { install_date: '2026-03-29', campaign: 'old', spend: '99' },
  ])
  t.strictSame(await lines(service, 'granularity=campaign&metrics=spend'), [
    'install_cohort,platform,network,campaign,spend',
    '2026-03-29,IOS,Meta,old,99.0',
    '2026-03-30,ANDROID,Meta,z,5.0',
    '2026-03-30,IOS,Meta,B,5.0',
    '2026-03-30,IOS,Meta,b,5.0',
    '2026-03-30,IOS,Meta,é,9.0',
  ])
  const newest = [
    '2026-03-30,IOS,Meta,é,9.0',
    '2026-03-30,ANDROID,Meta,z,5.0',
    '2026-03-30,IOS,Meta,B,5.0',
    '2026-03-30,IOS,Meta,b,5.0',
    '2026-03-29,IOS,Meta,old,99.0',
  ]
  t.strictSame(
    (await lines(service, 'granularity=campaign&metrics=spend&order=newest')).slice(1),
    newest,
  )
  t.strictSame(
    (await lines(service, 'granularity=campaign&metrics=spend&order=newest&limit=2')).slice(1),
    newest.slice(0, 2),
  )
  // What orders the rows need not be among the columns.
  t.strictSame(
    (await lines(service, 'granularity=campaign&metrics=installs&order=newest&limit=2')).slice(1),
    ['2026-03-30,IOS,Meta,é,4', '2026-03-30,ANDROID,Meta,z,4'],
  )
})

t.test(
  'ratios are ratios of sums; null if undefined or if revenue is missing for a part',
  async t => {
    const service = await serve(
      t,
      [
        { country: 'US', spend: '10', paid_installs: 4 },
        {
          country: 'DE',
          spend: '30',
          paid_installs: 0,
          incremental_blended_installs: 2,
          full_blended_installs: 2,
        },
        { campaign: 'Free', spend: '0', paid_installs: 2 },
        {
          campaign: 'Idle',
          spend: '0',
          paid_installs: 0,
          incremental_blended_installs: 0,
          full_blended_installs: 0,
        },
      ],
      {
        cohort_revenue: [
          revenueRow({ country: 'US', dsi: 7, paid_gross: '8' }),
          revenueRow({ country: 'DE', dsi: 7, paid_gross: '4' }),
          revenueRow({ country: 'US', dsi: 1, paid_gross: '1' }),
          revenueRow({ campaign: 'Free', dsi: 7, paid_gross: '5' }),
        ],
      },
    )
    const query = 'metrics=ltv,roas,cpi,spend,installs&dsiValues=1,7'
    t.strictSame(await lines(service, `granularity=campaign&${query}`), [
      'install_cohort,platform,network,campaign,spend,installs_paid,cpi_paid,' +
        'ltv_paid_gross_d1,ltv_paid_gross_d7,roas_paid_gross_d1,roas_paid_gross_d7',
      '2026-03-30,IOS,Meta,Alpha,40.0,4,10.0,,3.0,,0.3',
      '2026-03-30,IOS,Meta,Free,0.0,2,0.0,,2.5,,',
      '2026-03-30,IOS,Meta,Idle,0.0,0,,,,,',
    ])
    t.strictSame(
      (await lines(service, `granularity=campaign_geo&campaigns=Alpha&${query}`)).slice(1),
      [
        '2026-03-30,IOS,Meta,Alpha,DE,30.0,0,,,,,0.13333333333333333',
        '2026-03-30,IOS,Meta,Alpha,US,10.0,4,2.5,0.25,2.0,0.1,0.8',
      ],
    )
  },
)

t.test('DSIs default to 7 and 365 if the app has them, else to its target', async t => {
  for (const [dsi_values, target_dsi, columns] of [
    ['1,7,365', 1, ['ltv_paid_gross_d7', 'ltv_paid_gross_d365']],
    ['365,30', 30, ['ltv_paid_gross_d365']],
    ['7', 7, ['ltv_paid_gross_d7']],
    ['90,30,1', 30, ['ltv_paid_gross_d30']],
  ] as const) {
    const service = await serve(t, [{}], {
      apps: [appRow({ dsi_values, target_dsi })],
      roas_snapshots: [],
      recommendations: [],
    })
    t.strictSame(
      (await lines(service, 'granularity=campaign'))[0],
      ['install_cohort', 'platform', 'network', 'campaign', ...columns].join(','),
    )
  }
})

t.test('csvSafe escapes text cells in CSV, and nothing else', async t => {
  const names = [
    '=1+1',
    '+1',
    '-1',
    '@x',
    '\ttab',
    '\rreturn',
    '\nline',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    'plain=',
    '＊x',
    "'quoted",
    ' =space',
  ]
  const service = await serve(t, [
    ...names.map(campaign => ({ campaign })),
    { network: '-net', campaign: 'n', country: null },
  ])
  const campaigns = async (query: string) => {
    const answer = await service.get(
      `/v1/report?appId=1&granularity=campaign&metrics=spend&format=csv${query}`,
    )
    return parse<{ campaign: string; network: string }>(answer.body, { columns: true }).map(
      ({ campaign, network }) => `${network}/${campaign}`,
    )
  }
  const raw = [...names.map(name => `Meta/${name}`), '-net/n']
  t.strictSame((await campaigns('')).sort(), raw.toSorted())
  t.strictSame((await campaigns('&csvSafe=false')).sort(), raw.toSorted())
  t.strictSame(
    (await campaigns('&csvSafe=true')).sort(),
    [
      ...names.map(name => `Meta/${/^[=+\-@\t\r\n＝＋－＠]/.test(name) ? "'" : ''}${name}`),
      "'-net/n",
    ].sort(),
  )
  t.equal((await service.get('/v1/report?appId=1&granularity=campaign&csvSafe=true')).status, 400)
  const { rows } = await decodeParquet(
    (await service.get('/v1/report?appId=1&granularity=campaign')).body,
  )
  t.strictSame(
    rows.map(([, , network, campaign]) => `${network}/${campaign}`).sort(),
    raw.toSorted(),
  )
})

t.test('csvBom puts a byte order mark before the header, and changes nothing else', async t => {
  const service = await serve(t, [{ campaign: '=1+1' }, { campaign: '星屑' }])
  const mark = Buffer.from([0xef, 0xbb, 0xbf])
  const file = '/v1/report?appId=1&granularity=campaign&metrics=spend&format=csv'
  for (const options of [
    '',
    '&csvSafe=true',
    '&limit=1',
    '&sort=-install_cohort',
    '&order=newest',
    '&networks=Nobody',
    '&groupBy=none',
  ]) {
    const [raw, marked] = [
      await service.get(file + options),
      await service.get(`${file}${options}&csvBom=true`),
    ]
    t.equal(marked.status, 200)
    t.ok(raw.body.toString().startsWith('install_cohort,'))
    t.ok(marked.body.equals(Buffer.concat([mark, raw.body])), options)
    t.not(marked.headers['etag'], raw.headers['etag'])
    t.equal(Number(marked.headers['content-length']), marked.body.length)
    t.equal(marked.headers['content-type'], 'text/csv; charset=utf-8')
  }
  t.strictSame(
    (await service.get(`${file}&csvBom=false`)).headers['etag'],
    (await service.get(file)).headers['etag'],
  )

  const url = `${file}&csvBom=true`
  const { body, headers } = await service.get(url)
  const range = await service.get(url, 1, { range: 'bytes=0-4', 'if-range': headers['etag']! })
  t.equal(range.status, 206)
  t.ok(range.body.equals(Buffer.concat([mark, Buffer.from('in')])))
  t.equal((await service.get(url, 1, { 'if-none-match': headers['etag']! })).status, 304)
  const authorization = `Bearer ${await service.keyOf(1)}`
  const head = await service.server.inject({ method: 'HEAD', url, headers: { authorization } })
  t.match(head.headers, { 'content-length': body.length, etag: headers['etag'] })
  t.equal((await service.get('/v1/report?appId=1&granularity=campaign&csvBom=true')).status, 400)
})

t.test('a row under a limit counts its whole period', async t => {
  const service = await serve(t, [{ install_date: '2026-03-01' }, { install_date: '2026-03-31' }], {
    runs: [runRow({ created_at: '2026-04-01T06:00:00.000Z', max_install_date: '2026-03-31' })],
    alerts: [],
  })
  t.strictSame(
    (
      await lines(
        service,
        'granularity=campaign&startDate=2026-03-01&metrics=spend&installGrouping=monthly&limit=1',
      )
    ).slice(1),
    ['2026-03-01,IOS,Meta,Alpha,20.0'],
  )
})

t.test(
  'cohorts with an empty name and with Unknown are one row, also by day and all names',
  async t => {
    const names = ['', 'Unknown', 'Alpha'].map(campaign => ({ campaign }))
    const service = await serve(t, names, {
      cohort_revenue: names.map((name, at) =>
        revenueRow({ ...name, ...revenueOf(String(2 ** at)) }),
      ),
    })
    const query =
      'installGrouping=daily&granularity=campaign_geo&startDate=2026-03-30&metrics=spend,roas,revenue&dsiValues=7'
    const whole = [
      '2026-03-30,IOS,Meta,Alpha,US,10.0,4.0,0.4',
      '2026-03-30,IOS,Meta,Unknown,US,20.0,3.0,0.15',
    ]
    for (const partial of [false, true]) {
      const cells = (await lines(service, `${query}&partial=${partial}`)).slice(1)
      t.strictSame(
        cells.map(line => line.split(',').slice(0, 8).join()),
        whole,
        `partial=${partial}`,
      )
    }
    const [, unknown] = await lines(service, `${query}&campaigns=Unknown&limit=1&sort=-spend`)
    t.ok(unknown?.startsWith(whole[1]!), 'a page of it too')
  },
)
