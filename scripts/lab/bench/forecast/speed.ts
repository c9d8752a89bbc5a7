import { backtest } from '../../../../server/forecast/backtest/backtest.ts'
import { fit, forecast } from '../../../../server/forecast/model/fit.ts'
import { repair } from '../../../../server/forecast/sentinel/repair.ts'
import { watch } from '../../../../server/forecast/sentinel/watch.ts'
import { INJECTIONS } from '../../world/injected-faults.ts'
import { chance } from '../../world/chance.ts'
import { makeWorld, WORLD } from '../../world/world.ts'
import { worldConfig } from '../../world/world-config.ts'

/** A studio with 1.09 million cells and 18 million revenue rows, and its DSIs. */
const LARGE = {
  ...WORLD,
  seed: 1,
  days: 730,
  campaigns: 320,
  countries: 30,
  countriesPerCampaign: 8,
  installs: 150,
  flights: false,
  beyond: 0,
}
const DSIS = [0, 1, 3, 7, 14, 30, 60, 90, 180, 365]

/** Wall-clock and CPU seconds. */
export interface Elapsed {
  wall: number
  cpu: number
}

/** Result of the speed process; memory in MB. */
export interface Speed {
  cells: number
  rows: number
  /** Finding and repairing a week of faults. */
  sentinel: Elapsed
  fit: Elapsed
  forecasts: Elapsed
  backtest: Elapsed
  further: Elapsed
  /** Memory of the process, with only the facts and at peak. */
  facts: number
  peak: number
}

function measureTime(work: () => unknown): Elapsed {
  const [start, before] = [performance.now(), process.cpuUsage()]
  work()
  const { user, system } = process.cpuUsage(before)
  return { wall: (performance.now() - start) / 1e3, cpu: (user + system) / 1e6 }
}

/** Runs every stage once, like `admin forecast`. The next as-of day reuses all backtest cases. */
function measure(): Speed {
  const world = makeWorld(LARGE)
  const { facts } = world
  const config = worldConfig(world, 90, DSIS)
  const asOf = facts.lastDay - 1
  const run = (day: number): void => {
    const model = fit(facts, day)
    for (const dsi of DSIS) if (dsi <= model.limit) forecast(facts, model, dsi)
    backtest(facts, day, config, () => {})
  }
  const { facts: wrong } = INJECTIONS['a week without 85 % of ANDROID revenue']!(
    facts,
    facts.lastDay - 20,
    chance(1),
  )
  globalThis.gc?.()
  const alone = process.memoryUsage().rss / 1e6
  let model: ReturnType<typeof fit>
  return {
    cells: facts.cells.count,
    rows: facts.revenue.reduce((sum, { gross }) => sum + gross.length, 0),
    sentinel: measureTime(() => repair(wrong, watch(wrong))),
    fit: measureTime(() => (model = fit(facts, asOf))),
    forecasts: measureTime(() => DSIS.forEach(dsi => forecast(facts, model, dsi))),
    backtest: measureTime(() => backtest(facts, asOf, config, () => {})),
    further: measureTime(() => run(facts.lastDay)),
    facts: alone,
    peak: process.resourceUsage().maxRSS / 1e3,
  }
}

process.stdout.write(JSON.stringify(measure()))
