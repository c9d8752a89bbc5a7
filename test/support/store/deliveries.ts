import {
  alertRow,
  appRow,
  budgetRow,
  cohortRow,
  eventRow,
  minimalDelivery,
  recommendationRow,
  revenueOf,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../reference/minimal-delivery.ts'
import type { Delivery } from '../../reference/delivery.ts'

/** The moment that services and imports of these tests go by. */
export const NOW = '2026-04-01T12:00:00Z'

const PLACES = ['Alpha', 'Beta', 'Gamma', 'Delta'].flatMap(campaign =>
  ['US', 'BR', 'DE'].map(country => ({ campaign, country })),
)
const DAYS = 10
const DAYS_BETWEEN_RUNS = 4

/**
 * A delivery of runs `2 * id - 1` and `2 * id` with rows in every table that runs have. All amounts depend on `id`, so that it changes the
 * answer of every operation; and it has a new campaign, so that an import writes what it read of the store before.
 */
export function runDelivery(id: number): Required<Pick<Delivery, 'runs' | 'cohorts'>> & Delivery {
  const [run_id, alertRun] = [2 * id - 1, 2 * id]
  const at = (days: number, hour = 0) =>
    new Date(Date.UTC(2026, 0, 1 + id * DAYS_BETWEEN_RUNS + days, hour))
  const day = (days: number) => at(days).toISOString().slice(0, 10)
  const amount = (place: number, daysAgo: number) =>
    (10 + place + daysAgo / 10 + id / 1000).toFixed(4)
  const places = [...PLACES, { campaign: `Launch ${id}`, country: 'US' }]
  const cohorts = places.flatMap((place, p) =>
    Array.from({ length: DAYS }, (_, daysAgo) => ({
      cell: { run_id, ...place, install_date: day(-daysAgo) },
      amount: (dsi: number) => amount(p, daysAgo + dsi / 100),
    })),
  )
  return {
    companies: [{ company_id: 1, name: `Studio ${id}` }],
    apps: [appRow({ name: `Game ${id}`, action_threshold: 0.05 + id / 10_000 })],
    events: [
      eventRow({ event_id: id, title: `Event ${id}`, start_date: day(-1) }),
      eventRow({ event_id: 9999, title: `Again in ${id}` }),
    ],
    budgets: [budgetRow({ budget_id: id, month: day(0).slice(0, 7), amount: amount(0, 0) })],
    runs: [
      runRow({ run_id, created_at: at(0, 6).toISOString(), max_install_date: day(0) }),
      runRow({ run_id: alertRun, kind: 'alert', created_at: at(0, 7).toISOString() }),
    ],
    cohorts: cohorts.map(({ cell, amount }) => cohortRow({ ...cell, spend: amount(0) })),
    cohort_revenue: cohorts.flatMap(({ cell, amount }) =>
      [1, 7, 365].map(dsi => revenueRow({ ...cell, dsi, ...revenueOf(amount(dsi)) })),
    ),
    roas_snapshots: cohorts.map(({ cell, amount }) =>
      snapshotRow({ ...cell, dsi: 7, spend: amount(0), ...revenueOf(amount(7)) }),
    ),
    recommendations: places.map((place, p) =>
      recommendationRow({
        recommendation_id: 1000 * id + p,
        run_id,
        granularity: 'campaign_geo',
        ...place,
        spend: amount(p, 0),
        predicted_low_roas: 0.5,
        predicted_high_roas: 1 + p,
        response_elasticity: 0.5,
        response_low: 0.4,
        response_high: 0.6,
        marginal_roas: 0.1,
      }),
    ),
    alerts: places.map((place, p) =>
      alertRow({
        alert_id: 1000 * id + p,
        run_id: alertRun,
        ...place,
        daily_spend: amount(p, 0),
        metric: 'cpi',
        value: p,
      }),
    ),
  }
}

/** The first delivery of a store: run 1, and what later ones refer to. */
export function firstDelivery(): Delivery {
  return { ...minimalDelivery(), ...runDelivery(1) }
}

/** A delivery that every import refuses. */
export function badDelivery(): Delivery {
  const delivery = runDelivery(20)
  return {
    ...delivery,
    cohorts: delivery.cohorts.map((row, index) => (index === 0 ? { ...row, spend: '-1' } : row)),
  }
}
