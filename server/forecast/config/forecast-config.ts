import Joi from 'joi'
import {
  EVENT_KINDS,
  type EventKind,
  type Platform,
  PLATFORMS,
  REVENUE_TYPES,
  type RevenueType,
  ROAS_TYPES,
  type RoasType,
} from '../../../generated/vocabulary/vocabulary.ts'
import { type Encoding, ENCODINGS } from '../../imports/reader/bytes.ts'
import { DEFAULT_THRESHOLD } from '../../core/model/classification.ts'
import { isCalendarDate } from '../../core/model/dates.ts'
import { PER, ROLES, type Stated, type Table } from '../inputs/formats/format.ts'
import { FORMATS } from '../inputs/formats/formats.ts'
import { DIMENSIONS, type Kind, KINDS, type Place } from '../model/facts.ts'

/** Null or missing matches anything. */
export interface Match {
  platform?: Platform
  network?: string
  campaign?: string
  country?: string
}

export interface Config {
  /** Base of relative input paths. */
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
    /** `+09:00` or `Asia/Tokyo`; undefined: times are already in the app's zone. */
    timeZone?: string | undefined
  }
  targets: {
    dsi: number
    roasType: RoasType
    revenueType: RevenueType
    /** For cohorts that no entry of `by` matches; null: no target. */
    roas: number | null
    by: readonly (Match & { roas: number })[]
  }
  betLookback: readonly { platform: Platform | null; start: number; end: number }[]
  /** Share of gross revenue left after fees; null if the inputs give net revenue. */
  net: Record<Kind, Record<Platform, number>> | null
  organic: { networks: readonly string[]; uplift: number }
  /** By network, with a default. */
  optimisationDsi: { default: number; byNetwork: Readonly<Record<string, number>> }
  networks: { traditional: readonly string[]; alias: Readonly<Record<string, string>> }
  inputs: readonly InputConfig[]
  lagDays?: number | undefined
  /** Known days without data, `YYYY-MM-DD`, inclusive. */
  gaps: readonly { from: string; to: string }[]
  /** `to` defaults to `from`. Days of outages and broken attribution do not count; other events explain unusual data. */
  events: readonly (Match & { title: string; kind: EventKind; from: string; to?: string })[]
  snapshots: { dailyDays: number; weeklyDays: number; dsi: readonly number[] }
  pacing: { step: number; days: number }
  /** Tests that changed a network's spend: spend and installs as multiples of the usual, installs as an 80 % interval. */
  liftTests?: readonly {
    network: string
    spend: number
    installsLow: number
    installsHigh: number
  }[]
  gates: ReadonlyMap<number, 'accept'>
  /** Maximum share of the money that repairs of single cells may change; default `TOLERANCE`. */
  tolerance?: number
  /** Reports that `daily` fetches first. */
  pull?: readonly PullConfig[]
  idBase: number
}

