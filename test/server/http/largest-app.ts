import type { Delivery } from '../../reference/delivery.ts'
import {
  alertRow,
  budgetRow,
  cohortRow,
  eventRow,
  minimalDelivery,
  recommendationRow,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../reference/minimal-delivery.ts'
import { addDays } from '../../../server/core/model/dates.ts'
import { many } from './request-shapes.ts'

const THROUGH = '2026-03-30'

/** Days of cohorts that the forecast of a budget reads. */
const DAYS = 208

const RESPONSE = {
  predicted_paid_gross_roas: 0.5,
  marginal_roas: 0.4,
  response_elasticity: 0.8,
  response_low: 0.7,
  response_high: 0.9,
}

/**
 * An app as large as its bounds allow, and with long lists that have none: events, budgets, recommendations of two runs, one old enough to be judged, and
 * alerts. Company 2 reads a small one.
 */
export function largestApp({
  events = 10_000,
  budgets = 2000,
  recommendations = 25_000,
  alerts = 10_000,
} = {}): Delivery {
  const campaigns = many(Math.max(recommendations, alerts, 1), index => ({
    network: `Network ${index % 10}`,
    campaign: `Campaign ${index} 🚀`,
    platform: index % 2 === 0 ? ('IOS' as const) : ('ANDROID' as const),
  }))
  const judged = addDays(THROUGH, -30)
  const recommended = campaigns.slice(0, recommendations)
  const cohorts = [
    ...recommended.map((names, index) =>
      cohortRow({ run_id: 3, ...names, install_date: index % 2 === 0 ? judged : THROUGH }),
    ),
    ...many(DAYS, day => cohortRow({ run_id: 3, install_date: addDays(THROUGH, -day) })),
  ]
  const row = (run_id: number) => (names: (typeof campaigns)[number], index: number) =>
    recommendationRow({
      ...names,
      ...RESPONSE,
      recommendation_id: run_id * 1_000_000 + index,
      run_id,
      spend: String(index + 1),
      target_dsi: 7,
      target_paid_gross_roas: index % 3 === 0 ? 0.4 : 0.6,
      suggested_daily_spend: String(index % 100),
      lookback_start_date: addDays(run_id === 1 ? judged : THROUGH, -3),
      lookback_end_date: run_id === 1 ? judged : THROUGH,
    })
  return minimalDelivery({
    runs: [
      runRow({
        run_id: 1,
        created_at: `${addDays(judged, 1)}T06:00:00.000Z`,
        max_install_date: judged,
      }),
      runRow({ run_id: 2, kind: 'alert', created_at: '2026-03-31T07:00:00.000Z' }),
      runRow({ run_id: 3 }),
    ],
    cohorts,
    cohort_revenue: cohorts.map(({ run_id, install_date, platform, network, campaign, country }) =>
      revenueRow({ run_id, install_date, platform, network, campaign, country }),
    ),
    roas_snapshots: [snapshotRow({ run_id: 3 })],
    recommendations: [...recommended.map(row(1)), ...recommended.map(row(3))],
    alerts: campaigns
      .slice(0, alerts)
      .map((names, index) =>
        alertRow({ ...names, alert_id: index + 1, title: `ROAS fell ${index % 7}` }),
      ),
    budgets: many(budgets, index =>
      budgetRow({
        budget_id: index + 1,
        ...(index % 2 === 0 ? {} : campaigns[index]),
        amount: String(index + 1),
      }),
    ),
    events: many(events, index =>
      eventRow({
        event_id: index + 1,
        title: `Event ${index} `.padEnd(200, 'x'),
        note: 'y'.repeat(150),
        start_date: addDays(THROUGH, -(index % 60)),
        end_date: addDays(THROUGH, -(index % 60) + 5),
        campaign: index % 2 === 0 ? null : campaigns[index % campaigns.length]!.campaign,
      }),
    ),
  })
}
