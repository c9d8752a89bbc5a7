import { type Facts, firstCellOf, type Kind, knownAge, type Revenue } from './facts.ts'
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
    addActual(facts, fit, revenue, dsi, from, gross, net)
    const kind = fit.kinds.find(k => k.kind === revenue.kind)
    if (kind !== undefined) addFuture(facts, fit, revenue, kind, dsi, from, { gross, net, future })
  }
  return { dsi, gross, net, future }
}

function addActual(
  facts: Facts,
  fit: Fit,
  revenue: Revenue,
  dsi: number,
  from: number,
  gross: Float64Array,
  net: Float64Array,
): void {
  const { start, age } = revenue
  for (let i = from; i < fit.cells; i++) {
    const known = Math.min(dsi, knownAge(revenue, fit.asOf - facts.cells.day[i]!))
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

function addFuture(
  facts: Facts,
  fit: Fit,
  revenue: Revenue,
  kind: KindFit,
  dsi: number,
  from: number,
  to: Omit<Forecast, 'dsi'>,
): void {
  const { cells } = facts
  const { network } = prepare(facts).nodes
  const { of, rate } = refundRates(facts, fit, revenue, kind.phi)
  const share = facts.netShare[kind.kind]
  for (let i = from; i < fit.cells; i++) {
    const age = knownAge(revenue, fit.asOf - facts.cells.day[i]!)
    if (age >= dsi) continue
    const base = network.of[i]! * kind.curve.length
    const more =
      kind.theta[i]! *
      cells.installs[i]! *
      (kind.networkCurves[base + dsi]! - (age < 0 ? 0 : kind.networkCurves[base + age]!))
    const platform = cells.platform[i]!
    to.gross[i]! += more
    to.future[i]! += more
    to.net[i]! += more * share[platform < 0 ? share.length - 1 : platform]! * (1 - rate[of[i]!]!)
  }
}

const PRIOR = 20

/** Refunded share of gross revenue after fees, by node of a platform's network. */
export interface RefundRates {
  of: Int32Array
  rate: Float64Array
}

const known = new WeakMap<Fit, Map<Revenue, RefundRates>>()

/**
 * Rates 1 - net / (gross x platform share), shrunk to the app's. Negative if the inputs' net exceeds the shares; at most 1.
 * @param phi the kind's dispersion
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

function estimate(facts: Facts, fit: Fit, revenue: Revenue, phi: number): RefundRates {
  const { kind, start, age, gross, net } = revenue
  const nodes = prepare(facts).nodes.platformNetwork
  const { of } = nodes
  const count = nodesAmong(nodes, fit.cells)
  const { day, platform } = facts.cells
  const shares = facts.netShare[kind]
  const afterFees = new Float64Array(count)
  const ofStores = new Float64Array(count)
  for (let i = 0; i < fit.cells; i++) {
    const last = knownAge(revenue, fit.asOf - day[i]!)
    const share = shares[platform[i]! < 0 ? shares.length - 1 : platform[i]!]!
    const j = of[i]!
    for (let row = start[i]!; row < start[i + 1]! && age[row]! <= last; row++) {
      afterFees[j]! += gross[row]! * share
      ofStores[j]! += net[row]!
    }
  }
  const total = afterFees.reduce((a, b) => a + b, 0)
  const app = total > 0 ? 1 - ofStores.reduce((a, b) => a + b, 0) / total : 0
  const rate = afterFees.map((money, j) =>
    Math.min(1, (money - ofStores[j]! + PRIOR * phi * app) / (money + PRIOR * phi)),
  )
  return { of, rate }
}

export interface KindFit {
  kind: Kind
  /** Last age with at least 100 installs, or -1; the tail begins after it. */
  lastAge: number
  curve: Float64Array
  /** The curve of node k begins at k x the length of `curve`. */
  networkCurves: Float64Array
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
