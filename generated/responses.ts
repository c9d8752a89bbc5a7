// Generated from openapi.yaml by `npm run generate`. Do not edit.

import Joi from 'joi'
import { body, calendarDate, number, string, text, utcTimestamp } from '../server/core/checks/schemas.ts'
import type { OperationId } from './operations.ts'

const Timestamp = string(utcTimestamp(), text({ pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u, meaning: 'ISO 8601, UTC, with milliseconds' }))

const App = Joi.object({
  id: number().integer().required(),
  name: string().required(),
  createdAt: Timestamp.required()
})

const RoasType = Joi.valid('paid', 'incremental_blended', 'full_blended')

const RevenueType = Joi.valid('gross', 'net')

const OverviewSpend = Joi.object({
  day: number().min(0).allow(null).required(),
  dayBefore: number().min(0).allow(null).required(),
  week: number().min(0).allow(null).required(),
  weekBefore: number().min(0).allow(null).required()
})

const OverviewRoas = Joi.object({
  week: number().allow(null).required(),
  weekActualShare: number().min(0).max(1).allow(null).required(),
  weekBefore: number().allow(null).required(),
  weekBeforeActualShare: number().min(0).max(1).allow(null).required()
})

const Checkpoint = Joi.object({
  dsi: number().integer().required(),
  targetDsi: number().integer().required(),
  targetRoas: number().required(),
  neededLow: number().required(),
  neededHigh: number().required(),
  roas: number().required()
}).allow(null)

const OverviewWeek = Joi.object({
  startDate: string(calendarDate()).required(),
  spend: number().min(0).required(),
  roas: number().allow(null).required(),
  actualShare: number().min(0).max(1).required()
})

const OverviewYesterday = Joi.object({
  date: string(calendarDate()).required(),
  spend: number().min(0).required(),
  roas: number().allow(null).required(),
  reason: Joi.valid('too_young', null).required(),
  actualShare: number().min(0).max(1).required(),
  roasLow: number().allow(null).required(),
  roasHigh: number().allow(null).required(),
  intervalDays: number().integer().min(0).required(),
  cases: number().integer().min(0).required()
}).allow(null)

const DataProblem = Joi.object({
  kind: Joi.valid('late', 'failed_run', 'attribution', 'outage', 'no_cost', 'no_installs').required(),
  title: string().required(),
  since: string(calendarDate()).required(),
  platform: Joi.valid('IOS', 'ANDROID', 'WEB', 'Unknown', null).required(),
  network: string().allow(null).required(),
  campaign: string().allow(null).required(),
  country: string().allow(null).required()
})

const Platform = Joi.valid('IOS', 'ANDROID', 'WEB', 'Unknown')

const Month = string(text({ pattern: /^\d{4}-(0[1-9]|1[0-2])$/u, meaning: 'a month written YYYY-MM' }))

const StepBudget = Joi.object({
  budgetId: number().integer().required(),
  month: Month.required(),
  platform: Joi.valid('IOS', 'ANDROID', 'WEB', null).required(),
  network: string().allow(null).required(),
  campaign: string().allow(null).required(),
  amount: number().min(0).required(),
  expected: number().min(0).required()
}).allow(null)

const NewestDays = Joi.object({
  startDate: string(calendarDate()).required(),
  endDate: string(calendarDate()).required(),
  roas: number().required()
}).allow(null)

const Brake = Joi.object({
  dailySpend: number().min(0).required(),
  currentDailySpend: number().min(0).required(),
  earlierDailySpend: number().min(0).required()
}).allow(null)

