import t from 'tap'
import type { ExpectedFile } from './expected.ts'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  revenueOf,
  revenueRow,
  runRow,
} from './minimal-delivery.ts'
import { reference } from './reference.ts'
import type { Delivery } from './delivery.ts'
import type { ReportParameters } from './request-types.ts'

const TODAY = '2026-04-01'

function report(
  delivery: Delivery,
  parameters: Partial<ReportParameters>,
  today = TODAY,
): ExpectedFile {
  const answer = reference(delivery, today)
  return answer({
    companyId: 1,
    operation: 'getReport',
    parameters: { appId: 1, granularity: 'campaign', ...parameters },
  }) as ExpectedFile
}

t.test('the default report of one cohort matches hand-computed values', async t => {
  const file = report(
    minimalDelivery({
      cohort_revenue: [revenueRow(), revenueRow({ dsi: 365, ...revenueOf('20') })],
    }),
    {},
  )
  t.strictSame(
    file.columns.map(column => column.name),
    [
      'install_cohort',
      'platform',
      'network',
      'campaign',
      'ltv_paid_gross_d7',
      'ltv_paid_gross_d365',
    ],
  )
  t.strictSame(
    file.rows,
    [['2026-03-30', 'IOS', 'Meta', 'Alpha', 1.25, 5]],
    '5 and 20 over 4 installs',
  )
  t.match(file, {
    format: 'parquet',
    totalRows: 1,
    startDate: '2026-02-28',
    endDate: '2026-03-30',
    runId: 1,
    currency: 'USD',
    fileName: 'Game-report-campaign-daily-2026-02-28-2026-03-30-2026-03-31-########.parquet',
  })
})

t.test('weekly ratios are ratios of sums, with columns in the order of openapi.yaml', async t => {
  const delivery = minimalDelivery({
    cohorts: [
      cohortRow({ install_date: '2026-03-24', spend: '10', paid_installs: 4 }),
      cohortRow({ install_date: '2026-03-25', spend: '30', paid_installs: 6, country: 'DE' }),
      cohortRow({ install_date: '2026-03-22', spend: '99' }),
    ],
    cohort_revenue: [
      revenueRow({ install_date: '2026-03-24', paid_gross: '3', paid_net: '2' }),
      revenueRow({ install_date: '2026-03-25', paid_gross: '7', paid_net: '4', country: 'DE' }),
    ],
  })
  const file = report(delivery, {
    installGrouping: 'weekly',
    metrics: ['roas', 'cpi', 'installs', 'ltv', 'spend'],
    revenueTypes: ['net', 'gross'],
    dsiValues: [7],
    startDate: '2026-03-23',
    endDate: '2026-03-25',
    maturity: true,
  })
  t.strictSame(file.columns.map(column => column.name).slice(4), [
    'spend',
    'installs_paid',
    'cpi_paid',
    'ltv_paid_gross_d7',
    'ltv_paid_net_d7',
    'roas_paid_gross_d7',
    'roas_paid_net_d7',
    'period_days',
    'actual_share_d7',
  ])
  // Spend 40, installs 10, revenue 10 gross and 6 net; of 23, 24 and 25 March the first is 7 days before the 30th.
  t.strictSame(file.rows, [
    ['2026-03-23', 'IOS', 'Meta', 'Alpha', 40, 10, 4, 1, 0.6, 0.25, 0.15, 3, 1 / 3],
  ])
})

t.test('a group that lacks revenue is null; an idle cohort does not lack any', async t => {
  const other = { install_date: '2026-03-29' }
  const cells = (cohort: Parameters<typeof cohortRow>[0]) =>
    report(
      minimalDelivery({
        cohorts: [cohortRow(), cohortRow({ ...other, ...cohort })],
        cohort_revenue: [revenueRow()],
      }),
      { installGrouping: 'monthly', dsiValues: [7], metrics: ['ltv', 'roas'] },
    ).rows[0]?.slice(4)
  const none = { paid_installs: 0, incremental_blended_installs: 0, full_blended_installs: 0 }
  t.strictSame(cells({ spend: '0', ...none }), [1.25, 0.5])
  t.strictSame(cells({ spend: '0.0001', ...none }), [null, null])
  t.strictSame(cells({ spend: '0', ...none, full_blended_installs: 1 }), [null, null])
})

t.test('the requested order of columns does not matter', async t => {
  const file = report(minimalDelivery(), {
    metrics: ['roas', 'installs'],
    roasTypes: ['full_blended', 'paid'],
    revenueTypes: ['net', 'gross'],
    dsiValues: [365, 7, 1],
  })
  const dsis = (name: string) => [`${name}_d1`, `${name}_d7`, `${name}_d365`]
  t.strictSame(file.columns.map(column => column.name).slice(4), [
    'installs_paid',
    'installs_full_blended',
    ...[
      'roas_paid_gross',
      'roas_paid_net',
      'roas_full_blended_gross',
      'roas_full_blended_net',
    ].flatMap(dsis),
  ])
})

