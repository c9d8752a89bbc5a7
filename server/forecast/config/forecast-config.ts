import type {
  EventKind,
  Platform,
  RevenueType,
  RoasType,
} from '../../../generated/vocabulary/vocabulary.ts'
import type { Encoding } from '../../imports/reader/bytes.ts'
import { betLookback } from '../../core/model/runs.ts'
import type { Stated, Table } from '../inputs/formats/format.ts'
import { DIMENSIONS, type Kind, type Place } from '../model/facts.ts'
import type { ExporterName } from '../pull/exporters.ts'

/** All that a studio states. Stages take the settings that they use. */
export interface Config {
  /** Base of relative input paths. */
  folder: string
  company: { id: number; name: string }
  app: AppSettings
  targets: Targets
  betLookback: readonly { platform: Platform | null; start: number; end: number }[]
  /** Share of gross revenue left after fees; null if the inputs give net revenue. */
  net: Record<Kind, Record<Platform, number>> | null
  organic: { networks: readonly string[]; uplift: number }
  optimisationDsi: OptimisationDsi
  networks: { traditional: readonly string[]; alias: Readonly<Record<string, string>> }
  inputs: readonly InputConfig[]
  lagDays?: number | undefined
  /** Known days without data, `YYYY-MM-DD`, inclusive. */
  gaps: readonly { from: string; to: string }[]
  events: readonly ConfiguredEvent[]
  snapshots: SnapshotSettings
  pacing: Pacing
  liftTests?: readonly LiftTest[]
  gates: ReadonlyMap<number, 'accept'>
  /** Maximum share of the money that repairs of single cells may change; default `TOLERANCE`. */
  tolerance?: number
  /** Reports that `daily` fetches first. */
  pull?: readonly PullConfig[]
  idBase: number
}

export const TOLERANCE = 0.001

export interface AppSettings {
  id: number
  name: string
  /** `YYYY-MM-DD`. */
  createdAt: string
  currency: string
  /** Ascending. */
  dsi: readonly number[]
  actionThreshold: number
  weeklyAggregation: boolean
  /** `+09:00` or `Asia/Tokyo`; undefined: times are already in the app's zone. */
  timeZone?: string | undefined
}

/** Null or missing matches anything. */
export interface Match {
  platform?: Platform
  network?: string
  campaign?: string
  country?: string
}

export interface Targets {
  dsi: number
  roasType: RoasType
  revenueType: RevenueType
  /** For cohorts that no entry of `by` matches; null: no target. */
  roas: number | null
  by: readonly (Match & { roas: number })[]
}

/** By network, with a default. */
export interface OptimisationDsi {
  default: number
  byNetwork: Readonly<Record<string, number>>
}

/** Days of outages and broken attribution do not count; other events explain unusual data. */
export interface ConfiguredEvent extends Match {
  title: string
  kind: EventKind
  from: string
  /** Default: `from`. */
  to?: string
}

export interface SnapshotSettings {
  dailyDays: number
  weeklyDays: number
  dsi: readonly number[]
}

/** Maximum step of a bid, as a share of it, and minimum days between changes. */
export interface Pacing {
  step: number
  days: number
}

/** A test that changed a network's spend: spend and installs as multiples of the usual, installs as an 80 % interval. */
export interface LiftTest {
  network: string
  spend: number
  installsLow: number
  installsHigh: number
}

export interface PullConfig {
  from: ExporterName
  folder: string
  apps: readonly string[]
  days?: number
  history: number
  currency?: string
  url?: string
}

export interface InputConfig extends Stated {
  table: Table
  files: readonly string[]
  format?: string
  columns: Readonly<Record<string, string>>
  decimal?: '.' | ','
  dateOrder?: 'dmy' | 'mdy'
  encoding?: Encoding
  /** The zone whose days and times the files have; undefined: the app's. */
  timeZone?: string
}

/**
 * From the first matching rule, else the general target; null: none.
 * @param place null means unknown; the country of a whole campaign is null or `GLOBAL` if it has several
 */
export function targetFor({ by, roas }: Targets, scope: Place): number | null {
  const rule = by.find(match =>
    DIMENSIONS.every(name => match[name] === undefined || match[name] === scope[name]),
  )
  return rule === undefined ? roas : rule.roas
}

/** The bet lookback, days since install, inclusive. */
export interface Lookback {
  start: number
  end: number
  days: number
}

/** By platform; null is unknown. */
export type Lookbacks = (platform: string | null) => Lookback

/** As the service defines them. */
export function lookbacksOf({
  betLookback: rows,
  app,
}: Pick<Config, 'betLookback'> & { app: Pick<AppSettings, 'id'> }): Lookbacks {
  const known = rows.map(row => ({
    app_id: app.id,
    platform: row.platform,
    start_day: row.start,
    end_day: row.end,
  }))
  return platform => {
    const { start_day: start, end_day: end } = betLookback(known, app.id, platform ?? 'Unknown')
    return { start, end, days: end - start + 1 }
  }
}
