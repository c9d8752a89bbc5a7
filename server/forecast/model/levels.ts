import type { Facts, Kind } from './facts.ts'
import {
  group,
  type GroupRevenue,
  groupRevenue,
  type Groups,
  halvings,
  type Level,
  LEVELS,
  nodesAmong,
  type NodesByLevel,
  nodesByLevel,
} from './groups.ts'

/** Days of install date after which a cell says half as much about its nodes' levels. */
const LEVEL_HALF_LIFE = 84
const LEAST = 0.001
const MOST = 2
/** The variance between nodes that is taken for granted where there are too few to estimate it. */
const OF_FEW = 0.1
const OF_APP = 0.5

/** Per-cell input of level estimation. */
export interface Situation {
  /** Cells that are known. */
  count: number
  /** Those before this one teach nothing. */
  from: number
  installs: Float64Array
  age: Int32Array
  /** The age up to which revenue is known. */
  known: Int32Array
  /** Revenue so far. */
  actual: Float64Array
  /** Revenue per install by age n of cell i is at `offset[i]` + n. */
  curve: Float64Array
  offset: Int32Array
  phi: number
  /** Levels that may differ. */
  among: readonly Level[]
}

/** Every cell's level: the product of its nodes' factors, from the app's to its campaign's in its country; and the nodes' variances, in the order of `LEVELS`. */
export function levels(nodes: NodesByLevel, { age, known, installs, offset, actual, curve, phi, count, from, among }: Situation) {
  const theta = new Float64Array(count).fill(1)
  const weights = halvings(LEVEL_HALF_LIFE, count > 0 ? age[0]! : 0)
  const brought = new Float64Array(count)
  const expected = new Float64Array(count)
  for (let i = from; i < count; i++) {
    const v = weights[age[i]!]!
    brought[i] = v * actual[i]!
    expected[i] = v * installs[i]! * curve[offset[i]! + known[i]!]!
  }
  const nodeVariance: Float64Array[] = []
  for (const level of LEVELS) {
    const { of } = nodes[level]
    const size = nodesAmong(nodes[level], count)
    if (!among.includes(level)) {
      nodeVariance.push(new Float64Array(size))
      continue
    }
    const c = new Float64Array(size)
    const e = new Float64Array(size)
    for (let i = 0; i < count; i++) {
      const j = of[i]!
      c[j]! += brought[i]!
      e[j]! += expected[i]!
    }
    const { factor, variance } = credibility(c, e, phi, level === 'app' ? OF_APP : undefined)
    nodeVariance.push(variance)
    for (let i = 0; i < count; i++) {
      const f = factor[of[i]!]!
      theta[i]! *= f
      expected[i]! *= f
    }
  }
  return { theta, nodeVariance }
}

/** How much more each node brings than what is expected of it, and how surely. */
export interface Credibility {
  /** Variance between the nodes' true levels. */
  tau2: number
  factor: Float64Array
  /** Posterior variance of the factor. */
  variance: Float64Array
}

/**
 * Gamma-Poisson credibility: a node that brought C where E was expected has the factor (1 / tau2 + C / phi) / (1 / tau2 + E / phi). With much behind it that is
 * C / E, the chain ladder; with nothing it is 1, Bornhuetter and Ferguson's.
 * @param tau2 The variance between nodes; left out: estimated from them
 */
export function credibility(
  actual: Float64Array,
  expected: Float64Array,
  phi: number,
  tau2 = betweenNodes(actual, expected, phi),
): Credibility {
  const prior = 1 / tau2
  return {
    tau2,
    factor: actual.map((c, j) => (prior + c / phi) / (prior + expected[j]! / phi)),
    variance: expected.map(e => 1 / (prior + e / phi)),
  }
}

/** The moment estimator of Buehlmann and Straub (1970) of the variance between nodes, from those of which anything is expected. */
export function betweenNodes(actual: Float64Array, expected: Float64Array, phi: number): number {
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
    if (expected[j]! > 0) within += (expected[j]! / phi) * (actual[j]! / expected[j]! - mean) ** 2
  }
  const estimate = (within - (nodes - 1)) / ((e - squares / e) / phi)
  return Math.min(MOST, Math.max(LEAST, estimate))
}

/** Data shared by all fits of the same facts. */
export interface Prepared {
  nodes: NodesByLevel
  groups: Groups
  revenue: ReadonlyMap<Kind, GroupRevenue>
}

const prepared = new WeakMap<Facts, Prepared>()

/** Numbers nodes and adds revenue by day, network and age; once per facts, which must not change afterwards. */
export function prepare(facts: Facts): Prepared {
  let found = prepared.get(facts)
  if (found === undefined) {
    const nodes = nodesByLevel(facts)
    const groups = group(facts.cells, nodes.network)
    found = { nodes, groups, revenue: new Map(facts.revenue.map(r => [r.kind, groupRevenue(facts.cells, groups, r)])) }
    prepared.set(facts, found)
  }
  return found
}
