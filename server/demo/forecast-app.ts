import { backtest, casesOf } from '../forecast/backtest/backtest.ts'
import type { Backtest } from '../forecast/backtest/gates.ts'
import type { Config } from '../forecast/config/forecast-config.ts'
import { DeliveryWriter } from '../forecast/write/delivery-writer.ts'
import type { Facts } from '../forecast/model/facts.ts'
import { fit } from '../forecast/model/fit.ts'
import type { Fit } from '../forecast/model/forecast.ts'
import { prepareFacts } from '../forecast/sentinel/data-events.ts'
import { weekdayOf } from '../core/model/dates.ts'
import type { Run } from './demo-runs.ts'

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
