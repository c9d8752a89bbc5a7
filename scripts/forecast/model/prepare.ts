import type { Facts, Kind } from '../facts.ts'
import { group, type GroupRevenue, groupRevenue, type Groups } from './groups.ts'
import { type NodesByLevel, nodesByLevel } from './nodes.ts'

/** What every fit of the same facts needs, whatever its as-of day. */
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