const Step = Joi.object({
  kind: Joi.valid('bid_target', 'budget', 'test', 'country', 'keep', 'check_data', 'stopped').required(),
  direction: Joi.valid('more', 'less', 'none').required(),
  from: number().allow(null).required(),
  to: number().allow(null).required(),
  reason: Joi.valid('no_cost', 'no_installs', 'attribution', 'outage', 'no_target', 'withheld', 'no_prediction', 'within_band', 'unsure', 'too_small', 'moved', 'newest_days_differ', 'next_unit_below_target', 'budget_spent', 'app_brake', 'paced', 'held', 'unknown_response', null).required(),
  spendChange: number().allow(null).required(),
  revenueChange: number().allow(null).required(),
  revenueChangeLow: number().allow(null).required(),
  revenueChangeHigh: number().allow(null).required(),
  gain: number().allow(null).required(),
  gainLow: number().allow(null).required(),
  gainHigh: number().allow(null).required(),
  bounds: Joi.boolean().required(),
  budget: StepBudget.required(),
  bidStays: Joi.boolean().required(),
  optimisationDsi: number().integer().min(0).required(),
  targetDsi: number().integer().min(0).required(),
  targetRoas: number().allow(null).required(),
  tested: Joi.boolean().required(),
  checkpoint: Checkpoint.required(),
  nextRoas: number().allow(null).required(),
  newest: NewestDays.required(),
  brake: Brake.required(),
  rightShare: number().min(0).max(1).allow(null).required(),
  judged: number().integer().min(0).required()
})

const OverviewAction = Joi.object({
  id: number().integer().required(),
  platform: Platform.required(),
  network: string().required(),
  campaign: string().required(),
  country: string().required(),
  action: Joi.valid('SCALE', 'REDUCE').required(),
  dailySpend: number().min(0).required(),
  gap: number().min(0).required(),
  predictedRoas: number().required(),
  targetRoas: number().required(),
  optimisationDsi: number().integer().min(0).required(),
  optimisationLiveRoas: number().allow(null).required(),
  optimisationPacedRoas: number().allow(null).required(),
  suggestedDailySpend: number().min(0).allow(null).required(),
  optimisationRawRoas: number().allow(null).required(),
  marginalRoas: number().min(0).allow(null).required(),
  currentDailySpend: number().min(0).required(),
  lookbackStartDate: string(calendarDate()).required(),
  lookbackEndDate: string(calendarDate()).required(),
  advisedSince: string(calendarDate()).allow(null).required(),
  step: Step.required()
})

const StepTotals = Joi.object({
  steps: number().integer().min(0).required(),
  unpriced: number().integer().min(0).required(),
  spendChange: number().required(),
  revenueChange: number().allow(null).required(),
  gain: number().allow(null).required(),
  gainLow: number().allow(null).required(),
  gainHigh: number().allow(null).required()
})

const ShortfallReason = Joi.object({
  reason: string().required(),
  amount: number().min(0).required()
})

const Shortfall = Joi.object({
  amount: number().min(0).required(),
  withStep: number().min(0).required(),
  closed: number().required(),
  closedShare: number().allow(null).required(),
  weeks: number().integer().min(1).allow(null).required(),
  reasons: Joi.array().items(ShortfallReason).required()
})

const NotDone = Joi.object({
  steps: number().integer().min(0).required(),
  spendChange: number().required(),
  since: string(calendarDate()).allow(null).required()
})

const Overspent = Joi.object({
  budgetId: number().integer().required(),
  month: Month.required(),
  platform: Joi.valid('IOS', 'ANDROID', 'WEB', null).required(),
  network: string().allow(null).required(),
  campaign: string().allow(null).required(),
  amount: number().min(0).required(),
  spent: number().min(0).required(),
  expected: number().min(0).allow(null).required(),
  daysLeft: number().integer().min(0).required(),
  neededDailySpend: number().min(0).allow(null).required()
})

const WrongDecision = Joi.object({
  date: string(calendarDate()).required(),
  platform: string().required(),
  network: string().required(),
  campaign: string().required(),
  country: string().required(),
  action: Joi.valid('SCALE', 'HOLD', 'REDUCE').required(),
  actionInHindsight: Joi.valid('SCALE', 'HOLD', 'REDUCE').required(),
  dailySpend: number().min(0).required(),
  predictedRoas: number().allow(null).required(),
  targetRoas: number().required(),
  actualRoas: number().required(),
  cost: number().min(0).required()
})

