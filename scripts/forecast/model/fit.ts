import type { Day, Facts, Kind, Revenue } from '../facts.ts'
import { dispersion } from './dispersion.ts'
import { firstCellOf } from './first-cell.ts'
import { type GroupRevenue, groupsSince } from './groups.ts'
import { firstCellWith, knownAge, lastAgeWith, soFar } from './known.ts'
import { levels } from './levels.ts'
import { networkShapes } from './network-shape.ts'
import { type Level, LEVELS, nodesAmong } from './nodes.ts'
import { prepare, type Prepared } from './prepare.ts'
import { scale } from './scale.ts'
import { chainLadder } from './shape.ts'
import { extend, tail } from './tail.ts'

export { forecast } from './forecast.ts'

/** What one kind's revenue was found to follow, from rows dated up to the as-of day only. */
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

/** Installs that an age needs to have a shape of its own. */
const ENOUGH_INSTALLS = 100
/** A kind that brings less than this share of all revenue does not shorten the limit. */
const COUNTING_SHARE = 0.05
/** Curves go at least this far, so that tests and reports can look past the limit. */
const LEAST_REACH = 1095

/**
 * Fits every kind's model to what was known at the end of the as-of day. Rows dated later have no influence on it.
 * @param among Levels that may differ: benches leave some out to see what they are worth
 */
export function fit(facts: Facts, asOf: Day, among: readonly Level[] = LEVELS): Fit {
  const prepared = prepare(facts)
  const { cells } = facts
  const count = firstCellOf(cells.day, cells.count, asOf + 1)
  const extents = facts.revenue.map(revenue => ({ revenue, ...extent(facts, revenue, asOf, count) })).filter(({ known }) => known.total > 0)
  const all = extents.reduce((sum, { known }) => sum + known.total, 0)
  const counting = extents.filter(({ known }) => known.total >= COUNTING_SHARE * all)
  const lastAge = counting.reduce((least, kind) => Math.min(least, kind.lastAge), lastAgeWith(ENOUGH_INSTALLS, facts, asOf, count))
  const limit = 3 * (lastAge + 1) - 1
  const oldest = count > 0 ? asOf - cells.day[0]! : 0
  const reach = Math.max(limit, oldest, LEAST_REACH)
  const kinds = extents.map(({ revenue, ...kind }) => fitKind(facts, prepared, revenue, { ...kind, asOf, count, reach, among }))
  return { asOf, kinds, limit, reach, cells: count }
}

/** What of a kind is known by the as-of day, and which cells it can be learnt from. */
function extent(facts: Facts, revenue: Revenue, asOf: Day, count: number) {
  const known = soFar(facts.cells.day, revenue, asOf, count)
  const from = firstCellWith(facts, known.firstDay, count)
  return { known, from, lastAge: lastAgeWith(ENOUGH_INSTALLS, facts, asOf, count, from) }
}

interface Extent extends ReturnType<typeof extent> {
  asOf: Day
  count: number
  reach: number
  among: readonly Level[]
}

function fitKind(facts: Facts, { nodes, groups: all, revenue: byKind }: Prepared, revenue: Revenue, extent: Extent): KindFit {
  const { asOf, count, from, lastAge, reach, among } = extent
  const { cells } = facts
  const ages = reach + 1
  const { actual, total, rows } = extent.known

  const age = new Int32Array(count)
  const known = new Int32Array(count)
  const offset = new Int32Array(count)
  for (let i = 0; i < count; i++) {
    age[i] = asOf - cells.day[i]!
    known[i] = knownAge(facts, asOf, i)
    offset[i] = nodes.network.of[i]! * ages
  }
  const since = from < count ? cells.day[from]! : asOf
  const { groups, revenue: grouped } = groupsSince(all, byKind.get(revenue.kind) as GroupRevenue, since)
  const networks = nodesAmong(nodes.network, count)
  const shape = chainLadder(groups, grouped, asOf, lastAge)
  let phi = total / rows
  let theta: Float64Array = new Float64Array(count).fill(1)
  let nodeVariance: Float64Array[] = []

  // The dispersion is needed to estimate what it is estimated from: first around the curves alone, then twice around the levels.
  for (let round = 0; ; round++) {
    const line = tail(shape, phi)
    const app = extend(shape, line, ages)
    const curves = scale(groups, grouped, asOf, facts.toAge, app, networkShapes(groups, grouped, networks, asOf, lastAge, app, phi))
    if (round > 0)
      ({ theta, nodeVariance } = levels(nodes, {
        age,
        known,
        installs: cells.installs,
        offset,
        actual,
        curve: curves.network,
        phi,
        count,
        from,
        among,
      }))
    if (round === 2) {
      const finest = nodeVariance.at(-1)!
      const variance = new Float64Array(count)
      for (let i = 0; i < count; i++) variance[i] = finest[nodes.campaignCountry.of[i]!]!
      const { exponent, error } = line
      return {
        kind: revenue.kind,
        lastAge,
        curve: curves.app,
        networkCurves: curves.network,
        phi,
        tail: { exponent, error },
        theta,
        actual,
        variance,
        nodeVariance,
      }
    }
    const expected = theta.map((value, i) => value * cells.installs[i]!)
    const found = dispersion({ cells: count, from, age: known, scale: expected, curve: curves.network, offset }, revenue, phi)
    // A perfect fit of next to nothing is no certainty.
    phi = Math.max(found, (0.01 * total) / rows)
  }
}
