import type { Day } from '../../core/model/dates.ts'
import { type Cells, eachRow, type Facts, type Revenue } from './facts.ts'

/** A kind's revenue of the cells of one day and network, for estimating shapes. */
export interface Group {
  day: Day
  network: number
  installs: number
  /** By age, through the last age with some. An age is one calendar day's revenue, so it is known completely or not at all. */
  gross: Float64Array
}

/** In order of first appearance: days ascend. */
export interface KindGroups extends Pick<Revenue, 'exportedAges'> {
  groups: readonly Group[]
}

export function groupCells(cells: Cells, networks: Nodes, revenue: Revenue): KindGroups {
  const { exportedAges } = revenue
  const ages = 1 + revenue.age.reduce((most, age) => Math.max(most, age), 0)
  const groups: Group[] = []
  let ofDay = new Map<number, Group>()
  const endDay = (): void => {
    for (const group of ofDay.values())
      groups.push({
        ...group,
        gross: group.gross.slice(0, 1 + group.gross.findLastIndex(value => value > 0)),
      })
    ofDay = new Map()
  }
  for (let i = 0; i < cells.count; i++) {
    const [day, network] = [cells.day[i]!, networks.of[i]!]
    if (day !== cells.day[i - 1]) endDay()
    const group = ofDay.get(network) ?? { day, network, installs: 0, gross: new Float64Array(ages) }
    ofDay.set(network, group)
    group.installs += cells.installs[i]!
    const sums = group.gross
    eachRow(revenue, i, Infinity, (age, gross) => (sums[age]! += gross))
  }
  endDay()
  return { groups, ...(exportedAges === undefined ? {} : { exportedAges }) }
}

export function groupsSince(all: KindGroups, since: Day): KindGroups {
  return { ...all, groups: all.groups.filter(({ day }) => day >= since) }
}

/** Cells of a node share a revenue level. Numbered by first appearance, so that later cells change no number. */
export interface Nodes {
  count: number
  of: Int32Array
}

/** From the app to a campaign in a country, in estimation order. */
export const LEVELS = [
  'app',
  'place',
  'network',
  'campaign',
  'campaignCountry',
  'week',
  'campaignWeek',
] as const
export type Level = (typeof LEVELS)[number]

/** The levels' nodes, and the nodes that share a refund rate (a platform's network). */
export type NodesByLevel = Readonly<Record<Level | 'platformNetwork', Nodes>>

export function nodesByLevel({ cells, names }: Facts): NodesByLevel {
  const { platform, network, campaign, country, day } = cells
  const countries = names.country.length + 1
  const networks = names.network.length + 1
  const campaigns = names.campaign.length + 1
  const platformNetwork = number(cells, i => platform[i]! * networks + network[i]!)
  const byCampaign = number(cells, i => platformNetwork.of[i]! * campaigns + campaign[i]!)
  // Weeks begin on Monday; 1970-01-01 was a Thursday.
  const week = (i: number): number => Math.floor((day[i]! + 3) / 7)
  return {
    app: number(cells, () => 0),
    week: number(cells, week),
    campaignWeek: number(cells, i => week(i) * byCampaign.count + byCampaign.of[i]!),
    place: number(cells, i => platform[i]! * countries + country[i]!),
    network: number(cells, i => network[i]!),
    campaign: byCampaign,
    campaignCountry: number(cells, i => byCampaign.of[i]! * countries + country[i]!),
    platformNetwork,
  }
}

export function nodesAmong({ of }: Nodes, cells: number): number {
  let last = -1
  for (let i = 0; i < cells; i++) if (of[i]! > last) last = of[i]!
  return last + 1
}

function number(cells: Cells, key: (cell: number) => number): Nodes {
  const numbers = new Map<number, number>()
  const of = new Int32Array(cells.count)
  for (let i = 0; i < cells.count; i++) {
    const k = key(i)
    let node = numbers.get(k)
    if (node === undefined) {
      node = numbers.size
      numbers.set(k, node)
    }
    of[i] = node
  }
  return { count: numbers.size, of }
}

/** By days before the as-of day, back to the first group's. */
export function halvings({ groups }: KindGroups, asOf: Day, halfLife: number): Float64Array {
  return halvingsOf(halfLife, Math.max(0, asOf - (groups[0]?.day ?? asOf)))
}

export function halvingsOf(halfLife: number, days: number): Float64Array {
  return Float64Array.from({ length: days + 1 }, (_, back) => 2 ** (-back / halfLife))
}
