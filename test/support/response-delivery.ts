import type { Delivery, RecommendationRow } from '../reference/delivery.ts'
import {
  cohortRow,
  minimalDelivery,
  recommendationRow,
  runRow,
} from '../reference/minimal-delivery.ts'

/** Campaigns with known responses: every fifth is vague, the last has none. */
export const COUNT = 22

const NETWORKS = ['Meta Ads', 'Google Ads', 'AppLovin']

export const LONG = `${'long name '.repeat(29)}of 300 ch`
const ODD = new Map([
  [2, '<img src=x onerror=alert(1)>'],
  [3, LONG],
])

/** Daily spend, on the days that are judged as today. */
export function spendOf(index: number): number {
  return Math.round(200 + 4000 / (1 + index))
}

export function networkOf(index: number): string {
  return NETWORKS[index % NETWORKS.length]!
}

function responseOf(index: number, spend: number, roas: number): Partial<RecommendationRow> {
  if (index === COUNT - 1) return {}
  const response = 0.55 + ((index * 13) % 40) / 100
  const half = index % 5 === 4 ? 0.25 : 0.07
  return {
    suggested_daily_spend: String(Math.round(spend * (0.85 + (index % 4) / 10))),
    response_elasticity: response,
    response_low: response - half,
    response_high: Math.min(1, response + half),
    marginal_roas: roas * response * 0.98,
  }
}

/** A run that says how its campaigns respond to spend; without `responses`, one that does not. */
export function responseDelivery({
  responses = true,
  ...rest
}: { responses?: boolean } & Partial<Delivery> = {}): Delivery {
  const campaigns = Array.from({ length: COUNT }, (_, index) => ({
    campaign: ODD.get(index) ?? `Campaign ${index}`,
    network: networkOf(index),
  }))
  const recommendations = campaigns.map((names, index) => {
    const spend = spendOf(index)
    const roas = 0.4 + ((index * 37) % 50) / 100
    return recommendationRow({
      recommendation_id: index + 1,
      ...names,
      spend: String(spend * 6),
      target_paid_gross_roas: 0.6,
      predicted_paid_gross_roas: roas,
      ...(responses ? responseOf(index, spend, roas) : {}),
    })
  })
  return minimalDelivery({
    runs: [runRow()],
    cohorts: campaigns.map((names, index) =>
      cohortRow({ ...names, spend: String(spendOf(index)) }),
    ),
    cohort_revenue: [],
    roas_snapshots: [],
    alerts: [],
    recommendations,
    ...rest,
  })
}
