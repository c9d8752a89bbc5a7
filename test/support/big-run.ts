import {
  cohortRow,
  recommendationRow,
  revenueRow,
  runRow,
  snapshotRow,
} from '../reference/minimal-delivery.ts'
import type { Delivery } from '../reference/delivery.ts'

export const CAMPAIGNS = Array.from({ length: 3000 }, (_, index) => `Campaign ${index}`)

/** A run of the minimal delivery's app that takes a while to import. */
export function bigRun(id: number): Delivery {
  return {
    runs: [runRow({ run_id: id, created_at: new Date(Date.UTC(2026, 4, id)).toISOString() })],
    cohorts: CAMPAIGNS.map(campaign => cohortRow({ run_id: id, campaign })),
    cohort_revenue: CAMPAIGNS.flatMap(campaign =>
      [1, 7, 365].map(dsi => revenueRow({ run_id: id, campaign, dsi })),
    ),
    roas_snapshots: CAMPAIGNS.map(campaign => snapshotRow({ run_id: id, campaign })),
    recommendations: CAMPAIGNS.map((campaign, index) =>
      recommendationRow({ run_id: id, recommendation_id: id * 10_000 + index, campaign }),
    ),
  }
}
