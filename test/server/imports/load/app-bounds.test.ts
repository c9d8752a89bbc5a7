import t, { type Test } from 'tap'
import { catalogIn } from '../../../../server/store/facts/embedded/named-files.ts'
import type { Delivery } from '../../../reference/delivery.ts'
import {
  appRow,
  budgetRow,
  eventRow,
  minimalDelivery,
} from '../../../reference/minimal-delivery.ts'
import { changeCatalog } from '../../../support/store-records.ts'
import { deliver, load, refusal } from '../../../support/delivery-folder.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const NOW = new Date('2026-04-01T12:00:00Z')

/** Only these lists, of apps that the store knows. */
function lists(tables: Pick<Delivery, 'events' | 'budgets'>): Delivery {
  return tables
}

function events(count: number, from = 1, more: Parameters<typeof eventRow>[0] = {}) {
  return Array.from({ length: count }, (_, index) => eventRow({ event_id: from + index, ...more }))
}

function budgets(count: number, from = 1, month = '2026-03') {
  return Array.from({ length: count }, (_, index) => budgetRow({ budget_id: from + index, month }))
}

async function started(t: Test): Promise<string> {
  const dataDir = temporaryFolder(t)
  await load(t, dataDir, minimalDelivery(), 'parquet', NOW)
  return dataDir
}

async function refusedRules(
  t: Test,
  dataDir: string,
  delivery: Delivery,
): Promise<[string, string][]> {
  const { faults } = await refusal(dataDir, await deliver(t, delivery, 'parquet'))
  return faults.map(({ file, rule }) => [file, rule])
}

t.test('an app has at most 10,000 events over all deliveries', async t => {
  const dataDir = await started(t)
  await load(t, dataDir, lists({ events: events(9999) }), 'parquet', NOW)
  t.same(await refusedRules(t, dataDir, lists({ events: events(2, 10_000) })), [
    [
      'events.parquet',
      'must leave an app at most 10000 events, over all deliveries; app 1 would have 10001, and has 9999: `admin events remove` removes some',
    ],
  ])
  await load(t, dataDir, lists({ events: events(2, 9999) }), 'parquet', NOW)
  t.equal((await catalogIn(dataDir)).files[1]?.events?.length, 10_000)
})

t.test("an app's events have at most 4 MB of texts", async t => {
  const dataDir = await started(t)
  const long = { title: 'ü'.repeat(200), note: 'ü'.repeat(1000) }
  await load(t, dataDir, lists({ events: events(1700, 1, long) }), 'parquet', NOW)
  t.same(await refusedRules(t, dataDir, lists({ events: events(100, 5000, long) })), [
    [
      'events.parquet',
      "must leave an app at most 4.0 MB of events' titles, notes and names, over all deliveries; app 1 would have 4.1 MB, and has 3.9 MB: `admin events remove` removes some",
    ],
  ])
})

t.test('an app has at most 2,000 budgets, not counting months more than 24 months ago', async t => {
  const dataDir = await started(t)
  await load(
    t,
    dataDir,
    lists({ budgets: [...budgets(2000), ...budgets(10, 3000, '2020-01')] }),
    'parquet',
  )
  await load(t, dataDir, lists({ budgets: budgets(10, 4000, '2021-01') }), 'parquet')
  t.match(await refusedRules(t, dataDir, lists({ budgets: budgets(1, 5000) })), [
    [
      'budgets.parquet',
      /^must leave an app at most 2000 budgets of the last 24 months and later.*app 1 would have 2001, and has 2000/,
    ],
  ])
})

t.test('the limits of one app do not affect another', async t => {
  const dataDir = temporaryFolder(t)
  await load(
    t,
    dataDir,
    minimalDelivery({ apps: [appRow(), appRow({ app_id: 2 })], budgets: budgets(2000) }),
    'parquet',
  )
  await load(
    t,
    dataDir,
    lists({ budgets: budgets(2000, 3000).map(row => ({ ...row, app_id: 2 })) }),
    'parquet',
  )
  t.equal((await catalogIn(dataDir)).files[2]?.budgets?.length, 2000)
})

t.test('a store above a limit accepts imports that add nothing, with a note', async t => {
  const dataDir = await started(t)
  await load(t, dataDir, lists({ events: events(10_000) }), 'parquet')
  await changeCatalog(dataDir, catalog => {
    const [first] = catalog.files[1]!.events!
    catalog.files[1]!.events!.push({ ...first!, event_id: 20_000 })
    return catalog
  })
  const { loaded, warnings } = await load(
    t,
    dataDir,
    lists({ events: events(1, 20_000, { title: 'Changed' }) }),
    'parquet',
  )
  t.equal(loaded, true)
  t.same(warnings, [
    'app 1 has 10001 events, more than the 10000 that an app may have: `admin events remove` removes some',
  ])
  t.equal((await catalogIn(dataDir)).files[1]?.events?.at(-1)?.title, 'Changed')
  t.match(await refusedRules(t, dataDir, lists({ events: events(1, 30_000) })), [
    ['events.parquet', /app 1 would have 10002, and has 10001/],
  ])
})

t.test('titles and notes of events have a maximum length', async t => {
  const long = [
    eventRow({ title: 'x'.repeat(201) }),
    eventRow({ event_id: 2, note: 'x'.repeat(1001) }),
  ]
  t.same(
    (await refusedRules(t, await started(t), lists({ events: long })))
      .map(([, rule]) => rule)
      .sort(),
    ['must have at most 1000 characters', 'must have at most 200 characters'],
  )
})

t.test('the apps of one company take at most a quarter of the catalog', async t => {
  const dataDir = temporaryFolder(t)
  const app_access = [
    ...Array.from({ length: 8 }, (_, index) => ({ company_id: 1, app_id: index + 1 })),
    { company_id: 2, app_id: 9 },
  ]
  const apps = Array.from({ length: 9 }, (_, index) => appRow({ app_id: index + 1 }))
  const companies = [1, 2].map(company_id => ({ company_id, name: `Studio ${company_id}` }))
  await load(t, dataDir, minimalDelivery({ companies, apps, app_access }), 'parquet')
  const full = (app_id: number) =>
    lists({
      events: events(3300, app_id * 10_000, {
        app_id,
        title: '"'.repeat(200),
        note: '"'.repeat(1000),
      }),
    })
  for (const app of [1, 2, 3]) await load(t, dataDir, full(app), 'parquet')
  await t.rejects(load(t, dataDir, full(4), 'parquet'), {
    message:
      /^The import failed and nothing was loaded: the apps of company 1 \(Studio 1\) would take 32\.4 MB of the catalog, and may take 32\.0 MB, a quarter of it: events 32\.4 MB, .*Make room with `admin events remove`$/,
  })
  t.equal((await load(t, dataDir, full(9), 'parquet')).loaded, true, 'another company has room')
})
