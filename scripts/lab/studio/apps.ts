import type { Platform, RevenueType, RoasType } from '../../../generated/vocabulary/vocabulary.ts'
import { geos } from './countries.ts'
import type { Geo } from './countries.ts'

/** Seasonal effects on the app's market, from `seasons`. */
export type Calendar = 'games' | 'japan' | 'wellness'

/** One app of the demo: its row in `apps`, companies with access, and its market. Money is in the app's currency. */
export interface App {
  id: number
  name: string
  /** Represents the app in campaign names. */
  code: string
  companies: readonly number[]
  live: boolean
  currency: string
  /** Decimals of the currency. */
  decimals: number
  weekly: boolean
  /** Null: the service's default of 0.05. */
  threshold: number | null
  targetDsi: number
  targetRoasType: RoasType
  targetRevenueType: RevenueType
  dsiValues: readonly number[]
  lookbacks: ReadonlyArray<{ platform: Platform | null; start: number; end: number }>
  /** Age of the app in days; no cohort is older. */
  createdDaysAgo: number
  /** First and last install date with data, in days before today. */
  firstDaysAgo: number
  lastDaysAgo: number
  /** Number of newest install dates with a run each; before them only Sundays have one. */
  dailyRuns: number
  /** Failed runs: 0 is the newest possible one. */
  failedRuns: readonly number[]
  /** Days of installs whose snapshots Sunday runs keep. */
  snapshotDays: number
  /** Mean daily budget of a campaign, cost per install, and target paid gross ROAS at the target DSI. */
  budget: number
  cpi: number
  targetRoas: number
  /** Exponent of the LTV curve, and share of installs that ever pay. */
  exponent: number
  payerRate: number
  /** Standard deviation of the log value of a payer. */
  payerSpread: number
  /** Standard deviations of a campaign's log value over months, and over weeks. */
  drift: number
  mood: number
  /** The same for the curve's exponent. */
  shape: number
  /** A month's budgets over the spend before it: the app's, that of its largest platform, and that of its largest network. */
  intended: { all: number; platform: number; network: number }
  /** Organic installs per paid install, and those caused by advertising. */
  organic: number
  halo: number
  calendar: Calendar
  platforms: readonly Platform[]
  geos: readonly Geo[]
  /** Number of campaigns per network besides `featured-campaigns`. */
  campaigns: Readonly<Record<string, number>>
}

export const companies = [
  { id: 1, name: 'Nordlys Spielestudio' },
  { id: 2, name: 'Kite & Harbour Media, Ltd.' },
] as const

