import type { CohortRevenue } from './cohort.ts'
import { line } from './line.ts'
import type { Pooled } from './pooled.ts'

/** What somebody without this model would say, simplest first. */
export const BASELINES = ['last actual', 'pooled ratio', 'pooled power law', 'cohort power law', 'cohort log fit'] as const
export type Baseline = (typeof BASELINES)[number]

/**
 * Gross revenue by a DSI as each baseline has it, in the order of `BASELINES`; never below what there is already. One that lacks what it needs
 * says the last actual.
 * @param cohort Its curve, and what it brought so far, at most by the DSI, by age of its cells less that of the youngest
 */
export function baselines(pool: Pooled, { curve, soFar }: Pick<CohortRevenue, 'curve' | 'soFar'>, age: number, dsi: number): Float64Array {
  const actual = soFar.reduce((sum, value) => sum + value, 0)
  const atLeast = (value: number | null): number => (value !== null && Number.isFinite(value) ? Math.max(actual, value) : actual)
  const byAge = (ratio: (age: number) => number | null): number =>
    soFar.reduce((sum, value, more) => sum + value * (age + more >= dsi ? 1 : (ratio(age + more) ?? 1)), 0)
  return Float64Array.of(
    actual,
    atLeast(byAge(old => pool.ratio(old, dsi))),
    atLeast(byAge(old => pool.power(old, dsi))),
    atLeast(powerLaw(curve, dsi)),
    atLeast(logFit(curve, dsi)),
  )
}

/** ln revenue over ln (age + 1), continued; at most linear, which revenue of ever fewer users cannot pass. */
function powerLaw(curve: Float64Array, dsi: number): number | null {
  const fitted = line([...curve].flatMap((value, n) => (value > 0 ? [{ x: Math.log(n + 1), y: Math.log(value) }] : [])))
  return fitted === null ? null : curve.at(-1)! * ((dsi + 1) / curve.length) ** Math.min(1, fitted.slope)
}

/** Revenue over ln (age + 1), continued. */
function logFit(curve: Float64Array, dsi: number): number | null {
  const fitted = line([...curve].map((value, n) => ({ x: Math.log(n + 1), y: value })))
  return fitted === null ? null : fitted.intercept + fitted.slope * Math.log(dsi + 1)
}
