import { setImmediate } from 'node:timers/promises'
import { join } from 'node:path'
import type { DeliveryTable } from '../../../server/imports/load-rows.ts'
import { dayOf } from '../../../server/core/model/dates.ts'
import { apps } from './apps.ts'
import { budgetsOf, budgetsTable } from './budgets.ts'
import { configOf } from './config.ts'
import { eventsOf, eventsTable, failureOf } from './studio-events.ts'
import { factsOf } from './studio-facts.ts'
import { failedTable, runsOf } from './studio-runs.ts'
import { simulate } from './simulate.ts'
import { forecastFacts } from '../../../server/forecast/forecast.ts'

/**
 * Writes the deliveries of apps, each into a folder in `parts` named by its id. Returns data that no forecast delivers: failed runs, and the
 * studio's own records. Calls `progress` with the share done, 0 to 1.
 */
export async function makeApps(
  { parts, today, apps: ids }: { parts: string; today: string; apps: readonly number[] },
  progress: (share: number) => void,
): Promise<DeliveryTable[]> {
  const day = dayOf(today)
  const wanted = apps
    .filter(({ id }) => ids.includes(id))
    .map(app => ({ app, runs: runsOf(app, day) }))
  const count = wanted.reduce((sum, { runs }) => sum + runs.length, 0)
  const tables: DeliveryTable[] = []
  let done = 0
  for (const { app, runs } of wanted) {
    const history = simulate(app, day)
    const known = eventsOf(app, day)
    const config = configOf(app, known, day)
    const succeeded = runs.filter(({ status }) => status === 'succeeded')
    await forecastFacts({
      config,
      facts: factsOf(app, history, config),
      runs: succeeded.map(({ day: asOf, createdAt }) => ({ asOf, createdAt, revision: 0 })),
      out: join(parts, String(app.id)),
      advises: true,
      retestGrowth: RETEST_GROWTH,
      async onRun(share) {
        progress((done + share * runs.length) / count)
        // Lets process messages through.
        await setImmediate()
      },
    })
    done += runs.length
    const failed = runs.filter(({ status }) => status === 'failed')
    tables.push(
      failedTable([...failed, ...succeeded.filter(({ lacksAlerts }) => lacksAlerts)]),
      eventsTable([...known, ...failed.map(failureOf)]),
      budgetsTable(budgetsOf(app, history.cohorts, day)),
    )
  }
  return tables
}

/** Forecasts are tested again once the history has grown by this factor: a test takes time, and a young app's results change most. */
const RETEST_GROWTH = 1.4
