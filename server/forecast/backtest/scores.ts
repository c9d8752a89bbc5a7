import { bounds } from '../model/outcome.ts'
import { type Baseline, BASELINES } from './baselines.ts'
import type { Case } from './cohort.ts'
import { sum } from '../../core/formulas/sums.ts'

export interface Accuracy {
  cases: number
  /** WAPE and bias; null without actual revenue. */
  wape: number | null
  bias: number | null
  baselines: Readonly<Record<Baseline, number>>
}

export interface Score extends Accuracy {
  /** See `coverageOf`. */
  coverage: number | null
  dsi: number
  level: Case['level']
  age: number | null
}

/** Standard deviation of the actual, relative to the forecast. */
export type Sigma = (testCase: Case) => number

/** Gross revenue, which has no noise from fees and refunds. */
export function accuracy(cases: readonly Case[]): Accuracy {
  const actual = sum(cases, testCase => testCase.actualGross)
  const over = (errors: number): number | null => (actual > 0 ? errors / actual : null)
  return {
    cases: cases.length,
    wape: over(sum(cases, testCase => Math.abs(testCase.gross - testCase.actualGross))),
    bias: over(sum(cases, testCase => testCase.gross - testCase.actualGross)),
    baselines: Object.fromEntries(
      actual > 0
        ? BASELINES.map(
            (name, index) =>
              [
                name,
                sum(cases, testCase =>
                  Math.abs(testCase.baselines[index]! - testCase.actualGross),
                ) / actual,
              ] as const,
          )
        : [],
    ) as Record<Baseline, number>,
  }
}

/** Rounding error of sums, in currency units. */
const ROUNDING = 1e-6

/** Share of cases with a forecast whose actual lies within their 80 % interval; null without any. */
export function coverageOf(cases: readonly Case[], sigma: Sigma): number | null {
  const open = cases.filter(testCase => testCase.future > 0)
  const covered = open.filter(testCase => {
    const { low, high } = boundsOf(testCase, sigma)
    return testCase.actualGross >= low - ROUNDING && testCase.actualGross <= high + ROUNDING
  })
  return open.length > 0 ? covered.length / open.length : null
}

/** The 80 % interval. */
export function boundsOf(testCase: Case, sigma: Sigma): { low: number; high: number } {
  return bounds({
    total: testCase.gross,
    future: testCase.future,
    sigma: sigma(testCase),
    step: testCase.step,
  })
}
