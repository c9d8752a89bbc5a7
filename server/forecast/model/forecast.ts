import { type Facts, firstCellOf, type Kind, knownAge, type Revenue } from './facts.ts'
import { nodesAmong } from './groups.ts'
import { prepare } from './levels.ts'
import type { Day } from '../../model/days.ts'

/**
 * Cumulative revenue of every cell by a DSI: what it has brought by that age where it is old enough, else what it has brought so far and what its level
 * and its network's curve add. It never falls with the DSI. The caller checks whether the DSI must be withheld (`fit.limit`).
 * @param since Cells that were installed earlier are left at 0: who looks at the newest only need not go through all
 * @throws RangeError if the DSI is beyond the model's reach (`fit.reach`)
 */
export function forecast(facts: Facts, fit: Fit, dsi: number, since: Day = -Infinity): Forecast {
  if (!(dsi >= 0 && dsi <= fit.reach)) throw new RangeError(`DSI ${dsi} is not within 0 to ${fit.reach}`)
  const gross = new Float64Array(fit.cells)
  const net = new Float64Array(fit.cells)
  const future = new Float64Array(fit.cells)
  const from = firstCellOf(facts.cells.day, fit.cells, since)
  for (const revenue of facts.revenue) {
    addActual(facts, fit, revenue, dsi, from, gross, net)
    const kind = fit.kinds.find(k => k.kind === revenue.kind)
    if (kind !== undefined) addFuture(facts, fit, revenue, kind, dsi, from, { gross, net, future })
  }
  return { dsi, gross, net, future }
}

function addActual(facts: Facts, fit: Fit, revenue: Revenue, dsi: number, from: number, gross: Float64Array, net: Float64Array): void {
  const { start, age } = revenue
  for (let i = from; i < fit.cells; i++) {
    const known = Math.min(dsi, knownAge(facts, fit.asOf, i))
    let sum = 0
    let netSum = 0
    for (let row = start[i]!; row < start[i + 1]! && age[row]! <= known; row++) {
      sum += revenue.gross[row]!
      netSum += revenue.net[row]!
    }
    gross[i]! += sum
    net[i]! += netSum
  }
}

function addFuture(facts: Facts, fit: Fit, revenue: Revenue, kind: KindFit, dsi: number, from: number, to: Omit<Forecast, 'dsi'>): void {
  const { cells } = facts
  const { network } = prepare(facts).nodes
  const { of, rate } = refundRates(facts, fit, revenue, kind.phi)
  const share = facts.netShare[kind.kind]
  for (let i = from; i < fit.cells; i++) {
    const age = knownAge(facts, fit.asOf, i)
    if (age >= dsi) continue
    const base = network.of[i]! * kind.curve.length
    const more = kind.theta[i]! * cells.installs[i]! * (kind.networkCurves[base + dsi]! - kind.networkCurves[base + age]!)
    const platform = cells.platform[i]!
    to.gross[i]! += more
    to.future[i]! += more
    to.net[i]! += more * share[platform < 0 ? share.length - 1 : platform]! * (1 - rate[of[i]!]!)
  }
}

/** Prior weight of the app's rate against a node's own, in units of the dispersion. */
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
function refundRates(facts: Facts, fit: Fit, revenue: Revenue, phi: number): RefundRates {
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

/** Fitted model of one kind of revenue, from rows up to the as-of day. */
export interface KindFit {
  kind: Kind
  /** The last age with at least 100 installs, -1 without one: beyond it the shape is the tail's. */
  lastAge: number
  /** Cumulative revenue per install by age, 0 to the reach. */
  curve: Float64Array
  /** The same by network: those of node k begin at k x the length of `curve`. */
  networkCurves: Float64Array
  /** Dispersion: variance over mean, in money. */
  phi: number
  /** Exponent of the tail, and its standard error. */
  tail: { exponent: number; error: number }
  /** Per cell: how much more it brings than the curve, revenue so far (gross), and the posterior variance of its finest level. */
  theta: Float64Array
  actual: Float64Array
  variance: Float64Array
  /** Posterior variance of each node's level, in the order of `LEVELS`. */
  nodeVariance: readonly Float64Array[]
}

/** A model of all that was known at the end of a day. Cells of later days have no part in it. */
export interface Fit {
  asOf: Day
  kinds: readonly KindFit[]
  /** The greatest DSI D with D + 1 <= 3 (J + 1), J the last age of every kind that counts: greater ones are withheld. -1: all are. */
  limit: number
  /** The greatest age that curves go to, withheld or not. */
  reach: number
  /** Cells 0 to `cells - 1` were installed by the as-of day. */
  cells: number
}

/** Cumulative revenue by a DSI, per cell. */
export interface Forecast {
  dsi: number
  gross: Float64Array
  net: Float64Array
  /** The part of gross that is forecast; 0 where the cell is old enough. */
  future: Float64Array
}