const TrackRecord = Joi.object({
  platform: string(),
  network: string(),
  action: Joi.valid('SCALE', 'HOLD', 'REDUCE'),
  status: Joi.valid('HIGH', 'MEDIUM', 'LOW'),
  size: Joi.valid('LARGE', 'MEDIUM', 'SMALL'),
  decisions: number().integer().min(0).required(),
  runs: number().integer().min(1),
  since: string(calendarDate()),
  dailySpend: number().min(0),
  rightShare: number().allow(null),
  oppositeShare: number().allow(null),
  bias: number().allow(null),
  wape: number().allow(null),
  p50: number().allow(null),
  p80: number().allow(null),
  p90: number().allow(null),
  wrong: Joi.array().items(WrongDecision).max(10)
})

const Event = Joi.object({
  id: number().integer().required(),
  kind: Joi.valid('outage', 'attribution', 'flight', 'launch', 'holiday', 'price', 'other').required(),
  title: string().required(),
  startDate: string(calendarDate()).required(),
  endDate: string(calendarDate()).required(),
  platform: Joi.valid('IOS', 'ANDROID', 'WEB', null).required(),
  network: string().allow(null).required(),
  campaign: string().allow(null).required(),
  country: string().allow(null).required(),
  note: string().allow(null).required()
})

const Pacing = Joi.object({
  budgetId: number().integer().required(),
  month: Month.required(),
  platform: Joi.valid('IOS', 'ANDROID', 'WEB', null).required(),
  network: string().allow(null).required(),
  campaign: string().allow(null).required(),
  amount: number().min(0).required(),
  spent: number().min(0).required(),
  expected: number().min(0).allow(null).required(),
  expectedLow: number().min(0).allow(null).required(),
  expectedHigh: number().min(0).allow(null).required(),
  intervalDays: number().integer().min(0).required(),
  cases: number().integer().min(0).required(),
  share: number().min(0).required(),
  daysLeft: number().integer().min(0).required(),
  currentDailySpend: number().min(0).allow(null).required(),
  neededDailySpend: number().min(0).allow(null).required(),
  status: Joi.valid('OVERSPENT', 'OVER', 'ON_BUDGET', 'UNDER', null).required()
})

const Overview = Joi.object({
  appId: number().integer().required(),
  name: string().required(),
  currency: string().required(),
  dataThrough: string(calendarDate()).allow(null).required(),
  runId: number().integer().allow(null).required(),
  targetDsi: number().integer().min(0).required(),
  targetRoasType: RoasType.required(),
  targetRevenueType: RevenueType.required(),
  actionThreshold: number().required(),
  spend: OverviewSpend.required(),
  roas: OverviewRoas.required(),
  target: number().allow(null).required(),
  tested: Joi.boolean().required(),
  checkpoint: Checkpoint.required(),
  weeks: Joi.array().items(OverviewWeek).required(),
  openAlerts: number().integer().min(0).required(),
  openAlertCampaigns: number().integer().min(0).required(),
  openAlertGap: number().min(0).allow(null).required(),
  yesterday: OverviewYesterday.required(),
  data: Joi.array().items(DataProblem).max(20).required(),
  otherProblems: number().integer().min(0).required(),
  actions: Joi.array().items(OverviewAction).max(3).required(),
  otherSteps: number().integer().min(0).required(),
  stepTotals: Joi.object({
    more: StepTotals.required(),
    less: StepTotals.required(),
    all: StepTotals.required()
  }).required(),
  shortfall: Shortfall.required(),
  notDone: NotDone.required(),
  overspent: Joi.array().items(Overspent).required(),
  trackRecord: TrackRecord.required(),
  events: Joi.array().items(Event).required(),
  pacing: Joi.array().items(Pacing).required()
})

