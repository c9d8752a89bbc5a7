import Joi from 'joi'
import { isCalendarDate } from '../../../server/model/calendar-date.ts'
import { REVENUE_TYPES, ROAS_TYPES } from '../../../server/model/catalog.ts'
import { KINDS } from '../facts.ts'
import { FORMATS } from '../inputs/formats/formats.ts'
import { ROLES } from '../inputs/formats/format.ts'
import type { Platform, Table } from './config.ts'

const PLATFORMS: readonly Platform[] = ['IOS', 'ANDROID', 'WEB']
const TABLES: readonly Table[] = ['spend', 'installs', 'revenue', 'bids', 'fx', 'events']

const LARGEST_DSI = 3650
/** Ids of recommendations are this times 10^11, and stay whole numbers of JavaScript. */
export const LARGEST_ID = 89_999
const LONGEST_NAME = 512

const name = Joi.string().min(1).max(LONGEST_NAME)
const date = Joi.string().custom((value: string, helpers) =>
  isCalendarDate(value) ? value : helpers.message({ custom: 'must be a real date written YYYY-MM-DD' }),
)
const currency = Joi.string()
  .pattern(/^[A-Z]{3}$/)
  .messages({ 'string.pattern.base': 'must be a currency code of three capital letters' })
const dsi = Joi.number().integer().min(0).max(LARGEST_DSI)
const dsis = Joi.array().items(dsi).min(1).unique()
/** As deliveries have it. */
const lookback = Joi.number().integer().min(0).max(30)
const platform = Joi.valid(...PLATFORMS)
const share = Joi.number().min(0).max(1)
const shares = Joi.alternatives().conditional(Joi.object(), {
  then: Joi.object(Object.fromEntries(PLATFORMS.map(name => [name, share.required()]))),
  otherwise: share,
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

const input = Joi.object({
  table: Joi.valid(...TABLES).required(),
  files: Joi.alternatives()
    .conditional(Joi.array(), { then: Joi.array().items(Joi.string().min(1)).min(1), otherwise: Joi.string().min(1) })
    .required(),
  format: Joi.valid(...Object.keys(FORMATS)),
  columns: Joi.object(Object.fromEntries(ROLES.map(role => [role, Joi.string().min(1)]))),
  cumulative: Joi.boolean(),
  first_age: Joi.valid(0, 1),
  day: Joi.valid('calendar', 'hours24'),
  kind: Joi.valid(...KINDS),
  currency,
  install_event: Joi.string().min(1),
})

/** A config file as it is written; defaults that hang on other keys are left to `readConfig`. */
export const CONFIG_SCHEMA = Joi.object({
  company: Joi.object({ id: Joi.number().integer().min(0).required(), name: name.required() }).required(),
  app: Joi.object({
    id: Joi.number().integer().min(0).required(),
    name: name.required(),
    created_at: date.required(),
    currency: currency.required(),
    dsi: dsis.default([0, 1, 3, 7, 14, 30, 60, 90, 180, 365]),
    action_threshold: Joi.number().min(0).max(1).default(0.05),
    weekly_aggregation: Joi.boolean().default(false),
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
        platform,
        start: lookback.required(),
        end: lookback.greater(Joi.ref('start')).required().messages({ 'number.greater': 'must be greater than start' }),
      }),
    )
    .default([{ start: 2, end: 8 }]),
  net: Joi.object({ iap: shares.required(), ad: shares.default(1) }),
  organic: Joi.object({
    networks: Joi.array().items(name).unique().default(['Organic']),
    uplift: Joi.number().min(0).max(10).default(0),
  }).default({
    networks: ['Organic'],
    uplift: 0,
  }),
  optimisation_dsi: Joi.object({ default: dsi.default(7) })
    .pattern(Joi.string(), dsi)
    .default({ default: 7 }),
  networks: Joi.object({
    traditional: Joi.array().items(name).unique().default([]),
    alias: Joi.object().pattern(Joi.string(), name).default({}),
  }).default({ traditional: [], alias: {} }),
  inputs: Joi.array().items(input).min(1).required(),
  lag_days: Joi.number().integer().min(0).max(30),
  gaps: Joi.array()
    .items(Joi.object({ from: date.required(), to: date.required() }))
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
  gates: Joi.object().pattern(/^\d+$/, Joi.valid('accept')).default({}),
  id_base: Joi.number().integer().min(0).max(LARGEST_ID),
}).required()