t.test('rows without spend or installs have null ratios', async t => {
  const delivery = minimalDelivery({ cohorts: [cohortRow({ spend: '0', paid_installs: 0 })] })
  const file = report(delivery, {
    metrics: ['cpi', 'ltv', 'roas'],
    roasTypes: ['paid', 'full_blended'],
    dsiValues: [7],
  })
  t.strictSame(
    file.rows[0]?.slice(4),
    [null, 0, null, 0.625, null, null],
    '0 / 8 and 5 / 8 where there are installs',
  )
})

t.test('names sort by bytes, group by displayed identity, and filter exactly', async t => {
  const names = ['camp', 'Camp', 'camp ', 'Unknown', null, 'é', '￮', '😀']
  const delivery = minimalDelivery({
    cohorts: names.map(campaign => cohortRow({ campaign })),
    cohort_revenue: [],
  })
  const rowsOf = (parameters: Partial<ReportParameters>) =>
    report(delivery, { metrics: ['spend'], ...parameters }).rows.map(row => [row[3], row[4]])
  t.strictSame(rowsOf({}), [
    ['Camp', 10],
    ['Unknown', 20],
    ['camp', 10],
    ['camp ', 10],
    ['é', 10],
    ['￮', 10],
    ['😀', 10],
  ])
  t.strictSame(rowsOf({ campaigns: ['camp'] }), [['camp', 10]])
  t.strictSame(rowsOf({ campaigns: ['Unknown', 'absent'] }), [['Unknown', 20]])
  t.strictSame(rowsOf({ platforms: ['android'] }), [])
})

/** Two campaigns of two networks in two countries; the second of Beta, of 29 March, lacks its revenue. */
function twoNetworks(): Delivery {
  const installs = (paid_installs: number) => ({
    paid_installs,
    incremental_blended_installs: 10,
    full_blended_installs: 20,
  })
  const beta = { network: 'Beta', campaign: 'B' }
  return minimalDelivery({
    cohorts: [
      cohortRow({ spend: '10', ...installs(4) }),
      cohortRow({ spend: '20', country: 'DE', ...installs(1) }),
      cohortRow({ ...beta, spend: '30', ...installs(5) }),
      cohortRow({ ...beta, install_date: '2026-03-29', spend: '60', ...installs(10) }),
    ],
    cohort_revenue: [
      revenueRow({ paid_gross: '5' }),
      revenueRow({ country: 'DE', paid_gross: '4' }),
      revenueRow({ ...beta, paid_gross: '15' }),
    ],
  })
}

t.test('groupBy, total and revenue sum at the level of the row', async t => {
  const cells = (parameters: Partial<ReportParameters>) => {
    const { columns, rows } = report(twoNetworks(), {
      metrics: ['spend', 'revenue', 'ltv', 'roas'],
      dsiValues: [7],
      ...parameters,
    })
    return [
      columns
        .map(({ name }) => name)
        .filter(name => !/_d7|spend/.test(name))
        .join(),
      ...rows,
    ]
  }
  t.strictSame(cells({ groupBy: ['network'], installGrouping: 'total', startDate: '2026-03-02' }), [
    'install_cohort,network',
    ['2026-03-02', 'Beta', 90, null, null, null],
    ['2026-03-02', 'Meta', 30, 9, 1.8, 0.3],
  ])
  t.strictSame(cells({ groupBy: ['none'] }), [
    'install_cohort',
    ['2026-03-29', 60, null, null, null],
    ['2026-03-30', 60, 24, 2.4, 0.4],
  ])
  t.strictSame(
    cells({
      groupBy: ['country', 'platform'],
      granularity: 'campaign_geo',
      installGrouping: 'monthly',
    }),
    [
      'install_cohort,platform,country',
      ['2026-03-01', 'IOS', 'DE', 20, 4, 4, 0.2],
      ['2026-03-01', 'IOS', 'US', 100, null, null, null],
    ],
  )
})

