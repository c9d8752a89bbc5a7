import { passes, shown, shownIdentity } from './identity.ts'
import { scaled, toDouble } from './money.ts'
import type { RecommendationsParameters } from './request.ts'
import { succeededRuns } from './runs.ts'
import type { AppRow, Delivery, RecommendationRow } from './delivery.ts'

const SLACK = 1e-9

function action(row: RecommendationRow, app: AppRow): 'SCALE' | 'HOLD' | 'REDUCE' {
  const basis = `${app.target_roas_type}_${app.target_revenue_type}` as const
  const target = row[`target_${basis}_roas`]
  const predicted = row[`predicted_${basis}_roas`]
  if (target === null || predicted === null || target <= 0 || predicted <= 0) return 'REDUCE'
  const distance = predicted / target - 1
  if (Math.abs(distance) <= (app.action_threshold ?? 0.05) + SLACK) return 'HOLD'
  return distance > 0 ? 'SCALE' : 'REDUCE'
}

function status(row: RecommendationRow, dailySpend: number, traditional: boolean): 'HIGH' | 'MEDIUM' | 'LOW' {
  if (dailySpend < 5 || !traditional || row.confidence_score === null || row.confidence_score < 0.3) return 'LOW'
  return row.confidence_score < 0.6 ? 'MEDIUM' : 'HIGH'
}

/** Average spend per day of the bet lookback range. */
export function dailySpendOf(row: RecommendationRow): number {
  return toDouble(scaled(row.spend)) / row.lookback_days
}

/** The latest succeeded run's recommendations, dailySpend descending, then id. */
export function recommendations(
  delivery: Required<Delivery>,
  app: AppRow,
  parameters: RecommendationsParameters,
): Record<string, unknown>[] {
  const run = succeededRuns(delivery, app.app_id, 'recommendation')[0]
  const granularity = parameters.granularity ?? 'campaign'
  return delivery.recommendations
    .filter(row => row.run_id === run?.run_id && row.granularity === granularity && passes(row, parameters))
    .sort((a, b) => dailySpendOf(b) - dailySpendOf(a) || a.recommendation_id - b.recommendation_id)
    .map(row => {
      const dailySpend = dailySpendOf(row)
      const cpi = (installs: number) => (installs === 0 ? 0 : toDouble(scaled(row.spend)) / installs)
      const network = shown(row.network)
      const traditional = network !== 'Unknown' && delivery.networks.some(known => known.network === network && known.traditional)
      return {
        id: row.recommendation_id,
        ...shownIdentity(row),
        action: action(row, app),
        status: status(row, dailySpend, traditional),
        confidenceScore: row.confidence_score,
        dailySpend,
        paidInstalls: row.paid_installs,
        incrementalBlendedInstalls: row.incremental_blended_installs,
        fullBlendedInstalls: row.full_blended_installs,
        paidCpi: cpi(row.paid_installs),
        incrementalBlendedCpi: cpi(row.incremental_blended_installs),
        fullBlendedCpi: cpi(row.full_blended_installs),
        optimisationDsi: row.optimisation_dsi,
        targetDsi: row.target_dsi,
        optimisationLiveRoas: row.optimisation_live_roas,
        optimisationPacedRoas: row.optimisation_paced_roas,
        optimisationRawRoas: row.optimisation_raw_roas,
        optimisationPredictedRoas: row.optimisation_predicted_roas,
        targetPaidGrossRoas: row.target_paid_gross_roas,
        predictedPaidGrossRoas: row.predicted_paid_gross_roas,
        targetPaidNetRoas: row.target_paid_net_roas,
        predictedPaidNetRoas: row.predicted_paid_net_roas,
        targetIncrementalBlendedGrossRoas: row.target_incremental_blended_gross_roas,
        predictedIncrementalBlendedGrossRoas: row.predicted_incremental_blended_gross_roas,
        targetIncrementalBlendedNetRoas: row.target_incremental_blended_net_roas,
        predictedIncrementalBlendedNetRoas: row.predicted_incremental_blended_net_roas,
        targetFullBlendedGrossRoas: row.target_full_blended_gross_roas,
        predictedFullBlendedGrossRoas: row.predicted_full_blended_gross_roas,
        targetFullBlendedNetRoas: row.target_full_blended_net_roas,
        predictedFullBlendedNetRoas: row.predicted_full_blended_net_roas,
        createdAt: row.created_at,
      }
    })
}
