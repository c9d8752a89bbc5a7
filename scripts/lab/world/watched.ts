import type { Cells, Config, Facts, Revenue } from '../../../server/forecast/forecast.ts'
import { worldConfig } from './world-config.ts'
import type { WorldOptions } from './plan-campaigns.ts'
import { makeWorld, WORLD } from './world.ts'

/** A world with organic installs on both platforms, which continue while campaigns come and go. */
export interface WatchedWorld {
  facts: Facts
  config: Config
}

const ORGANIC = {
  campaigns: 2,
  networks: 1,
  countriesPerCampaign: 8,
  installs: 500,
  flights: false,
}

export function watchedWorld(
  options: Partial<WorldOptions> & { seed: number },
  dsi: number,
): WatchedWorld {
  const paid = makeWorld({ ...WORLD, ...options })
  const organic = makeWorld({ ...WORLD, ...options, ...ORGANIC, seed: options.seed + 10_000 })
  const config = worldConfig(paid, dsi)
  const facts = joined(paid.facts, organic.facts)
  return { facts, config: { ...config, organic: { networks: ['Organic'], uplift: 0 } } }
}

/** Both sorted by day; the cells of the second one become organic, without campaign. */
function joined(paid: Facts, organic: Facts): Facts {
  const all = [...indexes(paid, 0), ...indexes(organic, 1)].sort(
    (a, b) => a.day - b.day || a.which - b.which || a.cell - b.cell,
  )
  const both = [paid, organic] as const
  const network = paid.names.network.length
  const ints = (of: (cells: Cells, cell: number, which: number) => number): Int32Array =>
    Int32Array.from(all, ({ cell, which }) => of(both[which]!.cells, cell, which))
  return {
    ...paid,
    names: { ...paid.names, network: [...paid.names.network, 'Organic'] },
    cells: {
      count: all.length,
      day: ints((cells, i) => cells.day[i]!),
      platform: ints((cells, i) => cells.platform[i]!),
      network: ints((cells, i, which) => (which === 1 ? network : cells.network[i]!)),
      campaign: ints((cells, i, which) => (which === 1 ? -1 : cells.campaign[i]!)),
      country: ints((cells, i) => cells.country[i]!),
      organic: Uint8Array.from(all, ({ which }) => which),
      spend: Float64Array.from(all, ({ cell, which }) =>
        which === 1 ? 0 : paid.cells.spend[cell]!,
      ),
      installs: Float64Array.from(all, ({ cell, which }) => both[which]!.cells.installs[cell]!),
    },
    revenue: paid.revenue.map((_, k) =>
      joinedRevenue(
        all,
        both.map(({ revenue }) => revenue[k]!),
      ),
    ),
  }
}

interface Place {
  day: number
  cell: number
  which: number
}

function indexes({ cells }: Facts, which: number): Place[] {
  return Array.from({ length: cells.count }, (_, cell) => ({ day: cells.day[cell]!, cell, which }))
}

function joinedRevenue(all: readonly Place[], both: readonly Revenue[]): Revenue {
  const rows = both.reduce((sum, { age }) => sum + age.length, 0)
  const to = {
    start: new Uint32Array(all.length + 1),
    age: new Uint16Array(rows),
    gross: new Float64Array(rows),
    net: new Float64Array(rows),
  }
  let at = 0
  for (const [index, { cell, which }] of all.entries()) {
    const { start, age, gross, net } = both[which]!
    const [from, end] = [start[cell]!, start[cell + 1]!]
    to.age.set(age.subarray(from, end), at)
    to.gross.set(gross.subarray(from, end), at)
    to.net.set(net.subarray(from, end), at)
    at += end - from
    to.start[index + 1] = at
  }
  return { kind: both[0]!.kind, ...to }
}
