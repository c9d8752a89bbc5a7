import t from 'tap'
import { countryCode, networkAliases } from '../../../mcp/tools/aliases.ts'
import { interpretArguments } from '../../../mcp/tools/arguments.ts'
import { inputSchemaOf } from '../../../mcp/tools/tool.ts'

const report = inputSchemaOf('svc_get_report')
const today = '2026-03-20'

function read(raw: object): unknown {
  return interpretArguments(raw, report, today).args
}

t.test('a documented spelling stays unchanged and is not echoed', async t => {
  const raw = {
    appId: 1,
    granularity: 'campaign_geo',
    groupBy: ['COUNTRY'],
    metrics: ['spend', 'roas'],
    dsiValues: [7],
    networks: ['Meta Ads, Google Ads', ' spaces '],
    countries: ['US', 'Unknown'],
    startDate: '2026-03-01',
    partial: true,
    sort: '-roas_paid_gross_d7',
  }
  const { args: values, interpreted, nameTexts } = interpretArguments(raw, report, today)
  t.strictSame([values, interpreted, nameTexts], [raw, {}, {}])
  for (const [name, value] of Object.entries(values))
    t.equal(value, raw[name as keyof typeof raw], name)
})

t.test('a value without a meaning, or with several, is left to the check', async t => {
  for (const raw of [
    { appId: 'Game' },
    { appId: [1, 2] },
    { granularity: ['campaign', 'campaign_geo'] },
    { appId: '1,000' },
    { appId: '9007199254740993' },
    { limit: '1e2' },
    { limit: '-1' },
    { metrics: ['re'] },
    { metrics: [null] },
    { metrics: { spend: true } },
    { granularity: 'camp' },
    { startDate: '03/04/2026' },
    { startDate: '2026-02-30' },
    { startDate: '2026-02-30T00:00:00Z' },
    { startDate: '2026-03-01T23:30:00-05:00' },
    { startDate: '2026-03-01T25:00+99:00' },
    { startDate: '2026301' },
    { startDate: 'last week' },
    { partial: 'yes' },
    { countries: ['Atlantis'], granularity: 'campaign' },
    { nonsense: '1' },
    JSON.parse('{"__proto__":{"limit":1},"constructor":1}') as object,
    { networks: ['a'], Networks: ['b'] },
    { countries: ['US'], country: ['DE'], granularity: 'campaign_geo' },
  ]) {
    const { args: values, interpreted } = interpretArguments(raw, report, today)
    t.strictSame([values, interpreted], [raw, {}], JSON.stringify(raw))
  }
})

t.test('an argument given in two other spellings is read once', async t => {
  t.strictSame(read({ app_id: 1, appid: 2 }), { appId: 1, appid: 2 })
})

t.test('a timestamp is read as its date if that is also the UTC date', async t => {
  for (const [startDate, wanted] of [
    ['2026-03-01T00:00:00.000Z', '2026-03-01'],
    ['2026-03-01T18:00:00+02:00', '2026-03-01'],
    ['2026-03-01 23:59', '2026-03-01'],
    ['20260301', '2026-03-01'],
    ['2026.3.1', '2026-03-01'],
  ] as const) {
    t.strictSame(read({ startDate }), { startDate: wanted }, startDate)
  }
  t.strictSame(read({ startDate: 20260301 }), { startDate: '2026-03-01' })
})

t.test('today and yesterday are read as UTC dates, alone or in a range', async t => {
  t.strictSame(read({ startDate: 'yesterday', endDate: ' Today' }), {
    startDate: '2026-03-19',
    endDate: '2026-03-20',
  })
  t.match(read({ compare: '2026-03-01 to yesterday' }), { compare: '2026-03-01..2026-03-19' })
})

t.test('countries alone imply campaign_geo, and singular names their plural', async t => {
  for (const name of ['svc_get_report', 'svc_export_report', 'svc_get_recommendations'] as const) {
    const { args, interpreted } = interpretArguments({ country: 'us' }, inputSchemaOf(name), today)
    t.strictSame(
      [args, interpreted],
      [{ countries: ['US'], granularity: 'campaign_geo' }, args],
      name,
    )
    const explicit = { countries: ['US'], granularity: 'campaign' }
    t.strictSame(
      interpretArguments(explicit, inputSchemaOf(name), today),
      { args: explicit, interpreted: {}, nameTexts: {} },
      name,
    )
  }
  const history = interpretArguments(
    { country: 'US' },
    inputSchemaOf('svc_get_roas_history'),
    today,
  )
  t.strictSame(history.args, { countries: ['US'] }, 'which it takes at app granularity too')
  t.strictSame(
    interpretArguments(
      { actions: ['CUT', 'hold'] },
      inputSchemaOf('svc_get_recommendations'),
      today,
    ).args,
    {
      actions: ['REDUCE', 'HOLD'],
    },
  )
})

