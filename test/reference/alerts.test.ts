import t from 'tap'
import type { ExpectedList } from './expected.ts'
import { alertRow, minimalDelivery, runRow } from './minimal-delivery.ts'
import { reference } from './reference.ts'
import type { AlertsParameters } from './request-types.ts'

const delivery = minimalDelivery({
  runs: [
    runRow({ run_id: 1, kind: 'alert', created_at: '2026-03-30T07:00:00.000Z' }),
    runRow({ run_id: 2, kind: 'alert', created_at: '2026-03-31T07:00:00.000Z' }),
    runRow({ run_id: 3, kind: 'alert', created_at: '2026-04-01T07:00:00.000Z', status: 'failed' }),
  ],
  alerts: [
    alertRow({ alert_id: 1, run_id: 1, created_at: '2026-03-29T23:59:59.999Z' }),
    alertRow({
      alert_id: 2,
      run_id: 1,
      created_at: '2026-03-30T00:00:00.000Z',
      daily_spend: '900',
    }),
    alertRow({ alert_id: 5, daily_spend: '10' }),
    alertRow({
      alert_id: 4,
      daily_spend: '10',
      alert_group: 'BIDS',
      spend_detail: null,
      country: 'GLOBAL',
    }),
    alertRow({
      alert_id: 6,
      daily_spend: '20',
      alert_group: 'BIDS',
      spend_detail: null,
      country: 'US',
    }),
    alertRow({ alert_id: 7, run_id: 3, created_at: '2026-04-01T07:00:00.000Z' }),
  ],
})

function ids(parameters: Partial<AlertsParameters>): unknown[] {
  const answer = reference(delivery, '2026-04-01')
  const list = answer({
    companyId: 1,
    operation: 'getAlerts',
    parameters: { appId: 1, ...parameters },
  }) as ExpectedList
  return list.items.map(item => item.id)
}

t.test('the latest succeeded run is sorted by spend, then id', async t => {
  t.strictSame(ids({}), [6, 4, 5])
})

t.test("ranges select by the alert's own date, newest run first", async t => {
  t.strictSame(ids({ startDate: '2026-03-30' }), [6, 4, 5, 2])
  t.strictSame(ids({ startDate: '2026-03-29', endDate: '2026-03-30' }), [2, 1])
})

t.test('GLOBAL finds campaign-level and all analytics alerts', async t => {
  t.strictSame(ids({ countries: ['GLOBAL'] }), [4, 5])
  t.strictSame(ids({ countries: ['US'] }), [6, 5])
  t.strictSame(ids({ countries: ['GLOBAL', 'US'] }), [6, 4, 5])
  t.strictSame(ids({ countries: ['DE'] }), [])
  t.strictSame(ids({ alertGroups: ['bids'], countries: ['GLOBAL'] }), [4])
})
