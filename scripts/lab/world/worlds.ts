import type { Nature, WorldOptions } from './plan-campaigns.ts'
import { makeWorld, PLAIN, WORLD, type World } from './world.ts'

const SMALL = { campaigns: 30, networks: 5, countries: 8, countriesPerCampaign: 5 }

function hard(nature: Partial<Nature>, more: Partial<WorldOptions> = {}): Partial<WorldOptions> {
  return { ...SMALL, ...more, nature: { ...PLAIN, ...nature } }
}

/** Kinds of studios for which forecasts have failed before. */
export const WORLDS = {
  stable: hard({ drift: 0 }),
  'drift, holiday, fatigue': hard({ campaignDrift: 0.06, holiday: true, fatigue: 0.002 }),
  subscriptions: hard({ subscriptions: true }),
  whales: hard({ whales: true }),
  'broken week': hard({ isBroken: true }),
  'a network of its own': hard({ ownCurve: true }),
  'twelve campaigns': hard({}, { campaigns: 12, networks: 4 }),
  'eight tiny campaigns': hard({}, { campaigns: 8, networks: 3, installs: 4, flights: false }),
} satisfies Record<string, Partial<WorldOptions>>
export type WorldName = keyof typeof WORLDS

export const NAMES = Object.keys(WORLDS) as WorldName[]

export function worldOf(name: WorldName, seed: number): World {
  return makeWorld({ ...WORLD, ...WORLDS[name], seed })
}
