import type { DuckDBConnection } from '@duckdb/node-api'
import { dateOf } from '../model/days.ts'
import { loadRows } from '../delivery/load-rows.ts'
import { REVENUES } from '../delivery/tables.ts'
import { lookbackOf } from './outcomes.ts'
import type { World } from './world.ts'

const firstRecommendationId = 700_001

/** `recommendations`, numbered in the order of the world. */
export async function loadRecommendations(connection: DuckDBConnection, { recommendations }: World): Promise<void> {
  await loadRows(
    connection,
    'recommendations',
    {
      recommendation_id: 'INTEGER',
      run_id: 'INTEGER',
      granularity: 'VARCHAR',
      platform: 'VARCHAR',
      network: 'VARCHAR',
      campaign: 'VARCHAR',
      country: 'VARCHAR',
      confidence_score: 'DOUBLE',
      spend: 'DECIMAL(18, 4)',
      lookback_days: 'INTEGER',
      paid_installs: 'INTEGER',
      incremental_blended_installs: 'INTEGER',
      full_blended_installs: 'INTEGER',
      optimisation_dsi: 'INTEGER',
      target_dsi: 'INTEGER',
      optimisation_live_roas: 'DOUBLE',
      optimisation_paced_roas: 'DOUBLE',
      optimisation_raw_roas: 'DOUBLE',
      optimisation_predicted_roas: 'DOUBLE',
      ...Object.fromEntries(
        REVENUES.flatMap(basis => [`target_${basis}_roas`, `predicted_${basis}_roas`]).map(column => [column, 'DOUBLE']),
      ),
      created_at: 'VARCHAR',
      lookback_start_date: 'DATE',
      lookback_end_date: 'DATE',
      predicted_low_roas: 'DOUBLE',
      predicted_high_roas: 'DOUBLE',
      suggested_daily_spend: 'DECIMAL(18, 4)',
      response_elasticity: 'DOUBLE',
      response_low: 'DOUBLE',
      response_high: 'DOUBLE',
      marginal_roas: 'DOUBLE',
    },
    recommendations.map(({ run, row }, index) => ({
      recommendation_id: firstRecommendationId + index,
      run_id: run.run_id,
      granularity: row.granularity,
      platform: row.campaign.platform,
      network: row.campaign.network,
      campaign: row.campaign.name,
      country: row.country,
      confidence_score: row.confidence,
      spend: row.spend,
      lookback_days: row.lookbackDays,
      paid_installs: row.paidInstalls,
      incremental_blended_installs: row.incrementalBlendedInstalls,
      full_blended_installs: row.fullBlendedInstalls,
      optimisation_dsi: row.optimisationDsi,
      target_dsi: row.campaign.app.targetDsi,
      optimisation_live_roas: row.live,
      optimisation_paced_roas: row.paced,
      optimisation_raw_roas: row.raw,
      optimisation_predicted_roas: row.optimisationPredicted,
      ...Object.fromEntries(
        REVENUES.flatMap(basis => [
          [`target_${basis}_roas`, row.targets[basis]],
          [`predicted_${basis}_roas`, row.predicted[basis]],
        ]),
      ),
      created_at: run.created_at,
      lookback_start_date: dateOf(row.day - lookbackOf(row.campaign).end),
      lookback_end_date: dateOf(row.day - lookbackOf(row.campaign).start),
      predicted_low_roas: row.low,
      predicted_high_roas: row.high,
      suggested_daily_spend: row.suggested,
      response_elasticity: row.response?.elasticity ?? null,
      response_low: row.response?.low ?? null,
      response_high: row.response?.high ?? null,
      marginal_roas: row.marginal,
    })),
  )
}
