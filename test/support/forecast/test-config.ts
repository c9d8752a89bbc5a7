import { studioConfig } from '../../../scripts/lab/world/studio-config.ts'
import type { Config } from '../../../server/forecast/config/forecast-config.ts'

/** A config with a target ROAS of 1 at DSI 90 for everything, in gross revenue. */
export function configOf(
  targets: Partial<Config['targets']> = {},
  overrides: Partial<Config> = {},
): Config {
  return studioConfig({
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
    net: { iap: { IOS: 0.7, ANDROID: 0.85, WEB: 0.97 }, ad: { IOS: 1, ANDROID: 1, WEB: 1 } },
    snapshots: { dailyDays: 20, weeklyDays: 180, dsi: [7, 90] },
    ...overrides,
  })
}
