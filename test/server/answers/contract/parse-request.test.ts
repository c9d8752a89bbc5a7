import t from 'tap'
import type { OperationId } from '../../../../generated/operations.ts'
import { parseRequest, type RawParameters } from '../../../../server/answers/contract/query.ts'

const report = { appId: '7', granularity: 'campaign' }

function faults(operationId: OperationId, query: RawParameters): [string, string][] {
  const parsed = parseRequest(operationId, query)
  return 'faults' in parsed
    ? parsed.faults.map(({ parameter, message }) => [parameter, message])
    : []
}

t.test('text becomes values, and omitted parameters get their defaults', async t => {
  const query = {
    appId: '7',
    granularity: 'campaign_geo',
    dsiValues: '7,365',
    campaigns: '"US, Tier 1",Other',
    countries: 'US,Unknown',
    limit: '5',
    maturity: 'true',
  }
  t.strictSame(parseRequest('getReport', query), {
    value: {
      query: {
        appId: 7,
        granularity: 'campaign_geo',
        metrics: ['ltv'],
        roasTypes: ['paid'],
        revenueTypes: ['gross'],
        dsiValues: [7, 365],
        countries: ['US', 'Unknown'],
        campaigns: ['US, Tier 1', 'Other'],
        format: 'parquet',
        csvSafe: false,
        csvBom: false,
        maturity: true,
        partial: false,
        explain: false,
        targets: false,
        limit: 5,
        order: 'install_cohort',
      },
      path: {},
    },
  })
})

t.test('one response does not change the defaults of the next', async t => {
  const first = parseRequest('getReport', report)
  if ('value' in first) (first.value.query.metrics as string[]).push('roas')
  t.match(parseRequest('getReport', report), { value: { query: { metrics: ['ltv'] } } })
  const second = parseRequest('getReport', report)
  t.strictSame('value' in second && second.value.query.metrics, ['ltv'])
})

t.test('path parameters are parsed', async t => {
  t.strictSame(parseRequest('downloadExport', {}, { link: 'abc' }), {
    value: { query: {}, path: { link: 'abc' } },
  })
  t.match(parseRequest('downloadExport', {}, {}), {
    faults: [{ parameter: 'link', message: 'is required' }],
  })
})

