import {
  type Facts,
  firstCellOf,
  type Kind,
  knownAge,
  netShareOf,
  type Revenue,
  revenueUpTo,
} from './facts.ts'
import { sum } from '../../core/formulas/sums.ts'
import type { Grid } from './grid.ts'
import { nodesAmong } from './groups.ts'
import { prepare } from './levels.ts'
import type { ShapeError } from './shape-error.ts'
import type { Day } from '../../core/model/dates.ts'

/**
 * Cumulative revenue of every cell by a DSI: actual if old enough, else revenue so far plus the forecast from its level and its network's
 * curve. Never falls with the DSI. The caller checks whether the DSI must be withheld (`fit.limit`).
 * @param since earlier cells stay 0, for callers that need only the newest
 * @throws RangeError out of the model's reach (`fit.reach`)
 */
export function forecast(facts: Facts, fit: Fit, dsi: number, since: Day = -Infinity): Forecast {
  if (!(dsi >= 0 && dsi <= fit.reach))
    throw new RangeError(`DSI ${dsi} is not within 0 to ${fit.reach}`)
  const gross = new Float64Array(fit.cells)
  const net = new Float64Array(fit.cells)
  const future = new Float64Array(fit.cells)
  const from = firstCellOf(facts.cells.day, fit.cells, since)
  for (const revenue of facts.revenue) {
    const kind = fit.kinds.find(({ kind }) => kind === revenue.kind)
    const coming = kind && {
      expected: expectedOf(facts, kind),
      refunded: refundRates(facts, fit, revenue, kind),
    }
    for (let i = from; i < fit.cells; i++) {
      const age = knownAge(revenue, fit.asOf - facts.cells.day[i]!)
      gross[i]! += revenueUpTo(revenue, 'gross', i, Math.min(dsi, age))
      net[i]! += revenueUpTo(revenue, 'net', i, Math.min(dsi, age))
      if (coming === undefined || age >= dsi) continue
      const more = coming.expected(i, age, dsi)
      gross[i]! += more
      future[i]! += more
      net[i]! += more * netShareOf(facts, revenue.kind, i) * (1 - coming.refunded(i))
    }
  }
  return { dsi, gross, net, future }
}

/** A kind's expected gross revenue of a cell after an age, -1 for all, through another. */
export type Expected = (cell: number, after: number, to: number) => number

export function expectedOf(facts: Facts, { theta, networkCurves }: KindFit): Expected {
  const { of } = prepare(facts).nodes.network
  const { installs } = facts.cells
  return (cell, after, to) => {
    const network = of[cell]!
    const before = after < 0 ? 0 : networkCurves.get(network, after)
    return theta[cell]! * installs[cell]! * (networkCurves.get(network, to) - before)
  }
}

const PRIOR = 20

const rates = new WeakMap<KindFit, Map<Revenue, (cell: number) => number>>()

/**
 * Refunded share of gross revenue after fees, by cell: rates 1 - net / (gross x platform share) of a platform's networks, shrunk to the
 * app's. Negative if the inputs' net exceeds the shares; at most 1.
 */
function refundRates(
  facts: Facts,
  fit: Fit,
  revenue: Revenue,
  kind: KindFit,
): (cell: number) => number {
  const byRevenue = rates.get(kind) ?? new Map<Revenue, (cell: number) => number>()
  rates.set(kind, byRevenue)
  const rate = byRevenue.get(revenue) ?? estimateRefunds(facts, fit, revenue, kind)
  byRevenue.set(revenue, rate)
  return rate
}

function estimateRefunds(
  facts: Facts,
  fit: Fit,
  revenue: Revenue,
  { phi }: KindFit,
): (cell: number) => number {
  const { kind, start, age, gross, net } = revenue
  const nodes = prepare(facts).nodes.platformNetwork
  const { of } = nodes
  const count = nodesAmong(nodes, fit.cells)
  const afterFees = new Float64Array(count)
  const ofStores = new Float64Array(count)
  for (let i = 0; i < fit.cells; i++) {
    const last = knownAge(revenue, fit.asOf - facts.cells.day[i]!)
    const share = netShareOf(facts, kind, i)
    const j = of[i]!
    for (let row = start[i]!; row < start[i + 1]! && age[row]! <= last; row++) {
      afterFees[j]! += gross[row]! * share
      ofStores[j]! += net[row]!
    }
  }
  const total = sum(afterFees)
  const app = total > 0 ? 1 - sum(ofStores) / total : 0
  const rate = afterFees.map((money, j) =>
    Math.min(1, (money - ofStores[j]! + PRIOR * phi * app) / (money + PRIOR * phi)),
  )
  return cell => rate[of[cell]!]!
}

export interface KindFit {
  kind: Kind
  /** Last age with at least 100 installs, or -1; the tail begins after it. */
  lastAge: number
  curve: Float64Array
  /** By node of the network, and age. */
  networkCurves: Grid
  phi: number
  luck: number
  /** Half of a usual payment. */
  step: number
  tail: { exponent: number; error: number }
  shapeError: ShapeError
  /** Per cell: factor on the curve, gross revenue so far, and posterior variance of its payers' value. */
  theta: Float64Array
  actual: Float64Array
  variance: Float64Array
  /** Posterior variance of each node's level, in the order of `LEVELS`. */
  nodeVariance: readonly Float64Array[]
}

/** A model of everything known at the end of a day. */
export interface Fit {
  asOf: Day
  kinds: readonly KindFit[]
  /** Greatest DSI D with D + 1 <= 3 (J + 1), J the last age of every kind that counts; -1: none. Greater DSIs are withheld. */
  limit: number
  reach: number
  /** Earlier cells are excluded: see `firstUsualDay`. */
  learnedFrom: Day | null
  cells: number
}

export interface Forecast {
  dsi: number
  gross: Float64Array
  net: Float64Array
  /** The forecast part of gross; 0 if the cell is old enough. */
  future: Float64Array
}
