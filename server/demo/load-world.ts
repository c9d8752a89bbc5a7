import type { DuckDBConnection } from '@duckdb/node-api'
import { type DeliveryTable, loadTable } from '../delivery/load-rows.ts'
import { REVENUES } from '../delivery/tables.ts'
import { dateOf } from '../model/days.ts'
import { loadCohorts } from './load-cohorts.ts'
import { loadKept } from './load-kept.ts'
import { loadRevenue } from './load-revenue.ts'
import { lookbackOf } from './outcomes.ts'
import { referenceTables } from './reference-tables.ts'
import type { World } from './world.ts'

/** Creates the tables of a delivery as they are written, and what the revenue of cohorts is computed from. */
export async function loadWorld(connection: DuckDBConnection, world: World, today: string): Promise<void> {
  const tables = [...referenceTables(today), runs(world), recommendations(world), alerts(world), events(world), budgets(world)]
  for (const table of tables) await loadTable(connection, table)
  await loadKept(connection, world)
  await loadCohorts(connection, world)
  await loadRevenue(connection, world)
}

/** First ids; rows are numbered in the order of the world. */
const FIRST = { recommendation: 700_001, alert: 90_001, event: 501, budget: 7001 }

function runs({ runs }: World): DeliveryTable {
  const rows = runs.map(({ run_id, app, kind, status, created_at, day }) => ({
    run_id,
    app_id: app.id,
    kind,
    status,
    created_at,
    max_install_date: kind === 'alert' ? null : dateOf(day),
  }))
  return { name: 'runs', rows }
}

function recommendations({ recommendations }: World): DeliveryTable {
  const rows = recommendations.map(({ run, row }, index) => ({
    recommendation_id: FIRST.recommendation + index,
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
  }))
  return { name: 'recommendations', rows }
}

function alerts({ alerts }: World): DeliveryTable {
  const rows = alerts.map(({ run, row: { group, about, ...texts } }, index) => ({
    alert_id: FIRST.alert + index,
    run_id: run.run_id,
    alert_group: group,
    campaign: about.campaign,
    country: about.country,
    platform: about.platform,
    network: about.network,
    daily_spend: about.dailySpend,
    created_at: run.created_at,
    ...texts,
  }))
  return { name: 'alerts', rows }
}

function events({ events }: World): DeliveryTable {
  const rows = events.map(({ app, kind, title, from, to, platform, network, campaign, country, note }, index) => ({
    event_id: FIRST.event + index,
    app_id: app.id,
    kind,
    title,
    start_date: dateOf(from),
    end_date: from === to ? null : dateOf(to),
    platform,
    network,
    campaign,
    country,
    note,
  }))
  return { name: 'events', rows }
}

function budgets({ budgets }: World): DeliveryTable {
  const rows = budgets.map(({ app, month, platform, network, amount }, index) => ({
    budget_id: FIRST.budget + index,
    app_id: app.id,
    month,
    platform,
    network,
    campaign: null,
    amount,
  }))
  return { name: 'budgets', rows }
}
