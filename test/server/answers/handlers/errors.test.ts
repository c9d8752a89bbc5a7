import { rename, writeFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { startService, type Answered, type TestService } from '../../../support/started-service.ts'
import { twoCompanies } from '../../../support/two-companies.ts'

interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: string
  requestId: string
  errors?: { parameter: string; message: string; allowed?: string[] }[]
}

const READS_APP = [
  '/v1/app-settings?appId=',
  '/v1/campaigns?appId=',
  '/v1/recommendations?appId=',
  '/v1/forecast-accuracy?appId=',
  '/v1/report?granularity=campaign&appId=',
  '/v1/roas-history?granularity=app&appId=',
  '/v1/alerts?appId=',
  '/v1/budget-plan?budgetChange=0&appId=',
  '/v1/pacing?appId=',
]

function service(t: Test): Promise<TestService> {
  return startService(t, { deliveries: [twoCompanies()] })
}

/** A problem document, checked for what every one has. */
function problemOf(t: Test, answer: Answered, status: number, code: string): Problem {
  const problem = answer.json() as Problem
  t.equal(answer.status, status)
  t.match(answer.headers, {
    'content-type': /^application\/problem\+json/,
    'x-content-type-options': 'nosniff',
  })
  t.match(problem, {
    type: `/docs#${code}`,
    title: /./,
    status,
    code,
    detail: /./,
    requestId: answer.headers['x-request-id'],
  })
  return problem
}

/** The parameters at fault, in the order in which they are reported. */
async function faulty(t: Test, { get }: TestService, url: string): Promise<string[]> {
  const problem = problemOf(t, await get(url), 400, 'invalid_parameter')
  for (const { parameter, message } of problem.errors ?? [])
    t.ok(problem.detail.includes(`${parameter}: ${message}`), 'the detail says it too')
  return (problem.errors ?? []).map(({ parameter }) => parameter).sort()
}

async function faultsOf({ get }: TestService, url: string) {
  return ((await get(url)).json() as Problem).errors
}