t.test('a single invalid value is reported', async t => {
  const cases: [string, string | string[], string][] = [
    [
      'limit',
      '1e2',
      'must be a whole number from 1 to 500, in plain digits without leading zeros; got "1e2"',
    ],
    [
      'limit',
      '0',
      'must be a whole number from 1 to 500, in plain digits without leading zeros; got "0"',
    ],
    [
      'limit',
      '501',
      'must be a whole number from 1 to 500, in plain digits without leading zeros; got "501"',
    ],
    [
      'limit',
      ' 5',
      'must be a whole number from 1 to 500, in plain digits without leading zeros; got " 5"',
    ],
    [
      'limit',
      '+5',
      'must be a whole number from 1 to 500, in plain digits without leading zeros; got "+5"',
    ],
    [
      'limit',
      '5.0',
      'must be a whole number from 1 to 500, in plain digits without leading zeros; got "5.0"',
    ],
    [
      'limit',
      '007',
      'must be a whole number from 1 to 500, in plain digits without leading zeros; got "007"',
    ],
    [
      'limit',
      '',
      'must be a whole number from 1 to 500, in plain digits without leading zeros; got ""',
    ],
    ['limit', ['5', '6'], 'is given more than once'],
    ['limit', ['5', '5'], 'is given more than once'],
    [
      'platforms',
      ['ios', 'web'],
      'is given more than once; write a list once, its values separated by commas: a,b',
    ],
    [
      'appId',
      '9007199254740992',
      'must be a whole number from 0 to 9007199254740991, in plain digits without leading zeros; got "9007199254740992"',
    ],
    [
      'appId',
      '9'.repeat(300),
      `must be a whole number from 0 to 9007199254740991, in plain digits without leading zeros; got "${'9'.repeat(80)}…"`,
    ],
    ['startDate', '2026-02-30', 'must be a real date written YYYY-MM-DD; got "2026-02-30"'],
    ['startDate', '2026-2-3', 'must be a real date written YYYY-MM-DD; got "2026-2-3"'],
    [
      'startDate',
      '2026-02-03T00:00:00Z',
      'must be a real date written YYYY-MM-DD; got "2026-02-03T00:00:00Z"',
    ],
    ['maturity', '{{#label}} <b>', 'must be true or false; got "{{#label}} <b>"'],
    ['maturity', 'TRUE', 'must be true or false; got "TRUE"'],
    ['format', 'xlsx', 'must be one of parquet, csv; got "xlsx"'],
    ['platforms', '', 'must not be empty'],
    ['platforms', 'ios,,web', 'must not have an empty value, as item 2 is; got "ios,,web"'],
    [
      'platforms',
      'IOS,tv,tv2,web,x',
      'each item must be one of ios, android, web; got "IOS", "tv", "tv2" and 1 more',
    ],
    ['platforms', 'ios,web,ios', 'must not repeat a value; got "ios" more than once'],
    [
      'dsiValues',
      '7,07',
      'each item must be a whole number from 0 to 36500, in plain digits without leading zeros; got "07"',
    ],
    ['networks', '"",a', 'each item must not be empty; got ""'],
    [
      'campaigns',
      '"US, Tier 1',
      'must close every quoted value; item 1 has no closing double quote; got "\\"US, Tier 1"',
    ],
    ['campaigns', 'a\n'.repeat(300) + '"', ''],
  ]
  for (const [name, value, message] of cases) {
    const wanted = message === '' ? [] : [[name, message]]
    t.strictSame(
      faults('getReport', { ...report, [name]: value }),
      wanted,
      `${name}=${String(value).slice(0, 40)}`,
    )
  }
  t.match(faults('getReport', { ...report, granularity: 'campaign_geo', countries: 'us' }), [
    ['countries', /^each item must be two capital letters .*; got "us"$/],
  ])
})

t.test('allowed values are listed', async t => {
  t.match(parseRequest('getReport', { ...report, platforms: 'tv' }), {
    faults: [{ allowed: ['ios', 'android', 'web'] }],
  })
  t.match(parseRequest('getReport', { ...report, csvSafe: '1' }), {
    faults: [{ allowed: ['true', 'false'] }],
  })
  const parsed = parseRequest('getReport', { ...report, limit: 'x' })
  t.notOk('faults' in parsed && parsed.faults[0] !== undefined && 'allowed' in parsed.faults[0])
})

t.test('unknown parameters are reported', async t => {
  t.strictSame(parseRequest('getAlerts', { appId: '7', plattforms: 'ios' }), {
    faults: [
      {
        parameter: 'plattforms',
        message: 'is not a parameter of this operation; did you mean platforms?',
        allowed: [
          ...[
            'appId',
            'alertGroups',
            'countries',
            'platforms',
            'networks',
            'campaigns',
            'startDate',
            'endDate',
            'distinct',
          ],
          ...['sort', 'limit', 'offset'],
        ],
      },
    ],
  })
  const suggested = {
    app_id: 'appId',
    APPID: 'appId',
    startdate: 'startDate',
    'start-date': 'startDate',
    contries: 'countries',
    country: 'countries',
    x: undefined,
  }
  for (const [name, nearest] of Object.entries(suggested)) {
    const [fault] = faults('getAlerts', { appId: '7', [name]: '1' })
    t.match(
      fault?.[1],
      nearest === undefined ? /operation, which has appId, / : `did you mean ${nearest}?`,
      name,
    )
  }
  t.strictSame(faults('listApps', { appId: '7' }), [
    ['appId', 'is not a parameter of this operation, which has none'],
  ])
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    t.strictSame(
      faults('listApps', JSON.parse(`{"${name}":"1"}`) as RawParameters).map(
        ([parameter]) => parameter,
      ),
      [name],
      name,
    )
  }
})

