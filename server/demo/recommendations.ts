import type { DuckDBConnection } from '@duckdb/node-api'
import { paidGrossRevenue, revenueColumns } from './curves.ts'

const types = ['paid', 'incremental_blended', 'full_blended'] as const
const bases = types.flatMap(type => [`${type}_gross`, `${type}_net`])
const firstRecommendationId = 700_001

/**
 * Creates `recommendation` from `run`, `cohort`, `segment` and `bet_lookback`: for every reported run the campaigns, and their
 * countries, that had spend or installs in the bet lookback range: cohorts installed `start_day` to `end_day` days before
 * max_install_date, both included.
 */
export async function createRecommendations(connection: DuckDBConnection): Promise<void> {
  await connection.run(`
    CREATE TABLE lookback_cohort AS
    WITH bet AS (
      SELECT r.run_id, r.max_install_date, c.*, s.target, s.bid_dsi, s.pace, s.bid_drift, s.halo, s.organic, s.payer_rate,
        coalesce(own.start_day, every.start_day, 2) AS start_day, coalesce(own.end_day, every.end_day, 8) AS end_day
      FROM run r
        JOIN cohort c ON c.app_id = r.app_id AND c.install_date BETWEEN r.max_install_date - 30 AND r.max_install_date
        JOIN segment s USING (segment_no)
        LEFT JOIN bet_lookback own ON own.app_id = c.app_id AND own.platform = c.platform
        LEFT JOIN bet_lookback every ON every.app_id = c.app_id AND every.platform IS NULL
      WHERE r.kind = 'recommendation' AND r.is_reported
    )
    SELECT c.*, end_day - start_day + 1 AS lookback_days, ${revenueColumns('c.target_dsi', 'c.max_install_date')},
      ${paidGrossRevenue('coalesce(c.bid_dsi, 7)', 'c.max_install_date')} AS bid_revenue
    FROM bet c
    WHERE c.max_install_date - c.install_date BETWEEN start_day AND end_day`)

  await connection.run(`
    CREATE TABLE recommendation AS
    WITH summed AS (
      ${sums('campaign', "CASE WHEN count(DISTINCT coalesce(country, '')) > 1 THEN 'GLOBAL' ELSE any_value(country) END")}
      UNION ALL
      ${sums('campaign_geo', 'country', ', country')}
    ), judged AS (
      SELECT s.*, a.decimals,
        ${bases.map(basis => `round(${basis} / nullif(spend, 0), 6) AS predicted_${basis}_roas`).join(', ')},
        ${types
          .flatMap(type => [
            `round(target * ${typeFactor(type)}, 4) AS target_${type}_gross_roas`,
            `round(target * ${typeFactor(type)} * net_share, 4) AS target_${type}_net_roas`,
          ])
          .join(', ')},
        round(bid_revenue / nullif(spend, 0), 6) AS optimisation_predicted_roas,
        CASE WHEN paid_installs >= 5 AND network IS NOT NULL THEN round(greatest(0.03, least(0.98,
          1 - 1.35 / sqrt(1 + payers) + 0.1 * normal(segment_no, day_number(max_install_date), 21))), 3) END AS confidence_score,
        target * pow((1.0 + coalesce(bid_dsi, 7)) / (1 + s.target_dsi), exponent) * exp(bid_drift
          + 0.04 * ${ofTheWeek('normal', 22)}) AS set_by_hand,
        -- Most bids follow the recommendations, on which they lag a little; some are left to themselves for a week.
        ${ofTheWeek('uniform', 24)} < 0.75 AS follows, exp(0.018 * ${ofTheWeek('normal', 25)}) AS lag,
        -- Some bids were moved so lately that the network's cadence does not allow another step.
        ${ofTheWeek('uniform', 23)} < 0.15 AS waits
      FROM summed s JOIN app a USING (app_id)
    ), decided AS (
      SELECT j.*, coalesce(bid_dsi, 7) AS optimisation_dsi, ${deciding('target')} AS deciding_target,
        ${deciding('predicted')} AS deciding_predicted
      FROM judged j JOIN app a USING (app_id)
    ), bid AS (
      SELECT *,
        CASE WHEN bid_dsi IS NOT NULL THEN round(nullif(optimisation_predicted_roas, 0)
          * deciding_target / nullif(deciding_predicted, 0), 4) END AS optimisation_raw_roas,
        CASE WHEN bid_dsi IS NOT NULL THEN round(coalesce(CASE WHEN follows THEN optimisation_raw_roas * lag END, set_by_hand), 3)
          END AS optimisation_live_roas
      FROM decided
    )
    SELECT ${firstRecommendationId} - 1 + row_number() OVER (ORDER BY run_id, granularity, spend DESC, segment_no)::INTEGER
        AS recommendation_id,
      *, CASE WHEN optimisation_raw_roas IS NULL THEN NULL WHEN waits THEN optimisation_live_roas
        ELSE round(optimisation_live_roas * greatest(1 - pace, least(1 + pace, optimisation_raw_roas / optimisation_live_roas)),
          4)
        END AS optimisation_paced_roas
    FROM bid
    ORDER BY recommendation_id`)
}

