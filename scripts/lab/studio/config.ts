import { dateOf } from '../../../server/core/model/dates.ts'
import type { Config } from '../../../server/forecast/forecast.ts'
import { studioConfig } from '../world/studio-config.ts'
import type { App } from './apps.ts'
import type { AppEvent } from './studio-events.ts'
import { networks } from './networks.ts'
import { targetRoas } from './targets.ts'

/** Remaining share of revenue after store fees, taxes and refunds. */
const KEPT = { IOS: 0.68, ANDROID: 0.7, WEB: 0.92 }

/** Snapshots start at DSI 7, since shorter ones are soon actual, and end at a multiple of the target DSI. */
const SNAPSHOTS = { from: 7, times: 2 }

/** The configuration that the studio would write, with the events it knows. */
export function configOf(app: App, events: readonly AppEvent[], today: number): Config {
  const { targetDsi: dsi, targetRoasType: roasType, targetRevenueType: revenueType } = app
  const target = (platform: 'IOS' | null) => targetRoas(app, platform, roasType, revenueType)
  return studioConfig({
    company: { id: app.companies[0]!, name: '' },
    app: {
      id: app.id,
      name: app.name,
      createdAt: dateOf(today - app.createdDaysAgo),
      currency: app.currency,
      dsi: app.dsiValues,
      actionThreshold: app.threshold ?? 0.05,
      weeklyAggregation: app.weekly,
    },
    targets: {
      dsi,
      roasType,
      revenueType,
      roas: target(null),
      by: [{ platform: 'IOS', roas: target('IOS') }],
    },
    betLookback: app.lookbacks.length > 0 ? app.lookbacks : [{ platform: null, start: 2, end: 8 }],
    net: { iap: KEPT, ad: KEPT },
    organic: { networks: ['Organic'], uplift: app.halo },
    optimisationDsi: {
      default: 7,
      byNetwork: Object.fromEntries(
        networks.flatMap(({ name, bidDsi }) => (bidDsi === null ? [] : [[name, bidDsi]])),
      ),
    },
    networks: {
      traditional: networks.flatMap(({ name, traditional }) => (traditional ? [name] : [])),
      alias: {},
    },
    // Broken attribution must be found without being configured.
    events: events
      .filter(({ kind }) => kind !== 'attribution')
      .map(({ title, kind, from, to, ...scope }) => ({
        title,
        kind,
        from: dateOf(from),
        to: dateOf(to),
        ...Object.fromEntries(
          PLACE.flatMap(name => (scope[name] === null ? [] : [[name, scope[name]]])),
        ),
      })),
    snapshots: {
      dailyDays: 20,
      weeklyDays: app.snapshotDays,
      dsi: app.dsiValues.filter(value => value >= SNAPSHOTS.from && value <= SNAPSHOTS.times * dsi),
    },
    idBase: app.id,
  })
}

const PLACE = ['platform', 'network', 'campaign', 'country'] as const
