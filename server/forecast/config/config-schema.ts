import Joi from 'joi'
import {
  EVENT_KINDS,
  PLATFORMS,
  REVENUE_TYPES,
  ROAS_TYPES,
} from '../../../generated/vocabulary/vocabulary.ts'
import { ENCODINGS } from '../../imports/reader/bytes.ts'
import { DEFAULT_THRESHOLD } from '../../core/model/classification.ts'
import { isCalendarDate } from '../../core/model/dates.ts'
import { PER, ROLES, type Table } from '../inputs/formats/format.ts'
import { FORMATS } from '../inputs/formats/formats.ts'
import { KINDS } from '../model/facts.ts'
import {
  appFault,
  EXPORTER_NAMES,
  type ExporterName,
  EXPORTERS,
  PULL_HISTORY,
} from '../pull/exporters.ts'
import { type OptimisationDsi, TOLERANCE } from './forecast-config.ts'

const TABLES: readonly Table[] = ['spend', 'installs', 'revenue', 'bids', 'fx', 'events']

const LARGEST_DSI = 3650
/** Snapshots have it by default, with the target's. */
const EARLY_DSI = 7
/** Recommendation ids are this value times 10^11, below 2^53. */
const LARGEST_ID = 89_999
const LONGEST_NAME = 512
const LONGEST_PATH = 4096
/** Revenue of one conversion value, and their number. */
const LARGEST_VALUE = 1_000_000
const MOST_VALUES = 10_000

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
/** Only reported if the app's DSIs themselves are valid. */
const appDsi = dsi.custom((value: number, helpers) => ofApp(value, value, helpers))
const until = date.custom((value: string, helpers) => {
  const [{ from }] = helpers.state.ancestors as [{ from?: unknown }]
  return typeof from === 'string' && from > value
    ? helpers.message({ custom: `must not be before from, ${from}` })
    : value
})
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

/** A configuration with keys as written, and the values of `Config`. Later keys refer to earlier ones. */
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
    dsi: dsisOf(dsi).default([0, 1, 3, 7, 14, 30, 60, 90, 180, 365]),
    action_threshold: Joi.number().min(0).max(1).default(DEFAULT_THRESHOLD),
    weekly_aggregation: Joi.boolean().default(false),
    time_zone: timeZone,
  }).required(),
  targets: Joi.object({
    dsi: appDsi.required(),
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
  }).default(),
  optimisation_dsi: Joi.object({ default: dsi.default(7) })
    .pattern(Joi.string(), dsi)
    .custom(({ default: usual, ...byNetwork }: OptimisationDsi) => ({
      default: usual,
      byNetwork,
    }))
    .default(),
  networks: Joi.object({
    traditional: Joi.array().items(name).custom(distinct).default([]),
    alias: Joi.object().pattern(Joi.string(), name).default({}),
  }).default(),
  inputs: Joi.array().items(input).min(1).required(),
  lag_days: Joi.number().integer().min(0).max(30),
  gaps: Joi.array()
    .items(Joi.object({ from: date.required(), to: until.required() }))
    .default([]),
  events: Joi.array()
    .items(
      Joi.object({
        title: name.required(),
        kind: Joi.valid(...EVENT_KINDS).required(),
        from: date.required(),
        to: until,
        ...match,
      }),
    )
    .default([]),
  snapshots: Joi.object({
    daily_days: Joi.number().integer().min(0).max(1000).default(20),
    weekly_days: Joi.number().integer().min(0).max(3650).default(180),
    dsi: dsisOf(appDsi).default((_snapshots: unknown, helpers) => {
      const { app, targets } = rootOf(helpers)
      return [app?.dsi].flat().filter(dsi => dsi === EARLY_DSI || dsi === targets?.dsi)
    }),
  }).default(),
  pacing: Joi.object({
    step: Joi.number().greater(0).max(1).default(0.2),
    days: Joi.number().integer().min(0).max(365).default(3),
  }).default(),
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
  gates: Joi.object()
    .pattern(
      /^\d+$/,
      Joi.any().custom((value: unknown, helpers) =>
        value === 'accept'
          ? ofApp(Number(helpers.state.path?.at(-1)), value, helpers)
          : helpers.message({ custom: 'must be accept' }),
      ),
    )
    .custom(
      (gates: Record<string, 'accept'>) =>
        new Map(Object.entries(gates).map(([dsi, accept]) => [Number(dsi), accept])),
    )
    .default(new Map()),
  pull: Joi.array()
    .items(
      Joi.object({
        from: Joi.valid(...EXPORTER_NAMES).required(),
        folder: Joi.string().min(1).max(LONGEST_PATH).default('.'),
        apps: Joi.array()
          .default([])
          .when('from', { switch: EXPORTER_NAMES.map(appsOf) }),
        days: Joi.number().integer().min(1).max(1000),
        history: Joi.number().integer().min(1).max(3650).default(PULL_HISTORY),
        currency,
        url: Joi.string().max(LONGEST_PATH).uri({ scheme: 'https' }),
      }),
    )
    .default([]),
  tolerance: Joi.number().min(0).max(0.05).default(TOLERANCE),
  id_base: Joi.number()
    .integer()
    .min(0)
    .max(LARGEST_ID)
    .when('app.id', {
      is: Joi.number().greater(LARGEST_ID).required(),
      then: Joi.required().messages({
        'any.required': `is required, at most ${LARGEST_ID}, because the app's id is greater: {app.id}`,
      }),
    })
    .default(Joi.ref('app.id')),
}).required()

function appsOf(exporter: ExporterName) {
  const app = Joi.string()
    .pattern(EXPORTERS[exporter].app.pattern)
    .messages({ 'string.pattern.base': appFault(exporter) })
  return { is: exporter, then: Joi.array().items(app) }
}

/** The same share for all platforms. */
function onAll(value: number): Record<string, number> {
  return Object.fromEntries(PLATFORMS.map(name => [name, value]))
}

function list(values: unknown): unknown[] {
  return [values].flat()
}

function dsisOf(item: Joi.Schema): Joi.ArraySchema {
  return Joi.array()
    .items(item)
    .min(1)
    .custom(distinct)
    .custom((values: readonly number[]) => values.toSorted((a, b) => a - b))
}

/** Other DSIs have no revenue. */
function ofApp<T>(dsi: number, value: T, helpers: Joi.CustomHelpers): T | Joi.ErrorReport {
  const known = rootOf(helpers).app?.dsi
  return Array.isArray(known) && !known.includes(dsi)
    ? helpers.message({ custom: `must be one of app.dsi: ${known.join(', ')}` }, { value: dsi })
    : value
}

/** The configuration so far: the values of earlier keys, valid or not. */
function rootOf({ state }: Joi.CustomHelpers) {
  return (state.ancestors as unknown[]).at(-1) as {
    app?: { dsi?: unknown }
    targets?: { dsi?: unknown }
  }
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
