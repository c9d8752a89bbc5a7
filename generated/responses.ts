// Generated from openapi.yaml by `npm run generate`. Do not edit.

import Joi from 'joi'
import { body, calendarDate, number, string, text, utcTimestamp } from '../server/checks/schemas.ts'
import type { OperationId } from './operations.ts'

const Timestamp = string(utcTimestamp(), text({ pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u, meaning: 'ISO 8601, UTC, with milliseconds' }))

const App = Joi.object({
  id: number().integer().required(),
  name: string().required(),
  createdAt: Timestamp.required()
})

const WithheldDsi = Joi.object({
  dsi: number().integer().min(0).required(),
  reason: Joi.valid('TOO_LITTLE_HISTORY', 'BACKTEST_FAILED').required()
})

const RoasType = Joi.valid('paid', 'incremental_blended', 'full_blended')

const RevenueType = Joi.valid('gross', 'net')

const BetLookback = Joi.object({
  platform: Joi.valid('IOS', 'ANDROID', 'WEB').required(),
  startDay: number().integer().min(0).required(),
  endDay: number().integer().min(0).required()
})

const RunOfApp = Joi.object({
  id: number().integer().required(),
  createdAt: Timestamp.required()
}).allow(null)

const AppSettings = Joi.object({
  id: number().integer().required(),
  name: string().required(),
  createdAt: Timestamp.required(),
  currency: string().required(),
  weeklyAggregation: Joi.boolean().required(),
  dsiValues: Joi.array().items(number().integer().min(0)).required(),
  historyDsiValues: Joi.array().items(number().integer().min(0)).required(),
  withheldDsis: Joi.array().items(WithheldDsi).required(),
  targetDsi: number().integer().min(0).required(),
  targetRoasType: RoasType.required(),
  targetRevenueType: RevenueType.required(),
  actionThreshold: number().required(),
  betLookbacks: Joi.array().items(BetLookback).required(),
  dataFrom: string(calendarDate()).allow(null).required(),
  dataThrough: string(calendarDate()).allow(null).required(),
  earliestReportStartDate: string(calendarDate()).required(),
  earliestRoasHistoryStartDate: string(calendarDate()).required(),
  latestRecommendationRun: RunOfApp.required(),
  latestAlertRun: RunOfApp.required()
})

const Platform = Joi.valid('IOS', 'ANDROID', 'WEB', 'Unknown')

const Campaign = Joi.object({
  platform: Platform.required(),
  network: string().required(),
  campaign: string().required(),
  countries: Joi.array().items(string()).required(),
  firstInstallDate: string(calendarDate()).required(),
  lastInstallDate: string(calendarDate()).required(),
  spend: number().min(0).required(),
  paidInstalls: number().integer().min(0).required(),
  incrementalBlendedInstalls: number().integer().min(0).required(),
  fullBlendedInstalls: number().integer().min(0).required()
})

const PreviousRecommendation = Joi.object({
  action: Joi.valid('SCALE', 'HOLD', 'REDUCE').required(),
  status: Joi.valid('HIGH', 'MEDIUM', 'LOW').required(),
  dailySpend: number().min(0).required(),
  targetRoas: number().allow(null).required(),
  predictedRoas: number().allow(null).required(),
  createdAt: Timestamp.required()
}).allow(null)

const Recommendation = Joi.object({
  id: number().integer().required(),
  country: string().required(),
  platform: Platform.required(),
  network: string().required(),
  campaign: string().required(),
  action: Joi.valid('SCALE', 'HOLD', 'REDUCE').required(),
  status: Joi.valid('HIGH', 'MEDIUM', 'LOW').required(),
  confidenceScore: number().min(0).max(1).allow(null).required(),
  dailySpend: number().min(0).required(),
  paidInstalls: number().integer().min(0).required(),
  incrementalBlendedInstalls: number().integer().min(0).required(),
  fullBlendedInstalls: number().integer().min(0).required(),
  paidCpi: number().min(0).required(),
  incrementalBlendedCpi: number().min(0).required(),
  fullBlendedCpi: number().min(0).required(),
  optimisationDsi: number().integer().min(0).required(),
  targetDsi: number().integer().min(0).required(),
  optimisationLiveRoas: number().allow(null).required(),
  optimisationPacedRoas: number().allow(null).required(),
  optimisationRawRoas: number().allow(null).required(),
  optimisationPredictedRoas: number().allow(null).required(),
  targetPaidGrossRoas: number().allow(null).required(),
  predictedPaidGrossRoas: number().allow(null).required(),
  targetPaidNetRoas: number().allow(null).required(),
  predictedPaidNetRoas: number().allow(null).required(),
  targetIncrementalBlendedGrossRoas: number().allow(null).required(),
  predictedIncrementalBlendedGrossRoas: number().allow(null).required(),
  targetIncrementalBlendedNetRoas: number().allow(null).required(),
  predictedIncrementalBlendedNetRoas: number().allow(null).required(),
  targetFullBlendedGrossRoas: number().allow(null).required(),
  predictedFullBlendedGrossRoas: number().allow(null).required(),
  targetFullBlendedNetRoas: number().allow(null).required(),
  predictedFullBlendedNetRoas: number().allow(null).required(),
  createdAt: Timestamp.required(),
  actionReason: Joi.valid('above_band', 'within_band', 'below_band', 'roas_missing', 'target_missing').required(),
  lookbackStartDate: string(calendarDate()).required(),
  lookbackEndDate: string(calendarDate()).required(),
  previous: PreviousRecommendation,
  change: Joi.valid('new', 'action', 'none')
})

const ForecastAccuracy = Joi.object({
  platform: string(),
  network: string(),
  campaign: string(),
  country: string(),
  age: number().integer().min(0).required(),
  cohorts: number().integer().min(0).required(),
  spend: number().min(0).required(),
  bias: number().allow(null).required(),
  wape: number().allow(null).required(),
  p50: number().allow(null).required(),
  p90: number().allow(null).required()
})

const Alert = Joi.object({
  id: number().integer().required(),
  appId: number().integer().required(),
  createdAt: Timestamp.required(),
  alertGroup: Joi.valid('BIDS', 'ANALYTICS').required(),
  title: string().required(),
  campaign: string().required(),
  country: string().required(),
  platform: Platform.required(),
  network: string().required(),
  dailySpend: number().min(0).required(),
  summary: string().required(),
  detail: string().required(),
  spendDetail: string().allow(null).required(),
  recommendedAction: string().allow(null).required(),
  firstSeen: string(utcTimestamp()),
  lastSeen: string(utcTimestamp()),
  timesSeen: number().integer().min(1),
  open: Joi.boolean()
})

/** The schema of each JSON response with status 200. */
export const responses = {
  listApps: body(Joi.array().items(App)),
  getAppSettings: body(AppSettings),
  listCampaigns: body(Joi.array().items(Campaign)),
  getRecommendations: body(Joi.array().items(Recommendation)),
  getForecastAccuracy: body(Joi.array().items(ForecastAccuracy)),
  getAlerts: body(Joi.array().items(Alert))
} satisfies Partial<Record<OperationId, Joi.AnySchema>>