export const apps: readonly App[] = [
  {
    id: 101,
    name: 'Merge Manor',
    code: 'MM',
    companies: [1, 2],
    live: true,
    currency: 'USD',
    decimals: 2,
    weekly: false,
    threshold: null,
    targetDsi: 30,
    targetRoasType: 'paid',
    targetRevenueType: 'gross',
    dsiValues: [0, 1, 3, 7, 14, 30, 60, 90, 180, 365],
    lookbacks: [
      { platform: 'IOS', start: 2, end: 8 },
      { platform: 'WEB', start: 1, end: 14 },
      { platform: null, start: 1, end: 7 },
    ],
    createdDaysAgo: 1180,
    firstDaysAgo: 400,
    lastDaysAgo: 1,
    dailyRuns: 15,
    failedRuns: [3, 10, 20],
    snapshotDays: 52,
    budget: 1700,
    cpi: 2.6,
    targetRoas: 0.6,
    exponent: 0.46,
    payerRate: 0.04,
    payerSpread: 1,
    drift: 0.04,
    mood: 0.03,
    shape: 0.03,
    // Its largest network should have shrunk, but did not.
    intended: { all: 1.12, platform: 1.16, network: 0.76 },
    organic: 0.32,
    halo: 0.12,
    calendar: 'games',
    platforms: ['ANDROID', 'IOS'],
    geos: [
      geos.us,
      geos.us,
      geos.us,
      geos.anglo,
      geos.dach,
      geos.de,
      geos.gb,
      geos.fr,
      geos.latam,
      geos.br,
    ],
    campaigns: {
      'Google Ads': 3,
      'Meta Ads': 3,
      'TikTok For Business': 1,
      AppLovin: 2,
      'Unity Ads': 2,
      'Apple Search Ads': 1,
      Mintegral: 1,
      Moloco: 1,
      Liftoff: 2,
      ironSource: 1,
      Snapchat: 1,
      'Xiaomi GetApps': 1,
    },
  },
  {
    id: 102,
    name: '星屑サーガ – Stardust Saga',
    code: 'SDS',
    companies: [1],
    live: true,
    currency: 'JPY',
    decimals: 0,
    weekly: false,
    threshold: 0.05,
    targetDsi: 90,
    targetRoasType: 'incremental_blended',
    targetRevenueType: 'net',
    dsiValues: [0, 1, 3, 7, 14, 30, 60, 90, 180],
    lookbacks: [{ platform: null, start: 3, end: 9 }],
    createdDaysAgo: 330,
    firstDaysAgo: 320,
    lastDaysAgo: 1,
    dailyRuns: 15,
    failedRuns: [1, 15, 21],
    snapshotDays: 112,
    budget: 330_000,
    cpi: 560,
    targetRoas: 1.15,
    exponent: 0.42,
    payerRate: 0.035,
    payerSpread: 1.1,
    drift: 0.04,
    mood: 0.03,
    shape: 0.03,
    intended: { all: 1.2, platform: 1.25, network: 1.3 },
    organic: 0.45,
    halo: 0.14,
    calendar: 'japan',
    platforms: ['IOS', 'IOS', 'IOS', 'ANDROID', 'ANDROID'],
    geos: [geos.jp, geos.jp, geos.jp, geos.jp, geos.kr, geos.tw, geos.greaterChina, geos.eastAsia],
    campaigns: {
      'Google Ads': 4,
      'Meta Ads': 4,
      'TikTok For Business': 2,
      'Apple Search Ads': 2,
      LINE広告: 3,
      'Yahoo!広告': 2,
      AppLovin: 2,
      Moloco: 1,
    },
  },
  {
    id: 103,
    name: 'Calme : Méditation & Sommeil',
    code: 'CAL',
    companies: [2],
    live: true,
    currency: 'EUR',
    decimals: 2,
    weekly: true,
    threshold: 0.05,
    targetDsi: 60,
    targetRoasType: 'full_blended',
    targetRevenueType: 'net',
    dsiValues: [0, 7, 14, 28, 60, 90, 180, 365],
    lookbacks: [{ platform: null, start: 0, end: 13 }],
    createdDaysAgo: 820,
    firstDaysAgo: 400,
    lastDaysAgo: 1,
    dailyRuns: 0,
    failedRuns: [5, 10],
    snapshotDays: 84,
    budget: 900,
    cpi: 3,
    targetRoas: 0.8,
    exponent: 0.3,
    payerRate: 0.03,
    payerSpread: 1.2,
    drift: 0.03,
    mood: 0.03,
    shape: 0.03,
    intended: { all: 1.3, platform: 1.35, network: 1.6 },
    organic: 0.6,
    halo: 0.1,
    calendar: 'wellness',
    platforms: ['IOS', 'IOS', 'ANDROID'],
    geos: [
      geos.fr,
      geos.francophone,
      geos.francophone,
      geos.dach,
      geos.de,
      geos.gb,
      geos.south,
      geos.north,
      geos.us,
    ],
    campaigns: {
      'Google Ads': 4,
      'Meta Ads': 4,
      'TikTok For Business': 2,
      'Apple Search Ads': 3,
      Snapchat: 2,
      Moloco: 1,
      Liftoff: 1,
      Upfluence: 1,
    },
  },
  {
    id: 104,
    name: 'Tile Trek (soft launch)',
    code: 'TT',
    companies: [1],
    live: true,
    currency: 'USD',
    decimals: 2,
    weekly: false,
    threshold: 0.08,
    targetDsi: 90,
    targetRoasType: 'paid',
    targetRevenueType: 'gross',
    dsiValues: [0, 1, 3, 7, 14, 30, 60, 90],
    // Without rows the default bet lookback of 2 to 8 days applies.
    lookbacks: [],
    createdDaysAgo: 125,
    firstDaysAgo: 110,
    lastDaysAgo: 1,
    dailyRuns: 15,
    failedRuns: [9],
    snapshotDays: 84,
    budget: 400,
    cpi: 0.9,
    targetRoas: 0.5,
    exponent: 0.38,
    payerRate: 0.025,
    payerSpread: 1.1,
    drift: 0.04,
    mood: 0.03,
    shape: 0.03,
    intended: { all: 1.12, platform: 1.16, network: 1.2 },
    organic: 0.1,
    halo: 0.08,
    calendar: 'games',
    platforms: ['ANDROID', 'ANDROID', 'IOS'],
    geos: [geos.br, geos.in, geos.latam, geos.asia],
    campaigns: { 'Google Ads': 2, 'Meta Ads': 2, Mintegral: 1 },
  },
]
