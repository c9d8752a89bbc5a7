import { BASELINES } from '../../../../server/forecast/backtest/baselines.ts'
import { casesOf, origins } from '../../../../server/forecast/backtest/backtest.ts'
import { type Case, COHORT_LEVELS } from '../../../../server/forecast/backtest/cohort.ts'
import { sum } from '../../../../server/core/formulas/sums.ts'
import { learnUncertainty } from '../../../../server/forecast/backtest/uncertainty.ts'
import type { Facts } from '../../../../server/forecast/model/facts.ts'
import { AGE_BANDS, sigmaOf } from '../../../../server/forecast/model/interval.ts'
import { bounds } from '../../../../server/forecast/model/outcome.ts'
import { type Day, weekdayOf } from '../../../../server/core/model/days.ts'
import { measurement, type Measurement } from '../support/measurement.ts'

/** A Sunday's forecast of a cohort with its interval, as stated on that day, and the outcome. */
export interface Stated {
  testCase: Case
  isHeld: boolean
}

/** All forecasts of every `every`th Sunday: intervals use only data known when they were stated. */
export function statedCases(
  facts: Facts,
  dsis: readonly number[],
  { from, to, every = 1 }: { from: Day; to: Day; every?: number },
): Stated[] {
  const sundays = Array.from(
    { length: to - facts.firstDay + 1 },
    (_, at) => facts.firstDay + at,
  ).filter(day => weekdayOf(day) === SUNDAY)
  const all = new Map(sundays.map(day => [day, casesOf(facts, day, dsis)]))
  return sundays
    .filter((day, at) => day >= from && (sundays.length - 1 - at) % every === 0)
    .flatMap(day => {
      const wanted = new Map(dsis.map(dsi => [dsi, new Set(origins(facts.firstDay, day, dsi))]))
      const known = [...all.values()].flatMap(cases =>
        cases.filter(
          testCase => testCase.knownOn <= day && wanted.get(testCase.dsi)!.has(testCase.origin),
        ),
      )
      const uncertainty = learnUncertainty(known, dsis)
      return all
        .get(day)!
        .filter(({ future }) => future > 0)
        .map(testCase => {
          const sigma = sigmaOf(testCase, testCase.dsi, uncertainty, testCase)
          const { low, high } = bounds({
            total: testCase.gross,
            future: testCase.future,
            sigma,
            step: testCase.step,
          })
          return {
            testCase,
            isHeld:
              testCase.actualGross >= low - ROUNDING && testCase.actualGross <= high + ROUNDING,
          }
        })
    })
}

const SUNDAY = 7
/** Rounding error of sums, in currency units. */
const ROUNDING = 1e-6

/** WAPE with that of the best simple rule in hindsight, and coverage with the number of cases, by DSI, level and age band. */
export function bandLines(
  about: string,
  cases: readonly Stated[],
  dsis: readonly number[],
): Measurement[] {
  return dsis.flatMap(dsi =>
    COHORT_LEVELS.flatMap(level =>
      AGE_BANDS.flatMap(age => {
        const some = cases.filter(
          ({ testCase }) =>
            testCase.dsi === dsi && testCase.level === level && testCase.age === age,
        )
        const actual = sum(some, ({ testCase }) => testCase.actualGross)
        if (!(actual > 0)) return []
        const wape = (of: (testCase: Case) => number): number =>
          (100 * sum(some, ({ testCase }) => Math.abs(of(testCase) - testCase.actualGross))) /
          actual
        const best = Math.min(
          ...BASELINES.map((_, rule) => wape(testCase => testCase.baselines[rule]!)),
        )
        const held = (100 * some.filter(({ isHeld }) => isHeld).length) / some.length
        const name = `${about}, D${dsi}, ${level}, ages ${age} to ${age + 6}`
        return [
          measurement(
            `${name}: WAPE / best simple rule`,
            wape(testCase => testCase.gross),
            best,
            '%',
            '-',
          ),
          measurement(
            `${name}: within the 80 % interval / cases, in hundreds`,
            held,
            some.length / 100,
            '%',
            'value from 75 to 85',
          ),
        ]
      }),
    ),
  )
}