t.test('401 is the same for every invalid key, except for revoked and expired ones', async t => {
  const { server, keys, keyOf } = await service(t)
  const good = await keyOf(1)
  const revoked = await keys.create({ companyId: 1 })
  await keys.revoke(revoked.id)
  const expired = await keys.create({ companyId: 1, expires: '2026-03-31' })
  const altered = good.slice(0, -1) + (good.endsWith('0') ? '1' : '0')
  const bodies = new Map<string, Set<string | undefined>>()
  for (const authorization of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Basic ${Buffer.from(good).toString('base64')}`,
    good,
    `Bearer ${good} x`,
    `Bearer ${altered}`,
    `Bearer ${good.toLowerCase()}`,
    `Bearer uascope_${'0'.repeat(38)}`,
    'Bearer ../../etc/passwd',
    `Bearer ${revoked.key}`,
    `Bearer ${expired.key}`,
  ]) {
    // Even to a request that is wrong in every other way: the key comes first.
    for (const url of [
      '/v1/apps',
      '/v1/report?nonsense=1',
      '/v1/report?appId=4&granularity=campaign',
    ]) {
      const answer = await server.inject({
        url,
        headers: authorization === undefined ? {} : { authorization },
      })
      t.equal(answer.statusCode, 401, `${authorization} ${url}`)
      t.equal(answer.headers['www-authenticate'], 'Bearer')
      t.notOk(answer.headers['ratelimit'], 'counted for nobody')
      const { requestId, ...body } = JSON.parse(answer.payload) as Problem
      t.equal(requestId, answer.headers['x-request-id'])
      bodies.set(
        JSON.stringify(body),
        (bodies.get(JSON.stringify(body)) ?? new Set()).add(authorization),
      )
    }
  }
  t.equal(bodies.size, 3)
  const alone = [...bodies].flatMap(([body, [first, ...others]]) =>
    others.length === 0 ? [[first, body]] : [],
  )
  t.match(
    new Map(alone as [string, string][]),
    new Map([
      [`Bearer ${revoked.key}`, /was revoked/],
      [`Bearer ${expired.key}`, /has expired/],
    ]),
  )
  for (const scheme of ['Bearer', 'bearer', 'BEARER ']) {
    const answer = await server.inject({
      url: '/v1/apps',
      headers: { authorization: `${scheme} ${good}` },
    })
    t.equal(answer.statusCode, 200, scheme)
  }
})

t.test('403 is the same for a foreign app, an inactive one and an unknown one', async t => {
  const { get } = await service(t)
  const bodies = new Set<string>()
  const headers = new Set<string>()
  for (const path of READS_APP) {
    for (const appId of [4, 3, 5, 0, 9007199254740991]) {
      const answer = await get(path + appId, 1, { 'x-request-id': 'same' })
      const { requestId, ...body } = problemOf(t, answer, 403, 'app_forbidden')
      t.equal(requestId, 'same')
      bodies.add(JSON.stringify(body))
      headers.add(JSON.stringify({ ...answer.headers, date: '', ratelimit: '' }))
      for (const text of [
        answer.body.toString(),
        JSON.stringify({ ...answer.headers, date: '', ratelimit: '' }),
      ]) {
        t.notMatch(
          text.replace(/"status":403|length":"\d+/g, ''),
          new RegExp(`(?<![0-9])${appId}(?![0-9])`),
          'the id is not repeated',
        )
      }
    }
    t.equal((await get(`${path}1`)).status, 200)
    t.equal((await get(`${path}4`, 2)).status, 200)
  }
  t.equal(bodies.size, 1)
  t.equal(headers.size, 1)
})

t.test('403: a company without a delivery reads nothing', async t => {
  const { get } = await service(t)
  t.strictSame((await get('/v1/apps', 99)).json(), [])
  problemOf(t, await get('/v1/alerts?appId=1', 99), 403, 'app_forbidden')
})

t.test('400 for app-independent errors precedes 403, and reports all of them', async t => {
  const api = await service(t)
  t.strictSame(await faulty(t, api, '/v1/apps?x=1&y=2'), ['x', 'y'])
  t.strictSame(await faulty(t, api, '/v1/recommendations'), ['appId'])
  t.strictSame(
    await faulty(
      t,
      api,
      '/v1/recommendations?appId=4&granularity=app&platforms=&networks=a,a&limit=0',
    ),
    ['granularity', 'limit', 'networks', 'platforms'],
  )
  t.strictSame(await faulty(t, api, '/v1/app-settings?appId=x&today=1'), ['appId', 'today'])
  t.strictSame(
    await faulty(t, api, '/v1/campaigns?platforms=IOS&networks=&countries=GLOBAL&campaigns=a'),
    ['appId', 'campaigns', 'countries', 'networks', 'platforms'],
  )
  t.strictSame(await faulty(t, api, '/v1/recommendations?appId=4&countries=US'), ['countries'])
  t.strictSame(
    await faulty(
      t,
      api,
      '/v1/report?appId=+4&granularity=geo&installGrouping=yearly&metrics=margin&roasTypes=&revenueTypes=gross,gross' +
        '&dsiValues=7,-1&startDate=2026-02-30' +
        '&endDate=yesterday&countries=usa&platforms=ios,IOS&networks=&campaigns=%22x' +
        '&format=xlsx&csvSafe=maybe&csvBom=1&maturity=1&limit=501&order=oldest&color=red',
    ),
    [
      'appId',
      'campaigns',
      'color',
      'countries',
      'csvBom',
      'csvSafe',
      'dsiValues',
      'endDate',
      'format',
      'granularity',
      'installGrouping',
      'limit',
      'maturity',
      'metrics',
      'networks',
      'order',
      'platforms',
      'revenueTypes',
      'roasTypes',
      'startDate',
    ],
  )
  t.strictSame(
    await faulty(
      t,
      api,
      '/v1/roas-history?appId=1e3&granularity=country&dsi=7.0&installGrouping=day&roasType=organic' +
        '&revenueType=Gross&startDate=2026-1-1&endDate=20260101' +
        '&countries=us&platforms=windows&networks=,&campaigns=a,&format=CSV&csvSafe=TRUE&csvBom=&limit=0',
    ),
    [
      'appId',
      'campaigns',
      'countries',
      'csvBom',
      'csvSafe',
      'dsi',
      'endDate',
      'format',
      'granularity',
      'installGrouping',
      'limit',
      'networks',
      'platforms',
      'revenueType',
      'roasType',
      'startDate',
    ],
  )
  t.strictSame(
    await faulty(
      t,
      api,
      '/v1/alerts?appId=01&alertGroups=BIDS&countries=EU1&endDate=2026-01-01&limit=0',
    ),
    ['alertGroups', 'appId', 'countries', 'endDate', 'limit'],
  )
})

t.test('400 for invalid percent-encoded UTF-8 is reported with everything else', async t => {
  const api = await service(t)
  const broken = 'is not valid percent-encoded UTF-8'
  t.match(
    await faultsOf(api, '/v1/report?appId=%zz&granularity=geo&networks=%ff&networks=a&%c3=1&x=1'),
    [
      { parameter: 'appId', message: broken },
      { parameter: 'networks', message: broken },
      { parameter: '%c3', message: broken },
      { parameter: 'granularity', message: /^must be/ },
      { parameter: 'x', message: /not a parameter/ },
    ],
  )
  t.strictSame(
    await faulty(t, api, '/v1/alerts?appId=1&startDate=%e4&endDate=2026-01-01'),
    ['startDate'],
    'given, if badly',
  )
  t.ok(
    (await faultsOf(
      api,
      `/v1/apps?${Array.from({ length: 2000 }, (_, index) => `${index}%z`).join('&')}`,
    ))!.length < 50,
  )
})

t.test('400 enforces rules between parameters', async t => {
  const api = await service(t)
  for (const appId of [1, 5]) {
    t.strictSame(
      await faulty(
        t,
        api,
        `/v1/report?appId=${appId}&granularity=campaign&countries=US&csvSafe=true&csvBom=true`,
      ),
      ['countries', 'csvBom', 'csvSafe'],
    )
    t.strictSame(
      await faulty(t, api, `/v1/roas-history?appId=${appId}&granularity=campaign&countries=US`),
      ['countries'],
    )
    t.strictSame(await faulty(t, api, `/v1/alerts?appId=${appId}&endDate=2026-03-31`), ['endDate'])
    for (const path of [
      'report?granularity=campaign',
      'roas-history?granularity=app',
      'alerts?alertGroups=bids',
    ]) {
      const url = `/v1/${path}&appId=${appId}&startDate=2026-03-02&endDate=2026-03-01`
      const [fault] = (await faultsOf(api, url))!
      t.match(
        `${fault!.parameter} ${fault!.message}`,
        /startDate.*endDate.*2026-03-02.*2026-03-01|startDate.*2026-03-02.*endDate.*2026-03-01/,
        url,
      )
    }
  }
  t.strictSame(await faulty(t, api, '/v1/report?appId=1&appId=2&granularity=campaign'), ['appId'])
  t.strictSame(
    await faulty(t, api, '/v1/report?appId=1&granularity=campaign&platforms=ios&platforms=web'),
    ['platforms'],
  )
  t.strictSame(await faulty(t, api, '/v1/report?appid=1&granularity=campaign'), ['appId', 'appid'])
})

t.test('400 for app-dependent errors follows 403, and reports all of them', async t => {
  const api = await service(t)
  const report = 'granularity=campaign&installGrouping=daily&dsiValues=7,8,30&startDate=2024-12-31'
  t.strictSame(await faulty(t, api, `/v1/report?appId=2&${report}`), [
    'dsiValues',
    'installGrouping',
    'startDate',
  ])
  problemOf(t, await api.get(`/v1/report?appId=4&${report}`), 403, 'app_forbidden')
  t.strictSame(await faultsOf(api, `/v1/report?appId=2&${report}`), [
    {
      parameter: 'installGrouping',
      message: 'daily is not available: this app requires weekly prediction aggregation',
      allowed: ['weekly', 'monthly', 'total'],
    },
    {
      parameter: 'dsiValues',
      message: 'not available for this app: 7, 8; use any of 30, 90',
      allowed: ['30', '90'],
    },
    {
      parameter: 'startDate',
      message: 'must not be before 2025-01-01, the earliest date supported',
    },
  ])
  const history = 'granularity=campaign&installGrouping=daily&dsi=7&startDate=2026-01-04'
  t.strictSame(await faulty(t, api, `/v1/roas-history?appId=2&${history}`), [
    'dsi',
    'installGrouping',
    'startDate',
  ])
  problemOf(t, await api.get(`/v1/roas-history?appId=3&${history}`), 403, 'app_forbidden')
  t.match((await faultsOf(api, `/v1/roas-history?appId=2&${history}`))?.at(-1), {
    message: /2026-01-05/,
  })
  t.strictSame((await faultsOf(api, `/v1/roas-history?appId=2&${history}`))?.[0]?.allowed, [
    'weekly',
    'monthly',
  ])
  t.strictSame(await faulty(t, api, `/v1/report?appId=2&${report}&sort=roas`), [
    'dsiValues',
    'installGrouping',
    'sort',
    'startDate',
  ])
  // What the first stage finds hides what the second would.
  t.strictSame(await faulty(t, api, `/v1/report?appId=2&${report}&limit=0`), ['limit'])
})

t.test('sort must name a column of the result', async t => {
  const api = await service(t)
  const report =
    '/v1/report?appId=1&granularity=campaign&groupBy=network&metrics=spend,ltv&dsiValues=7&maturity=true&partial=true'
  const allowed = [
    'install_cohort',
    'network',
    'spend',
    'ltv_paid_gross_d7',
    'period_days',
    'actual_share_d7',
    'covered_share_d7',
  ]
  for (const column of allowed)
    t.equal((await api.get(`${report}&sort=-${column}`)).status, 200, column)
  t.strictSame(await faultsOf(api, `${report}&sort=campaign`), [
    {
      parameter: 'sort',
      message: `"campaign" is not a column of this result; use one of ${allowed.join(', ')}`,
      allowed,
    },
  ])
  t.strictSame(await faultsOf(api, `${report}&sort=--spent`), [
    {
      parameter: 'sort',
      message: '"-spent" is not a column of this result; did you mean spend?',
      allowed,
    },
  ])
  t.strictSame(await faulty(t, api, `${report}&sort=-`), ['sort'])
  t.strictSame(await faulty(t, api, `${report}&sort=`), ['sort'])
  problemOf(
    t,
    await api.get(`/v1/report?appId=4&granularity=campaign&sort=nothing`),
    403,
    'app_forbidden',
  )
})

t.test('grouping, order and pages of a report can be combined by their rules', async t => {
  const api = await service(t)
  const report = '/v1/report?appId=1&metrics=spend&granularity=campaign'
  for (const [query, parameter, message] of [
    [
      'groupBy=none,network',
      'groupBy',
      /none cannot be combined with other values; got none, network/,
    ],
    [
      'groupBy=network,country',
      'groupBy',
      /^country can be used only with granularity campaign_geo; granularity is campaign$/,
    ],
    ['groupBy=', 'groupBy', /./],
    ['groupBy=network,network', 'groupBy', /./],
    ['groupBy=countries', 'groupBy', /country/],
    ['offset=1', 'offset', /limit/],
    ['limit=1&offset=-1', 'offset', /./],
    ['limit=1&offset=1000001', 'offset', /1000000/],
    ['sort=spend&order=newest', 'sort', /cannot be used together with order/],
    ['sort=spend&order=install_cohort', 'sort', /order/],
    ['partial=yes', 'partial', /true/],
  ] as const) {
    const faults = (await faultsOf(api, `${report}&${query}`)) ?? []
    t.match(faults, [{ parameter, message }], query)
    t.equal(faults.length, 1, query)
  }
  t.strictSame(
    await faulty(t, api, `${report}&groupBy=country,none&offset=1&sort=x&order=newest`),
    ['groupBy', 'groupBy', 'offset', 'sort'],
  )
})

t.test('app-dependent parameters have limits', async t => {
  const api = await service(t)
  const statusOf = async (path: string) => (await api.get(path)).status
  // Today is 2026-04-01; 455 days before it is 2025-01-01.
  t.equal(await statusOf('/v1/report?appId=1&granularity=campaign&startDate=2025-01-01'), 200)
  t.equal(await statusOf('/v1/report?appId=1&granularity=campaign&startDate=2024-12-31'), 400)
  t.equal(await statusOf('/v1/roas-history?appId=2&granularity=app&startDate=2026-01-05'), 200)
  t.equal(await statusOf('/v1/roas-history?appId=2&granularity=app&startDate=2026-01-04'), 400)
  t.equal(await statusOf('/v1/roas-history?appId=2&granularity=app&installGrouping=weekly'), 200)
  t.equal(await statusOf('/v1/roas-history?appId=1&granularity=app&installGrouping=daily'), 200)
  t.equal(await statusOf('/v1/report?appId=2&granularity=campaign&installGrouping=total'), 200)
  t.equal(await statusOf('/v1/roas-history?appId=2&granularity=app&installGrouping=total'), 400)
  // DSIs count only for the metrics that look at them; but they must be whole numbers all the same.
  t.equal(
    await statusOf(
      '/v1/report?appId=1&granularity=campaign&metrics=spend,installs,cpi&dsiValues=8',
    ),
    200,
  )
  t.equal(
    await statusOf('/v1/report?appId=1&granularity=campaign&metrics=spend,roas&dsiValues=8'),
    400,
  )
  t.equal(await statusOf('/v1/report?appId=1&granularity=campaign&metrics=ltv&dsiValues=8'), 400)
  t.equal(await statusOf('/v1/report?appId=1&granularity=campaign&metrics=spend&dsiValues=x'), 400)
  // Six DSIs are five too many for the tools only, and nothing is too far in the future.
  t.equal(
    await statusOf(
      '/v1/report?appId=1&granularity=campaign&startDate=2026-03-31&endDate=9999-12-31',
    ),
    200,
  )
})

t.test('dates at the ends of the calendar never break the service', async t => {
  const { get } = await service(t)
  for (const date of ['0000-01-01', '0001-01-01', '0099-12-31', '1582-10-10', '9999-12-31']) {
    for (const path of [
      'report?granularity=campaign&maturity=true',
      'roas-history?granularity=app',
      'alerts?alertGroups=bids',
    ]) {
      for (const range of [
        `startDate=${date}`,
        `endDate=${date}`,
        `startDate=${date}&endDate=${date}`,
        `startDate=${date}&endDate=9999-12-31`,
      ]) {
        const answer = await get(`/v1/${path}&appId=1&${range}`)
        t.ok([200, 400].includes(answer.status), `${path} ${range}: ${answer.status}`)
      }
    }
  }
})

t.test('unknown paths give 404 and other methods 405', async t => {
  const { server, get, keyOf } = await service(t)
  for (const path of [
    '/v1',
    '/v1/',
    '/v2/apps',
    '/v1/apps/',
    '/v1/Apps',
    '/v1/apps/1',
    '/v1/exports',
    '/v1/exports/',
    '/v1/exports/a/b',
    '/etc/passwd',
  ]) {
    problemOf(t, await get(path), 404, 'not_found')
  }
  for (const path of [
    '/v1/apps',
    '/v1/report',
    '/v1/roas-history',
    '/v1/recommendations',
    '/v1/app-settings',
    '/v1/campaigns',
    '/v1/alerts',
    '/v1/exports/x',
    '/healthz',
    '/openapi.json',
    '/docs',
  ]) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await server.inject({
        method,
        url: path,
        headers: { authorization: `Bearer ${await keyOf(1)}` },
        payload: method === 'OPTIONS' ? '' : '{"a":',
      })
      t.equal(answer.statusCode, 405, `${method} ${path}`)
      t.equal(answer.headers['allow'], 'GET, HEAD')
      t.match(JSON.parse(answer.payload), { code: 'method_not_allowed', status: 405 })
    }
  }
})

t.test('416 has the size; satisfiable ranges are served', async t => {
  const { get } = await service(t)
  const url = '/v1/report?appId=1&granularity=campaign&format=csv'
  const whole = await get(url)
  const size = whole.body.length
  for (const range of [`bytes=${size}-`, `bytes=${size + 5}-${size + 9}`, 'bytes=-0']) {
    const answer = await get(url, 1, { range })
    problemOf(t, answer, 416, 'range_not_satisfiable')
    t.equal(answer.headers['content-range'], `bytes */${size}`)
  }
  const part = await get(url, 1, { range: 'bytes=3-9', 'if-range': whole.headers['etag']! })
  t.equal(part.status, 206)
  t.equal(part.headers['content-range'], `bytes 3-9/${size}`)
  t.strictSame(part.body, whole.body.subarray(3, 10))
  t.equal((await get(url, 1, { range: 'bytes=3-9', 'if-range': '"other"' })).status, 200)
  t.equal((await get(url, 1, { range: 'pages=1-2' })).status, 200)
})

t.test('a damaged store is 503 and not ready, without details', async t => {
  const { get, dataDir, passSecond } = await service(t)
  t.equal((await get('/readyz')).status, 200)
  const file = `${dataDir}/records/records.sqlite`
  await writeFile(`${file}.other`, 'x'.repeat(100_000))
  await rename(`${file}.other`, file)
  passSecond()
  for (const [path, status, code] of [
    ['/v1/apps', 503, 'data_damaged'],
    ['/readyz', 503, 'data_damaged'],
  ] as const) {
    const answer = await get(path)
    problemOf(t, answer, status, code)
    t.notMatch(answer.body.toString(), /catalog|uascope-|format|Error:|\.ts/)
  }
  t.equal((await get('/healthz')).status, 200)
})
