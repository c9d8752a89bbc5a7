import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { LoadOptions } from '../load/options.ts'
import { measurement, type Measurement } from '../support/measurement.ts'
import { KNOWING, MODEL } from '../../../../test/support/forecast/simulated-decisions.ts'
import {
  type Figures,
  type Status,
  worldFigures,
} from '../../../../test/support/forecast/figures.ts'
import { bandLines, statedCases } from './bands.ts'
import type { Elapsed, Speed } from './speed.ts'
import { NAMES, worldOf } from '../../world/worlds.ts'
import { withFolder } from '../support/bench-store.ts'
import { BEFORE, compareRuns } from '../../../../test/support/forecast/compare-runs.ts'
import { STUDIO } from '../../../../test/support/forecast/restated-exports.ts'
import { logFacts } from '../../../../test/support/forecast/cdnow.ts'

/** Smaller seeds were used to build the model, these only afterwards. */
const FIRST_SEED = 401
const GOALS = { 30: { mean: 93, each: 88, opposite: 1 }, 90: { mean: 90, each: 85, opposite: 2 } }
const TARGETS = [30, 90] as const
/** Days before the first judged Sunday. */
const YOUNG = 154

export async function forecast({ seeds }: Pick<LoadOptions, 'seeds'>): Promise<Measurement[]> {
  const drawn = Array.from({ length: seeds }, (_, index) => FIRST_SEED + index)
  const found = NAMES.flatMap(name =>
    drawn.flatMap(seed => {
      const world = worldOf(name, seed)
      process.stderr.write(`${name}, seed ${seed}\n`)
      const { facts } = world
      const stated = statedCases(facts, TARGETS, {
        from: facts.firstDay + YOUNG,
        to: facts.lastDay - 1,
        every: 2,
      })
      return TARGETS.map(dsi => ({
        name,
        dsi,
        figures: worldFigures(world, dsi),
        stated: stated.filter(({ testCase }) => testCase.dsi === dsi),
      }))
    }),
  )
  const rows = TARGETS.flatMap(dsi => {
    const of = found.filter(result => result.dsi === dsi)
    const { mean, each, opposite } = GOALS[dsi]
    const figures = (some: typeof of) => some.map(result => result.figures)
    return [
      ...NAMES.flatMap(name =>
        lines(
          `${name}, D${dsi}`,
          figures(of.filter(result => result.name === name)),
          each,
          [70, 90],
        ),
      ),
      ...lines(`all worlds, D${dsi}`, figures(of), mean, [75, 85]),
      ...statusLines(`all worlds, D${dsi}`, figures(of), opposite),
    ]
  })
  const bands = TARGETS.flatMap(dsi =>
    bandLines(
      `all worlds, D${dsi}`,
      found.flatMap(result => (result.dsi === dsi ? result.stated : [])),
    ),
  )
  return [...rows, ...bands, ...(await speed())]
}

function meanOf(figures: readonly Figures[], of: (result: Figures) => number): number {
  return (100 * figures.reduce((sum, result) => sum + of(result), 0)) / figures.length
}

function lines(
  about: string,
  figures: readonly Figures[],
  same: number,
  [least, most]: readonly [number, number],
): Measurement[] {
  const mean = (of: (result: Figures) => number): number => meanOf(figures, of)
  const row = (what: string, value: number, baseline: number, goal: string): Measurement =>
    measurement(`${about}: ${what}`, value, baseline, '%', goal)
  const wape = (who: string) => mean(result => result.wape[who]!)
  const held = `value from ${least} to ${most}`
  return [
    row('same action as the mean / chain ladder', mean(result => result.same[MODEL]!), mean(result => result.same['chain ladder']!), `value at least ${same}`), // prettier-ignore
    row(
      'WAPE of realized revenue / best simple rule',
      wape(MODEL),
      Math.min(wape('chain ladder'), wape('pooled ratio')),
      'at most 1.03',
    ),
    row('within the 80 % interval / of small campaigns', mean(result => result.coverage.all), mean(result => result.coverage.small), held), // prettier-ignore
    row('within the 80 % interval / of large campaigns', mean(result => result.coverage.all), mean(result => result.coverage.large), held), // prettier-ignore
  ]
}

function statusLines(about: string, figures: readonly Figures[], opposite: number): Measurement[] {
  const mean = (of: (result: Figures) => number): number => meanOf(figures, of)
  const row = (what: string, value: number, baseline: number, goal: string): Measurement =>
    measurement(`${about}: ${what}`, value, baseline, '%', goal)
  const right = (status: Status): number => {
    const some = figures.map(result => result.status[status]).filter(({ count }) => count > 0)
    return (
      (100 * some.reduce((sum, share) => sum + share.count * share.right, 0)) /
      some.reduce((sum, { count }) => sum + count, 0)
    )
  }
  return [
    row('same action as the mean / by the true levels and curves, without its payers', mean(result => result.same[MODEL]!), mean(result => result.same[KNOWING]!), 'at least 1'), // prettier-ignore
    row('opposite action / chain ladder', mean(result => result.opposite[MODEL]!), mean(result => result.opposite['chain ladder']!), `value at most ${opposite}`), // prettier-ignore
    row('action changed from one day to the next / of the mean', mean(result => result.flips.model), mean(result => result.flips.truth), 'at most 1'), // prettier-ignore
    row(
      'money that went right',
      mean(result => result.right),
      100,
      '-',
    ),
    row('HIGH was right / MEDIUM', right('HIGH'), right('MEDIUM'), 'value at least 80, at least 1'),
    row('MEDIUM was right / LOW', right('MEDIUM'), right('LOW'), 'at least 1'),
  ]
}

async function speed(): Promise<Measurement[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    '--import',
    'tsx',
    new URL('speed.ts', import.meta.url).pathname,
  ])
  const { cells, rows, facts, peak, sentinel, fit, forecasts, backtest, further } = JSON.parse(
    stdout,
  ) as Speed
  const about = `${(cells / 1e6).toFixed(2)} million cells, ${(rows / 1e6).toFixed(1)} million revenue rows`
  const row = (what: string, { wall, cpu }: Elapsed, goal: string): Measurement =>
    measurement(`${about}: ${what} / CPU`, wall, cpu, 's', goal)
  return [
    row('sentinel', sentinel, '-'),
    row('one fit', fit, '-'),
    row('ten DSIs', forecasts, '-'),
    row('backtest', backtest, 'value at most 90 with reading and writing'),
    row('a further as-of day, all of it', further, 'value at most 30'),
    measurement(`${about}: memory at most / facts alone`, peak, facts, 'MB', 'value at most 4000'),
  ]
}

const DAYS = 30

export function restated(): Promise<Measurement[]> {
  return withFolder(async folder => {
    const from = STUDIO.firstDay + BEFORE
    const days = Array.from({ length: DAYS }, (_, at) => from + at)
    const runs = await compareRuns(folder, days)
    const same = runs.filter(({ differ }) => differ.length === 0).length
    const suspicious = runs.filter(({ events }) => events > 0).length
    return [
      measurement(
        'as-of runs whose bytes equal the run of that day / all',
        (100 * same) / DAYS,
        100,
        '%',
        'value 100',
      ),
      measurement('of them with suspicious days / all', (100 * suspicious) / DAYS, 100, '%', '-'),
    ]
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
export async function log({ log: file }: Pick<LoadOptions, 'log'>): Promise<Measurement[]> {
  if (file === undefined) {
    process.stderr.write('log: skipped; name a log of purchases with --log FILE\n')
    return []
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
      '-',
    ),
  )
  const bands = [true, false].flatMap(wanted =>
    bandLines(
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
