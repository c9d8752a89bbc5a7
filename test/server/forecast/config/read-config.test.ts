import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseConfig } from '../../../../server/forecast/config/read-config.ts'
import { ForecastFaults } from '../../../../server/forecast/config/config-faults.ts'
import { repository } from '../../../support/repository.ts'

const GOOD = `company: { id: 1, name: Nordlys }
app: { id: 101, name: Merge Manor, created_at: 2025-01-01, currency: USD, dsi: [90, 0, 7], action_threshold: 0.1 }
targets:
  dsi: 90
  roas_type: paid
  revenue_type: net
  roas: 1.0
  by:
    - { platform: IOS, network: Apple Search Ads, roas: 1.1 }
bet_lookback: [{ start: 2, end: 8 }, { platform: IOS, start: 3, end: 12 }]
net: { iap: { IOS: 0.70, ANDROID: 0.85, WEB: 0.97 }, ad: 1.0 }
optimisation_dsi: { default: 7, TikTok: 0 }
networks: { traditional: [Google Ads], alias: { googleadwords_int: Google Ads } }
inputs:
  - table: installs
    files: exports/installs_*.csv
  - { table: revenue, files: [a.csv, b.csv], cumulative: true, columns: { revenue: rev_d<n> } }
gates: { 7: accept }
lift_tests: [{ network: Google Ads, spend: 1.5, installs_low: 1.2, installs_high: 1.4 }]
`

t.test('a config is read, with defaults for what it leaves out', async t => {
  const config = parseConfig(GOOD, { file: 'forecast.yaml', folder: '/data' })
  t.match(config, {
    folder: '/data',
    app: {
      id: 101,
      createdAt: '2025-01-01',
      dsi: [0, 7, 90],
      actionThreshold: 0.1,
      weeklyAggregation: false,
    },
    targets: {
      dsi: 90,
      roasType: 'paid',
      revenueType: 'net',
      roas: 1,
      by: [{ platform: 'IOS', network: 'Apple Search Ads', roas: 1.1 }],
    },
    betLookback: [{ platform: null, start: 2, end: 8 }, { platform: 'IOS' }],
    net: { iap: { IOS: 0.7, WEB: 0.97 }, ad: { IOS: 1, ANDROID: 1, WEB: 1 } },
    organic: { networks: ['Organic'], uplift: 0 },
    optimisationDsi: { default: 7, byNetwork: { TikTok: 0 } },
    snapshots: { dailyDays: 20, weeklyDays: 180, dsi: [7, 90] },
    pacing: { step: 0.2, days: 3 },
    liftTests: [{ network: 'Google Ads', spend: 1.5, installsLow: 1.2, installsHigh: 1.4 }],
    idBase: 101,
  })
  t.equal(config.lagDays, undefined)
  t.equal(config.gates.get(7), 'accept')
  t.same(config.inputs[0]!.files, ['exports/installs_*.csv'])
  t.same(config.inputs[1]!.columns, { revenue: 'rev_d<n>' })
})

t.test('sections that are left out have defaults', async t => {
  const short = GOOD.replace(/^(optimisation_dsi|networks|gates):.*\n/gm, '')
  t.match(parseConfig(short, { file: 'forecast.yaml', folder: '/data' }), {
    optimisationDsi: { default: 7, byNetwork: {} },
    networks: { traditional: [], alias: {} },
    gates: new Map(),
    pacing: { step: 0.2, days: 3 },
  })
})

function faultsOf(text: string): string[] {
  try {
    parseConfig(text, { file: 'forecast.yaml', folder: '/' })
  } catch (error) {
    if (error instanceof ForecastFaults)
      return error.faults.map(
        ({ row, column, value, rule }) =>
          `${row} ${column}: ${rule}${value === undefined ? '' : ` (${value})`}`,
      )
    throw error
  }
  return []
}

t.test('all errors are reported together, with line, key and allowed values', async t => {
  const text = GOOD.replace('roas_type: paid', 'roas_type: payed')
    .replace('action_threshold', 'action_treshold')
    .replace('IOS: 0.70, ', '')
    .replace('start: 3', 'start: 30')
    .replace('cumulative: true', 'cumulative: yes, first_age: 2')
    .replace('company', 'firm')
  t.same(faultsOf(text), [
    '1 company: is required',
    '1 firm: unknown key; allowed are company, app, targets, bet_lookback, net, organic, optimisation_dsi, networks, inputs, lag_days, gaps, events, snapshots, pacing, lift_tests, gates, pull, tolerance, id_base',
    '2 app.action_treshold: unknown key; did you mean action_threshold?',
    '5 targets.roas_type: must be one of paid, incremental_blended, full_blended; got "payed"',
    '10 bet_lookback[1].end: must be greater than start; got 12',
    '11 net.iap.IOS: is required',
    '17 inputs[1].cumulative: must be a boolean; got "yes"',
    '17 inputs[1].first_age: must be one of 0, 1; got 2',
  ])
})