const WithheldDsi = Joi.object({
  dsi: number().integer().min(0).required(),
  reason: Joi.valid('TOO_LITTLE_HISTORY', 'BACKTEST_FAILED').required()
})

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
  untestedDsis: Joi.array().items(number().integer().min(0)).required(),
  targetDsi: number().integer().min(0).required(),
  targetRoasType: RoasType.required(),
  targetRevenueType: RevenueType.required(),
  target: number().allow(null).required(),
  actionThreshold: number().required(),
  betLookbacks: Joi.array().items(BetLookback).required(),
  dataFrom: string(calendarDate()).allow(null).required(),
  dataThrough: string(calendarDate()).allow(null).required(),
  earliestReportStartDate: string(calendarDate()).required(),
  earliestRoasHistoryStartDate: string(calendarDate()).required(),
  latestRecommendationRun: RunOfApp.required(),
  latestAlertRun: RunOfApp.required()
})

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
  statusReason: Joi.valid('score', 'small_spend', 'network', 'no_score').required(),
  opposedBy: Joi.array().items(RoasType).required(),
  lookbackStartDate: string(calendarDate()).required(),
  lookbackEndDate: string(calendarDate()).required(),
  predictedLowRoas: number().allow(null).required(),
  predictedHighRoas: number().allow(null).required(),
  closeCall: Joi.boolean().allow(null).required(),
  suggestedDailySpend: number().min(0).allow(null).required(),
  responseElasticity: number().min(0).max(1).allow(null).required(),
  responseLow: number().min(0).max(1).allow(null).required(),
  responseHigh: number().min(0).max(1).allow(null).required(),
  marginalRoas: number().min(0).allow(null).required(),
  responseEvidence: Joi.valid('learned', 'assumed', null).required(),
  tested: Joi.boolean().required(),
  currentDailySpend: number().min(0).required(),
  step: Step.required(),
  actualRoas: number().allow(null),
  actionInHindsight: Joi.valid('SCALE', 'HOLD', 'REDUCE', null),
  roasError: number().allow(null),
  previous: PreviousRecommendation,
  change: Joi.valid('new', 'action', 'none')
})

const BudgetTotals = Joi.object({
  dailySpend: number().min(0).required(),
  revenue: number().required(),
  revenueLow: number().required(),
  revenueHigh: number().required(),
  revenueChange: number().required(),
  revenueChangeLow: number().required(),
  revenueChangeHigh: number().required(),
  roas: number().allow(null).required(),
  horizonSpend: number().min(0).required(),
  horizonRevenue: number().required()
})

const SuggestedTotals = Joi.object({
  dailySpend: number().min(0).required(),
  revenue: number().required(),
  revenueLow: number().required(),
  revenueHigh: number().required(),
  revenueChange: number().required(),
  revenueChangeLow: number().required(),
  revenueChangeHigh: number().required(),
  roas: number().allow(null).required(),
  horizonSpend: number().min(0).required(),
  horizonRevenue: number().required()
}).allow(null)

const PlannedCampaign = Joi.object({
  id: number().integer().required(),
  platform: Platform.required(),
  network: string().required(),
  campaign: string().required(),
  country: string().required(),
  currentDailySpend: number().min(0).required(),
  plannedDailySpend: number().min(0).required(),
  change: number().min(-1).allow(null).required(),
  lowestDailySpend: number().min(0).required(),
  highestDailySpend: number().min(0).required(),
  suggestedDailySpend: number().min(0).allow(null).required(),
  predictedRoas: number().allow(null).required(),
  plannedRoas: number().allow(null).required(),
  revenue: number().allow(null).required(),
  plannedRevenue: number().allow(null).required(),
  marginalRoas: number().min(0).allow(null).required(),
  plannedMarginalRoas: number().min(0).allow(null).required(),
  responseElasticity: number().min(0).max(1).allow(null).required(),
  responseLow: number().min(0).max(1).allow(null).required(),
  responseHigh: number().min(0).max(1).allow(null).required(),
  limitedBy: Joi.valid('call', 'evidence', 'step', 'budget', 'target', null).required(),
  stepReason: string().allow(null).required()
})

