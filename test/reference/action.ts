import { displayName } from './identity.ts'
import { scaled, toDouble } from './money.ts'
import { betLookback } from './ages.ts'
import type { Lookback } from './outcomes.ts'
import { addDays } from './periods.ts'
import { dataThrough } from './runs.ts'
import type { AppRow, Delivery, Money, RecommendationRow, RunRow } from './delivery.ts'

const SLACK = 1e-9

export function decidingRoas(
  row: RecommendationRow,
  app: AppRow,
): { target: number | null; predicted: number | null } {
  const basis = `${app.target_roas_type}_${app.target_revenue_type}` as const
  return { target: row[`target_${basis}_roas`], predicted: row[`predicted_${basis}_roas`] }
}

export function actionFor(
  predicted: number | null,
  target: number | null,
  app: AppRow,
): 'SCALE' | 'HOLD' | 'REDUCE' {
  if (target === null || predicted === null || target <= 0 || predicted <= 0) return 'REDUCE'
  const distance = predicted / target - 1
  if (Math.abs(distance) <= (app.action_threshold ?? 0.05) + SLACK) return 'HOLD'
  return distance > 0 ? 'SCALE' : 'REDUCE'
}

function status(
  row: RecommendationRow,
  dailySpend: number,
  traditional: boolean,
): 'HIGH' | 'MEDIUM' | 'LOW' {
  if (dailySpend < 5 || !traditional || row.confidence_score === null || row.confidence_score < 0.3)
    return 'LOW'
  return row.confidence_score < 0.6 ? 'MEDIUM' : 'HIGH'
}

export function statusOf(
  delivery: Required<Delivery>,
  row: RecommendationRow,
): 'HIGH' | 'MEDIUM' | 'LOW' {
  const network = displayName(row.network)
  const traditional =
    network !== 'Unknown' &&
    delivery.networks.some(known => known.network === network && known.traditional)
  return status(row, dailySpendOf(row), traditional)
}

/** As delivered; else by the settings, which `reference` has fixed as they were at the import. */
export function lookbackOf(
  delivery: Required<Delivery>,
  app: AppRow,
  run: RunRow,
  row: RecommendationRow,
): Lookback {
  const { startDay, endDay } = betLookback(delivery, app, displayName(row.platform))
  return {
    start: row.lookback_start_date ?? addDays(dataThrough(run), -endDay),
    end: row.lookback_end_date ?? addDays(dataThrough(run), -startDay),
  }
}

export function moneyOrNull(amount: Money | null | undefined): number | null {
  return amount === null || amount === undefined ? null : Number(amount)
}

/** Average spend per day of the bet lookback range. */
export function dailySpendOf(row: RecommendationRow): number {
  return toDouble(scaled(row.spend)) / row.lookback_days
}
