import type { Config } from '../../../server/forecast/forecast.ts'
import { studioConfig } from './studio-config.ts'
import { oracle } from './oracle.ts'
import type { World } from './world.ts'

export const DSIS: readonly number[] = [0, 7, 30, 90]

/** A studio whose target is the expected ROAS of its total spend, so that about half of its campaigns exceed it. */
export function worldConfig(world: World, dsi: number, dsis = DSIS): Config {
  return studioConfig({
    company: { id: 1, name: 'World' },
    app: {
      id: 101,
      name: 'World',
      createdAt: '2024-01-01',
      currency: 'USD',
      dsi: dsis,
      actionThreshold: 0.05,
      weeklyAggregation: false,
    },
    targets: { dsi, roasType: 'paid', revenueType: 'gross', roas: targetRoas(world, dsi), by: [] },
    net: { iap: { ANDROID: 0.85, IOS: 0.7, WEB: 0.7 }, ad: { ANDROID: 1, IOS: 1, WEB: 1 } },
    snapshots: { dailyDays: 20, weeklyDays: 180, dsi: [7, dsi] },
  })
}

function targetRoas(world: World, dsi: number): number {
  const { cells } = world.facts
  const truth = oracle(world, 'nothing')
  let [revenue, spend] = [0, 0]
  for (let i = 0; i < cells.count; i++) {
    revenue += truth.future(i, cells.day[i]! - 1, dsi)
    spend += cells.spend[i]!
  }
  return revenue / spend
}