t.test('partial covers the cohorts with known revenue and reports their share', async t => {
  const rows = (delivery: Delivery) =>
    report(delivery, {
      metrics: ['spend', 'installs', 'revenue', 'ltv', 'roas'],
      dsiValues: [7],
      groupBy: ['network'],
      installGrouping: 'monthly',
      partial: true,
    }).rows.map(row => row.slice(1))
  t.strictSame(rows(twoNetworks()), [
    ['Beta', 90, 15, 15, 3, 0.5, 1 / 3],
    ['Meta', 30, 5, 9, 1.8, 0.3, 1],
  ])
  const none = { paid_installs: 0, incremental_blended_installs: 0, full_blended_installs: 0 }
  const share = (...cohorts: Parameters<typeof cohortRow>[0][]) =>
    rows(
      minimalDelivery({
        cohorts: cohorts.map(cohortRow),
        cohort_revenue: [revenueRow({ country: 'US', paid_gross: '6' })],
      }),
    )[0]!.slice(3)
  t.strictSame(
    share({ spend: '0' }, { spend: '0', country: 'DE', full_blended_installs: 24 }),
    [6, 1.5, null, 0.25],
    'of its installs',
  )
  t.strictSame(
    share({ country: 'DE' }, { country: 'FR', spend: '0', ...none }),
    [null, null, null, 0],
    'nothing is known',
  )
  t.strictSame(
    share({ country: 'FR', spend: '0', ...none }),
    [0, null, null, null],
    'nothing was spent, nobody installed',
  )
  t.strictSame(
    share({}, { country: 'FR', spend: '0', ...none }),
    [6, 1.5, 0.6, 1],
    'an idle cohort does not matter',
  )
})

t.test(
  'sort puts nulls last both ways and resolves ties in the default order; pages follow it',
  async t => {
    const delivery = minimalDelivery({
      cohorts: [
        cohortRow({ campaign: 'a', spend: '2' }),
        cohortRow({ campaign: 'b', spend: '0', paid_installs: 0 }),
        cohortRow({ campaign: 'c', spend: '1' }),
        cohortRow({ campaign: 'd', spend: '2' }),
      ],
    })
    const names = (parameters: Partial<ReportParameters>) =>
      report(delivery, { metrics: ['cpi'], ...parameters })
        .rows.map(row => row[3])
        .join('')
    t.equal(names({ sort: 'cpi_paid' }), 'cadb')
    t.equal(names({ sort: '-cpi_paid' }), 'adcb')
    t.equal(names({ sort: '-campaign' }), 'dcba')
    t.equal(names({ sort: 'cpi_paid', limit: 2, offset: 1 }), 'ad')
    t.equal(names({ limit: 2, offset: 4 }), '')
  },
)

t.test('order, limit and spreadsheet safety apply', async t => {
  const delivery = minimalDelivery({
    cohorts: [
      cohortRow({ install_date: '2026-03-28', spend: '1' }),
      cohortRow({ campaign: '=1', spend: '2' }),
      cohortRow({ spend: '3' }),
    ],
  })
  const file = report(delivery, {
    metrics: ['spend'],
    order: 'newest',
    limit: 2,
    format: 'csv',
    csvSafe: true,
  })
  t.strictSame(file.rows, [
    ['2026-03-30', 'IOS', 'Meta', 'Alpha', 3],
    ['2026-03-30', 'IOS', 'Meta', "'=1", 2],
  ])
  t.equal(file.totalRows, 3)
})

t.test('the newest succeeded run is served, of two at one moment the greater id', async t => {
  const runs = [
    runRow(),
    runRow({ run_id: 3 }),
    runRow({ run_id: 2 }),
    runRow({ run_id: 9, status: 'failed' }),
  ]
  const cohorts = [1, 2, 3, 9].map(run_id => cohortRow({ run_id, spend: String(run_id) }))
  t.equal(report(minimalDelivery({ runs, cohorts }), { metrics: ['spend'] }).rows[0]?.[4], 3)
})

t.test('dates default to the range of the data', async t => {
  const dates = ({ startDate, endDate, rows }: ExpectedFile) => [startDate, endDate, rows.length]
  t.strictSame(
    dates(report(minimalDelivery(), { endDate: '2027-01-01' })),
    ['2026-02-28', '2026-03-30', 1],
    'capped',
  )
  t.strictSame(
    dates(report(minimalDelivery(), { startDate: '2026-03-31' })),
    ['2026-03-31', '2026-03-30', 0],
    'left empty',
  )
  t.strictSame(
    dates(report(minimalDelivery(), {}, '2027-06-20')),
    ['2026-03-22', '2026-03-30', 1],
    'the default start is clipped to 455 days before today',
  )
  t.strictSame(
    dates(report(minimalDelivery({ runs: [] }), {})),
    ['2026-03-02', '2026-04-01', 0],
    'no run: from today',
  )
  t.equal(
    report(minimalDelivery({ runs: [] }), {}).fileName,
    'Game-report-campaign-daily-2026-03-02-2026-04-01-none-########.parquet',
  )
})

t.test("the app's settings supply defaults", async t => {
  const app = appRow({
    weekly_aggregation: true,
    dsi_values: '30,14',
    target_dsi: 14,
    name: 'a/b: "c"',
  })
  const file = report(minimalDelivery({ apps: [app] }), {})
  t.equal(file.columns.at(-1)?.name, 'ltv_paid_gross_d14', 'neither 7 nor 365: the target DSI')
  t.match(file.fileName, /^a_b_ _c_-report-campaign-weekly-/)
})
