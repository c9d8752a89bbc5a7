import { setImmediate } from 'node:timers/promises'
import { join } from 'node:path'
import type { DeliveryTable } from '../../../server/imports/load-rows.ts'
import { dayOf, weekdayOf } from '../../../server/core/model/dates.ts'
import { apps } from './apps.ts'
import { budgetsOf, budgetsTable } from './budgets.ts'
import { configOf } from './config.ts'
import { eventsOf, eventsTable, failureOf } from './studio-events.ts'
import { factsOf } from './studio-facts.ts'
import { type Run, failedTable, runsOf } from './studio-runs.ts'
import { simulate } from './simulate.ts'
import { backtest, casesOf } from '../../../server/forecast/backtest/backtest.ts'
import type { Backtest } from '../../../server/forecast/backtest/gates.ts'
import type { Config } from '../../../server/forecast/config/forecast-config.ts'
import { DeliveryWriter } from '../../../server/forecast/write/delivery-writer.ts'
import type { Facts } from '../../../server/forecast/model/facts.ts'
import { fit } from '../../../server/forecast/model/fit.ts'
import type { Fit } from '../../../server/forecast/model/forecast.ts'
import { prepareFacts } from '../../../server/forecast/sentinel/data-events.ts'

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
    const facts = factsOf(app, history, config)
    const succeeded = runs.filter(({ status }) => status === 'succeeded')
    await forecastApp(
      { config, facts, runs: succeeded, out: join(parts, String(app.id)) },
      async share => {
        progress((done + share * runs.length) / count)
        // Lets process messages through.
        await setImmediate()
      },
    )
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
const LONGER = 1.4
const WEEK = 7

/** Writes the deliveries of the runs, oldest first; the newest run completely. */
export async function forecastApp(
  { config, facts, runs, out }: { config: Config; facts: Facts; runs: readonly Run[]; out: string },
  progress: (share: number) => Promise<void>,
): Promise<void> {
  const prepared = prepareFacts(facts, config.events)
  const { repaired } = prepared
  const newest = runs.at(-1)!
  const writer = await DeliveryWriter.open({ config, prepared, out, createdAt: newest.createdAt })
  let earlier: Fit | undefined
  let tested: Backtest | undefined
  for (const [index, run] of runs.entries()) {
    const { day: asOf, createdAt } = run
    if (
      tested === undefined ||
      run === newest ||
      asOf - facts.firstDay >= LONGER * (tested.asOf - facts.firstDay)
    ) {
      tested = backtest(repaired, asOf, config, () => undefined)
    }
    const model = fit(repaired, asOf)
    // Saves the next test this fit.
    if (weekdayOf(asOf) === 7) casesOf(repaired, asOf, config.app.dsi, model)
    if (asOf === newest.day - WEEK) earlier = model
    writer.addRun({
      asOf,
      revision: 0,
      fit: model,
      backtest: tested,
      isFull: run === newest,
      advises: true,
      createdAt,
      earlier: run === newest ? earlier : undefined,
    })
    await progress((index + 1) / runs.length)
  }
  await writer.finish()
}
