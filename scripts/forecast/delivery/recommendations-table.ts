import { INSTALLS, REVENUES } from '../../../server/delivery/tables.ts'
import type { Config } from '../config/config.ts'
import { rowId } from './ids.ts'
import type { Recommendation } from './recommendations.ts'
import type { SmallTable } from './small-table.ts'

/** `recommendations` of several runs. */
export function recommendationsTable(
  { targets }: Config,
  runs: readonly { run: number; rows: readonly Recommendation[] }[],
  createdAt: string,
): SmallTable {
  const target = `target_${targets.roasType}_${targets.revenueType}_roas`
  const bids = ['live', 'paced', 'raw', 'predicted'].map(which => `optimisation_${which}_roas`)
  const roas = REVENUES.flatMap(revenue => [`target_${revenue}_roas`, `predicted_${revenue}_roas`])
  const typed = (columns: readonly string[], type: string) => Object.fromEntries(columns.map(column => [column, type]))
  return {
    name: 'recommendations',
    columns: {
      ...typed(['recommendation_id', 'run_id'], 'BIGINT'),
      ...typed(['granularity', 'platform', 'network', 'campaign', 'country'], 'VARCHAR'),
      confidence_score: 'DOUBLE',
      spend: 'DECIMAL(18, 4)',
      ...typed(['lookback_days', ...INSTALLS, 'optimisation_dsi', 'target_dsi'], 'BIGINT'),
      ...typed([...bids, ...roas], 'DOUBLE'),
      created_at: 'TIMESTAMP',
    },
    rows: runs.flatMap(({ run, rows }) =>
      rows.map((row, index) => ({
        recommendation_id: rowId(run, index + 1),
        run_id: run,
        granularity: row.granularity,
        platform: row.campaign.platform,
        network: row.campaign.network,
        campaign: row.campaign.name,
        country: row.country,
        confidence_score: row.confidence,
        spend: row.spend,
        lookback_days: row.lookbackDays,
        ...Object.fromEntries(INSTALLS.map((name, type) => [name, row.installs[type]!])),
        optimisation_dsi: row.optimisationDsi,
        target_dsi: targets.dsi,
        optimisation_live_roas: row.live,
        optimisation_paced_roas: row.paced,
        optimisation_raw_roas: row.raw,
        optimisation_predicted_roas: row.optimisationPredicted,
        ...Object.fromEntries(
          REVENUES.flatMap(revenue => [
            [`target_${revenue}_roas`, null],
            [`predicted_${revenue}_roas`, null],
          ]),
        ),
        [target]: row.target,
        ...Object.fromEntries(REVENUES.map((revenue, index) => [`predicted_${revenue}_roas`, row.predicted[index]!])),
        created_at: createdAt,
      })),
    ),
  }
}
