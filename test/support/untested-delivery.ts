import { addDays } from '../reference/periods.ts'
import type { Delivery } from '../reference/delivery.ts'
import {
  alertRow,
  appRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueOf,
  revenueRow,
  runRow,
} from '../reference/minimal-delivery.ts'

const DAYS = Array.from({ length: 10 }, (_, day) => addDays('2026-03-21', day))
const KNOWN = {
  response_elasticity: 0.9,
  response_low: 0.85,
  response_high: 0.95,
  response_evidence: 'assumed',
} as const

/** Below and above a target of 112 % at D90, which nobody could test; at D14 the cohorts have 60 and 80 %. */
const CAMPAIGNS = [
  {
    campaign: 'Low',
    predicted: 0.9,
    roas: 0.6,
    evidence: { ...KNOWN, marginal_roas: 0.8, suggested_daily_spend: '40' },
  },
  { campaign: 'High', predicted: 1.4, roas: 0.8, evidence: {} },
]

/** A young studio's run with these untested DSIs. */
export function untestedDelivery(untested_dsis: string | undefined): Delivery {
  const recommendations = CAMPAIGNS.map(({ campaign, predicted, evidence }, index) =>
    recommendationRow({
      recommendation_id: index + 1,
      campaign,
      spend: '600',
      target_dsi: 90,
      target_paid_gross_roas: 1.12,
      predicted_paid_gross_roas: predicted,
      predicted_low_roas: predicted * 0.9,
      predicted_high_roas: predicted * 1.1,
      optimisation_live_roas: 0.2,
      optimisation_paced_roas: predicted < 1.12 ? 0.22 : 0.18,
      confidence_score: 0.55,
      ...evidence,
    }),
  )
  const cohorts = CAMPAIGNS.flatMap(({ campaign }) =>
    DAYS.map(install_date => cohortRow({ campaign, install_date, spend: '100' })),
  )
  const at = (dsi: number, roas: 'roas' | 'predicted') =>
    CAMPAIGNS.flatMap(one =>
      DAYS.map(install_date =>
        revenueRow({
          campaign: one.campaign,
          install_date,
          dsi,
          ...revenueOf((100 * one[roas]).toFixed(2)),
        }),
      ),
    )
  return minimalDelivery({
    apps: [appRow({ target_dsi: 90, dsi_values: '7,14,30,90' })],
    runs: [
      runRow({
        ...(untested_dsis !== undefined && { untested_dsis }),
        withheld_dsis: '30:backtest',
      }),
      runRow({ run_id: 2, kind: 'alert', created_at: '2026-03-31T07:00:00.000Z' }),
    ],
    recommendations,
    cohorts,
    cohort_revenue: [...at(14, 'roas'), ...at(90, 'predicted')],
    roas_snapshots: [],
    alerts: [alertRow({ campaign: 'Low' })],
  })
}