const BudgetPlan = Joi.object({
  goal: Joi.valid('dailyBudget', 'budgetChange', 'targetRoas').required(),
  followSteps: Joi.boolean().required(),
  dailyBudget: number().min(0).allow(null).required(),
  targetRoas: number().allow(null).required(),
  reached: Joi.boolean().required(),
  onlyCuts: Joi.boolean().required(),
  optimal: Joi.boolean().required(),
  neededMaxStep: number().min(0.001).max(1).allow(null).required(),
  marginalRoas: number().min(0).allow(null).required(),
  lowestDailySpend: number().min(0).required(),
  highestDailySpend: number().min(0).required(),
  coveredShare: number().min(0).max(1).allow(null).required(),
  movableShare: number().min(0).max(1).allow(null).required(),
  horizonDays: number().integer().min(1).required(),
  before: BudgetTotals.required(),
  after: BudgetTotals.required(),
  suggested: SuggestedTotals.required(),
  campaigns: Joi.array().items(PlannedCampaign).required()
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

const StepOfAlert = Joi.object({
  kind: Joi.valid('bid_target', 'budget', 'test', 'country', 'keep', 'check_data', 'stopped').required(),
  direction: Joi.valid('more', 'less', 'none').required(),
  from: number().allow(null).required(),
  to: number().allow(null).required(),
  reason: Joi.valid('no_cost', 'no_installs', 'attribution', 'outage', 'no_target', 'withheld', 'no_prediction', 'within_band', 'unsure', 'too_small', 'moved', 'newest_days_differ', 'next_unit_below_target', 'budget_spent', 'app_brake', 'paced', 'held', 'unknown_response', null).required(),
  spendChange: number().allow(null).required(),
  revenueChange: number().allow(null).required(),
  revenueChangeLow: number().allow(null).required(),
  revenueChangeHigh: number().allow(null).required(),
  gain: number().allow(null).required(),
  gainLow: number().allow(null).required(),
  gainHigh: number().allow(null).required(),
  bounds: Joi.boolean().required(),
  budget: StepBudget.required(),
  bidStays: Joi.boolean().required(),
  optimisationDsi: number().integer().min(0).required(),
  targetDsi: number().integer().min(0).required(),
  targetRoas: number().allow(null).required(),
  tested: Joi.boolean().required(),
  checkpoint: Checkpoint.required(),
  nextRoas: number().allow(null).required(),
  newest: NewestDays.required(),
  brake: Brake.required(),
  rightShare: number().min(0).max(1).allow(null).required(),
  judged: number().integer().min(0).required()
}).allow(null)

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
  metric: Joi.valid('live_bid', 'roas', 'ltv', 'cpi', 'installs', 'spend', 'revenue', 'confidence', 'attribution', null).required(),
  value: number().allow(null).required(),
  reference: number().allow(null).required(),
  change: number().allow(null).required(),
  step: StepOfAlert.required(),
  firstSeen: string(utcTimestamp()),
  lastSeen: string(utcTimestamp()),
  timesSeen: number().integer().min(1),
  inLatestRun: Joi.boolean(),
  open: Joi.boolean()
})

/** The schema of each JSON response with status 200. */
export const responses = {
  listApps: body(Joi.array().items(App)),
  getOverview: body(Joi.array().items(Overview)),
  getAppSettings: body(AppSettings),
  listCampaigns: body(Joi.array().items(Campaign)),
  getRecommendations: body(Joi.array().items(Recommendation)),
  getBudgetPlan: body(BudgetPlan),
  getPacing: body(Joi.array().items(Pacing)),
  getTrackRecord: body(Joi.array().items(TrackRecord)),
  getForecastAccuracy: body(Joi.array().items(ForecastAccuracy)),
  getAlerts: body(Joi.array().items(Alert)),
  listEvents: body(Joi.array().items(Event))
} satisfies Partial<Record<OperationId, Joi.AnySchema>>
