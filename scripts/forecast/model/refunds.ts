import type { Facts, Revenue } from '../facts.ts'
import type { Fit } from './fit.ts'
import { nodesAmong } from './nodes.ts'
import { prepare } from './prepare.ts'

/** What the app's rate weighs against a node's own, in units of the dispersion. */
const PRIOR = 20

/** Refund rates by node of a platform's network: the share of gross revenue after fees that was given back. */
export interface RefundRates {
  of: Int32Array
  rate: Float64Array
}

const known = new WeakMap<Fit, Map<Revenue, RefundRates>>()

/**
 * Rates 1 - net / (gross x platform share) of what was known at the fit's as-of day, drawn towards the app's where little is known. Negative where the inputs' net
 * revenue is more than the shares leave; at most 1.
 * @param phi The kind's dispersion
 */
export function refundRates(facts: Facts, fit: Fit, revenue: Revenue, phi: number): RefundRates {
  const byRevenue = known.get(fit) ?? new Map<Revenue, RefundRates>()
  known.set(fit, byRevenue)
  let rates = byRevenue.get(revenue)
  if (rates === undefined) {
    rates = estimate(facts, fit, revenue, phi)
    byRevenue.set(revenue, rates)
  }
  return rates
}

function estimate(facts: Facts, fit: Fit, { kind, start, age, gross, net }: Revenue, phi: number): RefundRates {
  const nodes = prepare(facts).nodes.platformNetwork
  const { of } = nodes
  const count = nodesAmong(nodes, fit.cells)
  const { day, platform } = facts.cells
  const shares = facts.netShare[kind]
  const afterFees = new Float64Array(count)
  const kept = new Float64Array(count)
  for (let i = 0; i < fit.cells; i++) {
    const last = fit.asOf - day[i]!
    const share = shares[platform[i]! < 0 ? shares.length - 1 : platform[i]!]!
    const j = of[i]!
    for (let row = start[i]!; row < start[i + 1]! && age[row]! <= last; row++) {
      afterFees[j]! += gross[row]! * share
      kept[j]! += net[row]!
    }
  }
  const total = afterFees.reduce((a, b) => a + b, 0)
  const app = total > 0 ? 1 - kept.reduce((a, b) => a + b, 0) / total : 0
  const rate = afterFees.map((money, j) => Math.min(1, (money - kept[j]! + PRIOR * phi * app) / (money + PRIOR * phi)))
  return { of, rate }
}
