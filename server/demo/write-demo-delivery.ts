import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'
import { isCalendarDate } from '../model/calendar-date.ts'
import { createAlerts } from './alerts.ts'
import { apps } from './apps.ts'
import { createCohorts } from './cohorts.ts'
import { createCurves } from './curves.ts'
import { createRecommendations, recommendationsQuery } from './recommendations.ts'
import { loadWorld } from './load-world.ts'
import { prepareFolder } from './prepare-folder.ts'
import {
  alertsQuery,
  appAccessQuery,
  appsQuery,
  betLookbacksQuery,
  cohortRevenueQuery,
  cohortsQuery,
  companiesQuery,
  networksQuery,
  roasSnapshotsQuery,
  runsQuery,
} from './tables.ts'

const files: Readonly<Record<string, string>> = {
  'companies.csv': companiesQuery,
  'apps.csv': appsQuery,
  'app_access.csv': appAccessQuery,
  'bet_lookbacks.csv': betLookbacksQuery,
  'networks.csv': networksQuery,
  'runs.csv': runsQuery,
  'cohorts.parquet': cohortsQuery,
  'cohort_revenue.parquet': cohortRevenueQuery,
  'roas_snapshots.parquet': roasSnapshotsQuery,
  'recommendations.csv': recommendationsQuery,
  'alerts.csv': alertsQuery,
}

/**
 * Writes a believable delivery for trying the service out: two companies, four apps, more than a year of cohorts that end on the
 * day before `today` (`YYYY-MM-DD`). The same date gives the same rows. The folder is created when missing; an earlier demo
 * delivery in it is overwritten. Throws when the date is not a real one, and when the folder holds anything else.
 */
export async function writeDemoDelivery(dir: string, { today }: { today: string }): Promise<void> {
  if (!isCalendarDate(today)) throw new Error(`today must be a date written YYYY-MM-DD, not ${JSON.stringify(today)}`)
  await prepareFolder(dir, Object.keys(files))

  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await createCurves(connection)
    await loadWorld(connection, today)
    await createCohorts(connection)
    await createRecommendations(connection)
    await createAlerts(connection, apps)
    for (const [name, query] of Object.entries(files)) await copy(connection, query, join(dir, name))
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

async function copy(connection: DuckDBConnection, query: string, path: string): Promise<void> {
  const format = path.endsWith('.csv') ? 'FORMAT csv, HEADER' : 'FORMAT parquet, COMPRESSION zstd'
  await connection.run(`COPY (${query}) TO '${path.replaceAll("'", "''")}' (${format})`)
}
