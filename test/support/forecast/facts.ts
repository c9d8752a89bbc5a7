import { type Facts, type Kind, KINDS, UNKNOWN } from '../../../server/forecast/model/facts.ts'
import type { Day } from '../../../server/core/model/dates.ts'

/** A cell with its daily revenue by kind and age: gross, or gross and net. */
export interface CellOf {
  day: Day
  platform?: string
  network?: string
  campaign?: string
  country?: string
  installs: number
  spend?: number
  iap?: Readonly<Record<number, number | readonly [number, number]>>
  ad?: Readonly<Record<number, number | readonly [number, number]>>
}

const DIMENSIONS = ['platform', 'network', 'campaign', 'country'] as const

/** Facts of cells given in any order, as reading a studio's exports gives them. */
export function factsOf(
  unsorted: readonly CellOf[],
  netShare: Partial<Record<Kind, number>> = {},
): Facts {
  const names = Object.fromEntries(
    DIMENSIONS.map(d => [
      d,
      [...new Set(unsorted.flatMap(c => c[d] ?? []))].sort((a, b) => (a < b ? -1 : 1)),
    ]),
  ) as unknown as Facts['names']
  const index = (c: CellOf, d: (typeof DIMENSIONS)[number]): number =>
    c[d] === undefined ? UNKNOWN : names[d].indexOf(c[d])
  const rank = (a: CellOf, b: CellOf): number =>
    a.day - b.day ||
    DIMENSIONS.map(d => index(a, d) - index(b, d)).find(difference => difference !== 0) ||
    0
  const cells = [...unsorted].sort(rank)
  const column = (d: (typeof DIMENSIONS)[number]): Int32Array =>
    Int32Array.from(cells, c => index(c, d))
  const share = (kind: Kind): Float64Array =>
    new Float64Array(names.platform.length + 1).fill(netShare[kind] ?? 1)
  return {
    names,
    cells: {
      count: cells.length,
      day: Int32Array.from(cells, c => c.day),
      platform: column('platform'),
      network: column('network'),
      campaign: column('campaign'),
      country: column('country'),
      organic: Uint8Array.from(cells, c => (c.network === 'Organic' ? 1 : 0)),
      spend: Float64Array.from(cells, c => c.spend ?? 0),
      installs: Float64Array.from(cells, c => c.installs),
    },
    revenue: KINDS.filter(kind => cells.some(c => c[kind] !== undefined)).map(kind =>
      revenueOf(kind, cells, netShare[kind] ?? 1),
    ),
    bids: [],
    firstDay: cells[0]?.day ?? 0,
    lastDay: cells.reduce(
      (last, c) =>
        Math.max(
          last,
          c.day,
          ...KINDS.flatMap(k => Object.keys(c[k] ?? {}).map(age => c.day + Number(age))),
        ),
      0,
    ),
    netShare: { iap: share('iap'), ad: share('ad') },
  }
}

function revenueOf(kind: Kind, cells: readonly CellOf[], share: number): Facts['revenue'][number] {
  const rows = cells.map(c =>
    Object.entries(c[kind] ?? {})
      .map(([age, value]) => ({
        age: Number(age),
        gross: typeof value === 'number' ? value : value[0],
        net: typeof value === 'number' ? value * share : value[1],
      }))
      .sort((a, b) => a.age - b.age),
  )
  const start = new Uint32Array(cells.length + 1)
  rows.forEach((of, i) => (start[i + 1] = start[i]! + of.length))
  const all = rows.flat()
  return {
    kind,
    start,
    age: Uint16Array.from(all, r => r.age),
    gross: Float64Array.from(all, r => r.gross),
    net: Float64Array.from(all, r => r.net),
  }
}
