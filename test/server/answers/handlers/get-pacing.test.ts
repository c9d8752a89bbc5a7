import t from 'tap'
import type { DeliveryError } from '../../../../server/imports/load/import.ts'
import { removeApps } from '../../../../server/imports/load/remove-apps.ts'
import {
  appRow,
  budgetRow,
  cohortRow,
  minimalDelivery,
  runRow,
} from '../../../reference/minimal-delivery.ts'
import { addDays } from '../../../reference/periods.ts'
import { startService, type TestService } from '../../../support/started-service.ts'
import { twoCompanies } from '../../../support/two-companies.ts'

/** Alpha spends 10 a day from 1 January, Beta of Google 1 a day in March, to 22 March. */
function delivery() {
  const through = '2026-03-22'
  const days = Array.from({ length: 81 }, (_, day) => addDays(through, -day))
  return minimalDelivery({
    runs: [runRow({ max_install_date: through })],
    cohorts: [
      ...days.map(install_date => cohortRow({ install_date })),
      ...days
        .filter(day => day >= '2026-03-01')
        .map(install_date =>
          cohortRow({
            install_date,
            spend: '1',
            campaign: 'Beta',
            network: 'Google',
            country: 'DE',
          }),
        ),
    ],
    cohort_revenue: [],
    recommendations: [],
    roas_snapshots: [],
    alerts: [],
    budgets: [
      budgetRow({ budget_id: 4, network: 'Google', campaign: 'Beta', amount: '20' }),
      budgetRow({ budget_id: 3, network: 'Google', amount: '31.5' }),
      budgetRow({ budget_id: 2, platform: 'IOS', amount: '1000.25' }),
      budgetRow({ budget_id: 1, amount: '341' }),
      budgetRow({ budget_id: 5, month: '2026-02' }),
    ],
  })
}

async function pacing({ get }: TestService, query = ''): Promise<Record<string, unknown>[]> {
  const answer = await get(`/v1/pacing?appId=1${query}`)
  if (answer.status !== 200) throw new Error(answer.body.toString())
  return answer.json() as Record<string, unknown>[]
}

t.test('the default month is that of the latest data, with every field', async t => {
  const service = await startService(t, { deliveries: [delivery()] })
  const answer = await service.get('/v1/pacing?appId=1')
  t.match(answer.headers, {
    'total-rows': '4',
    'run-id': '1',
    'data-through': '2026-03-22',
    currency: 'USD',
  })
  const rows = answer.json() as Record<string, unknown>[]
  t.strictSame(
    rows.map(row => row['budgetId']),
    [1, 3, 4, 2],
    'by names, those of all first',
  )
  t.strictSame(rows[0], {
    budgetId: 1,
    month: '2026-03',
    platform: null,
    network: null,
    campaign: null,
    amount: 341,
    spent: 242,
    // Of 28 days, six are of February, a Monday to a Saturday of 10: 8 such days are left, and a Sunday.
    expected: 242 + 8 * 10.75 + 11,
    expectedLow: rows[0]!['expectedLow'],
    expectedHigh: rows[0]!['expectedHigh'],
    intervalDays: 45,
    cases: 45,
    share: 242 / 341,
    daysLeft: 9,
    currentDailySpend: 11,
    neededDailySpend: 11,
    status: 'ON_BUDGET',
  })
  t.ok(Number(rows[0]!['expectedLow']) < Number(rows[0]!['expectedHigh']))
  t.match(rows[2], {
    spent: 22,
    expected: 31,
    intervalDays: 0,
    cases: 0,
    expectedLow: null,
    neededDailySpend: 0,
    status: 'OVERSPENT',
  })
  t.match(rows[1], { spent: 22, expected: 31, status: 'ON_BUDGET' })
  t.match(rows[3], { spent: 242, amount: 1000.25, status: 'UNDER' })
})

