import type { DuckDBConnection } from '@duckdb/node-api'
import { loadAlerts } from './load-alerts.ts'
import { loadBudgets } from './load-budgets.ts'
import { loadCohorts } from './load-cohorts.ts'
import { loadEvents } from './load-events.ts'
import { loadRecommendations } from './load-recommendations.ts'
import { loadReferences } from './load-references.ts'
import { loadRuns } from './load-runs.ts'
import { loadRevenue } from './load-revenue.ts'
import type { World } from './world.ts'

/** Creates the tables of a delivery as they are written, and what the revenue of cohorts is computed from. */
export async function loadWorld(connection: DuckDBConnection, world: World, today: string): Promise<void> {
  await loadReferences(connection, today)
  await loadRuns(connection, world)
  await loadCohorts(connection, world)
  await loadRevenue(connection, world)
  await loadRecommendations(connection, world)
  await loadAlerts(connection, world)
  await loadEvents(connection, world)
  await loadBudgets(connection, world)
}