/** A chance of the campaign that stays for a week of runs. */
function ofTheWeek(macro: 'uniform' | 'normal', salt: number): string {
  return `${macro}(campaign_no, day_number(date_trunc('week', max_install_date)::DATE), ${salt})`
}

function sums(granularity: string, country: string, byCountry = ''): string {
  const weighted = (column: string) => `coalesce(sum(${column} * spend::DOUBLE ORDER BY install_date, segment_no)
    / nullif(sum(spend)::DOUBLE, 0), min(${column}))`
  return `
    SELECT run_id, app_id, any_value(max_install_date) AS max_install_date, '${granularity}' AS granularity,
      platform, network, campaign, ${country} AS country, min(segment_no) AS segment_no, any_value(campaign_no) AS campaign_no,
      any_value(target_dsi) AS target_dsi, any_value(end_day) AS end_day,
      any_value(lookback_days) AS lookback_days, sum(spend) AS spend,
      sum(paid_installs) AS paid_installs, sum(incremental_blended_installs) AS incremental_blended_installs,
      sum(full_blended_installs) AS full_blended_installs, min(bid_dsi) AS bid_dsi, any_value(pace) AS pace,
      any_value(bid_drift) AS bid_drift, ${bases.map(basis => `sum(${basis}) AS ${basis}`).join(', ')},
      sum(bid_revenue) AS bid_revenue, sum(paid_installs * payer_rate ORDER BY install_date, segment_no) AS payers,
      ${['target', 'halo', 'organic', 'net_share', 'exponent'].map(column => `${weighted(column)} AS ${column}`).join(', ')}
    FROM lookback_cohort
    GROUP BY run_id, app_id, platform, network, campaign${byCountry}
    HAVING sum(spend) > 0 OR sum(full_blended_installs) > 0`
}

/** The target or predicted ROAS of the app's target ROAS type and revenue type. */
function deciding(side: 'target' | 'predicted'): string {
  const cases = bases.map(basis => `WHEN '${basis}' THEN ${side}_${basis}_roas`)
  return `CASE a.target_roas_type || '_' || a.target_revenue_type ${cases.join(' ')} END`
}

/** A target on a wider basis is higher by the organic installs that come along. */
function typeFactor(type: (typeof types)[number]): string {
  if (type === 'paid') return '1'
  return type === 'incremental_blended' ? '(1 + halo * 0.9)' : '(1 + halo * 0.9 + organic * 1.15)'
}

/** The table `recommendations`. */
export const recommendationsQuery = `
  SELECT recommendation_id, run_id, granularity, platform, network, campaign, n.country, confidence_score, spend, lookback_days,
    paid_installs, incremental_blended_installs, full_blended_installs, optimisation_dsi, target_dsi,
    optimisation_live_roas, optimisation_paced_roas, optimisation_raw_roas, optimisation_predicted_roas,
    ${bases.map(basis => `target_${basis}_roas, predicted_${basis}_roas`).join(', ')}, r.created_at
  FROM recommendation n JOIN run r USING (run_id)
  ORDER BY recommendation_id`
