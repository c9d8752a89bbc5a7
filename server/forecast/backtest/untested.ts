import type { Case } from './cohort.ts'
import { ENOUGH, type Gate } from './gates.ts'

/** A tested DSI says something about one up to this many times as long. */
const REACH = 7

/** Whether no test has judged a DSI. */
export function isUntested({ verdict, wape }: Pick<Gate, 'verdict' | 'wape'>): boolean {
  return verdict === 'untested' || verdict === 'beyond' || (verdict === 'accepted' && wape === null)
}

/**
 * The untested DSIs that are delivered: those whose longest tested DSI below passed and is at least a seventh, if enough outcomes are
 * known at the same or a larger ratio of DSI to known age. Their intervals are as wide as `learnUncertainty` has it.
 * @param gates by DSI, ascending
 * @param cases all known
 * @param lastAge greatest age with enough data in today's model
 */
export function deliveredUntested(
  gates: Iterable<Gate>,
  cases: readonly Case[],
  lastAge: number,
): ReadonlySet<number> {
  const delivered = new Set<number>()
  let below: Gate | undefined
  for (const gate of gates) {
    const { dsi } = gate
    if (!isUntested(gate)) {
      below = gate
      continue
    }
    if (below?.verdict !== 'passed' || REACH * below.dsi < dsi) continue
    const ratio = (dsi + 1) / (lastAge + 1)
    const alike = cases.filter(
      testCase => testCase.future > 0 && (testCase.dsi + 1) / (testCase.lastAge + 1) >= ratio,
    )
    if (alike.length >= ENOUGH) delivered.add(dsi)
  }
  return delivered
}
