import { geos } from './countries.ts'
import type { Geo } from './countries.ts'

export type Platform = 'IOS' | 'ANDROID' | 'WEB'

/** One app of the demo: its row in `apps`, who reads it, and how its marketing works. Money is in the app's currency. */
export interface App {
  id: number
  name: string
  /** Stands for the app in campaign names. */
  code: string
  companies: readonly number[]
  live: boolean
  currency: string
  /** Decimals of the currency. */
  decimals: number
  weekly: boolean
  /** null: the service's default of 0.05. */
  threshold: number | null
  targetDsi: number
  targetRoasType: 'paid' | 'incremental_blended' | 'full_blended'
  targetRevenueType: 'gross' | 'net'
  dsiValues: readonly number[]
  lookbacks: ReadonlyArray<{ platform: Platform | null; start: number; end: number }>
  /** The app was created this many days before today; no cohort is older. */
  createdDaysAgo: number
  /** First and last install date with data, in days before today. */
  firstDaysAgo: number
  lastDaysAgo: number
  /** Ages of the recommendation runs: max_install_date in days before today. */
  runDaysAgo: readonly number[]
  failedDaysAgo: readonly number[]
  /** Newest succeeded runs that carry recommendations and have an alert run. */
  reportedRuns: number
  /** Newest succeeded runs whose whole cohorts are delivered. */
  fullRuns: number
  /** Mean daily budget of a campaign, cost of an install, paid gross ROAS wanted at the target DSI. */
  budget: number
  cpi: number
  targetRoas: number
  /** Exponent of the LTV curve, share of installs that ever pay, organic installs per paid one. */
  exponent: number
  payerRate: number
  organic: number
  /** How far forecasts of fresh cohorts err for the whole app, on top of the network's error. */
  forecastError: number
  platforms: readonly Platform[]
  geos: readonly Geo[]
  /** Number of campaigns per network. */
  campaigns: Readonly<Record<string, number>>
}

export const companies = [
  { id: 1, name: 'Nordlys Spielestudio' },
  { id: 2, name: 'Kite & Harbour Media, Ltd.' },
] as const

const dailyThenSparser = [...range(1, 14, 1), ...range(15, 120, 7), ...range(134, 323, 14)]

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
      { platform: 'IOS', start: 3, end: 12 },
      { platform: 'WEB', start: 1, end: 14 },
      { platform: null, start: 2, end: 8 },
    ],
    createdDaysAgo: 1180,
    firstDaysAgo: 430,
    lastDaysAgo: 1,
    runDaysAgo: dailyThenSparser,
    failedDaysAgo: [4, 11, 57],
    reportedRuns: 8,
    fullRuns: 1,
    budget: 420,
    cpi: 2.6,
    targetRoas: 0.62,
    exponent: 0.46,
    payerRate: 0.045,
    organic: 0.3,
    forecastError: 0.16,
    platforms: ['ANDROID', 'ANDROID', 'ANDROID', 'IOS', 'IOS', 'IOS', 'WEB'],
    geos: [geos.us, geos.us, geos.anglo, geos.anglo, geos.europe, geos.dach, geos.gb, geos.latam, geos.worldwide, geos.br, geos.in],
    campaigns: {
      'Google Ads': 22,
      'Meta Ads': 22,
      'TikTok For Business': 12,
      AppLovin: 12,
      'Unity Ads': 8,
      'Apple Search Ads': 9,
      Mintegral: 5,
      Moloco: 6,
      Liftoff: 4,
      ironSource: 4,
      Snapchat: 3,
      'Tatari (CTV)': 2,
      Upfluence: 3,
      'Xiaomi GetApps': 3,
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
    threshold: 0.1,
    targetDsi: 90,
    targetRoasType: 'incremental_blended',
    targetRevenueType: 'net',
    dsiValues: [0, 1, 3, 7, 14, 30, 60, 90, 180],
    lookbacks: [{ platform: null, start: 3, end: 9 }],
    createdDaysAgo: 300,
    firstDaysAgo: 290,
    lastDaysAgo: 1,
    runDaysAgo: dailyThenSparser.filter(days => days < 280),
    failedDaysAgo: [2, 22, 85],
    reportedRuns: 8,
    fullRuns: 2,
    budget: 52_000,
    cpi: 380,
    targetRoas: 1.05,
    exponent: 0.42,
    payerRate: 0.06,
    organic: 0.45,
    forecastError: 0.16,
    platforms: ['IOS', 'IOS', 'IOS', 'ANDROID', 'ANDROID'],
    geos: [geos.jp, geos.jp, geos.jp, geos.jp, geos.kr, geos.tw, geos.greaterChina, geos.eastAsia],
    campaigns: {
      'Google Ads': 13,
      'Meta Ads': 11,
      'TikTok For Business': 9,
      'Apple Search Ads': 7,
      LINE広告: 7,
      'Yahoo!広告': 6,
      AppLovin: 5,
      Moloco: 3,
      UUUM: 4,
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
    threshold: 0.07,
    targetDsi: 60,
    targetRoasType: 'full_blended',
    targetRevenueType: 'net',
    dsiValues: [0, 7, 14, 28, 60, 90, 180, 365],
    // No row at all: the default bet lookback of 2 to 8 days applies.
    lookbacks: [],
    createdDaysAgo: 820,
    firstDaysAgo: 400,
    lastDaysAgo: 1,
    runDaysAgo: range(1, 316, 7),
    failedDaysAgo: [15, 78],
    reportedRuns: 6,
    fullRuns: 1,
    budget: 260,
    cpi: 3.4,
    targetRoas: 0.8,
    exponent: 0.3,
    payerRate: 0.07,
    organic: 0.6,
    forecastError: 0.17,
    platforms: ['IOS', 'IOS', 'ANDROID'],
    geos: [geos.fr, geos.francophone, geos.francophone, geos.dach, geos.de, geos.gb, geos.south, geos.north, geos.us],
    campaigns: {
      'Google Ads': 17,
      'Meta Ads': 20,
      'TikTok For Business': 11,
      'Apple Search Ads': 11,
      Snapchat: 5,
      Moloco: 4,
      Liftoff: 3,
      Upfluence: 5,
    },
  },
  {
    id: 104,
    name: 'Tile Trek (soft launch)',
    code: 'TT',
    companies: [1],
    live: false,
    currency: 'USD',
    decimals: 2,
    weekly: false,
    threshold: null,
    targetDsi: 14,
    targetRoasType: 'paid',
    targetRevenueType: 'gross',
    dsiValues: [0, 1, 3, 7, 14, 30, 60],
    lookbacks: [{ platform: null, start: 2, end: 8 }],
    createdDaysAgo: 300,
    firstDaysAgo: 270,
    lastDaysAgo: 45,
    runDaysAgo: range(45, 80, 7),
    failedDaysAgo: [59],
    reportedRuns: 1,
    fullRuns: 1,
    budget: 40,
    cpi: 0.9,
    targetRoas: 0.3,
    exponent: 0.38,
    payerRate: 0.02,
    organic: 0.1,
    forecastError: 0.2,
    platforms: ['ANDROID', 'ANDROID', 'IOS'],
    geos: [geos.br, geos.in, geos.latam, geos.asia],
    campaigns: { 'Google Ads': 16, 'Meta Ads': 14, 'Unity Ads': 6, Mintegral: 4 },
  },
]

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)
}