t.test('long invalid input does not inflate the response', async t => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`p${index}`, '1']))
  const reported = faults('listApps', many)
  t.equal(reported.length, 20)
  t.match(reported.at(-1)?.[1], /\(and 4980 more errors\)$/)
  t.ok(faults('listApps', { ['x'.repeat(10_000)]: '1' })[0]![0].length < 100)
})

t.test('all errors are reported at once', async t => {
  const dates = { startDate: '2026-03-02', endDate: '2026-03-01' }
  const query = {
    appId: ['1', '2'],
    limit: 'x',
    platforms: 'tv,ios,ios',
    ...dates,
    nope: '1',
    csvSafe: 'true',
  }
  const reported = faults('getReport', query)
  t.strictSame(reported.map(([parameter]) => parameter).sort(), [
    'appId',
    'csvSafe',
    'granularity',
    'limit',
    'nope',
    'platforms',
    'platforms',
    'startDate',
  ])
  t.ok(
    reported.every(([, message]) => /^[a-z]/.test(message)),
    'every message follows a name and a colon',
  )
  t.strictSame(
    reported.find(([parameter]) => parameter === 'granularity'),
    ['granularity', 'is required'],
  )
})

t.test('a parameter may require a value of another', async t => {
  const message = (actual: string) =>
    `can be used only with granularity campaign_geo; granularity is ${actual}`
  t.strictSame(faults('getReport', { ...report, countries: 'US' }), [
    ['countries', message('campaign')],
  ])
  t.strictSame(faults('getRecommendations', { appId: '7', countries: 'US' }), [
    ['countries', message('campaign by default')],
  ])
  t.strictSame(
    faults('getRecommendations', { appId: '7', granularity: 'campaign_geo', countries: 'US' }),
    [],
  )
  const unclear = faults('getRecommendations', { appId: '7', granularity: 'x', countries: 'US' })
  const bad = faults('getReport', { ...report, csvSafe: 'maybe' })
  t.strictSame(
    bad.map(([name]) => name),
    ['csvSafe'],
    'nor about a parameter that is at fault itself',
  )
  t.strictSame(
    unclear.map(([name]) => name),
    ['granularity'],
    'nothing is said about what depends on a fault',
  )
  t.strictSame(faults('getReport', { appId: '7', countries: 'US' }), [
    ['granularity', 'is required'],
  ])
  t.strictSame(faults('getRoasHistory', { appId: '7', granularity: 'app', countries: 'US' }), [])
  t.strictSame(faults('getRoasHistory', { ...report, countries: 'US' }), [
    ['countries', 'can be used only with granularity app or campaign_geo; granularity is campaign'],
  ])
  t.strictSame(faults('getReport', { ...report, csvSafe: 'false' }), [], 'its default says nothing')
  t.strictSame(faults('getReport', { ...report, csvSafe: 'true', format: 'csv' }), [])
  t.strictSame(faults('getReport', { ...report, csvSafe: 'true' }), [
    ['csvSafe', 'can be used only with format csv; format is parquet by default'],
  ])
})

t.test('a parameter may require another', async t => {
  t.strictSame(faults('getAlerts', { appId: '7', endDate: '2026-03-01' }), [
    ['endDate', 'can be used only when startDate is also given'],
  ])
  t.strictSame(faults('getAlerts', { appId: '7', startDate: '2026-03-01' }), [])
  const misspelled = faults('getAlerts', { appId: '7', startDate: 'x', endDate: '2026-03-01' })
  t.strictSame(
    misspelled.map(([name]) => name),
    ['startDate'],
  )
})

t.test('dates must be in order', async t => {
  t.strictSame(faults('getReport', { ...report, startDate: '2026-03-02', endDate: '2026-03-01' }), [
    ['startDate', 'must not be after endDate; startDate is 2026-03-02, endDate is 2026-03-01'],
  ])
  t.strictSame(
    faults('getReport', { ...report, startDate: '2026-03-01', endDate: '2026-03-01' }),
    [],
  )
})
