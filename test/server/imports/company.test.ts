import t from 'tap'
import { DeliveryError, type ImportOptions } from '../../../server/imports/load/import.ts'
import { importDelivery } from '../../../server/store/facts/embedded/embedded-destination.ts'
import { catalogIn } from '../../../server/store/facts/embedded/named-files.ts'
import type { Delivery } from '../../reference/delivery.ts'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  revenueRow,
  runRow,
} from '../../reference/minimal-delivery.ts'
import { deliver, load } from '../../support/delivery-folder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Company 1 reads app 1, company 2 reads app 2. */
function both(): Delivery {
  return {
    companies: [
      { company_id: 1, name: 'One' },
      { company_id: 2, name: 'Two' },
    ],
    apps: [appRow({ app_id: 1 }), appRow({ app_id: 2 })],
    app_access: [
      { company_id: 1, app_id: 1 },
      { company_id: 2, app_id: 2 },
    ],
  }
}

async function attempt(
  t: Parameters<typeof deliver>[0],
  dataDir: string,
  delivery: Delivery,
  options: Partial<ImportOptions>,
) {
  const folder = await deliver(t, delivery)
  try {
    return await importDelivery({ dataDir, delivery: folder, ...options })
  } catch (error) {
    if (error instanceof DeliveryError)
      return error.faults.map(({ file, row, column, value, rule }) => [
        file,
        row,
        column,
        value,
        rule,
      ])
    throw error
  }
}

t.test(
  "a company import takes the company's row, its apps, new apps and dependent rows",
  async t => {
    const dataDir = temporaryFolder(t)
    await load(t, dataDir, both())
    const run = runRow({ run_id: 7, app_id: 3 })
    const summary = await attempt(
      t,
      dataDir,
      {
        companies: [{ company_id: 1, name: 'Uno' }],
        apps: [appRow({ app_id: 1, name: 'Own' }), appRow({ app_id: 3 })],
        app_access: [{ company_id: 1, app_id: 3 }],
        bet_lookbacks: [{ app_id: 1, platform: null, start_day: 1, end_day: 2 }],
        runs: [run],
        cohorts: [cohortRow({ run_id: 7 })],
        cohort_revenue: [1, 7, 365].map(dsi => revenueRow({ run_id: 7, dsi })),
      },
      { company: 1 },
    )
    t.match(summary, { loaded: true, version: 2 })
    const { companies, apps } = await catalogIn(dataDir)
    t.match(companies, [{ name: 'Uno' }, { name: 'Two' }])
    t.match(apps, [{ app_id: 1, name: 'Own' }, { app_id: 2 }, { app_id: 3 }])
  },
)

t.test(
  'a company import refuses everything else, with the same words for foreign and unknown objects',
  async t => {
    const dataDir = temporaryFolder(t)
    await load(t, dataDir, both())
    const before = await catalogIn(dataDir)
    const own = 'must be an app of company 1, or a new one of this delivery'
    const alone = 'must be 1: this import accepts only that company'
    const refusals: [Delivery, unknown[][]][] = [
      [
        {
          companies: [
            { company_id: 2, name: 'x' },
            { company_id: 9, name: 'x' },
          ],
        },
        [
          ['companies.csv', 2, 'company_id', '2', alone],
          ['companies.csv', 3, 'company_id', '9', alone],
        ],
      ],
      [
        { apps: [appRow({ app_id: 2 })] },
        [['apps.csv', 2, 'app_id', '2', 'must be an app of company 1, or a new one']],
      ],
      [
        {
          app_access: [
            { company_id: 1, app_id: 2 },
            { company_id: 1, app_id: 9 },
          ],
        },
        [
          ['app_access.csv', 2, 'app_id', '2', own],
          ['app_access.csv', 3, 'app_id', '9', own],
        ],
      ],
      [
        {
          app_access: [
            { company_id: 2, app_id: 1 },
            { company_id: 9, app_id: 1 },
          ],
        },
        [
          ['app_access.csv', 2, 'company_id', '2', alone],
          ['app_access.csv', 3, 'company_id', '9', alone],
        ],
      ],
      [
        {
          bet_lookbacks: [2, 9].map(app_id => ({
            app_id,
            platform: null,
            start_day: 1,
            end_day: 2,
          })),
        },
        [
          ['bet_lookbacks.csv', 2, 'app_id', '2', own],
          ['bet_lookbacks.csv', 3, 'app_id', '9', own],
        ],
      ],
      [
        { networks: [{ network: 'a', traditional: true }] },
        [
          [
            'networks.csv',
            2,
            'network',
            'a',
            'not allowed with --company: networks are shared by all companies',
          ],
        ],
      ],
      // A DSI that app 2 lacks is not reported, which would reveal its DSIs.
      ...[2, 9].map((app_id): [Delivery, unknown[][]] => [
        {
          runs: [runRow({ run_id: 8, app_id })],
          cohorts: [cohortRow({ run_id: 8 })],
          cohort_revenue: [revenueRow({ run_id: 8, dsi: 77 })],
        },
        [['runs.csv', 2, 'app_id', String(app_id), own]],
      ]),
    ]
    for (const [delivery, faults] of refusals)
      t.strictSame(await attempt(t, dataDir, delivery, { company: 1 }), faults)
    await t.rejects(attempt(t, dataDir, { apps: [appRow({ app_id: 5 })] }, { company: 9 }), {
      message: /company 9 is in neither the store nor the delivery/,
    })
    t.strictSame(await catalogIn(dataDir), before)
  },
)

t.test('a check reports what an import would, and loads nothing', async t => {
  const dataDir = temporaryFolder(t)
  await load(t, dataDir, both())
  const before = await catalogIn(dataDir)
  t.match(await attempt(t, dataDir, minimalDelivery(), { check: true }), {
    loaded: false,
    version: 1,
    rows: { runs: 2 },
  })
  t.match(
    await attempt(t, dataDir, { apps: [appRow({ app_id: 2 })] }, { check: true, company: 1 }),
    [['apps.csv']],
  )
  t.strictSame(await catalogIn(dataDir), before)
})

t.test('app_access only adds access; access that it keeps is noted', async t => {
  const dataDir = temporaryFolder(t)
  await load(t, dataDir, both())
  const { warnings } = await load(t, dataDir, {
    apps: [appRow({ app_id: 3 }), appRow({ app_id: 4 })],
    app_access: [{ company_id: 1, app_id: 3 }],
  })
  t.strictSame(warnings, [
    'company 1 keeps its access to app 1: app_access only adds; `admin access revoke` removes it',
    'no company can read app 4: app_access does not name it',
  ])
  t.equal((await catalogIn(dataDir)).app_access.length, 3)
})
