import type { Test } from 'tap'
import { REVENUE_TYPES, ROAS_TYPES } from '../../../../../generated/vocabulary/vocabulary.ts'
import { type ReportGroupsQuery, revenueName } from '../../../../../server/core/model/store.ts'
import { type LoadedStore, REPORT, type Rows } from './loaded-store.ts'
import { ANDROID } from './store-delivery.ts'

/** How every data engine adds up. */
export async function groupsHoldForEveryStore(
  t: Test,
  { recommendationRun, ids, report, groups, snapshots }: LoadedStore,
): Promise<void> {
  await t.test('report keys are one row per period and group', async t => {
    const keys = await report({ groupBy: ['network'], grouping: 'monthly' }, groups =>
      groups.keys(),
    )
    t.strictSame(
      keys,
      [
        {
          install_cohort: '2026-02-01',
          identity: String(Math.min(ids.us, ids.de, ids.android)),
          spend: '10.0000',
        },
        {
          install_cohort: '2026-03-01',
          identity: String(Math.min(ids.us, ids.de, ids.android)),
          spend: '200000000000019.9999',
        },
        { install_cohort: '2026-03-01', identity: String(ids.idle), spend: '0.0000' },
      ].sort(byKey),
    )
    const withSums = await report({ grouping: 'total', groupBy: [] }, groups =>
      groups.keys(REPORT.revenue),
    )
    t.match(withSums, [{ paid_installs: '20', full_blended_installs: '40', paid_gross_d7: null }])
  })

  await t.test('daily, weekly, monthly and total periods begin on the right day', async t => {
    const starts = async (grouping: ReportGroupsQuery['grouping']) =>
      (await groups({ grouping, groupBy: [] })).map(row => row['install_cohort'])
    t.strictSame(await starts('daily'), ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-30'])
    t.strictSame(await starts('weekly'), ['2026-02-23', '2026-03-02', '2026-03-30'])
    t.strictSame(await starts('monthly'), ['2026-02-01', '2026-03-01'])
    t.strictSame(await starts('total'), ['2026-01-01'])
  })

  await t.test('a range includes both of its ends and no other day', async t => {
    const days = await groups({ groupBy: [], range: { start: '2026-03-01', end: '2026-03-02' } })
    t.strictSame(
      days.map(row => row['install_cohort']),
      ['2026-03-01', '2026-03-02'],
    )
    t.strictSame(await groups({ run: undefined }), [], 'without a run there is nothing')
  })

  await t.test('a group has the smallest identity of its names', async t => {
    const byCampaign = await groups({
      grouping: 'total',
      groupBy: ['platform', 'network', 'campaign'],
    })
    const expected = [Math.min(ids.us, ids.de), ids.android, ids.idle].map(String).sort()
    t.strictSame(byCampaign.map(row => row['identity']).sort(), expected)
    const byCountry = await groups({ grouping: 'total', groupBy: ['country'] })
    t.strictSame(
      byCountry.map(row => row['identity']).sort(),
      [Math.min(ids.us, ids.android), Math.min(ids.de, ids.idle)].map(String).sort(),
    )
    const names = await report({}, groups => groups.names())
    t.match(
      names.find(row => row['id'] === String(ids.android)),
      ANDROID,
    )
  })

  await t.test('a filter by identity excludes others; no filter includes all', async t => {
    const spend = async (identityIds: number[] | undefined) =>
      (await groups({ grouping: 'total', groupBy: [], identityIds })).map(row => row['spend'])
    t.strictSame(await spend([ids.us, ids.de]), ['30.0001'])
    t.strictSame(await spend([]), [], 'a list without ids lets none pass')
    t.strictSame(await spend(undefined), ['200000000000029.9999'])
  })

  await t.test('every revenue and ROAS type has its own sum', async t => {
    const revenue = ROAS_TYPES.flatMap(roasType =>
      REVENUE_TYPES.map(revenueType => ({ roasType, revenueType, dsi: 7 })),
    )
    const [row] = await groups({ grouping: 'total', identityIds: [ids.android], revenue })
    t.strictSame(
      revenue.map(column => row![revenueName(column)]),
      [11000, 11002, 11004, 11006, 11008, 11010].map(
        (sum, index) => `${sum}.${String(2 * (index + 1)).padStart(2, '0')}00`,
      ),
    )
  })

  await t.test('a missing revenue row gives null; idle cohorts do not', async t => {
    const revenues = await groups({ grouping: 'daily', groupBy: [] })
    t.strictSame(
      revenues.map(row => row['paid_gross_d7']),
      ['1.0100', '100.0100', null, '10000.0100'],
    )
    const [idle] = await groups({
      identityIds: [ids.idle],
      revenue: [...REPORT.revenue, { ...REPORT.revenue[0]!, dsi: 400 }],
    })
    t.match(
      idle,
      { paid_gross_d7: '0.0000', paid_gross_d400: '0.0000' },
      'also at a DSI that the run has no columns of',
    )
    const [unknown] = await groups({
      identityIds: [ids.us],
      revenue: [{ ...REPORT.revenue[0]!, dsi: 400 }],
    })
    t.match(unknown, { paid_gross_d400: null })
  })

  await t.test('partial gives the total and the covered sums', async t => {
    const [row] = await groups({
      grouping: 'total',
      groupBy: [],
      identityIds: [ids.us, ids.de],
      partial: true,
    })
    t.match(row, { spend: '30.0001', paid_gross_d7: '101.0200', covered_spend_d7: '10.0001' })
    t.match(row, {
      full_blended_installs: '24',
      covered_full_blended_installs_d7: '16',
      covered_paid_installs_d7: '8',
    })
  })

  await t.test('a part returns all of its groups', async t => {
    for (const grouping of ['daily', 'weekly', 'monthly', 'total'] as const) {
      const all = await groups({ grouping })
      const day = all[0]!['install_cohort']!
      const inPart = (row: Rows[number]): boolean =>
        row['install_cohort'] === day && row['identity'] === String(ids.us)
      const part = await report({ grouping }, groups =>
        groups.groups({ periods: { start: day, end: day }, groupIds: [ids.us] }),
      )
      t.strictSame(part.filter(inPart), all.filter(inPart), grouping)
      t.notOk(
        part.some(row => row['identity'] !== String(ids.us)),
        `${grouping}: no other ids`,
      )
      t.strictSame(
        await report({ grouping }, groups => groups.groups({ periods: undefined, groupIds: [] })),
        [],
        `${grouping}: nothing`,
      )
    }
  })

  await t.test(
    'snapshots have their run and first dates; at app granularity the identity is 0',
    async t => {
      const week = { install_cohort: '2026-03-16' }
      t.strictSame(await snapshots({}), [
        { ...week, identity: '0', run_id: '1', spend: '6.0000', revenue: '6.0200' },
        { ...week, identity: '0', run_id: '3', spend: '8.0000', revenue: '8.0100' },
      ])
      const campaign = String(Math.min(ids.us, ids.de))
      t.match(
        await snapshots({
          granularity: 'campaign',
          runs: [recommendationRun(1)],
          identityIds: [ids.de],
        }),
        [{ identity: campaign, spend: '2.0000' }],
      )
      t.match(await snapshots({ granularity: 'campaign_geo', runs: [recommendationRun(3)] }), [
        { identity: String(ids.us), revenue: '8.0100' },
      ])
      t.match(
        await snapshots({
          roasType: 'full_blended',
          revenueType: 'net',
          runs: [recommendationRun(3)],
        }),
        [{ revenue: '13.0600' }],
      )
      const beginnings = [
        { run_id: '1', first_install_date: '2026-03-14' },
        { run_id: '3', first_install_date: '2026-03-16' },
      ]
      t.strictSame(
        await snapshots({ runs: [recommendationRun(3)], identityIds: [ids.us] }, groups =>
          groups.beginnings(),
        ),
        beginnings,
        'of all runs and ids',
      )
      t.strictSame(
        await snapshots({ range: { start: '2026-03-01', end: '2026-03-15' } }, groups =>
          groups.beginnings(),
        ),
        beginnings.slice(0, 1),
      )
      t.strictSame(await snapshots({ runs: [] }), [])
    },
  )
}

function byKey(one: Rows[number], other: Rows[number]): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1
}