export interface PullConfig {
  from: SourceName
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

const TABLES: readonly Table[] = ['spend', 'installs', 'revenue', 'bids', 'fx', 'events']

const LARGEST_DSI = 3650
/** Recommendation ids are this value times 10^11, below 2^53. */
export const LARGEST_ID = 89_999
const LONGEST_NAME = 512
const LONGEST_PATH = 4096
/** Revenue of one conversion value, and their number. */
const LARGEST_VALUE = 1_000_000
const MOST_VALUES = 10_000
export const TOLERANCE = 0.001
export const SOURCE_NAMES = ['adjust', 'appsflyer', 'singular'] as const
export type SourceName = (typeof SOURCE_NAMES)[number]
/** By exporter. AppsFlyer's ids become file names; Adjust's and Singular's form a list. */
export const APP_IDS: Readonly<Record<SourceName, RegExp>> = {
  adjust: /^[A-Za-z\d]{1,50}$/,
  appsflyer: /^[A-Za-z\d][\w.-]{0,149}$/,
  singular: /^[^\p{Cc},]{1,200}$/u,
}
export const APP_RULES: Readonly<Record<SourceName, string>> = {
  adjust: 'expected its token of letters and digits',
  appsflyer: 'expected its id, such as id123456789 or com.example.game',
  singular: 'expected its name, without commas',
}
/** Days fetched the first time. */
export const PULL_HISTORY = 365

const name = Joi.string().min(1).max(LONGEST_NAME)
const date = Joi.string().custom((value: string, helpers) =>
  isCalendarDate(value)
    ? value
    : helpers.message({ custom: 'must be a real date written YYYY-MM-DD' }),
)
const currency = Joi.string()
  .pattern(/^[A-Z]{3}$/)
  .messages({ 'string.pattern.base': 'must be a currency code of three capital letters' })
const timeZone = Joi.string().custom((value: string, helpers) =>
  isTimeZone(value)
    ? value
    : helpers.message({ custom: 'must be an offset such as +09:00, or a zone such as Asia/Tokyo' }),
)
const dsi = Joi.number().integer().min(0).max(LARGEST_DSI)
const dsis = Joi.array()
  .items(dsi)
  .min(1)
  .custom(distinct)
  .custom((values: readonly number[]) => values.toSorted((a, b) => a - b))
const lookback = Joi.number().integer().min(0).max(30)
const platform = Joi.valid(...PLATFORMS)
const share = Joi.number().min(0).max(1)
const shares = Joi.alternatives().conditional(Joi.object(), {
  then: Joi.object(Object.fromEntries(PLATFORMS.map(name => [name, share.required()]))),
  otherwise: share.custom(onAll),
})

const match = {
  platform,
  network: name,
  campaign: name,
  country: Joi.string()
    .pattern(/^[A-Z]{2}$/)
    .messages({ 'string.pattern.base': 'must be a country code of two capital letters' }),
}
const roas = Joi.number().greater(0).max(1000)
const factor = Joi.number().greater(0).max(100)

const files = Joi.string().min(1).max(LONGEST_PATH)
const text = Joi.alternatives(Joi.string().allow('').max(LONGEST_NAME), Joi.boolean(), Joi.number())
const texts = Joi.alternatives(text, Joi.array().items(text).min(1)).custom(values =>
  list(values).map(String),
)

const input = Joi.object({
  table: Joi.valid(...TABLES).required(),
  files: Joi.alternatives()
    .conditional(Joi.array(), {
      then: Joi.array().items(files).min(1),
      otherwise: files.custom(list),
    })
    .required(),
  format: Joi.valid(...Object.keys(FORMATS)),
  columns: Joi.object(Object.fromEntries(ROLES.map(role => [role, Joi.string().min(1)]))).default(
    {},
  ),
  cumulative: Joi.boolean(),
  per: Joi.valid(...PER),
  values: Joi.object()
    .pattern(Joi.string().max(LONGEST_NAME), Joi.number().min(0).max(LARGEST_VALUE))
    .max(MOST_VALUES),
  first_age: Joi.valid(0, 1),
  day: Joi.valid('calendar', 'hours24'),
  kind: Joi.valid(...KINDS),
  currency,
  install_event: Joi.string().min(1),
  decimal: Joi.valid('.', ','),
  date_order: Joi.valid('dmy', 'mdy'),
  encoding: Joi.valid(...Object.keys(ENCODINGS)),
  time_zone: timeZone,
  divide: Joi.valid(...[1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 1_000_000_000]),
  leave_out: Joi.object().pattern(Joi.string(), texts),
})

/** A configuration as written, with defaults that do not depend on other keys; see `Checked`. */
export const CONFIG_SCHEMA = Joi.object({
  company: Joi.object({
    id: Joi.number().integer().min(0).required(),
    name: name.required(),
  }).required(),
  app: Joi.object({
    id: Joi.number().integer().min(0).required(),
    name: name.required(),
    created_at: date.required(),
    currency: currency.required(),
    dsi: dsis.default([0, 1, 3, 7, 14, 30, 60, 90, 180, 365]),
    action_threshold: Joi.number().min(0).max(1).default(DEFAULT_THRESHOLD),
    weekly_aggregation: Joi.boolean().default(false),
    time_zone: timeZone,
  }).required(),
  targets: Joi.object({
    dsi: dsi.required(),
    roas_type: Joi.valid(...ROAS_TYPES).required(),
    revenue_type: Joi.valid(...REVENUE_TYPES).required(),
    roas: roas.allow(null).default(null),
    by: Joi.array()
      .items(Joi.object({ ...match, roas: roas.required() }))
      .default([]),
  }).required(),
  bet_lookback: Joi.array()
    .items(
      Joi.object({
        platform: platform.default(null),
        start: lookback.required(),
        end: lookback
          .greater(Joi.ref('start'))
          .required()
          .messages({ 'number.greater': 'must be greater than start' }),
      }),
    )
    .default([{ platform: null, start: 2, end: 8 }]),
  net: Joi.object({ iap: shares.required(), ad: shares.default(onAll(1)) }).default(null),
  organic: Joi.object({
    networks: Joi.array().items(name).custom(distinct).default(['Organic']),
    uplift: Joi.number().min(0).max(10).default(0),
  }).default({
    networks: ['Organic'],
    uplift: 0,
  }),
  optimisation_dsi: Joi.object({ default: dsi.default(7) })
    .pattern(Joi.string(), dsi)
    .default({ default: 7 }),
  networks: Joi.object({
    traditional: Joi.array().items(name).custom(distinct).default([]),
    alias: Joi.object().pattern(Joi.string(), name).default({}),
  }).default({ traditional: [], alias: {} }),
  inputs: Joi.array().items(input).min(1).required(),
  lag_days: Joi.number().integer().min(0).max(30),
  gaps: Joi.array()
    .items(Joi.object({ from: date.required(), to: date.required() }))
    .default([]),
  events: Joi.array()
    .items(
      Joi.object({
        title: name.required(),
        kind: Joi.valid(...EVENT_KINDS).required(),
        from: date.required(),
        to: date,
        ...match,
      }),
    )
    .default([]),
  snapshots: Joi.object({
    daily_days: Joi.number().integer().min(0).max(1000).default(20),
    weekly_days: Joi.number().integer().min(0).max(3650).default(180),
    dsi: dsis,
  }).default({ daily_days: 20, weekly_days: 180 }),
  pacing: Joi.object({
    step: Joi.number().greater(0).max(1).default(0.2),
    days: Joi.number().integer().min(0).max(365).default(3),
  }).default({
    step: 0.2,
    days: 3,
  }),
  lift_tests: Joi.array()
    .items(
      Joi.object({
        network: name.required(),
        spend: factor.invalid(1).required(),
        installs_low: factor.required(),
        installs_high: factor
          .greater(Joi.ref('installs_low'))
          .required()
          .messages({ 'number.greater': 'must be greater than installs_low' }),
      }),
    )
    .default([]),
  gates: Joi.object().pattern(/^\d+$/, Joi.valid('accept')).default({}),
  pull: Joi.array()
    .items(
      Joi.object({
        from: Joi.valid(...SOURCE_NAMES).required(),
        folder: Joi.string().min(1).max(LONGEST_PATH).default('.'),
        apps: Joi.array()
          .default([])
          .when('from', { switch: SOURCE_NAMES.map(appsOf) }),
        days: Joi.number().integer().min(1).max(1000),
        history: Joi.number().integer().min(1).max(3650).default(PULL_HISTORY),
        currency,
        url: Joi.string().max(LONGEST_PATH).uri({ scheme: 'https' }),
      }),
    )
    .default([]),
  tolerance: Joi.number().min(0).max(0.05).default(TOLERANCE),
  id_base: Joi.number().integer().min(0).max(LARGEST_ID),
}).required()

function appsOf(from: SourceName) {
  const app = Joi.string()
    .pattern(APP_IDS[from])
    .messages({ 'string.pattern.base': `is not an app of ${from}: ${APP_RULES[from]}` })
  return { is: from, then: Joi.array().items(app) }
}

/** The same share for all platforms. */
function onAll(value: number): Record<string, number> {
  return Object.fromEntries(PLATFORMS.map(name => [name, value]))
}

function list(values: unknown): unknown[] {
  return [values].flat()
}

/** Takes linear time, unlike `unique`, which compares all objects of an invalid list. */
function distinct(values: readonly unknown[], helpers: Joi.CustomHelpers): unknown {
  return new Set(values).size === values.length
    ? values
    : helpers.message({ custom: 'must not have a value twice' })
}

function isTimeZone(value: string): boolean {
  if (/^[+-](0\d|1[0-4]):[0-5]\d$/.test(value)) return true
  return /^[A-Z]/.test(value) && Intl.supportedValuesOf('timeZone').includes(value)
}

/**
 * From the first matching rule, else the general target; null: none.
 * @param place null means unknown; the country of a whole campaign is null or `GLOBAL` if it has several
 */
export function targetFor({ by, roas }: Config['targets'], scope: Place): number | null {
  const rule = by.find(match =>
    DIMENSIONS.every(name => match[name] === undefined || match[name] === scope[name]),
  )
  return rule === undefined ? roas : rule.roas
}
