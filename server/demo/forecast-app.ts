import { backtest, casesOf } from '../forecast/backtest/backtest.ts'
import type { Backtest } from '../forecast/backtest/gates.ts'
import type { Config } from '../forecast/config/config.ts'
import { DeliveryWriter } from '../forecast/delivery/delivery-writer.ts'
import type { Facts } from '../forecast/model/facts.ts'
import { fit } from '../forecast/model/fit.ts'
import type { Fit } from '../forecast/model/forecast.ts'
import { watchOver } from '../forecast/sentinel/events.ts'
import { weekdayOf } from '../model/days.ts'
import type { Run } from './runs.ts'

/** Days until forecasts are tested again: each test takes a second. */
const TESTED_EVERY = 70
const WEEK = 7

/** Writes what the runs delivered, oldest first; the newest one in full. */
export async function forecastApp(
  { config, facts, runs, out }: { config: Config; facts: Facts; runs: readonly Run[]; out: string },
  progress: (share: number) => Promise<void>,
): Promise<void> {
  const watched = watchOver(facts, config)
  const { clean } = watched
  const newest = runs.at(-1)!
  const writer = await DeliveryWriter.open({ config, facts, watched, out, createdAt: newest.createdAt })
  const fits = new Map<number, Fit>()
  let tested: Backtest | undefined
  for (const [index, run] of runs.entries()) {
    const { day: asOf, createdAt } = run
    if (tested === undefined || run === newest || asOf - tested.asOf >= TESTED_EVERY) {
      tested = backtest(clean, asOf, config, () => undefined)
    }
    const model = fit(clean, asOf)
    // Spares the next test this fit.
    if (weekdayOf(asOf) === 7) casesOf(clean, asOf, config.app.dsi, model)
    fits.set(asOf, model)
    fits.delete(asOf - 2 * WEEK)
    const earlier = fits.get(asOf - WEEK)
    writer.addRun({
      asOf,
      revision: 0,
      fit: model,
      backtest: tested,
      whole: run === newest,
      advises: true,
      createdAt,
      earlier: run === newest ? earlier : undefined,
    })
    await progress((index + 1) / runs.length)
  }
  await writer.finish()
}
