import { APP_NAMES, CAMPAIGN_NAMES, COUNTRIES, NETWORK_NAMES } from './arbitrary-names.ts'
import type { Draw } from './draw.ts'
import { addDays } from './periods.ts'
import {
  PLATFORMS,
  REVENUE_TYPES,
  ROAS_TYPES,
  type AppRow,
  type BetLookbackRow,
  type Identity,
  type IsoDate,
  type Platform,
} from './delivery.ts'

/** An app and what its runs draw from: identities that differ after null = '', install dates ascending. */
export interface DrawnApp {
  row: AppRow
  lookbacks: BetLookbackRow[]
  identities: Identity[]
  dates: IsoDate[]
  /** Its runs are many and capture much: forecasts of cohorts whose actual values are there, too. */
  watched: boolean
  /** Daily spend of each of its identities, about the same every day, so that its steps depend on other things than spend that jumps; null: any. */
  level: number | null
  /** The newest install date any run may have seen. */
  newest: IsoDate
}

const DSI_VALUES = ['1,7,30,365', '7', '0,3,7,14,90', '365,30', '2,10', '7,365', '1,400']
const WATCHED_DSI_VALUES = ['0,7,14', '10,20', '30,8', '2,14,32']

function lookbackRange(draw: Draw): { start_day: number; end_day: number } {
  const start_day = draw.pick([0, 1, 2, 3, 5])
  return { start_day, end_day: start_day + draw.int(1, 10) }
}

/** `few`: of few campaigns, most of them in several countries. */
function identities(draw: Draw, few: boolean): Identity[] {
  const platforms = draw.some<Platform | null>([...PLATFORMS, null], 1, few ? 1 : 3)
  const networks = draw.some(NETWORK_NAMES, 1, few ? 1 : 4)
  const campaigns = draw.some(CAMPAIGN_NAMES, 2, few ? 4 : 7)
  const countries = draw.some(COUNTRIES, 1, 4)
  const drawn = new Map<string, Identity>()
  for (let count = draw.int(3, 12); count > 0; count--) {
    const identity: Identity = {
      platform: draw.pick(platforms),
      network: draw.pick(networks),
      campaign: draw.pick(campaigns),
      country: draw.pick(countries),
    }
    drawn.set(JSON.stringify(Object.values(identity).map(name => name || null)), identity)
  }
  return [...drawn.values()]
}

/** Dense or sparse within the 120 days before `newest`, sometimes a few days more than 455 days before it. */
function installDates(draw: Draw, newest: IsoDate): IsoDate[] {
  const ages = draw.chance(60)
    ? Array.from({ length: draw.int(5, 45) }, (_, age) => age)
    : Array.from({ length: draw.int(2, 20) }, () => draw.int(0, 118))
  if (draw.chance(30))
    ages.push(...Array.from({ length: draw.int(1, 4) }, () => draw.int(440, 470)))
  return [...new Set(ages)].sort((a, b) => b - a).map(age => addDays(newest, -age))
}

/** One app, one in ten with data that ended more than 455 days ago. */
export function arbitraryApp(draw: Draw, appId: number, today: IsoDate): DrawnApp {
  const watched = draw.chance(25)
  const level = watched || draw.chance(25) ? null : draw.pick([2, 9, 40, 40, 700])
  const dsi_values = draw.pick(watched ? WATCHED_DSI_VALUES : DSI_VALUES)
  const lastDays = (count: number) =>
    Array.from({ length: count }, (_, index) => addDays(newest, index - count + 1))
  const newest = addDays(today, -(draw.chance(10) ? draw.int(440, 470) : draw.int(0, 6)))
  return {
    row: {
      app_id: appId,
      name: draw.pick(APP_NAMES),
      created_at: `2024-0${draw.int(1, 9)}-1${draw.int(0, 9)}T0${draw.int(0, 9)}:00:00.${draw.pick(['000', '120', '007'])}Z`,
      live: draw.chance(85),
      currency: draw.pick(['USD', 'EUR', 'JPY', 'KWD']),
      weekly_aggregation: draw.chance(30),
      action_threshold: draw.pick([null, 0, 0.05, 0.1, 0.2]),
      target_dsi: Number(draw.pick(dsi_values.split(','))),
      target_roas_type: draw.pick(ROAS_TYPES),
      target_revenue_type: draw.pick(REVENUE_TYPES),
      dsi_values,
    },
    lookbacks: draw
      .some<Platform | null>([...PLATFORMS, null], 0, 3)
      .map(platform => ({ app_id: appId, platform, ...lookbackRange(draw) })),
    // Of few, so that all of their days stay a small delivery.
    identities: watched
      ? identities(draw, false).slice(0, 10)
      : identities(draw, level !== null && draw.chance(60)),
    dates: watched ? lastDays(100) : level === null ? installDates(draw, newest) : lastDays(24),
    watched,
    level,
    newest,
  }
}
