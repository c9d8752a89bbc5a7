import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { LoadOptions } from '../load/options.ts'
import { measurement, type Measurement } from '../support/measurement.ts'
import { MODEL } from './decisions.ts'
import { calibrationError, type Figures, worldFigures } from './figures.ts'
import type { Speed, Elapsed } from './speed.ts'

/** The first seeds were used while building the model, the others only afterwards. */
const SEEDS = { 'five worlds': [1, 2, 3, 4, 5], 'ten other worlds': [101, 102, 103, 104, 105, 106, 107, 108, 109, 110] }
const GOALS = { 30: { same: 86, opposite: 1.5 }, 90: { same: 83, opposite: 3 } }
const TARGETS = [30, 90] as const

export async function forecast(_options: LoadOptions): Promise<Measurement[]> {
  const rows = Object.entries(SEEDS).flatMap(([worlds, seeds]) =>
    TARGETS.flatMap(dsi =>
      lines(
        `${worlds}, D${dsi}`,
        seeds.map(seed => worldFigures(seed, dsi)),
        GOALS[dsi],
      ),
    ),
  )
  return [...rows, ...(await speed())]
}

function lines(about: string, figures: readonly Figures[], goal: { same: number; opposite: number }): Measurement[] {
  const mean = (of: (one: Figures) => number): number => figures.reduce((sum, one) => sum + of(one), 0) / figures.length
  const same = (who: string): number => 100 * mean(one => one.agreement[who]!.expectation.same)
  const opposite = (who: string): number => 100 * mean(one => one.agreement[who]!.expectation.opposite)
  const realized = (who: string): number => 100 * mean(one => one.agreement[who]!.realized.same)
  const rules = Object.keys(figures[0]!.agreement).filter(who => who !== MODEL)
  const judged = figures.flatMap(one => one.judged)
  const row = (what: string, value: number, baseline: number, asked: string): Measurement =>
    measurement(`${about}: ${what}`, value, baseline, '%', asked)
  return [
    ...rules.map(rule =>
      row(
        `same action as the oracle / ${rule}`,
        same(MODEL),
        same(rule),
        rule === 'D7 x ratio' || rule === 'last mature cohorts' ? 'value at least 10 above the baseline' : `value at least ${goal.same}`,
      ),
    ),
    row('opposite action / chain ladder', opposite(MODEL), opposite('chain ladder'), `value at most ${goal.opposite}`),
    row('same action as realized ROAS asks for / chain ladder', realized(MODEL), realized('chain ladder'), 'at least 1'),
    row(
      'action changed from one day to the next / oracle',
      100 * mean(one => one.flips.model),
      100 * mean(one => one.flips.oracle),
      'value at most 1.5 above',
    ),
    row('WAPE of small segments / without levels', 100 * mean(one => one.small.model), 100 * mean(one => one.small.without), 'at most 0.7'),
    row('calibration error / before', 100 * calibrationError(judged, 'after'), 100 * calibrationError(judged, 'before'), 'value at most 5'),
  ]
}

async function speed(): Promise<Measurement[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    '--import',
    'tsx',
    new URL('speed.ts', import.meta.url).pathname,
  ])
  const { cells, rows, facts, peak, fit, forecasts, backtest, further } = JSON.parse(stdout) as Speed
  const about = `${(cells / 1e6).toFixed(2)} million cells, ${(rows / 1e6).toFixed(1)} million revenue rows`
  const row = (what: string, { wall, cpu }: Elapsed, goal: string): Measurement =>
    measurement(`${about}: ${what} / CPU`, wall, cpu, 's', goal)
  return [
    row('one fit', fit, '-'),
    row('ten DSIs', forecasts, '-'),
    row('backtest', backtest, 'value at most 90 with reading and writing'),
    row('a further as-of day, all of it', further, 'value at most 30'),
    measurement(`${about}: memory at most / facts alone`, peak, facts, 'MB', 'value at most 4000'),
  ]
}