t.test('a lift test whose spend stayed, or whose interval is empty, is reported', async t => {
  t.match(
    faultsOf(
      GOOD.replace('spend: 1.5', 'spend: 1').replace('installs_low: 1.2', 'installs_low: 1.4'),
    ),
    [
      /^19 lift_tests\[0\]\.spend: /,
      '19 lift_tests[0].installs_high: must be greater than installs_low; got 1.4',
    ],
  )
})

t.test('conflicting keys are reported', async t => {
  t.same(
    faultsOf(
      GOOD.replace('dsi: 90\n', 'dsi: 30\n')
        .replace('{ 7: accept }', '{ 8: accept, 7: pass }')
        .replace('id: 101', 'id: 123456')
        .replace(
          'gates:',
          'snapshots: { dsi: [7, 14] }\n' +
            'gaps: [{ from: 2025-03-02, to: 2025-03-01 }]\n' +
            'events: [{ title: Outage, kind: outage, from: 2025-03-02, to: 2025-03-01 }]\n' +
            'gates:',
        ),
    ),
    [
      "1 id_base: is required, at most 89999, because the app's id is greater: 123456",
      '4 targets.dsi: must be one of app.dsi: 0, 7, 90; got 30',
      '18 snapshots.dsi[1]: must be one of app.dsi: 0, 7, 90; got 14',
      '19 gaps[0].to: must not be before from, 2025-03-02; got "2025-03-01"',
      '20 events[0].to: must not be before from, 2025-03-02; got "2025-03-01"',
      '21 gates.7: must be accept; got "pass"',
      '21 gates.8: must be one of app.dsi: 0, 7, 90; got 8',
    ],
  )
  t.same(
    faultsOf(GOOD.replace('[90, 0, 7]', '90').replace('created_at: 2025-01-01, ', '')),
    ['2 app.created_at: is required', '2 app.dsi: must be an array; got 90'],
    'nothing follows from an invalid list of DSIs',
  )
})

t.test('text that is not YAML, or empty, is reported', async t => {
  t.match(faultsOf('a: [\n'), [/^2 undefined: must be YAML: /])
  t.ok(faultsOf('').includes('1 inputs: is required'))
  t.match(faultsOf('- 1\n'), [/must be of type object/])
})

t.test("the documentation's example is a valid config", t => {
  const page = readFileSync(join(repository, 'server/forecast/REFERENCE.md'), 'utf8')
  const example = /```yaml\n([\s\S]*?)```/.exec(page)![1]!
  t.match(parseConfig(example, { file: 'forecast.yaml', folder: '/' }), {
    app: { id: 101 },
    gates: new Map([[180, 'accept']]),
  })
  t.end()
})

t.test('a config has size limits, and errors say where they are exceeded', t => {
  const many = (count: number, item: (n: number) => string): string =>
    Array.from({ length: count }, (_, n) => item(n)).join('')
  t.match(faultsOf(GOOD + many(90_000, n => `k${n}: 1\n`)), [
    /^1 undefined: must have at most 5000 keys or items in one place$/,
  ])
  t.match(faultsOf(`inputs: ${'['.repeat(100_000)}`), [
    /^1 undefined: must be nested at most 32 levels deep$/,
  ])
  t.match(faultsOf(many(40, n => `${' '.repeat(n)}a:\n`)), [
    /^3\d undefined: must be nested at most 32 levels deep$/,
  ])
  t.match(faultsOf('x'.repeat(2 ** 20 + 1)), [/must have at most 1048576 characters/])
  t.match(faultsOf(`a: &a [${'x, '.repeat(4000)}]\nb: [${'*a, '.repeat(30)}]\n${GOOD}`), [
    /must have at most 100000 values with those that aliases repeat/,
  ])
  const unknown = faultsOf(GOOD + many(4000, n => `k${n}: 1\n`))
  t.match([unknown.length, unknown[0]], [50, /k0: unknown key/], 'the first are listed')
  t.match(faultsOf(GOOD.replace('[90, 0, 7]', '[90, 0, 7, 7]')), [
    /^2 app\.dsi: must not have a value twice/,
  ])
  t.same(faultsOf(`${GOOD}pull: [{ from: appsflyer, apps: [../../../etc/x] }]\n`), [
    '20 pull[0].apps[0]: is not an app of appsflyer: expected its id, such as id123456789 or com.example.game; got "../../../etc/x"',
  ])
  t.match(faultsOf(`${GOOD}pull: [{ from: adjust, url: "http://127.0.0.1/" }]\n`), [
    /^20 pull\[0\]\.url: must be a valid uri with a scheme matching the https pattern/,
  ])
  t.end()
})
