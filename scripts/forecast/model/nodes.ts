import type { Cells, Facts } from '../facts.ts'

/** What cells share a level of revenue: a node's number per cell. Nodes are numbered as they first appear, so later cells change none. */
export interface Nodes {
  count: number
  of: Int32Array
}

/** From the whole app to a campaign in a country: the order in which levels are estimated. */
export const LEVELS = ['app', 'week', 'place', 'network', 'campaign', 'campaignCountry'] as const
export type Level = (typeof LEVELS)[number]

/** The nodes of every level, and those that share a refund rate (a platform's network). */
export type NodesByLevel = Readonly<Record<Level | 'platformNetwork', Nodes>>

/** Numbers every level's nodes. */
export function nodesByLevel({ cells, names }: Facts): NodesByLevel {
  const { platform, network, campaign, country, day } = cells
  const countries = names.country.length + 1
  const networks = names.network.length + 1
  const campaigns = names.campaign.length + 1
  const platformNetwork = number(cells, i => platform[i]! * networks + network[i]!)
  const byCampaign = number(cells, i => platformNetwork.of[i]! * campaigns + campaign[i]!)
  return {
    app: number(cells, () => 0),
    // Weeks begin on Monday: 1970-01-01 was a Thursday.
    week: number(cells, i => Math.floor((day[i]! + 3) / 7)),
    place: number(cells, i => platform[i]! * countries + country[i]!),
    network: number(cells, i => network[i]!),
    campaign: byCampaign,
    campaignCountry: number(cells, i => byCampaign.of[i]! * countries + country[i]!),
    platformNetwork,
  }
}

/** How many nodes the first so many cells have. */
export function nodesAmong({ of }: Nodes, cells: number): number {
  let last = -1
  for (let i = 0; i < cells; i++) if (of[i]! > last) last = of[i]!
  return last + 1
}

function number(cells: Cells, key: (cell: number) => number): Nodes {
  const seen = new Map<number, number>()
  const of = new Int32Array(cells.count)
  for (let i = 0; i < cells.count; i++) {
    const k = key(i)
    let node = seen.get(k)
    if (node === undefined) {
      node = seen.size
      seen.set(k, node)
    }
    of[i] = node
  }
  return { count: seen.size, of }
}
