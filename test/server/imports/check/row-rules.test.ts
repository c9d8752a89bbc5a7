import t from 'tap'
import { DeliveryError } from '../../../../server/imports/load/import.ts'
import { importDelivery } from '../../../../server/store/facts/embedded/embedded-destination.ts'
import type { Delivery } from '../../../reference/delivery.ts'
import {
  alertRow,
  appRow,
  budgetRow,
  cohortRow,
  eventRow,
  minimalDelivery,
  recommendationRow,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../../reference/minimal-delivery.ts'
import { deliver, faultsOf, load, refusal } from '../../../support/delivery-folder.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

type Table = keyof Delivery
type Overrides = Record<string, unknown>

const rowOf: Record<Table, (overrides: never) => object> = {
  companies: overrides => ({ company_id: 1, name: 'Studio', ...(overrides as Overrides) }),
  apps: appRow,
  app_access: overrides => ({ company_id: 1, app_id: 1, ...(overrides as Overrides) }),
  bet_lookbacks: overrides => ({
    app_id: 1,
    platform: 'IOS',
    start_day: 2,
    end_day: 8,
    ...(overrides as Overrides),
  }),
  events: eventRow,
  budgets: budgetRow,
  networks: overrides => ({ network: 'Meta', traditional: true, ...(overrides as Overrides) }),
  runs: overrides => runRow({ run_id: 3, ...(overrides as Overrides) }),
  cohorts: cohortRow,
  cohort_revenue: revenueRow,
  roas_snapshots: snapshotRow,
  recommendations: recommendationRow,
  alerts: alertRow,
}

/** What tells a table's cases apart, so that all of them are rows of one delivery without repeating each other's key. */
function distinct(table: Table, number: number): Overrides {
  switch (table) {
    case 'companies':
      return { company_id: 100 + number }
    case 'apps':
      return { app_id: 100 + number }
    case 'runs':
      return { run_id: 100 + number }
    case 'app_access':
    case 'bet_lookbacks':
    case 'networks':
      return {}
    case 'events':
      return { event_id: 100 + number }
    case 'budgets':
      return { budget_id: 100 + number }
    case 'recommendations':
      return { recommendation_id: 100 + number, campaign: `Case ${number}` }
    case 'alerts':
      return { alert_id: 100 + number, campaign: `Case ${number}` }
    case 'cohorts':
    case 'cohort_revenue':
    case 'roas_snapshots':
      return { campaign: `Case ${number}` }
  }
}

/** A minimal delivery, and a table's broken rows after its own; revenues have the cohorts that they belong to. */
function withRows(
  table: Table,
  rows: readonly Overrides[],
): { delivery: Delivery; before: number } {
  const delivery = minimalDelivery() as unknown as Record<Table, object[]>
  const before = delivery[table].length
  const made = (of: Table, overrides: readonly Overrides[]) =>
    overrides.map(row => rowOf[of](row as never))
  delivery[table] = [
    ...delivery[table],
    ...made(
      table,
      rows.map((row, number) => ({ ...distinct(table, number), ...row })),
    ),
  ]
  if (table === 'cohort_revenue')
    delivery.cohorts.push(
      ...made(
        'cohorts',
        rows.map((_, number) => distinct(table, number)),
      ),
    )
  return { delivery: delivery as unknown as Delivery, before }
}

interface Broken {
  table: Table
  overrides: Overrides
  column: string
  rule: RegExp
  csvOnly?: true
}

const broken: Broken[] = [
  { table: 'companies', overrides: { name: '' }, column: 'name', rule: /must not be empty/ },
  { table: 'apps', overrides: { currency: 'usd' }, column: 'currency', rule: /ISO 4217/ },
  {
    table: 'apps',
    overrides: { action_threshold: -0.1 },
    column: 'action_threshold',
    rule: /must not be negative/,
  },
  {
    table: 'apps',
    overrides: { action_threshold: 'NaN' },
    column: 'action_threshold',
    rule: /must be a finite number/,
  },
  {
    table: 'apps',
    overrides: { action_threshold: '1e999' },
    column: 'action_threshold',
    rule: /must be a finite number/,
    csvOnly: true,
  },
  {
    table: 'apps',
    overrides: { target_roas_type: 'blended' },
    column: 'target_roas_type',
    rule: /must be one of paid, incremental/,
  },
  {
    table: 'apps',
    overrides: { target_revenue_type: 'all' },
    column: 'target_revenue_type',
    rule: /must be one of gross, net/,
  },
  {
    table: 'apps',
    overrides: { target_dsi: 30 },
    column: 'target_dsi',
    rule: /must be one of dsi_values/,
  },
  {
    table: 'apps',
    overrides: { dsi_values: '1;7;365' },
    column: 'dsi_values',
    rule: /whole numbers separated by commas/,
  },
  {
    table: 'apps',
    overrides: { dsi_values: '1,7,365,7' },
    column: 'dsi_values',
    rule: /must not repeat/,
  },
  {
    table: 'apps',
    overrides: { live: 'yes' },
    column: 'live',
    rule: /must be true or false/,
    csvOnly: true,
  },
  {
    table: 'apps',
    overrides: { live: '1' },
    column: 'live',
    rule: /must be true or false/,
    csvOnly: true,
  },
  ...[
    '2025-01-02 03:04:05',
    '2025-01-02T03:04:05',
    '2025-01-02T03:04:05+01:00',
    '2025-02-30T00:00:00Z',
  ].map((value): Broken => ({
    table: 'apps',
    overrides: { created_at: value },
    column: 'created_at',
    rule: /ISO 8601 timestamp/,
    csvOnly: true,
  })),
  {
    table: 'app_access',
    overrides: { company_id: 9 },
    column: 'company_id',
    rule: /must be a company of/,
  },
  { table: 'app_access', overrides: { app_id: 9 }, column: 'app_id', rule: /must be an app of/ },
  { table: 'bet_lookbacks', overrides: { app_id: 9 }, column: 'app_id', rule: /must be an app of/ },
  {
    table: 'bet_lookbacks',
    overrides: { platform: 'ios' },
    column: 'platform',
    rule: /must be one of IOS, ANDROID, WEB/,
  },
  {
    table: 'bet_lookbacks',
    overrides: { start_day: 8 },
    column: 'start_day',
    rule: /must be less than end_day/,
  },
  {
    table: 'bet_lookbacks',
    overrides: { end_day: 31 },
    column: 'end_day',
    rule: /must be at most 30/,
  },
  {
    table: 'bet_lookbacks',
    overrides: { start_day: -1 },
    column: 'start_day',
    rule: /must not be negative/,
  },
  { table: 'networks', overrides: { network: null }, column: 'network', rule: /must not be empty/ },
  { table: 'events', overrides: { app_id: 9 }, column: 'app_id', rule: /must be an app of/ },
  {
    table: 'events',
    overrides: { kind: 'party' },
    column: 'kind',
    rule: /must be one of outage, attribution, flight, launch/,
  },
  { table: 'events', overrides: { title: null }, column: 'title', rule: /must not be empty/ },
  {
    table: 'events',
    overrides: { start_date: null },
    column: 'start_date',
    rule: /must not be empty/,
  },
  {
    table: 'events',
    overrides: { start_date: '1926-03-25' },
    column: 'start_date',
    rule: /must be from 2000-01-01 to 1000 days from now/,
  },
  {
    table: 'events',
    overrides: { start_date: '2062-03-25' },
    column: 'start_date',
    rule: /must be from 2000-01-01 to 1000 days from now/,
  },
  {
    table: 'events',
    overrides: { end_date: '2026-03-24' },
    column: 'end_date',
    rule: /must not be before start_date/,
  },
  {
    table: 'events',
    overrides: { end_date: '2062-03-24' },
    column: 'end_date',
    rule: /must not be later than 1000 days from now/,
  },
  {
    table: 'events',
    overrides: { end_date: '25.3.2026' },
    column: 'end_date',
    rule: /calendar date/,
    csvOnly: true,
  },
  {
    table: 'events',
    overrides: { platform: 'PC' },
    column: 'platform',
    rule: /must be one of IOS, ANDROID, WEB/,
  },
  {
    table: 'events',
    overrides: { country: 'GLOBAL' },
    column: 'country',
    rule: /must be two capital letters/,
  },
  {
    table: 'events',
    overrides: { title: 'x'.repeat(201) },
    column: 'title',
    rule: /at most 200 characters/,
  },
  {
    table: 'events',
    overrides: { note: 'x'.repeat(1001) },
    column: 'note',
    rule: /at most 1000 characters/,
  },
  {
    table: 'recommendations',
    overrides: { lookback_start_date: '2026-03-20' },
    column: 'lookback_end_date',
    rule: /must not be empty where lookback_start_date is given/,
  },
  {
    table: 'recommendations',
    overrides: { lookback_end_date: '2026-03-20' },
    column: 'lookback_start_date',
    rule: /must not be empty where lookback_end_date is given/,
  },
  {
    table: 'recommendations',
    overrides: { lookback_start_date: '2026-03-20', lookback_end_date: '2026-03-19' },
    column: 'lookback_end_date',
    rule: /must not be before lookback_start_date/,
  },
  {
    table: 'recommendations',
    overrides: { lookback_start_date: '2026-03-20', lookback_end_date: '2026-04-02' },
    column: 'lookback_end_date',
    rule: /must not be after the run's max_install_date/,
  },
  {
    table: 'recommendations',
    overrides: { lookback_start_date: '2020-03-20', lookback_end_date: '2026-03-20' },
    column: 'lookback_start_date',
    rule: /must be at most 366 days before the run's max_install_date/,
  },
  {
    table: 'recommendations',
    overrides: { predicted_low_roas: 0.5 },
    column: 'predicted_high_roas',
    rule: /must not be empty where predicted_low_roas is given/,
  },
  {
    table: 'recommendations',
    overrides: { predicted_high_roas: 0.5 },
    column: 'predicted_low_roas',
    rule: /must not be empty where predicted_high_roas is given/,
  },
  {
    table: 'recommendations',
    overrides: { predicted_low_roas: 0.5, predicted_high_roas: 0.4 },
    column: 'predicted_high_roas',
    rule: /must not be less than predicted_low_roas/,
  },
  {
    table: 'recommendations',
    overrides: { suggested_daily_spend: '-1' },
    column: 'suggested_daily_spend',
    rule: /must not be negative/,
  },
  {
    table: 'recommendations',
    overrides: { marginal_roas: -0.1 },
    column: 'marginal_roas',
    rule: /must not be negative/,
  },
  {
    table: 'recommendations',
    overrides: { response_elasticity: 1.1 },
    column: 'response_elasticity',
    rule: /must be from 0 to 1/,
  },
  {
    table: 'recommendations',
    overrides: { response_elasticity: 0.5, response_low: 0.4 },
    column: 'response_high',
    rule: /must not be empty where response_low is given/,
  },
  {
    table: 'recommendations',
    overrides: { response_elasticity: 0.5, response_high: 0.6 },
    column: 'response_low',
    rule: /must not be empty where response_high is given/,
  },
  {
    table: 'recommendations',
    overrides: { response_low: 0.4, response_high: 0.6 },
    column: 'response_elasticity',
    rule: /must not be empty where response_low is given/,
  },
  {
    table: 'recommendations',
    overrides: { response_elasticity: 0.5, response_low: 0.51, response_high: 0.6 },
    column: 'response_low',
    rule: /must not be greater than response_elasticity/,
  },
  {
    table: 'recommendations',
    overrides: { response_elasticity: 0.5, response_low: 0.4, response_high: 0.49 },
    column: 'response_high',
    rule: /must not be less than response_elasticity/,
  },
  { table: 'budgets', overrides: { app_id: 9 }, column: 'app_id', rule: /must be an app of/ },
  {
    table: 'budgets',
    overrides: { platform: 'PC' },
    column: 'platform',
    rule: /must be one of IOS, ANDROID, WEB/,
  },
  ...['2026-3', '2026-13', '1999-12', '2026-03-01', 'March'].map((month): Broken => ({
    table: 'budgets',
    overrides: { month },
    column: 'month',
    rule: /must be a month written YYYY-MM/,
  })),
  ...['0', '-5'].map((amount): Broken => ({
    table: 'budgets',
    overrides: { amount },
    column: 'amount',
    rule: /must be more than 0/,
  })),
  {
    table: 'alerts',
    overrides: { metric: 'mood' },
    column: 'metric',
    rule: /must be one of live_bid, roas, ltv/,
  },
  {
    table: 'alerts',
    overrides: { change: '11 %' },
    column: 'change',
    rule: /must be a finite number/,
    csvOnly: true,
  },
  { table: 'runs', overrides: { app_id: 9 }, column: 'app_id', rule: /must be an app of/ },
  {
    table: 'runs',
    overrides: { kind: 'report' },
    column: 'kind',
    rule: /must be one of recommendation, alert/,
  },
  {
    table: 'runs',
    overrides: { status: 'running' },
    column: 'status',
    rule: /must be one of succeeded, failed/,
  },
  ...['180', '180:', '180:whim', '180:history,', '090:backtest', '90:backtest;180:history'].map(
    (withheld): Broken => ({
      table: 'runs',
      overrides: { withheld_dsis: withheld },
      column: 'withheld_dsis',
      rule: /must be DSIs, each with the reason to withhold it/,
    }),
  ),
  ...['7:history', '7,', '07', 'D7', '7;30'].map((untested): Broken => ({
    table: 'runs',
    overrides: { untested_dsis: untested },
    column: 'untested_dsis',
    rule: /must be DSIs separated by commas: 90,180/,
  })),
  {
    table: 'runs',
    overrides: { untested_dsis: '7,7' },
    column: 'untested_dsis',
    rule: /must not repeat a DSI/,
  },
  {
    table: 'runs',
    overrides: { untested_dsis: '7,90' },
    column: 'untested_dsis',
    rule: /must be some of the app's dsi_values: 1, 7, 365/,
  },
  {
    table: 'runs',
    overrides: { untested_dsis: '7', withheld_dsis: '7:history' },
    column: 'untested_dsis',
    rule: /must not have a DSI of withheld_dsis, which has no forecasts/,
  },
  {
    table: 'recommendations',
    overrides: { response_evidence: 'maybe' },
    column: 'response_evidence',
    rule: /must be one of learned, assumed/,
  },
  {
    table: 'runs',
    overrides: { max_install_date: null },
    column: 'max_install_date',
    rule: /must not be empty on a recommendation/,
  },
  {
    table: 'runs',
    overrides: { kind: 'alert', max_install_date: '2026-03-30' },
    column: 'max_install_date',
    rule: /must be empty on an alert/,
  },
  {
    table: 'runs',
    overrides: { max_install_date: '2026-04-02' },
    column: 'max_install_date',
    rule: /must not be later than the day after created_at/,
  },
  {
    table: 'runs',
    overrides: { created_at: new Date(Date.now() + 25 * 3_600_000).toISOString() },
    column: 'created_at',
    rule: /must be at most one day ahead of the clock/,
  },
  {
    table: 'runs',
    overrides: { max_install_date: '30.03.2026' },
    column: 'max_install_date',
    rule: /calendar date/,
    csvOnly: true,
  },
  ...(
    ['cohorts', 'cohort_revenue', 'roas_snapshots', 'recommendations', 'alerts'] as const
  ).flatMap((table): Broken[] => [
    { table, overrides: { run_id: 9 }, column: 'run_id', rule: /must be a run of this delivery/ },
    {
      table,
      overrides: { run_id: table === 'alerts' ? 1 : 2 },
      column: 'run_id',
      rule:
        table === 'alerts' ? /must be a run of kind alert/ : /must be a run of kind recommendation/,
    },
    {
      table,
      overrides: { platform: 'PC' },
      column: 'platform',
      rule: /must be one of IOS, ANDROID, WEB/,
    },
    {
      table,
      overrides: { platform: 'Unknown' },
      column: 'platform',
      rule: /must be one of IOS, ANDROID, WEB/,
    },
    {
      table,
      overrides: { country: 'usa' },
      column: 'country',
      rule: /must be two capital letters/,
    },
  ]),
  ...(['cohorts', 'cohort_revenue', 'roas_snapshots'] as const).flatMap((table): Broken[] => [
    {
      table,
      overrides: { country: 'GLOBAL' },
      column: 'country',
      rule: /must be two capital letters$/,
    },
    {
      table,
      overrides: { install_date: '2026-03-31' },
      column: 'install_date',
      rule: /must not be after the run's max_install_date/,
    },
    ...['2026-3-30', '2026-02-30', '20260330', 'infinity', ' 2026-03-30'].map((value): Broken => ({
      table,
      overrides: { install_date: value },
      column: 'install_date',
      rule: /calendar date/,
      csvOnly: true,
    })),
  ]),
  ...(['cohort_revenue', 'roas_snapshots'] as const).flatMap((table): Broken[] => [
    { table, overrides: { dsi: 30 }, column: 'dsi', rule: /must be one of the app's dsi_values/ },
    {
      table,
      overrides: { dsi: '7.0' },
      column: 'dsi',
      rule: /must be a whole number/,
      csvOnly: true,
    },
    {
      table,
      overrides: { paid_gross: '1.00005' },
      column: 'paid_gross',
      rule: /must have at most 4 decimals/,
      csvOnly: true,
    },
    {
      table,
      overrides: { full_blended_net: null },
      column: 'full_blended_net',
      rule: /must not be empty/,
    },
    ...['1e3', ' 5', '1_000', 'nan', '123456789012345'].map((value): Broken => ({
      table,
      overrides: { paid_net: value },
      column: 'paid_net',
      rule: /must be an amount in plain digits/,
      csvOnly: true,
    })),
  ]),
  ...(['cohorts', 'roas_snapshots', 'recommendations'] as const).map((table): Broken => ({
    table,
    overrides: { spend: '-0.0001' },
    column: 'spend',
    rule: /must not be negative/,
  })),
  ...(['cohorts', 'recommendations'] as const).flatMap((table): Broken[] => [
    {
      table,
      overrides: { paid_installs: -1 },
      column: 'paid_installs',
      rule: /must not be negative/,
    },
    {
      table,
      overrides: { paid_installs: '1.5' },
      column: 'paid_installs',
      rule: /must be a whole number/,
      csvOnly: true,
    },
    {
      table,
      overrides: { paid_installs: '9007199254740992' },
      column: 'paid_installs',
      rule: /whole number from 0 to 9007199254740991/,
    },
    {
      table,
      overrides: { incremental_blended_installs: 3 },
      column: 'incremental_blended_installs',
      rule: /less than paid_installs/,
    },
    {
      table,
      overrides: { full_blended_installs: 4 },
      column: 'full_blended_installs',
      rule: /less than incremental_blended_installs/,
    },
  ]),
  {
    table: 'cohort_revenue',
    overrides: { campaign: 'Beta' },
    rule: /must have a row in cohorts/,
    column: 'run_id, install_date, platform, network, campaign, country',
  },
  {
    table: 'recommendations',
    overrides: { granularity: 'app' },
    column: 'granularity',
    rule: /must be one of campaign, campaign_geo/,
  },
  {
    table: 'recommendations',
    overrides: { granularity: 'campaign_geo', country: 'GLOBAL' },
    column: 'country',
    rule: /or GLOBAL on a campaign row/,
  },
  ...[-0.01, 1.01].map((confidence_score): Broken => ({
    table: 'recommendations',
    overrides: { confidence_score },
    column: 'confidence_score',
    rule: /must be from 0 to 1/,
  })),
  {
    table: 'recommendations',
    overrides: { lookback_days: 0 },
    column: 'lookback_days',
    rule: /must be at least 1/,
  },
  {
    table: 'recommendations',
    overrides: { predicted_paid_net_roas: 'x' },
    column: 'predicted_paid_net_roas',
    rule: /finite number/,
    csvOnly: true,
  },
  {
    table: 'alerts',
    overrides: { alert_group: 'bids' },
    column: 'alert_group',
    rule: /must be one of BIDS, ANALYTICS/,
  },
  {
    table: 'alerts',
    overrides: { daily_spend: -1 },
    column: 'daily_spend',
    rule: /must not be negative/,
  },
  { table: 'alerts', overrides: { title: null }, column: 'title', rule: /must not be empty/ },
]

/** Cases of one delivery: so few that each row's first fault is among those that are listed. */
const BATCH = 15

for (const format of ['csv', 'parquet'] as const) {
  for (const table of Object.keys(rowOf) as Table[]) {
    const cases = broken.filter(
      item => item.table === table && (format === 'csv' || item.csvOnly !== true),
    )
    for (let start = 0; start < cases.length; start += BATCH) {
      const batch = cases.slice(start, start + BATCH)
      t.test(`broken rows of ${table}.${format} are reported, from ${start + 1}`, async t => {
        const { delivery, before } = withRows(
          table,
          batch.map(({ overrides }) => overrides),
        )
        const faults = (await faultsOf(await deliver(t, delivery, format))).filter(
          ({ file }) => file === `${table}.${format}`,
        )
        const first = before + (format === 'csv' ? 2 : 1)
        for (const [number, { overrides, column, rule }] of batch.entries()) {
          const fault = faults.find(({ row }) => row === first + number)
          t.match(
            fault,
            { row: first + number, column, rule },
            `${table}.${format} with ${JSON.stringify(overrides)}`,
          )
        }
        t.notOk(
          faults.some(({ row }) => row! < first),
          'the rows before them are sound',
        )
      })
    }
  }
}

t.test('a key must not repeat within the delivery', async t => {
  const minimal = minimalDelivery() as unknown as Record<Table, object[]>
  const tables = Object.keys(minimal) as Table[]
  const delivery = Object.fromEntries(
    tables.map(table => {
      const row = rowOf[table]({} as never)
      return [table, table === 'runs' ? [...minimal.runs, row, row] : [row, row]]
    }),
  ) as Record<Table, object[]>
  for (const format of ['csv', 'parquet'] as const) {
    const faults = await faultsOf(await deliver(t, delivery as unknown as Delivery, format))
    for (const table of tables) {
      const file = `${table}.${format}`
      const row = delivery[table].length + (format === 'csv' ? 1 : 0)
      t.match(
        faults.filter(fault => fault.file === file && /repeat the key/.test(fault.rule)),
        [{ row }],
        file,
      )
    }
  }
})

t.test('null and empty names are the same key', async t => {
  const delivery = minimalDelivery({
    cohorts: [cohortRow(), cohortRow({ network: null }), cohortRow({ network: '' })],
  })
  t.match(await faultsOf(await deliver(t, delivery, 'parquet')), [
    { file: 'cohorts.parquet', row: 3, rule: /repeat the key/ },
  ])
})

t.test('recommendations of a run are distinguished by displayed names', async t => {
  const row = (
    recommendation_id: number,
    overrides: Parameters<typeof recommendationRow>[0] = {},
  ) => recommendationRow({ recommendation_id, ...overrides })
  const recommendations = [
    row(1, { network: null }),
    row(2, { country: null }),
    row(3),
    row(4, { granularity: 'campaign_geo' }),
    row(5, { run_id: 3 }),
  ]
  const runs = [...minimalDelivery().runs, runRow({ run_id: 3 })]
  const delivered = (more: typeof recommendations) =>
    deliver(t, minimalDelivery({ runs, recommendations: [...recommendations, ...more] }), 'parquet')
  t.match(await importDelivery({ dataDir: temporaryFolder(t), delivery: await delivered([]) }), {
    rows: { recommendations: 5 },
  })
  t.match(
    await faultsOf(
      await delivered([row(6), row(7, { network: 'Unknown' }), row(8, { country: '' })]),
    ),
    [6, 7, 8].map(row => ({
      file: 'recommendations.parquet',
      row,
      column: 'run_id, granularity, platform, network, campaign, country',
      rule: /must not repeat the identity of an earlier row/,
    })),
  )
})

t.test('an error is not reported again for each dependent row', async t => {
  const minimal = minimalDelivery()
  const faults = async (overrides: Delivery) =>
    await faultsOf(await deliver(t, { ...minimal, ...overrides }))
  const id = 2 ** 53
  for (const [what, run] of [
    ['run_id', { run_id: id }],
    ['kind', { kind: 'other' }],
    ['app_id', { app_id: 9 }],
    ['max_install_date', { max_install_date: 'x' }],
  ] as const) {
    const reported = await faults({
      runs: [runRow(run as never), minimal.runs[1]!],
      cohorts: [cohortRow({ spend: '-1' })],
    })
    t.strictSame(
      reported.map(({ file, column }) => [file, column]),
      [
        ['runs.csv', what],
        ['cohorts.csv', 'spend'],
      ],
    )
  }
  const dsis = await faults({ apps: [appRow({ dsi_values: '1;7' })] })
  t.match(dsis, [{ column: 'dsi_values' }])
  t.equal(dsis.length, 1)
  t.match(
    await faults({
      cohorts: [cohortRow({ install_date: '30.03.2026' })],
      cohort_revenue: [revenueRow({ dsi: 8 })],
    }),
    [
      { file: 'cohorts.csv', column: 'install_date' },
      { file: 'cohort_revenue.csv', column: 'dsi' },
    ],
  )
  t.match(await faults({ cohorts: [cohortRow({ run_id: 9 })], cohort_revenue: [] }), [
    { rule: 'must be a run of this delivery' },
  ])
})

t.test('a run may be dated tomorrow, as clocks and time zones differ', async t => {
  const now = new Date('2026-03-31T00:30:00Z')
  const runs = [
    runRow({ created_at: '2026-04-01T00:30:00Z', max_install_date: '2026-04-02' }),
    minimalDelivery().runs[1]!,
  ]
  t.match(await load(t, temporaryFolder(t), minimalDelivery({ runs }), 'csv', now), { version: 1 })
  await t.rejects(
    load(t, temporaryFolder(t), minimalDelivery({ runs }), 'csv', new Date(now.getTime() - 1)),
    DeliveryError,
  )
})

t.test('runs, recommendations and alerts must be new to the store', async t => {
  const dataDir = temporaryFolder(t)
  await load(t, dataDir, minimalDelivery())
  const { faults } = await refusal(
    dataDir,
    await deliver(t, {
      runs: [runRow(), runRow({ run_id: 3 }), runRow({ run_id: 4, kind: 'alert' })],
      recommendations: [recommendationRow({ run_id: 3 })],
      alerts: [alertRow({ run_id: 4 })],
    }),
  )
  t.match(faults, [
    { file: 'runs.csv', row: 2, column: 'run_id', value: '1', rule: /the store has this run/ },
    {
      file: 'recommendations.csv',
      row: 2,
      column: 'recommendation_id',
      value: '1',
      rule: /the store has this id/,
    },
    { file: 'alerts.csv', row: 2, column: 'alert_id', value: '1', rule: /the store has this id/ },
  ])
})

t.test('rows of a stored run are refused: a run never changes', async t => {
  const dataDir = temporaryFolder(t)
  await load(t, dataDir, minimalDelivery())
  const { groups, total } = await refusal(
    dataDir,
    await deliver(t, { cohorts: [cohortRow({ campaign: 'New' })] }),
  )
  t.match(groups, [
    {
      file: 'runs.csv',
      rule: /^missing file: it must list the runs/,
      follow: [{ file: 'cohorts.csv', rows: 1 }],
    },
  ])
  t.equal(total, 1)
})

t.test('a redelivered app has the DSIs of the delivery, not those of the store', async t => {
  const dataDir = temporaryFolder(t)
  await load(t, dataDir, minimalDelivery())
  const run_id = 3
  const delivered = (more: Delivery) =>
    deliver(t, {
      runs: [runRow({ run_id })],
      cohorts: [cohortRow({ run_id })],
      cohort_revenue: [revenueRow({ run_id, dsi: 365 })],
      ...more,
    })
  t.match(
    (await refusal(dataDir, await delivered({ apps: [appRow({ dsi_values: '1,7' })] }))).faults,
    [
      {
        file: 'cohort_revenue.csv',
        row: 2,
        column: 'dsi',
        value: '365',
        rule: /must be one of the app's dsi_values/,
      },
    ],
  )
  t.match(await importDelivery({ dataDir, delivery: await delivered({}) }), { version: 2 })
})

t.test('a failed run is checked too', async t => {
  const delivery = minimalDelivery({
    runs: [runRow({ status: 'failed' }), runRow({ run_id: 2, kind: 'alert' })],
  })
  t.match(
    await faultsOf(await deliver(t, { ...delivery, cohorts: [cohortRow({ spend: '-1' })] })),
    [{ column: 'spend' }],
  )
})

t.test('whatever is not forbidden is allowed', async t => {
  const delivery = minimalDelivery({
    cohorts: [cohortRow({ platform: null, network: 'Unknown', campaign: '', country: '' })],
    cohort_revenue: [
      revenueRow({
        platform: '',
        network: 'Unknown',
        campaign: null,
        country: null,
        paid_net: '-5.5000',
      }),
    ],
    recommendations: [
      recommendationRow({
        country: 'GLOBAL',
        confidence_score: null,
        optimisation_live_roas: null,
      }),
    ],
    alerts: [alertRow({ country: 'GLOBAL', spend_detail: null })],
  })
  for (const format of ['csv', 'parquet'] as const)
    t.match(await load(t, temporaryFolder(t), delivery, format), { version: 1 })
})
