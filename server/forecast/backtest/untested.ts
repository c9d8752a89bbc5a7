import { sigmaOf, type Uncertainty } from '../model/interval.ts'
import { sigmaToHold } from '../model/outcome.ts'
import type { Case } from './cohort.ts'
import { ENOUGH, type Gate } from './gates.ts'

/** A tested DSI says something about one up to this many times as long. */
const REACH = 7

/** Whether no test has judged a DSI. */
export function isUntested({ verdict, wape }: Pick<Gate, 'verdict' | 'wape'>): boolean {
  return verdict === 'untested' || verdict === 'beyond' || (verdict === 'accepted' && wape === null)
}

/**
 * The untested DSIs that are delivered, with a factor on their width: those whose longest tested DSI below passed and is at least a seventh.
 * The factor is what 80 % of outcomes needed at the same or a larger ratio of DSI to known age, at least 1. Without
 * enough outcomes, or if no width held them, a DSI is not delivered.
 * @param cases all known
 * @param lastAge greatest age with enough data in today's model
 */
export function untestedWidths(
  gates: Iterable<Gate>,
  cases: readonly Case[],
  uncertainty: Uncertainty,
  lastAge: number,
): ReadonlyMap<number, number> {
  const widths = new Map<number, number>()
  let below: Gate | undefined
  for (const gate of gates) {
    const { dsi } = gate
    if (!isUntested(gate)) {
      below = gate
      continue
    }
    if (below?.verdict !== 'passed' || REACH * below.dsi < dsi) continue
    const ratio = (dsi + 1) / (lastAge + 1)
    const needed = cases
      .filter(testCase => testCase.future > 0 && (testCase.dsi + 1) / (testCase.lastAge + 1) >= ratio)
      .map(
        testCase =>
          sigmaToHold({ total: testCase.gross, future: testCase.future, step: testCase.step }, testCase.actualGross) /
          sigmaOf(testCase, testCase.dsi, uncertainty, testCase),
      )
    if (needed.length < ENOUGH) continue
    const factor = Math.max(1, Float64Array.from(needed).sort()[Math.floor(0.8 * needed.length)]!)
    if (Number.isFinite(factor)) widths.set(dsi, factor)
  }
  return widths
}
