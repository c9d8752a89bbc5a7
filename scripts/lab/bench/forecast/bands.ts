import { BASELINES } from '../../../../server/forecast/backtest/baselines.ts'
import { backtest, casesOf } from '../../../../server/forecast/backtest/backtest.ts'
import { type Case, COHORT_LEVELS } from '../../../../server/forecast/backtest/cohort.ts'
import { sum } from '../../../../server/core/formulas/sums.ts'
import { coverageOf } from '../../../../server/forecast/backtest/scores.ts'
import type { Facts } from '../../../../server/forecast/model/facts.ts'
import { AGE_BANDS, sigmaOf } from '../../../../server/forecast/model/interval.ts'
import { type Day, weekdayOf } from '../../../../server/core/model/dates.ts'
import { studioConfig } from '../../world/studio-config.ts'
import { measurement, type Measurement } from '../support/measurement.ts'

/** A Sunday's forecast of a cohort with its interval, as stated on that day, and the outcome. */
export interface Stated {
  testCase: Case
  isHeld: boolean
  /** Whether the DSI had passed its test on that day; undefined: withheld. */
  isTested: boolean | undefined
}

/** All forecasts of every `every`th Sunday, which use only data known on that day. */
export function statedCases(
  facts: Facts,
  dsis: readonly number[],
  { from, to, every = 1 }: { from: Day; to: Day; every?: number },
): Stated[] {
  const sundays = Array.from({ length: to - from + 1 }, (_, at) => from + at).filter(
    day => weekdayOf(day) === SUNDAY,
  )
  const config = studioConfig({
    company: { id: 1, name: 'Studio' },
    app: {
      id: 101,
      name: 'App',
      createdAt: '2024-01-01',
      currency: 'USD',
      dsi: dsis,
      actionThreshold: 0.05,
      weeklyAggregation: false,
    },
    targets: { dsi: dsis.at(-1)!, roasType: 'paid', revenueType: 'gross', roas: null, by: [] },
    net: null,
    snapshots: { dailyDays: 0, weeklyDays: 0, dsi: [] },
  })
  return sundays
    .filter((_, at) => (sundays.length - 1 - at) % every === 0)
    .flatMap(day => {
      const { gates, untested, uncertainty } = backtest(facts, day, config, () => {})
      const sigma = (testCase: Case): number =>
        sigmaOf(testCase, testCase.dsi, uncertainty, testCase)
      return casesOf(facts, day, dsis)
        .filter(({ future }) => future > 0)
        .map(testCase => ({
          testCase,
          isHeld: coverageOf([testCase], sigma) === 1,
          isTested:
            gates.get(testCase.dsi)!.verdict === 'passed' ||
            (untested.has(testCase.dsi) ? false : undefined),
        }))
    })
}

const SUNDAY = 7

/** WAPE with that of the best simple rule in hindsight, and coverage with the number of cases, by level and age band. */
export function bandRows(about: string, cases: readonly Stated[]): Measurement[] {
  return COHORT_LEVELS.flatMap(level =>
    AGE_BANDS.flatMap(age => {
      const some = cases.filter(({ testCase }) => testCase.level === level && testCase.age === age)
      const actual = sum(some, ({ testCase }) => testCase.actualGross)
      if (!(actual > 0)) return []
      const wape = (of: (testCase: Case) => number): number =>
        (100 * sum(some, ({ testCase }) => Math.abs(of(testCase) - testCase.actualGross))) / actual
      const best = Math.min(
        ...BASELINES.map((_, rule) => wape(testCase => testCase.baselines[rule]!)),
      )
      const held = (100 * some.filter(({ isHeld }) => isHeld).length) / some.length
      const name = `${about}, ${level}, from age ${age}`
      const forecastWape = wape(testCase => testCase.gross)
      const coverage = `${name}: within the 80 % interval / cases, in hundreds`
      return [
        measurement(`${name}: WAPE / best simple rule`, forecastWape, best, '%'),
        measurement(coverage, held, some.length / 100, '%', 'value from 75 to 85'),
      ]
    }),
  )
}
