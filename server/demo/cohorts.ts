import type { DuckDBConnection } from '@duckdb/node-api'

/**
 * Creates `cohort`: one row per segment and install date, from `segment` and `app`. Besides what is delivered it holds the gross
 * revenue by the target DSI (`*_value`), and what its curve needs. Days without spend and without installs are left out, most of
 * them; some are delivered as the zeros that networks report.
 */
export async function createCohorts(connection: DuckDBConnection): Promise<void> {
  await connection.run(`
    CREATE TABLE cohort AS
    WITH day AS (
      SELECT s.*, a.decimals, a.target_dsi, unnest(generate_series(first_day, last_day, INTERVAL 1 DAY))::DATE AS install_date
      FROM segment s JOIN app a USING (app_id)
    ), active AS (
      SELECT *, day_number(install_date) AS day_no, install_date - first_day AS days_on,
        (day_number(install_date) + campaign_no * 5) % flight_days AS flight_day
      FROM day
      WHERE NOT coalesce(install_date BETWEEN pause1_from AND pause1_to, false)
        AND NOT coalesce(install_date BETWEEN pause2_from AND pause2_to, false)
    ), market AS (
      SELECT *,
        CASE isodow(install_date) WHEN 6 THEN 1.13 WHEN 7 THEN 1.16 WHEN 5 THEN 1.04 WHEN 2 THEN 0.92 ELSE 0.97 END AS weekday,
        1 + 0.22 * bump(install_date, 340, 25) - 0.1 * bump(install_date, 15, 15) AS auction,
        1 + 0.14 * bump(install_date, 359, 9) + 0.06 * bump(install_date, 330, 5) + 0.05 * bump(install_date, 122, 6) AS season,
        least(1, 0.35 + 0.13 * days_on) * exp(0.3 * sin(6.2832 * (days_on / (50 + 60 * uniform(campaign_no, 0, 1))
          + uniform(campaign_no, 0, 2)))) AS trend
      FROM active
    ), pushed AS (
      SELECT *,
        budget * weekday * trend * exp(0.16 * normal(segment_no, day_no, 3)) AS push,
        flight_day = 0 AND uniform(campaign_no, day_no, 4) > 0.012 AS buys,
        uniform(campaign_no, day_no, 5) > 0.004 AS attributes
      FROM market
    ), bought AS (
      SELECT *,
        -- What no network claims costs nothing.
        CASE WHEN buys AND network IS NOT NULL THEN round(push * flight_days, decimals) ELSE 0 END AS spend,
        -- Between flights, and on days without spend, some installs still come in.
        CASE WHEN attributes THEN floor(push * flight_days * CASE WHEN NOT buys AND flight_days = 1 THEN 0.03
            ELSE 2 * pow(0.5, flight_day + 1) * CASE WHEN flight_days = 1 THEN 1 ELSE 0.5 END END
          / (cpi * auction * exp(0.12 * normal(segment_no, day_no, 6))) + uniform(segment_no, day_no, 7))
        ELSE 0 END::BIGINT AS paid_installs
      FROM pushed
    ), counted AS (
      SELECT *,
        paid_installs + floor(paid_installs * halo * exp(0.15 * normal(segment_no, day_no, 8))
          + uniform(segment_no, day_no, 9) * 0.98)::BIGINT AS incremental_blended_installs
      FROM bought
    ), installed AS (
      SELECT *,
        incremental_blended_installs + floor(paid_installs * organic * exp(0.1 * normal(segment_no, day_no, 10))
          + uniform(segment_no, day_no, 11) * 0.9)::BIGINT AS full_blended_installs,
        -- Few payers make revenue a matter of luck: none at all, or a big spender.
        1 - exp(-1.5 - paid_installs * payer_rate * 2) AS has_payers,
        least(0.9, 0.7 / sqrt(1 + paid_installs * payer_rate)) AS luck
      FROM counted
    ), valued AS (
      SELECT *,
        CASE WHEN uniform(segment_no, day_no, 12) < has_payers
          THEN arpi * season / has_payers * exp(luck * normal(segment_no, day_no, 13) - luck * luck / 2) ELSE 0
            END AS install_value
      FROM installed
    )
    SELECT segment_no, campaign_no, app_id, platform, network, campaign, country, install_date, decimals, target_dsi,
      spend::DECIMAL(18, 4) AS spend, paid_installs, incremental_blended_installs, full_blended_installs,
      paid_installs * install_value AS paid_value,
      paid_installs * install_value + (incremental_blended_installs - paid_installs) * install_value * 0.9
        AS incremental_blended_value,
      paid_installs * install_value + (incremental_blended_installs - paid_installs) * install_value * 0.9
        + (full_blended_installs - incremental_blended_installs) * install_value * 1.15 AS full_blended_value,
      net_share, exponent * exp(0.06 * normal(segment_no, day_no, 14)) AS exponent,
      -- log of (forecast / actual) when fresh: too high for some weeks and too low for others, for the app and for the network,
      -- besides the luck of the week and of the cohort.
      app_error * swing(app_id, 0, day_no) + network_error * swing(app_id, network_no, day_no)
        + 0.08 * normal(app_id, day_no // 7, 17) + 0.2 * normal(segment_no, day_no, 15) AS error
    FROM valued
    WHERE spend > 0 OR full_blended_installs > 0 OR uniform(segment_no, day_no, 16) < 0.1
    ORDER BY app_id, install_date, segment_no`)
}