t.test('other months can be requested, also those without data', async t => {
  const service = await startService(t, { deliveries: [delivery()] })
  t.match(await pacing(service, '&month=2026-02'), [
    {
      budgetId: 5,
      amount: 100,
      spent: 280,
      expected: 280,
      daysLeft: 0,
      neededDailySpend: null,
      status: 'OVERSPENT',
    },
  ])
  t.strictSame(await pacing(service, '&month=2026-04'), [])
  await service.import({ budgets: [budgetRow({ budget_id: 6, month: '2026-04', amount: '330' })] })
  service.passSecond()
  t.match(await pacing(service, '&month=2026-04'), [
    { spent: 0, daysLeft: 30, expectedLow: null, intervalDays: 0 },
  ])
  const faults = async (query: string) =>
    (await service.get(`/v1/pacing?appId=1&${query}`)).json() as {
      status: number
      errors: object[]
    }
  for (const month of ['2026-13', '2026-3', '2026-03-01', '', 'march']) {
    t.match(
      await faults(`month=${month}`),
      {
        status: 400,
        errors: [{ parameter: 'month', message: /^must be a month written YYYY-MM/ }],
      },
      month,
    )
  }
  t.match(await faults('networks=Meta'), { status: 400, errors: [{ parameter: 'networks' }] })
})

t.test('an app without a run has its budgets and the current month', async t => {
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({
        runs: [],
        cohorts: [],
        cohort_revenue: [],
        roas_snapshots: [],
        recommendations: [],
        alerts: [],
        budgets: [budgetRow({ month: '2026-04', amount: '60' })],
      }),
    ],
  })
  t.match(await pacing(service), [
    {
      spent: 0,
      expected: null,
      currentDailySpend: null,
      daysLeft: 30,
      neededDailySpend: 2,
      share: 0,
      status: null,
    },
  ])
})

t.test('a key reads the budgets of its own apps only', async t => {
  const service = await startService(t, {
    deliveries: [{ ...twoCompanies(), budgets: [budgetRow({ app_id: 4, amount: '77' })] }],
  })
  for (const app of [4, 3, 5]) t.equal((await service.get(`/v1/pacing?appId=${app}`)).status, 403)
  t.strictSame(await pacing(service), [])
  t.match((await service.get('/v1/pacing?appId=4&month=2026-03', 2)).json(), [{ amount: 77 }])
})

t.test('an import replaces budgets by id, changes ETags, and affects one app', async t => {
  const apps = [appRow(), appRow({ app_id: 2, name: 'Other' })]
  const app_access = [1, 2].map(app_id => ({ company_id: 1, app_id }))
  const service = await startService(t, { deliveries: [{ ...delivery(), apps, app_access }] })
  const etag = async (path: string) => (await service.get(path)).headers['etag']
  const paths = [
    '/v1/pacing?appId=1',
    '/v1/pacing?appId=1&month=2026-02',
    '/v1/pacing?appId=2',
    '/v1/recommendations?appId=1',
    '/v1/overview',
  ]
  const before = await Promise.all(paths.map(etag))
  t.equal((await service.get(paths[0]!, 1, { 'if-none-match': String(before[0]) })).status, 304)
  await service.import({
    budgets: [budgetRow({ amount: '342' }), budgetRow({ budget_id: 8, campaign: 'Gamma' })],
  })
  service.passSecond()
  t.match(await pacing(service), [
    { budgetId: 1, amount: 342 },
    { budgetId: 8 },
    { budgetId: 3 },
    { budgetId: 4 },
    { budgetId: 2 },
  ])
  const after = await Promise.all(paths.map(etag))
  t.strictSame(
    paths.filter((_, index) => before[index] !== after[index]),
    [paths[0], '/v1/recommendations?appId=1', '/v1/overview'],
  )
  const refused = await service
    .import({ budgets: [budgetRow({ app_id: 2 })] })
    .catch((error: unknown) => error)
  t.match((refused as DeliveryError).faults, [
    {
      file: 'budgets.csv',
      row: 2,
      column: 'budget_id',
      rule: "must not be the id of another app's budget in the store",
    },
  ])
})

t.test('budgets are deleted with their app', async t => {
  const service = await startService(t, { deliveries: [delivery()] })
  await removeApps(service.storage.imports, { apps: [1] })
  service.passSecond()
  await service.import(minimalDelivery())
  service.passSecond()
  t.strictSame(await pacing(service), [])
})
