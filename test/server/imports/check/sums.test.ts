import t from 'tap'
import { addDays } from '../../../../server/core/model/dates.ts'
import {
  cohortRow,
  minimalDelivery,
  revenueOf,
  revenueRow,
  snapshotRow,
} from '../../../reference/minimal-delivery.ts'
import { startService } from '../../../support/started-service.ts'
import { deliver, faultsOf } from '../../../support/delivery-folder.ts'

const DAYS = Array.from({ length: 1100 }, (_, day) => addDays('2026-03-30', -day))
const MOST_INSTALLS = {
  paid_installs: 2 ** 53 - 1,
  incremental_blended_installs: 2 ** 53 - 1,
  full_blended_installs: 2 ** 53 - 1,
}
const MOST_MONEY = '99999999999999.9999'

function deliveryOf(days: readonly string[], more: Parameters<typeof cohortRow>[0], amount = '5') {
  const cohorts = days.map(install_date => cohortRow({ install_date, ...more }))
  const cohort_revenue = days.map(install_date =>
    revenueRow({ install_date, ...revenueOf(amount) }),
  )
  return minimalDelivery({ cohorts, cohort_revenue })
}

t.test('run counts that overflow a sum are refused with table and column', async t => {
  const faults = await faultsOf(await deliver(t, deliveryOf(DAYS, MOST_INSTALLS), 'parquet'))
  t.same(
    faults.map(({ file, column }) => [file, column]),
    ['paid_installs', 'incremental_blended_installs', 'full_blended_installs'].map(column => [
      'cohorts.parquet',
      column,
    ]),
  )
  t.equal(
    faults[0]?.rule,
    'must add up to at most 9223372036854775807 in a run, without signs; run 1 has 9907919180215090100',
  )
})

t.test('amounts of a run are summed by DSI, without signs', async t => {
  const ten = DAYS.slice(0, 10)
  const spend = await faultsOf(await deliver(t, deliveryOf(ten, { spend: MOST_MONEY }), 'csv'))
  t.match(spend, [
    {
      file: 'cohorts.csv',
      column: 'spend',
      rule: /at most 922337203685477\.5807 in a run, .*; run 1 has 999999999999999\.999/,
    },
  ])
  const signs = deliveryOf(ten, {})
  signs.cohort_revenue = signs.cohort_revenue.map((row, place) => ({
    ...row,
    paid_gross: place % 2 === 0 ? MOST_MONEY : `-${MOST_MONEY}`,
  }))
  t.match(await faultsOf(await deliver(t, signs, 'parquet')), [
    {
      file: 'cohort_revenue.parquet',
      column: 'paid_gross',
      rule: /in a run at a DSI, .*; run 1 at DSI 7 has 9/,
    },
  ])
  const snapshots = ten.map(install_date => snapshotRow({ install_date, spend: MOST_MONEY }))
  t.match(
    await faultsOf(await deliver(t, minimalDelivery({ roas_snapshots: snapshots }), 'parquet')),
    [{ file: 'roas_snapshots.parquet', column: 'spend' }],
  )
})

t.test('the largest sums that can be imported are served', async t => {
  const { get } = await startService(t, {
    format: 'parquet',
    deliveries: [deliveryOf(DAYS.slice(0, 1023), MOST_INSTALLS)],
  })
  for (const installGrouping of ['total', 'monthly']) {
    const path = `/v1/report?appId=1&granularity=campaign&installGrouping=${installGrouping}&format=csv&startDate=2025-04-10&endDate=2026-03-30`
    const { status, body } = await get(path)
    t.equal(status, 200, body.toString())
  }
})
