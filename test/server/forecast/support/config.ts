import type { Config } from '../../../../server/forecast/config/config.ts'

/** A config with a target ROAS of 1 at DSI 90 for everything, in gross revenue. */
export function configOf(targets: Partial<Config['targets']> = {}, given: Partial<Config> = {}): Config {
  return {
    folder: '.',
    company: { id: 1, name: 'Company' },
    app: {
      id: 101,
      name: 'App',
      createdAt: '2025-01-01',
      currency: 'USD',
      dsi: [0, 1, 3, 7, 14, 30, 60, 90],
      actionThreshold: 0.05,
      weeklyAggregation: false,
    },
    targets: { dsi: 90, roasType: 'paid', revenueType: 'gross', roas: 1, by: [], ...targets },
    betLookback: [{ platform: null, start: 2, end: 8 }],
    net: { iap: { IOS: 0.7, ANDROID: 0.85, WEB: 0.97 }, ad: { IOS: 1, ANDROID: 1, WEB: 1 } },
    organic: { networks: [], uplift: 0 },
    optimisationDsi: { default: 7, byNetwork: {} },
    networks: { traditional: [], alias: {} },
    inputs: [],
    lagDays: undefined,
    gaps: [],
    events: [],
    snapshots: { dailyDays: 20, weeklyDays: 180, dsi: [7, 90] },
    pacing: { step: 0.2, days: 3 },
    gates: new Map(),
    idBase: 101,
    ...given,
  }
}