t.test(
  "a comma in a text is a separator or part of a name, depending on the app's names",
  async t => {
    for (const [networks, items, quoted] of [
      ['A, B', ['A', 'B'], false],
      ['A,B ', ['A', 'B '], false],
      ['"A, B",C', ['A, B', 'C'], true],
      ['"A"', ['A'], true],
      ['["A, B"]', ['A, B'], true],
    ] as const) {
      const { args, nameTexts } = interpretArguments({ networks }, report, today)
      t.strictSame(
        [args, nameTexts],
        [{ networks: [networks] }, { networks: { text: networks, items, quoted } }],
        networks,
      )
    }
    for (const networks of ['A', 'A,', ',', '["A",1]', '["\\ud83c"]', '[A', '"A']) {
      t.strictSame(interpretArguments({ networks }, report, today).nameTexts, {}, networks)
    }
  },
)

t.test('a sort is completed if exactly one column fits', async t => {
  const dsi = { metrics: ['spend', 'installs', 'roas'], dsiValues: [7, 30] }
  for (const [raw, wanted] of [
    [{ sort: 'spend DESC' }, '-spend'],
    [{ sort: 'spend:asc' }, 'spend'],
    [{ sort: '+spend' }, 'spend'],
    [{ sort: '-Installs' }, '-installs_paid'],
    [{ sort: '-spend_share' }, '-spend'],
    [{ sort: '-roas_d30', ...dsi }, '-roas_paid_gross_d30'],
    [{ sort: '-roas_d7_change', ...dsi, compare: 'PREVIOUS' }, '-roas_paid_gross_d7_change'],
    [{ sort: 'spend_change', compare: 'PREVIOUS' }, 'spend_change'],
    [{ sort: '-roas', ...dsi }, '-roas'],
    [{ sort: 'roas', metrics: ['roas'] }, 'roas'],
    [{ sort: 'installs', roasTypes: ['PAID', 'FULL_BLENDED'] }, 'installs'],
    [{ sort: '-spend desc' }, '-spend desc'],
  ] as const) {
    t.match(read(raw), { sort: wanted }, JSON.stringify(raw))
  }
})

t.test('countries are understood by their English names', async t => {
  const cases = {
    Germany: 'DE',
    'united states': 'US',
    USA: 'US',
    "Cote d'Ivoire": 'CI',
    Myanmar: undefined,
    'United Kingdom': 'GB',
    Turkiye: 'TR',
  }
  for (const [name, code] of Object.entries(cases)) t.equal(countryCode(name), code, name)
})

t.test('networks are understood by their other names, if the app has them', async t => {
  const known = [
    'Meta Ads',
    'Google Ads',
    'Apple Search Ads',
    'TikTok For Business',
    'Unity Ads',
    'AppLovin',
    'Community Tool',
    'Textile Ads',
  ]
  const cases: [string, string[]][] = [
    ['Facebook', ['Meta Ads']],
    ['FB', ['Meta Ads']],
    ['Facebook Ads', ['Meta Ads']],
    ['UAC', ['Google Ads']],
    ['googleadwords_int', ['Google Ads']],
    ['ASA', ['Apple Search Ads']],
    ['Search Ads', ['Apple Search Ads']],
    ['TT', ['TikTok For Business']],
    ['AXON', ['AppLovin']],
    ['unityads_int', ['Unity Ads']],
    ['Snapchat', []],
    ['X', []],
    ['Billboards', []],
  ]
  for (const [name, wanted] of cases) t.strictSame(networkAliases(name, known), wanted, name)
})

t.test('a comparison is read in any letter case, and as two dates', async t => {
  const range = '2026-02-01..2026-02-28'
  for (const [compare, wanted] of [
    ['previous', 'PREVIOUS'],
    ['Previous period', 'PREVIOUS'],
    ['previous-year', 'PREVIOUS_YEAR'],
    ['2026-02-01 to 2026-02-28', range],
    ['2026-02-01/2026-02-28', range],
    ['2026/02/01 - 2026/02/28', range],
    [['2026-02-01', '2026-02-28'], range],
    ['last year', 'last year'],
  ] as const) {
    t.strictSame(read({ compare }), { compare: wanted, installGrouping: 'TOTAL' }, String(compare))
  }
  t.strictSame(read({ compare: 'PREVIOUS', installGrouping: 'MONTHLY' }), {
    compare: 'PREVIOUS',
    installGrouping: 'MONTHLY',
  })
  t.strictSame(read({ compare: null }), { compare: null })
})
