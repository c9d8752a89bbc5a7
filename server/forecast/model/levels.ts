import type { Facts, Kind, KnownCells } from './facts.ts'
import type { Grid } from './grid.ts'
import {
  groupCells,
  halvingsOf,
  type KindGroups,
  type Level,
  LEVELS,
  type Nodes,
  nodesAmong,
  type NodesByLevel,
  nodesByLevel,
} from './groups.ts'

/** Half-life of a cell's weight for its nodes' levels, in days of install date. */
const LEVEL_HALF_LIFE = 84
const MIN = 0.001
const MAX = 2
/** Assumed variance between nodes if there are too few to estimate it. */
const OF_FEW = 0.1
const OF_APP = 0.5

/** The estimates of the previous round, and the levels that may differ. */
export interface Estimates {
  curves: Grid
  phi: number
  luck: number
  /** Per cell. */
  theta: Float64Array
  among: readonly Level[]
}

export interface Levels {
  /** Per cell: the product of its nodes' factors, from the app's to that of its campaign and week. */
  theta: Float64Array
  /** Per cell: the factor of its own payers, and its variance. */
  own: Float64Array
  variance: Float64Array
  /** In the order of `LEVELS`. */
  nodeVariance: Float64Array[]
}

/** A cell is weighted by its dispersion, phi + luck x its mean per install: an old cell's payers were drawn once, however much they pay. */
export function levels(nodes: NodesByLevel, cells: KnownCells, estimates: Estimates): Levels {
  const { count } = cells
  const { among } = estimates
  const theta = new Float64Array(count).fill(1)
  const { observed, expected } = weighted(cells, estimates)
  const nodeVariance = LEVELS.map(level => {
    const size = nodesAmong(nodes[level], count)
    if (!among.includes(level)) return new Float64Array(size)
    const { factor, variance } = credibility(
      sumByNode(nodes[level], size, observed),
      sumByNode(nodes[level], size, expected),
      level === 'app' ? OF_APP : undefined,
    )
    const { of } = nodes[level]
    for (let i = 0; i < count; i++) {
      const f = factor[of[i]!]!
      theta[i]! *= f
      expected[i]! *= f
    }
    return variance
  })
  return { theta, nodeVariance, ...ownLevels(theta, cells, estimates) }
}

/** Per cell: revenue so far and its expectation, over its dispersion and with the weight of its age. */
function weighted(
  { age, known, network, installs, actual, count, from }: KnownCells,
  { curves, phi, luck, theta }: Estimates,
) {
  const weights = halvingsOf(LEVEL_HALF_LIFE, count > 0 ? age[0]! : 0)
  const observed = new Float64Array(count)
  const expected = new Float64Array(count)
  for (let i = from; i < count; i++) {
    if (known[i]! < 0) continue
    const mean = curves.get(network[i]!, known[i]!)
    const v = weights[age[i]!]! / (phi + luck * theta[i]! * mean)
    observed[i] = v * actual[i]!
    expected[i] = v * installs[i]! * mean
  }
  return { observed, expected }
}

function sumByNode({ of }: Nodes, size: number, values: Float64Array): Float64Array {
  const sums = new Float64Array(size)
  for (let i = 0; i < values.length; i++) sums[of[i]!]! += values[i]!
  return sums
}

/** Credibility of each cell against its kind. The value of payers varies by luck / installs, so that the weight depends on the age. */
function ownLevels(
  theta: Float64Array,
  { known, network, installs, actual, count, from }: KnownCells,
  { curves, phi, luck }: Estimates,
) {
  const own = new Float64Array(count).fill(1)
  const variance = new Float64Array(count)
  for (let i = from; i < count; i++) {
    const users = installs[i]!
    if (!(luck > 0 && users > 0)) continue
    const prior = users / luck
    const mean = known[i]! < 0 ? 0 : theta[i]! * users * curves.get(network[i]!, known[i]!)
    variance[i] = 1 / (prior + mean / phi)
    own[i] = (prior + actual[i]! / phi) * variance[i]!
  }
  return { own, variance }
}

/** A node's factor on expected revenue, with its certainty. */
export interface Credibility {
  tau2: number
  factor: Float64Array
  variance: Float64Array
}

/**
 * Gamma-Poisson credibility: a node with revenue C and expectation E has the factor (1 / tau2 + C) / (1 / tau2 + E): C / E with much
 * data (chain ladder), 1 without (Bornhuetter and Ferguson).
 * @param actual over dispersion, like `expected`
 * @param tau2 variance between nodes; default: estimated
 */
export function credibility(
  actual: Float64Array,
  expected: Float64Array,
  tau2 = betweenNodes(actual, expected),
): Credibility {
  const prior = 1 / tau2
  return {
    tau2,
    factor: actual.map((c, j) => (prior + c) / (prior + expected[j]!)),
    variance: expected.map(e => 1 / (prior + e)),
  }
}

/** Moment estimator of the variance between nodes (Buehlmann and Straub 1970), over nodes with an expectation. */
export function betweenNodes(actual: Float64Array, expected: Float64Array): number {
  let nodes = 0
  let c = 0
  let e = 0
  let squares = 0
  for (let j = 0; j < expected.length; j++) {
    if (expected[j]! <= 0) continue
    nodes++
    c += actual[j]!
    e += expected[j]!
    squares += expected[j]! ** 2
  }
  if (nodes < 3) return OF_FEW
  const mean = c / e
  let within = 0
  for (let j = 0; j < expected.length; j++) {
    if (expected[j]! > 0) within += expected[j]! * (actual[j]! / expected[j]! - mean) ** 2
  }
  const estimate = (within - (nodes - 1)) / (e - squares / e)
  return Math.min(MAX, Math.max(MIN, estimate))
}

export interface Prepared {
  nodes: NodesByLevel
  groups: ReadonlyMap<Kind, KindGroups>
}

const prepared = new WeakMap<Facts, Prepared>()

/** Computed once per facts, which must not change afterwards. */
export function prepare(facts: Facts): Prepared {
  let result = prepared.get(facts)
  if (result === undefined) {
    const nodes = nodesByLevel(facts)
    const groups = facts.revenue.map(
      revenue => [revenue.kind, groupCells(facts.cells, nodes.network, revenue)] as const,
    )
    result = { nodes, groups: new Map(groups) }
    prepared.set(facts, result)
  }
  return result
}
