import { measurement, type Measurement } from '../support/measurement.ts'
import { MODEL } from '../../../../test/support/forecast/simulated-decisions.ts'
import {
  type Figures,
  STATUSES,
  type Status,
  worldFigures,
} from '../../../../test/support/forecast/figures.ts'
import { bandRows, statedCases } from './bands.ts'
import { NAMES, worldOf } from '../../world/worlds.ts'
import { withFolder } from '../support/bench-store.ts'
import { BEFORE, compareRuns } from '../../../../test/support/forecast/compare-runs.ts'
import { STUDIO } from '../../../../test/support/forecast/restated-exports.ts'
import { logFacts } from '../../../../test/support/forecast/cdnow.ts'

/** Smaller seeds were used to build the model, these only afterwards. */
const FIRST_SEED = 401
const TARGETS = [30, 90] as const
/** Minimum share of spend with the action of the true mean, %. */
const GOALS = { 30: 93, 90: 90 }
/** Minimum age in days of judged campaigns. */
const AGE = 2
/** Days before the first judged Sunday. */
const YOUNG = 154

export function forecast(seeds: number): Promise<Measurement[]> {
  const results = NAMES.flatMap(name =>
    Array.from({ length: seeds }, (_, index) => {
      const seed = FIRST_SEED + index
      console.error(`${name}, seed ${seed}`)
      const world = worldOf(name, seed)
      const { firstDay, lastDay } = world.facts
      return {
        30: worldFigures(world, 30),
        90: worldFigures(world, 90),
        stated: statedCases(world.facts, TARGETS, {
          from: firstDay + YOUNG,
          to: lastDay - 1,
          every: 2,
        }),
      }
    }),
  )
  const stated = results
    .flatMap(result => result.stated)
    .filter(({ testCase: { level, age } }) => level === 'campaign' && age === AGE)
  const rows = TARGETS.flatMap(dsi => {
    const share = (who: string): number =>
      (100 * results.reduce((sum, result) => sum + result[dsi].same[who]!, 0)) / results.length
    return [
      measurement(
        `D${dsi}: spend with the action of the true mean / chain ladder`,
        share(MODEL),
        share('chain ladder'),
        '%',
        `value at least ${GOALS[dsi]}`,
      ),
      ...bandRows(
        `D${dsi}`,
        stated.filter(({ testCase }) => testCase.dsi === dsi),
      ),
    ]
  })
  const figures = results.map(result => result[30])
  const statuses = STATUSES.map(status =>
    measurement(`D30: ${status} went the right way`, rightShare(figures, status), NaN, '%'),
  )
  return Promise.resolve([...rows, ...statuses])
}

/** Share of decisions that went right, %. */
function rightShare(figures: readonly Figures[], status: Status): number {
  const some = figures.map(result => result.status[status]).filter(({ count }) => count > 0)
  return (
    (100 * some.reduce((sum, share) => sum + share.count * share.right, 0)) /
    some.reduce((sum, { count }) => sum + count, 0)
  )
}

const DAYS = 30

export function restated(): Promise<Measurement[]> {
  return withFolder(async folder => {
    const from = STUDIO.firstDay + BEFORE
    const runs = await compareRuns(
      folder,
      Array.from({ length: DAYS }, (_, at) => from + at),
    )
    const same = runs.filter(({ differ }) => differ.length === 0).length
    const what = 'as-of runs whose bytes equal the run of that day'
    return [measurement(what, (100 * same) / DAYS, NaN, '%', 'value 100')]
  })
}

const LOGGED_DSIS = [0, 1, 3, 7, 14, 30, 60, 90, 180]
/** Shorter ones are not reported. */
const LEAST_DSI = 14
const WAITS = [30, 90, 180]
const CAMPAIGNS = 8

/**
 * Forecasts on a real log of purchases: lines of customer, day (YYYYMMDD), number of items and amount, as in CDNOW's.
 * A customer's first purchase counts as the install, and customers are dealt to eight campaigns.
 */
export function log(file: string | undefined): Promise<Measurement[]> {
  if (file === undefined) {
    console.error('log: skipped; name a log of purchases with --log FILE')
    return Promise.resolve([])
  }
  const facts = logFacts(file, CAMPAIGNS)
  const stated = statedCases(facts, LOGGED_DSIS, { from: facts.firstDay, to: facts.lastDay })
  // Not a number where nothing was forecast any more when the DSI passed.
  const daysUntil = (dsi: number, of: (isTested: boolean | undefined) => boolean): number => {
    const first = stated.find(({ testCase, isTested }) => testCase.dsi === dsi && of(isTested))
    return 1 + (first?.testCase.origin ?? NaN) - facts.firstDay
  }
  const waits = WAITS.map(dsi =>
    measurement(
      `log: until D${dsi} is delivered / tested`,
      daysUntil(dsi, isTested => isTested !== undefined),
      daysUntil(dsi, isTested => isTested === true),
      'days',
    ),
  )
  const bands = [true, false].flatMap(wanted =>
    bandRows(
      `log, D14 to D180, ${wanted ? 'tested' : 'untested'}`,
      // The log lacks later outcomes.
      stated.filter(
        ({ testCase: { dsi, knownOn }, isTested }) =>
          isTested === wanted && dsi >= LEAST_DSI && knownOn <= facts.lastDay,
      ),
    ),
  )
  return Promise.resolve([...waits, ...bands])
}
