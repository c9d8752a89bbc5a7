import type { Kind } from '../facts.ts'

export type RoasType = 'paid' | 'incremental_blended' | 'full_blended'
export type RevenueType = 'gross' | 'net'
export type Platform = 'IOS' | 'ANDROID' | 'WEB'

/** What narrows a rule down; null and left out: whatever it is. */
export interface Match {
  platform?: Platform
  network?: string
  campaign?: string
  country?: string
}

export interface Config {
  /** The file's folder: relative paths of inputs begin there. */
  folder: string
  company: { id: number; name: string }
  app: {
    id: number
    name: string
    /** `YYYY-MM-DD`. */
    createdAt: string
    currency: string
    /** Ascending. */
    dsi: readonly number[]
    actionThreshold: number
    weeklyAggregation: boolean
  }
  targets: {
    dsi: number
    roasType: RoasType
    revenueType: RevenueType
    /** Of whatever nothing in `by` matches; null: no target. */ roas: number | null
    by: readonly (Match & { roas: number })[]
  }
  betLookback: readonly { platform: Platform | null; start: number; end: number }[]
  /** Share of gross revenue that is left after fees; null where the inputs give net revenue. */
  net: Record<Kind, Record<Platform, number>> | null
  organic: { networks: readonly string[]; uplift: number }
  /** By network, with a default. */
  optimisationDsi: { default: number; byNetwork: Readonly<Record<string, number>> }
  networks: { traditional: readonly string[]; alias: Readonly<Record<string, string>> }
  inputs: readonly InputConfig[]
  /** Days after the last complete one that revenue still comes in; left out: 1, or 2 with ad revenue. */
  lagDays: number | undefined
  /** Ranges of days, `YYYY-MM-DD`, both included, without data that are known of. */
  gaps: readonly { from: string; to: string }[]
  snapshots: { dailyDays: number; weeklyDays: number; dsi: readonly number[] }
  pacing: { step: number; days: number }
  /** DSIs whose forecasts are delivered although their gate failed. */
  gates: ReadonlyMap<number, 'accept'>
  /** What every id begins with; by default the app's id. */
  idBase: number
}

export type Table = 'spend' | 'installs' | 'revenue' | 'bids' | 'fx' | 'events'

export interface InputConfig {
  table: Table
  /** Paths or globs, relative to the config's folder. */
  files: readonly string[]
  /** A name in `inputs/formats`; left out: the neutral columns. */
  format: string | undefined
  /** Our column to theirs, ahead of the format's. */
  columns: Readonly<Record<string, string>>
  cumulative: boolean | undefined
  firstAge: 0 | 1 | undefined
  day: 'calendar' | 'hours24' | undefined
  kind: Kind | undefined
  currency: string | undefined
  /** What an exporter calls the install event, where events of all names share a file. */
  installEvent: string | undefined
}
