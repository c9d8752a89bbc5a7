// Generated from openapi.yaml by `npm run generate`. Do not edit.

import type { Open } from '../../client/src/shapes.ts'

export type InstallGrouping = 'daily' | 'weekly' | 'monthly' | 'total'

export type Metric = 'spend' | 'installs' | 'cpi' | 'revenue' | 'ltv' | 'roas' | 'profit' | 'organic_installs' | 'payback'

/** `paid`; `incremental_blended`: paid plus incremental organic; `full_blended`: paid plus all allocated organic. */
export type RoasType = 'paid' | 'incremental_blended' | 'full_blended'

/** `gross`: before fees; `net`: net of fees, taxes and refunds. */
export type RevenueType = 'gross' | 'net'

/** The platform of the installs; `Unknown` if missing. */
export type Platform = 'IOS' | 'ANDROID' | 'WEB' | 'Unknown'

export interface App {
  /** App id, used as `appId` everywhere. */
  id: number
  /** App name. */
  name: string
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string
}

export interface Overview {
  /** The app's id. */
  appId: number
  /** App name. */
  name: string
  /** Currency of every amount, ISO 4217. */
  currency: string
  /** Latest install date with data; null without a succeeded run. */
  dataThrough: string | null
  /** The latest succeeded run; null without one. */
  runId: number | null
  /** DSI of every ROAS here. */
  targetDsi: number
  /** `paid`; `incremental_blended`: paid plus incremental organic; `full_blended`: paid plus all allocated organic. */
  targetRoasType: Open<RoasType>
  /** `gross`: before fees; `net`: net of fees, taxes and refunds. */
  targetRevenueType: Open<RevenueType>
  /** Half-width of the HOLD band as a share of the target. */
  actionThreshold: number
  /** Amounts are null without a succeeded run. */
  spend: OverviewSpend
  /** ROAS at the target DSI, in the target types, by install date. */
  roas: OverviewRoas
  /** Target ROAS of the target types, weighted by `dailySpend` over the `campaign` recommendations that have one above 0. Null if none has, or without spend. */
  target: number | null
  /** Whether forecasts at the target DSI are tested; true without a run. */
  tested: boolean
  /** Of all campaigns. */
  checkpoint: Checkpoint | null
  /** The last eight ISO weeks, oldest first; the last contains `dataThrough` and ends there. Empty without a succeeded run. */
  weeks: OverviewWeek[]
  /** Different alerts of the latest succeeded alert run. */
  openAlerts: number
  /** Campaigns (platform, network and name, in all countries) that these alerts are about. */
  openAlertCampaigns: number
  /** Money a day that open ROAS alerts are about: `dailySpend` times the absolute `change`, the largest per campaign and country, added up. Null without such an alert. */
  openAlertGap: number | null
  /** The latest day with data: `dataThrough`. Null without a succeeded run. */
  yesterday: OverviewYesterday | null
  /**
   * What is wrong with the data, worst first: by kind in the order of the enum, then by the daily spend that it affects. Empty if no check failed. Steps of the reasons
   * `attribution`, `outage`, `no_cost` and `no_installs` follow from these and from those that `otherProblems` counts.
   */
  data: DataProblem[]
  /** Problems besides those in `data`. */
  otherProblems: number
  /** The first three steps with a direction, of `campaign` recommendations, in the order of `sort=-stepGain`. */
  actions: OverviewAction[]
  /** Steps with a direction, besides `actions`. */
  otherSteps: number
  /** What the steps of the app's campaigns are worth together: by direction, and `all` of both. */
  stepTotals: {
    /** Totals of steps. Amounts are per day, in the app's currency. The interval covers errors that count as the same within a network and as correlated by 0.5 between networks; it is not the sum of the steps' intervals. */
    more: StepTotals
    /** Totals of steps. Amounts are per day, in the app's currency. The interval covers errors that count as the same within a network and as correlated by 0.5 between networks; it is not the sum of the steps' intervals. */
    less: StepTotals
    /** Totals of steps. Amounts are per day, in the app's currency. The interval covers errors that count as the same within a network and as correlated by 0.5 between networks; it is not the sum of the steps' intervals. */
    all: StepTotals
  }
  /** Spend a day that does not return its target, and how much of it the steps address: over `campaign` recommendations below target that have not `stopped`, `currentDailySpend` x (1 - predicted / target ROAS), a prediction below 0 counted as 0. */
  shortfall: Shortfall
  /**
   * Steps that earlier runs advised too and that were not followed. Compared are today's steps with those of the runs served 7, 14, 21, 28, 35 and 42 days before: as long as each of them advised the same direction,
   * and today's spend differs by less than 5 % in that direction from the spend of that time, the step has been advised since.
   */
  notDone: NotDone
  /** Budgets of the month of `dataThrough` that are spent, or that are expected to be overspent by more than 5 %, by the amount above budget, spent or expected, descending, then `budgetId`. */
  overspent: Overspent[]
  trackRecord: TrackRecord
  /** Events that overlap `weeks`, by `startDate`, `endDate` and `id`. */
  events: Event[]
  /** Budgets of the month of `dataThrough`, as `GET /v1/pacing` returns them. Empty without a succeeded run. */
  pacing: Pacing[]
}

/** Spend a day that does not return its target, and how much of it the steps address: over `campaign` recommendations below target that have not `stopped`, `currentDailySpend` x (1 - predicted / target ROAS), a prediction below 0 counted as 0. */
export interface Shortfall {
  /** All of it, per day. */
  amount: number
  /** Part of it in campaigns whose step is `less`. */
  withStep: number
  /** What these steps are worth a day: the sum of their `gain`, those without one left out. */
  closed: number
  /** `closed` / `amount`; null if that is 0. */
  closedShare: number | null
  /** Weeks until all of it is closed if the steps of every week close as much: `amount` / `closed`, rounded up. Null unless both are above 0. */
  weeks: number | null
  /** The rest of it by `reason` of the step, else by its kind, the largest first. */
  reasons: ShortfallReason[]
}

export interface ShortfallReason {
  /** A `reason` of steps. */
  reason: string
  /** Part of the shortfall. */
  amount: number
}

/**
 * Steps that earlier runs advised too and that were not followed. Compared are today's steps with those of the runs served 7, 14, 21, 28, 35 and 42 days before: as long as each of them advised the same direction,
 * and today's spend differs by less than 5 % in that direction from the spend of that time, the step has been advised since.
 */
export interface NotDone {
  /** Steps that were advised a week ago or earlier. */
  steps: number
  /** Change of the daily spend by those of them whose `spendChange` is known. */
  spendChange: number
  /** Day, UTC, of the earliest run that advised one of them; null without such steps. */
  since: string | null
}

export interface Overspent {
  /** Budget id. */
  budgetId: number
  /** A month written `YYYY-MM`. */
  month: string
  /** Platform; null is all. */
  platform: 'IOS' | 'ANDROID' | 'WEB' | null
  /** Ad network; null is all. */
  network: string | null
  /** Campaign name; null is all. */
  campaign: string | null
  /** Budget of the month. */
  amount: number
  /** Spend of the month up to `dataThrough`. */
  spent: number
  /** Spend of the whole month, expected, as in `pacing`. */
  expected: number | null
  /** Days of the month after `dataThrough`. */
  daysLeft: number
  /** Daily spend that meets the budget over the days left; null if it is already spent, or without days left. */
  neededDailySpend: number | null
}

/** Amounts are null without a succeeded run. */
export interface OverviewSpend {
  /** Spend on `dataThrough`. */
  day: number | null
  /** Spend on the day before. */
  dayBefore: number | null
  /** Spend of the 7 days up to `dataThrough`. */
  week: number | null
  /** Spend of the 7 days before these. */
  weekBefore: number | null
}

/** ROAS at the target DSI, in the target types, by install date. */
export interface OverviewRoas {
  /** ROAS of the 7 days up to `dataThrough`; null without spend, or if a cohort's revenue is unknown. */
  week: number | null
  /** Share of these days that are old enough to be actual; the rest is forecast. Null without a succeeded run. */
  weekActualShare: number | null
  /** ROAS of the 7 days before these. */
  weekBefore: number | null
  /** Share of those days that are old enough to be actual. */
  weekBeforeActualShare: number | null
}

export interface OverviewWeek {
  /** Its Monday. */
  startDate: string
  /** Spend of its days up to `dataThrough`. */
  spend: number
  /** ROAS of these days at the target DSI, in the target types; null without spend, or if a cohort's revenue is unknown. */
  roas: number | null
  /** Share of these days that are old enough to be actual; the rest is forecast. */
  actualShare: number
}

/** The latest day with data: `dataThrough`. Null without a succeeded run. */
export interface OverviewYesterday {
  /** The day. */
  date: string
  /** Its spend. */
  spend: number
  /** ROAS of its installs at the target DSI, in the target types; null without spend, or with a `reason`. */
  roas: number | null
  /** `too_young`: revenue at the target DSI is not known for all of its cohorts. */
  reason: Open<'too_young'> | null
  /** Share of `roas` that is actual; the rest is forecast. */
  actualShare: number
  /** Lower end of the 80 % interval of `roas`, from the 10th percentile of actual / forecast of past days that were as young; null with fewer than 20 of them. */
  roasLow: number | null
  /** Upper end of that interval, from the 90th percentile. */
  roasHigh: number | null
  /** Past days whose errors make the interval. */
  intervalDays: number
  /** Deprecated: use `intervalDays`. */
  cases: number
}

export interface DataProblem {
  /**
   * - `late`: the data end before yesterday (UTC). `failed_run`: a run newer than the served one failed.
   * - `attribution`, `outage`: events that hold half of a recommended campaign's lookback dates or more.
   * - `no_cost`, `no_installs`: a campaign or a network has paid installs without spend, or spend without paid installs. Over the 28 days before the last 3 (for apps with weekly aggregation: the last 7) it had spend or paid
   *   installs on at least 7 days, and both on at least half of them. In the last 3 (7) one of the two is at least half of its average per day and the other is 0, where 10 installs or more were to be expected. A network with more than half of its
   *   spending campaigns affected is one problem.
   * - Alerts of the latest alert run: of the metric `attribution` (kind `attribution`), and of `installs` (`no_installs`) or `spend` (`no_cost`) whose `value` is 0 and `reference` above 0, if one of the last 3 days (7) up to `Data-Through` has none.
   */
  kind: Open<'late' | 'failed_run' | 'attribution' | 'outage' | 'no_cost' | 'no_installs'>
  /** What is wrong. */
  title: string
  /** First day of the problem. */
  since: string
  /** Platform; null is all. */
  platform: 'IOS' | 'ANDROID' | 'WEB' | 'Unknown' | null
  /** Ad network; null is all. */
  network: string | null
  /** Campaign name; null is all. */
  campaign: string | null
  /** ISO country code; null is all. */
  country: string | null
}

export interface OverviewAction {
  /** Its recommendation's id; changes with every run. */
  id: number
  /** The platform of the installs; `Unknown` if missing. */
  platform: Platform
  /** Ad network; `Unknown` if missing. */
  network: string
  /** Campaign name; `Unknown` if missing. */
  campaign: string
  /** ISO country code; `GLOBAL` when the campaign spans several; `Unknown` if missing. */
  country: string
  /** Recommended action. */
  action: 'SCALE' | 'REDUCE'
  /** Average daily spend over the bet lookback range. */
  dailySpend: number
  /** Money a day away from target: dailySpend x |predictedRoas / targetRoas - 1|. */
  gap: number
  /** Predicted ROAS of the target types. */
  predictedRoas: number
  /** Target ROAS of the target types. */
  targetRoas: number
  /** DSI of the bid target. */
  optimisationDsi: number
  /** Bid target live in the ad network; paid gross. */
  optimisationLiveRoas: number | null
  /** Recommended bid target, capped by the network's pacing rules; paid gross. */
  optimisationPacedRoas: number | null
  /** Suggested daily spend, in the app's currency; null if the run gives none. */
  suggestedDailySpend: number | null
  /** Recommended bid target, unconstrained; paid gross. */
  optimisationRawRoas: number | null
  /** Revenue of one more unit of daily spend, at the target DSI, in the target types; null if the run gives none. */
  marginalRoas: number | null
  /** Today's spend: the average of the last 7 days up to `dataThrough`, days before the first spend left out. */
  currentDailySpend: number
  /** First install date of the bet lookback range. */
  lookbackStartDate: string
  /** Last install date of the bet lookback range. */
  lookbackEndDate: string
  /** Day, UTC, of the earliest run that advised this and was not followed, as `notDone` compares them; null if the run a week before did not advise it. */
  advisedSince: string | null
  /**
   * What to do with the campaign: the one decision that follows from its action, response to spend, bids, budgets and data. `more` occurs only with SCALE, `less` only with REDUCE.
   *
   * `kind`:
   *
   * - `bid_target`: set the bid target to `to`.
   * - `budget`: set the daily spend to `to`.
   * - `test`: raise the daily spend by 10 % to `to` for 7 days, to learn the response; then set it back, unless the next step starts there.
   * - `country` (`campaign_geo` rows of campaigns in several countries): spend `to` a day in the country. One bid and budget hold for all countries: exclude it, or give it a campaign of its own.
   * - `keep`: change nothing. `check_data`: change nothing before the data are checked. `stopped`: the campaign spends nothing any more.
   *
   * `reason` says why nothing changes; it is null if something does:
   *
   * | kind | reason | meaning |
   * |---|---|---|
   * | `stopped` | null | no spend on the last 3 days up to `Data-Through` (7 for apps with weekly aggregation), and no `no_cost` |
   * | `check_data` | `no_cost`, `no_installs`, `attribution`, `outage` | a problem of this kind in `data` of `GET /v1/overview` covers the campaign |
   * | `check_data` | `no_target`, `withheld`, `no_prediction` | no target above 0; the run withholds forecasts of the target DSI; no predicted ROAS |
   * | `keep` | `within_band` | HOLD |
   * | `keep` | `unsure` | `confidenceScore` below 0.30 |
   * | `keep` | `too_small` | `currentDailySpend` below 5, or a step that rounds to 0 |
   * | `keep` | `moved` | spend of the last 3 days differs from `dailySpend` by 5 % or more in the action's direction |
   * | `keep` | `newest_days_differ` | the ROAS of the newest install days (`newest`) is beyond the HOLD band on the other side of the target |
   * | `keep` | `next_unit_below_target` | SCALE, but one more unit of spend returns less than the target (`nextRoas`) |
   * | `keep` | `budget_spent` | SCALE, but `budget` has no room for it |
   * | `keep` | `app_brake` | SCALE, but raises that gain more already take the app's daily spend to its `brake` |
   * | `keep` | `paced` | the live bid target is at the recommended one, it changed within 14 days, and pacing holds the rest back |
   * | `keep` | `held` | the response is known, and the run suggests no step in the action's direction |
   * | `keep` | `unknown_response` | SCALE of a run that delivers no responses |
   *
   * The price (`spendChange` to `gainHigh`) is per day, in the app's currency, unrounded: the revenue is that of a day's installs by the target DSI, in the target types.
   * `gain` is `revenueChange / targetRoas - spendChange`. It is null without a step, and for a bid target whose effect on spend is not known.
   *
   * Before the target DSI is tested (`tested` is false), a step moves 10 % of the spend, by `test`, `budget` or `country`, and no bid target; its price has `bounds`.
   *
   * A response is known if the run gives one whose 80 % interval is not wider than 0.4 and has a width. Its elasticity is normally distributed around `marginalRoas` / predicted ROAS, cut at 0 and 1.
   */
  step: Step
}

export interface AppSettings {
  /** The app's id. */
  id: number
  /** App name. */
  name: string
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string
  /** Currency of every amount, ISO 4217. */
  currency: string
  /** Whether the app requires weekly prediction aggregation: then `daily` cohorts are refused. */
  weeklyAggregation: boolean
  /** Available DSIs, ascending. */
  dsiValues: number[]
  /** Those of them that ROAS history and forecast accuracy have values of, ascending. */
  historyDsiValues: number[]
  /**
   * DSIs without forecasts in the served run, ascending: cohorts that are old enough have actual values there, younger ones null. The history
   * is too short to forecast that far (`TOO_LITTLE_HISTORY`), or the forecasts failed their backtest (`BACKTEST_FAILED`).
   */
  withheldDsis: WithheldDsi[]
  /** DSIs at which too few past forecasts can be compared with outcomes, ascending. At the target DSI, steps are small: see `tested`. */
  untestedDsis: number[]
  /** DSI of the target ROAS. */
  targetDsi: number
  /** `paid`; `incremental_blended`: paid plus incremental organic; `full_blended`: paid plus all allocated organic. */
  targetRoasType: Open<RoasType>
  /** `gross`: before fees; `net`: net of fees, taxes and refunds. */
  targetRevenueType: Open<RevenueType>
  /** Target ROAS at the target DSI, in the target types, weighted by `dailySpend` over the served `campaign` recommendations that have one above 0; null without one, or if the header `Withheld-Fields` names it. */
  target: number | null
  /** Half-width of the HOLD band as a share of the target. */
  actionThreshold: number
  /** The bet lookback range of each platform. */
  betLookbacks: BetLookback[]
  /** First install date with data; null without data. */
  dataFrom: string | null
  /** Latest install date with data; null without data. */
  dataThrough: string | null
  /** Earliest `startDate` that a report takes today (UTC). */
  earliestReportStartDate: string
  /** Earliest `startDate` that ROAS history and forecast accuracy take. */
  earliestRoasHistoryStartDate: string
  /** A succeeded run; null when there is none. */
  latestRecommendationRun: RunOfApp | null
  /** A succeeded run; null when there is none. */
  latestAlertRun: RunOfApp | null
}

export interface WithheldDsi {
  /** The DSI. */
  dsi: number
  /** Why. */
  reason: Open<'TOO_LITTLE_HISTORY' | 'BACKTEST_FAILED'>
}

export interface BetLookback {
  platform: 'IOS' | 'ANDROID' | 'WEB'
  /** Age in days of the youngest cohort. */
  startDay: number
  /** Age in days of the oldest cohort. */
  endDay: number
}

/** A succeeded run; null when there is none. */
export interface RunOfApp {
  /** Its id. */
  id: number
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string
}

export interface Campaign {
  /** The platform of the installs; `Unknown` if missing. */
  platform: Platform
  /** Ad network; `Unknown` if missing. */
  network: string
  /** Campaign name; `Unknown` if missing. */
  campaign: string
  /** Its countries, ISO codes or `Unknown`, in byte order. */
  countries: string[]
  /** First install date with data. */
  firstInstallDate: string
  /** Latest install date with data. */
  lastInstallDate: string
  /** Spend of the last 30 days with data of the app, in its currency. */
  spend: number
  /** Paid installs of these days. */
  paidInstalls: number
  /** Paid plus incremental organic installs of these days. */
  incrementalBlendedInstalls: number
  /** Paid plus all allocated organic installs of these days. */
  fullBlendedInstalls: number
}

export interface ForecastAccuracy {
  /** With `groupBy` only, as are the three names that follow. */
  platform?: string
  /** Ad network. */
  network?: string
  /** Campaign name. */
  campaign?: string
  /** ISO country code. */
  country?: string
  /** Days from the start of the cohort's period to the latest install date that the forecasting run saw. */
  age: number
  /** Cohorts with a forecast at this age and an actual value. */
  cohorts: number
  /** Their spend as the actual value's run knew it, in the app's currency. */
  spend: number
  /** Sum of forecast minus actual revenue over the sum of actual: 0.02 is 2 % too high. Null when that sum is 0. */
  bias: number | null
  /** Sum of absolute errors over the sum of actual revenue. Null when that sum is 0. */
  wape: number | null
  /** Absolute error over actual revenue that half of the spend stays within: the smallest of the cohorts' errors for which that holds. Cohorts without spend or without actual revenue above 0 are left out. Null when none is left. */
  p50: number | null
  /** The same for 90 % of the spend. */
  p90: number | null
}

/** The row with the same identity in the run compared with; null when there was none. */
export interface PreviousRecommendation {
  action: 'SCALE' | 'HOLD' | 'REDUCE'
  status: 'HIGH' | 'MEDIUM' | 'LOW'
  /** Average daily spend over the bet lookback range. */
  dailySpend: number
  /** Target ROAS of the target types. */
  targetRoas: number | null
  /** Predicted ROAS of the target types. */
  predictedRoas: number | null
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string
}

export interface Recommendation {
  /** Unique recommendation id; changes with every run. */
  id: number
  /** ISO country code; `GLOBAL` when a campaign row spans several; `Unknown` if missing. */
  country: string
  /** The platform of the installs; `Unknown` if missing. */
  platform: Platform
  /** Ad network; `Unknown` if missing. */
  network: string
  /** Campaign name; `Unknown` if missing. */
  campaign: string
  /** What to do with spend: predicted against target ROAS at the target DSI, in the target types. */
  action: 'SCALE' | 'HOLD' | 'REDUCE'
  /** Confidence tier: `HIGH` from 0.60, `MEDIUM` from 0.30; `LOW` below, without a score, under 5 of daily spend, or on a non-traditional network. */
  status: 'HIGH' | 'MEDIUM' | 'LOW'
  /** Model confidence. */
  confidenceScore: number | null
  /** Average daily spend over the bet lookback range, which the action judges; `currentDailySpend` is today's. */
  dailySpend: number
  /** Paid installs over the bet lookback range. */
  paidInstalls: number
  /** Paid plus incremental organic installs. */
  incrementalBlendedInstalls: number
  /** Paid plus incremental organic plus a share of all true organic installs. */
  fullBlendedInstalls: number
  /** Cost per paid install; 0 if there are none. */
  paidCpi: number
  /** Cost per paid and incremental organic install; 0 if there are none. */
  incrementalBlendedCpi: number
  /** Cost per paid and allocated organic install; 0 if there are none. */
  fullBlendedCpi: number
  /** Conversion window (DSI) the ad network optimises against. */
  optimisationDsi: number
  /** Payback window (DSI) by which a cohort should hit its target ROAS. */
  targetDsi: number
  /** Bid target live in the ad network; paid gross. */
  optimisationLiveRoas: number | null
  /** Recommended bid target, capped by the network's pacing rules; paid gross. */
  optimisationPacedRoas: number | null
  /** Recommended bid target, unconstrained; paid gross. */
  optimisationRawRoas: number | null
  /** Predicted ROAS at the optimisation DSI over the bet lookback range; paid gross. */
  optimisationPredictedRoas: number | null
  /** Target ROAS: paid, gross. */
  targetPaidGrossRoas: number | null
  /** Predicted ROAS at the target DSI: paid, gross. */
  predictedPaidGrossRoas: number | null
  /** Target ROAS: paid, net. */
  targetPaidNetRoas: number | null
  /** Predicted ROAS at the target DSI: paid, net. */
  predictedPaidNetRoas: number | null
  /** Target ROAS: paid plus incremental organic, gross. */
  targetIncrementalBlendedGrossRoas: number | null
  /** Predicted ROAS at the target DSI: paid plus incremental organic, gross. */
  predictedIncrementalBlendedGrossRoas: number | null
  /** Target ROAS: paid plus incremental organic, net. */
  targetIncrementalBlendedNetRoas: number | null
  /** Predicted ROAS at the target DSI: paid plus incremental organic, net. */
  predictedIncrementalBlendedNetRoas: number | null
  /** Target ROAS: paid plus all allocated organic, gross. */
  targetFullBlendedGrossRoas: number | null
  /** Predicted ROAS at the target DSI: paid plus all allocated organic, gross. */
  predictedFullBlendedGrossRoas: number | null
  /** Target ROAS: paid plus all allocated organic, net. */
  targetFullBlendedNetRoas: number | null
  /** Predicted ROAS at the target DSI: paid plus all allocated organic, net. */
  predictedFullBlendedNetRoas: number | null
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string
  /** Reason for the action: the position of the predicted ROAS relative to the band, or which ROAS is missing or not positive. */
  actionReason: Open<'above_band' | 'within_band' | 'below_band' | 'roas_missing' | 'target_missing'>
  /** What decides `status`: the score, or for `LOW` a daily spend under 5, a network that is not a traditional one whatever its score, or a missing score; the first that applies. */
  statusReason: Open<'score' | 'small_spend' | 'network' | 'no_score'>
  /**
   * ROAS types other than the target one whose predicted and target ROAS, in the target revenue type, point the other way: SCALE for REDUCE, or REDUCE for
   * SCALE. A TV campaign may miss a paid target and beat an incremental blended one.
   */
  opposedBy: Open<RoasType>[]
  /** First install date of the bet lookback range, as it was when the run was imported. */
  lookbackStartDate: string
  /** Last install date of the bet lookback range, as it was when the run was imported. */
  lookbackEndDate: string
  /** Lower end of the 80 % interval of the predicted ROAS of the target types; null if the run gives none. */
  predictedLowRoas: number | null
  /** Upper end of that interval; null if the run gives none. */
  predictedHighRoas: number | null
  /**
   * Whether the 80 % interval of the predicted ROAS of the target types covers an edge of the HOLD band, so that another action is plausible. The run's interval
   * or, if it gives none, `predicted / (1 + p80)` to `predicted / (1 - p80)` with `p80` of the platform's track record. Null if there is neither,
   * or if the target or predicted ROAS of the target types is missing or not positive.
   */
  closeCall: boolean | null
  /** Daily spend that the run suggests: a step toward where marginal ROAS meets the target. Null, as are the next five fields, if the run gives none. */
  suggestedDailySpend: number | null
  /** Response of installs to spend: 0.8 means that 1 % more spend brings 0.8 % more installs. */
  responseElasticity: number | null
  /** Lower end of its 80 % interval. */
  responseLow: number | null
  /** Upper end of its 80 % interval. */
  responseHigh: number | null
  /** Marginal ROAS: revenue of one more unit of daily spend, at the target DSI, in the target types. */
  marginalRoas: number | null
  /** What the response rests on: `learned` from moves of this campaign's spend, or `assumed` from other campaigns before it has such moves. Null if the run does not say. */
  responseEvidence: Open<'learned' | 'assumed'> | null
  /** Whether past forecasts at the target DSI were compared with outcomes. If false (see `untestedDsis` of `GET /v1/app-settings`), the step is small. */
  tested: boolean
  /** Today's spend: the average of the last 7 days up to `Data-Through`, days before the first spend left out. By the cohorts of the latest run, also with `asOf`. */
  currentDailySpend: number
  /**
   * What to do with the campaign: the one decision that follows from its action, response to spend, bids, budgets and data. `more` occurs only with SCALE, `less` only with REDUCE.
   *
   * `kind`:
   *
   * - `bid_target`: set the bid target to `to`.
   * - `budget`: set the daily spend to `to`.
   * - `test`: raise the daily spend by 10 % to `to` for 7 days, to learn the response; then set it back, unless the next step starts there.
   * - `country` (`campaign_geo` rows of campaigns in several countries): spend `to` a day in the country. One bid and budget hold for all countries: exclude it, or give it a campaign of its own.
   * - `keep`: change nothing. `check_data`: change nothing before the data are checked. `stopped`: the campaign spends nothing any more.
   *
   * `reason` says why nothing changes; it is null if something does:
   *
   * | kind | reason | meaning |
   * |---|---|---|
   * | `stopped` | null | no spend on the last 3 days up to `Data-Through` (7 for apps with weekly aggregation), and no `no_cost` |
   * | `check_data` | `no_cost`, `no_installs`, `attribution`, `outage` | a problem of this kind in `data` of `GET /v1/overview` covers the campaign |
   * | `check_data` | `no_target`, `withheld`, `no_prediction` | no target above 0; the run withholds forecasts of the target DSI; no predicted ROAS |
   * | `keep` | `within_band` | HOLD |
   * | `keep` | `unsure` | `confidenceScore` below 0.30 |
   * | `keep` | `too_small` | `currentDailySpend` below 5, or a step that rounds to 0 |
   * | `keep` | `moved` | spend of the last 3 days differs from `dailySpend` by 5 % or more in the action's direction |
   * | `keep` | `newest_days_differ` | the ROAS of the newest install days (`newest`) is beyond the HOLD band on the other side of the target |
   * | `keep` | `next_unit_below_target` | SCALE, but one more unit of spend returns less than the target (`nextRoas`) |
   * | `keep` | `budget_spent` | SCALE, but `budget` has no room for it |
   * | `keep` | `app_brake` | SCALE, but raises that gain more already take the app's daily spend to its `brake` |
   * | `keep` | `paced` | the live bid target is at the recommended one, it changed within 14 days, and pacing holds the rest back |
   * | `keep` | `held` | the response is known, and the run suggests no step in the action's direction |
   * | `keep` | `unknown_response` | SCALE of a run that delivers no responses |
   *
   * The price (`spendChange` to `gainHigh`) is per day, in the app's currency, unrounded: the revenue is that of a day's installs by the target DSI, in the target types.
   * `gain` is `revenueChange / targetRoas - spendChange`. It is null without a step, and for a bid target whose effect on spend is not known.
   *
   * Before the target DSI is tested (`tested` is false), a step moves 10 % of the spend, by `test`, `budget` or `country`, and no bid target; its price has `bounds`.
   *
   * A response is known if the run gives one whose 80 % interval is not wider than 0.4 and has a width. Its elasticity is normally distributed around `marginalRoas` / predicted ROAS, cut at 0 and 1.
   */
  step: Step
  /** The ROAS of the target types at the target DSI that the install dates of the bet lookback range reached, by the latest run; null until they are old enough, or if it is not known for all of their cohorts; with `outcome` only. */
  actualRoas?: number | null
  /** The action if `actualRoas` had been predicted; null as it is; with `outcome` only. */
  actionInHindsight?: 'SCALE' | 'HOLD' | 'REDUCE' | null
  /** Predicted ROAS of the target types / `actualRoas` - 1: 0.1 is 10 % too high; null if either is missing or `actualRoas` is 0; with `outcome` only. */
  roasError?: number | null
  /** The row with the same identity in the run compared with; null when there was none. */
  previous?: PreviousRecommendation | null
  /** With `since` only. `new`: not recommended then; `action`: the action changed; `none`: the same action. */
  change?: Open<'new' | 'action' | 'none'>
}

/**
 * What to do with the campaign: the one decision that follows from its action, response to spend, bids, budgets and data. `more` occurs only with SCALE, `less` only with REDUCE.
 *
 * `kind`:
 *
 * - `bid_target`: set the bid target to `to`.
 * - `budget`: set the daily spend to `to`.
 * - `test`: raise the daily spend by 10 % to `to` for 7 days, to learn the response; then set it back, unless the next step starts there.
 * - `country` (`campaign_geo` rows of campaigns in several countries): spend `to` a day in the country. One bid and budget hold for all countries: exclude it, or give it a campaign of its own.
 * - `keep`: change nothing. `check_data`: change nothing before the data are checked. `stopped`: the campaign spends nothing any more.
 *
 * `reason` says why nothing changes; it is null if something does:
 *
 * | kind | reason | meaning |
 * |---|---|---|
 * | `stopped` | null | no spend on the last 3 days up to `Data-Through` (7 for apps with weekly aggregation), and no `no_cost` |
 * | `check_data` | `no_cost`, `no_installs`, `attribution`, `outage` | a problem of this kind in `data` of `GET /v1/overview` covers the campaign |
 * | `check_data` | `no_target`, `withheld`, `no_prediction` | no target above 0; the run withholds forecasts of the target DSI; no predicted ROAS |
 * | `keep` | `within_band` | HOLD |
 * | `keep` | `unsure` | `confidenceScore` below 0.30 |
 * | `keep` | `too_small` | `currentDailySpend` below 5, or a step that rounds to 0 |
 * | `keep` | `moved` | spend of the last 3 days differs from `dailySpend` by 5 % or more in the action's direction |
 * | `keep` | `newest_days_differ` | the ROAS of the newest install days (`newest`) is beyond the HOLD band on the other side of the target |
 * | `keep` | `next_unit_below_target` | SCALE, but one more unit of spend returns less than the target (`nextRoas`) |
 * | `keep` | `budget_spent` | SCALE, but `budget` has no room for it |
 * | `keep` | `app_brake` | SCALE, but raises that gain more already take the app's daily spend to its `brake` |
 * | `keep` | `paced` | the live bid target is at the recommended one, it changed within 14 days, and pacing holds the rest back |
 * | `keep` | `held` | the response is known, and the run suggests no step in the action's direction |
 * | `keep` | `unknown_response` | SCALE of a run that delivers no responses |
 *
 * The price (`spendChange` to `gainHigh`) is per day, in the app's currency, unrounded: the revenue is that of a day's installs by the target DSI, in the target types.
 * `gain` is `revenueChange / targetRoas - spendChange`. It is null without a step, and for a bid target whose effect on spend is not known.
 *
 * Before the target DSI is tested (`tested` is false), a step moves 10 % of the spend, by `test`, `budget` or `country`, and no bid target; its price has `bounds`.
 *
 * A response is known if the run gives one whose 80 % interval is not wider than 0.4 and has a width. Its elasticity is normally distributed around `marginalRoas` / predicted ROAS, cut at 0 and 1.
 */
export interface Step {
  /** What to change. */
  kind: Open<'bid_target' | 'budget' | 'test' | 'country' | 'keep' | 'check_data' | 'stopped'>
  /** Where money moves. */
  direction: Open<'more' | 'less' | 'none'>
  /** Bid target, or daily spend, today; null if nothing changes. */
  from: number | null
  /** The same after the step. */
  to: number | null
  /** Why nothing changes. */
  reason: Open<'no_cost' | 'no_installs' | 'attribution' | 'outage' | 'no_target' | 'withheld' | 'no_prediction' | 'within_band' | 'unsure' | 'too_small' | 'moved' | 'newest_days_differ' | 'next_unit_below_target' | 'budget_spent' | 'app_brake' | 'paced' | 'held' | 'unknown_response'> | null
  /** Change of the daily spend. */
  spendChange: number | null
  /** Change of the revenue of a day's installs; null if the response to spend is not known. */
  revenueChange: number | null
  /** Lower end of its 80 % interval, over the errors of response and predicted ROAS; with `bounds`, the lowest possible value. */
  revenueChangeLow: number | null
  /** Upper end; with `bounds`, the highest possible value. */
  revenueChangeHigh: number | null
  /** What the step is worth a day. Null as `revenueChange` is. */
  gain: number | null
  /** The same with `revenueChangeLow`. */
  gainLow: number | null
  /** The same with `revenueChangeHigh`. */
  gainHigh: number | null
  /** Whether low and high are bounds, at an elasticity of 0 and 1, not an 80 % interval. */
  bounds: boolean
  /** The budget with the least room, if the reason is `budget_spent`; otherwise null. */
  budget: StepBudget | null
  /** Whether the recommended bid target differs from the live one, against the action or before the target DSI is tested. It stays as it is; the step moves the spend. */
  bidStays: boolean
  /** DSI of the bid target. */
  optimisationDsi: number
  /** DSI by which the revenue of its price counts. */
  targetDsi: number
  /** Target ROAS of the target types, at which gains are valued; null if there is none. */
  targetRoas: number | null
  /** As `tested` of the recommendation. */
  tested: boolean
  /** What cohorts need at the longest tested DSI to reach the target, by the growth that the run predicts. Null if the target DSI is tested or withheld, or if a value is missing or not above 0. */
  checkpoint: Checkpoint | null
  /** With `next_unit_below_target`: what one more unit of spend returns, at most. Otherwise null. */
  nextRoas: number | null
  /**
   * The campaign's last 7 install days up to `Data-Through` (apps with weekly aggregation: its last complete ISO week), by the cohorts of the latest run, also with `asOf`. Null if the run withholds or has not tested the
   * target DSI, or knows revenue there for less than 80 % of their spend, 5 cohorts or 50 paid installs.
   */
  newest: NewestDays | null
  /** With `app_brake`: how far raises may take the app's daily spend. Otherwise null. */
  brake: Brake | null
  /** Share of spend of past recommendations of this action, status and granularity where hindsight agrees. Null if fewer than 50 are `judged`. */
  rightShare: number | null
  /** Such recommendations with an outcome, in the default range of `GET /v1/track-record`. */
  judged: number
}

/**
 * What to do with the alert's campaign: the `step` of its recommendation in the latest run. For an alert of one country of a campaign that runs in several, that of the country. Null if platform, network or campaign is
 * `Unknown`, if the run has no such recommendation, if an earlier alert run made the alert, or if the header `Withheld-Fields` has `step`.
 */
export interface StepOfAlert {
  /** What to change. */
  kind: Open<'bid_target' | 'budget' | 'test' | 'country' | 'keep' | 'check_data' | 'stopped'>
  /** Where money moves. */
  direction: Open<'more' | 'less' | 'none'>
  /** Bid target, or daily spend, today; null if nothing changes. */
  from: number | null
  /** The same after the step. */
  to: number | null
  /** Why nothing changes. */
  reason: Open<'no_cost' | 'no_installs' | 'attribution' | 'outage' | 'no_target' | 'withheld' | 'no_prediction' | 'within_band' | 'unsure' | 'too_small' | 'moved' | 'newest_days_differ' | 'next_unit_below_target' | 'budget_spent' | 'app_brake' | 'paced' | 'held' | 'unknown_response'> | null
  /** Change of the daily spend. */
  spendChange: number | null
  /** Change of the revenue of a day's installs; null if the response to spend is not known. */
  revenueChange: number | null
  /** Lower end of its 80 % interval, over the errors of response and predicted ROAS; with `bounds`, the lowest possible value. */
  revenueChangeLow: number | null
  /** Upper end; with `bounds`, the highest possible value. */
  revenueChangeHigh: number | null
  /** What the step is worth a day. Null as `revenueChange` is. */
  gain: number | null
  /** The same with `revenueChangeLow`. */
  gainLow: number | null
  /** The same with `revenueChangeHigh`. */
  gainHigh: number | null
  /** Whether low and high are bounds, at an elasticity of 0 and 1, not an 80 % interval. */
  bounds: boolean
  /** The budget with the least room, if the reason is `budget_spent`; otherwise null. */
  budget: StepBudget | null
  /** Whether the recommended bid target differs from the live one, against the action or before the target DSI is tested. It stays as it is; the step moves the spend. */
  bidStays: boolean
  /** DSI of the bid target. */
  optimisationDsi: number
  /** DSI by which the revenue of its price counts. */
  targetDsi: number
  /** Target ROAS of the target types, at which gains are valued; null if there is none. */
  targetRoas: number | null
  /** As `tested` of the recommendation. */
  tested: boolean
  /** What cohorts need at the longest tested DSI to reach the target, by the growth that the run predicts. Null if the target DSI is tested or withheld, or if a value is missing or not above 0. */
  checkpoint: Checkpoint | null
  /** With `next_unit_below_target`: what one more unit of spend returns, at most. Otherwise null. */
  nextRoas: number | null
  /**
   * The campaign's last 7 install days up to `Data-Through` (apps with weekly aggregation: its last complete ISO week), by the cohorts of the latest run, also with `asOf`. Null if the run withholds or has not tested the
   * target DSI, or knows revenue there for less than 80 % of their spend, 5 cohorts or 50 paid installs.
   */
  newest: NewestDays | null
  /** With `app_brake`: how far raises may take the app's daily spend. Otherwise null. */
  brake: Brake | null
  /** Share of spend of past recommendations of this action, status and granularity where hindsight agrees. Null if fewer than 50 are `judged`. */
  rightShare: number | null
  /** Such recommendations with an outcome, in the default range of `GET /v1/track-record`. */
  judged: number
}

/** What cohorts need at the longest tested DSI to reach the target, by the growth that the run predicts. Null if the target DSI is tested or withheld, or if a value is missing or not above 0. */
export interface Checkpoint {
  /** That DSI. */
  dsi: number
  /** The target DSI. */
  targetDsi: number
  /** The target ROAS. */
  targetRoas: number
  /** ROAS needed there, lower end of its 80 % interval. */
  neededLow: number
  /** Upper end. */
  neededHigh: number
  /** Their ROAS there. */
  roas: number
}

/**
 * The campaign's last 7 install days up to `Data-Through` (apps with weekly aggregation: its last complete ISO week), by the cohorts of the latest run, also with `asOf`. Null if the run withholds or has not tested the
 * target DSI, or knows revenue there for less than 80 % of their spend, 5 cohorts or 50 paid installs.
 */
export interface NewestDays {
  /** First install date. */
  startDate: string
  /** Last install date. */
  endDate: string
  /** Their ROAS at the target DSI, in the target types. */
  roas: number
}

/** With `app_brake`: how far raises may take the app's daily spend. Otherwise null. */
export interface Brake {
  /** The limit: today's spend, or 10 % above `earlierDailySpend` if that is more. Cuts of the run make room for raises. */
  dailySpend: number
  /** Today's spend of all campaigns of the app. */
  currentDailySpend: number
  /** Average daily spend of the 7 days that end 28 days before `Data-Through`. */
  earlierDailySpend: number
}

/** The budget with the least room, if the reason is `budget_spent`; otherwise null. */
export interface StepBudget {
  /** Budget id. */
  budgetId: number
  /** A month written `YYYY-MM`. */
  month: string
  /** Platform; null is all. */
  platform: 'IOS' | 'ANDROID' | 'WEB' | null
  /** Ad network; null is all. */
  network: string | null
  /** Campaign name; null is all. */
  campaign: string | null
  /** Budget of the month. */
  amount: number
  /** Spend of the whole month as it goes. */
  expected: number
}

/** Totals of steps. Amounts are per day, in the app's currency. The interval covers errors that count as the same within a network and as correlated by 0.5 between networks; it is not the sum of the steps' intervals. */
export interface StepTotals {
  /** Number of steps. */
  steps: number
  /** Steps without a `gain`, since their response to spend, or what their bid does to spend, is not known. `revenueChange` and gains leave them out. */
  unpriced: number
  /** Change of the daily spend by all steps whose `spendChange` is known. */
  spendChange: number
  /** Change of the revenue of a day's installs by the priced steps; null if there are none. */
  revenueChange: number | null
  /** What the priced steps are worth a day; null if there are none. */
  gain: number | null
  /** Lower end of its 80 % interval. */
  gainLow: number | null
  /** Upper end of that interval. */
  gainHigh: number | null
}

export interface Alert {
  /** Unique alert id. */
  id: number
  /** App the alert belongs to. */
  appId: number
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string
  /** `BIDS`: the live bid is more than 5 % off the paced recommendation. `ANALYTICS`: performance, confidence and custom rules. */
  alertGroup: 'BIDS' | 'ANALYTICS'
  /** Short name of the alert. */
  title: string
  /** Campaign name; `Unknown` if missing. */
  campaign: string
  /** ISO country code; `GLOBAL` when the campaign spans several; `Unknown` if missing. */
  country: string
  /** The platform of the installs; `Unknown` if missing. */
  platform: Platform
  /** Ad network; `Unknown` if missing. */
  network: string
  /** Average daily spend of the affected campaign over the bet lookback range. */
  dailySpend: number
  /** One line: what happened. */
  summary: string
  /** Why the alert fired. */
  detail: string
  /** How much spend is affected and why it matters; null on bid alerts. */
  spendDetail: string | null
  /** The pipeline's text, as delivered, not the step; null when there is none. */
  recommendedAction: string | null
  /** The measure that the alert is about; null, as are the next three fields, if the run does not say. */
  metric: Open<'live_bid' | 'roas' | 'ltv' | 'cpi' | 'installs' | 'spend' | 'revenue' | 'confidence' | 'attribution'> | null
  /** Its value: a ratio, an amount in the app's currency, or a number of installs. */
  value: number | null
  /** The value it is compared with: a target, a recommended bid, an earlier period. */
  reference: number | null
  /** value / reference - 1: 0.1 is 10 % above. */
  change: number | null
  /**
   * What to do with the alert's campaign: the `step` of its recommendation in the latest run. For an alert of one country of a campaign that runs in several, that of the country. Null if platform, network or campaign is
   * `Unknown`, if the run has no such recommendation, if an earlier alert run made the alert, or if the header `Withheld-Fields` has `step`.
   */
  step: StepOfAlert | null
  /** `createdAt` of the first of them in the range; with `distinct` only. */
  firstSeen?: string
  /** `createdAt` of the latest of them in the range; with `distinct` only. */
  lastSeen?: string
  /** Number of occurrences in the range; with `distinct` only. */
  timesSeen?: number
  /** Whether the latest alert run raised it, whatever the range; with `distinct` only. */
  inLatestRun?: boolean
  /** Deprecated: use `inLatestRun`. */
  open?: boolean
}

export interface Event {
  /** Event id. */
  id: number
  /** Kind of event. `attribution`: installs were attributed wrongly. */
  kind: Open<'outage' | 'attribution' | 'flight' | 'launch' | 'holiday' | 'price' | 'other'>
  /** Short name. */
  title: string
  /** First day. */
  startDate: string
  /** Last day, `startDate` if it was one day. */
  endDate: string
  /** Platform; null is all. */
  platform: 'IOS' | 'ANDROID' | 'WEB' | null
  /** Ad network; null is all. */
  network: string | null
  /** Campaign name; null is all. */
  campaign: string | null
  /** ISO country code; null is all. */
  country: string | null
  /** What to know when reading numbers of these days. */
  note: string | null
}

export interface BudgetPlan {
  /** The goal given. */
  goal: Open<'dailyBudget' | 'budgetChange' | 'targetRoas'>
  /** Whether the plan follows the steps. */
  followSteps: boolean
  /** Total daily spend of the goal; null with `targetRoas`. */
  dailyBudget: number | null
  /** Blended ROAS of the goal; null with the other goals. */
  targetRoas: number | null
  /** Whether the plan meets the goal. If false, no plan within the bounds does: with a budget, this is the nearest one; with `targetRoas`, the one with the largest `revenue - targetRoas * dailySpend`. */
  reached: boolean
  /** Whether no campaign may rise and some may fall: the steps only cut. `suggested` has the total of the steps. */
  onlyCuts: boolean
  /** Whether no other split within the bounds brings more revenue. False if budgets overlap without one containing the other: then it is a good split, not the best. */
  optimal: boolean
  /** If `reached` is false, the smallest `maxStep` with which a plan meets the goal, for a second request. Null if none does, as too little spend may move; null if `reached`. */
  neededMaxStep: number | null
  /** Marginal ROAS of the last unit of spend in the plan, the same in every campaign that is not at a bound. If all are at a bound, the smallest of those above their lowest spend, or the largest if none is. Null if no campaign with spend can move. */
  marginalRoas: number | null
  /** Lowest total daily spend within the bounds. */
  lowestDailySpend: number
  /** Highest total daily spend within the bounds. */
  highestDailySpend: number
  /** Share of today's spend with a predicted ROAS. Revenue and ROAS cover only these campaigns. Null without spend. */
  coveredShare: number | null
  /** Share of today's spend of campaigns that may move: with enough evidence, and a call that allows it. Null without spend. */
  movableShare: number | null
  /** Days that `horizonSpend` and `horizonRevenue` add up. */
  horizonDays: number
  /** Totals per day, today (`before`) or as planned (`after`). */
  before: BudgetTotals
  /** Totals per day, today (`before`) or as planned (`after`). */
  after: BudgetTotals
  /** Totals if every campaign with evidence takes its `step` and the others do not change, whatever the goal and `maxStep`. Null if no step of theirs has a price. */
  suggested: SuggestedTotals | null
  /** The campaigns, by `currentDailySpend` descending, then `id`. */
  campaigns: PlannedCampaign[]
}

/** Totals per day, today (`before`) or as planned (`after`). */
export interface BudgetTotals {
  /** Daily spend of all campaigns. */
  dailySpend: number
  /** Predicted revenue per day, of campaigns with a predicted ROAS; a negative one counts. */
  revenue: number
  /** Lower end of the 80 % interval of `revenue`, over the errors of predicted ROAS and of responses to the moves. */
  revenueLow: number
  /** Upper end of that interval. */
  revenueHigh: number
  /** Change of `revenue` against today (`before`). */
  revenueChange: number
  /** Lower end of the 80 % interval of `revenueChange`, over the same errors. */
  revenueChangeLow: number
  /** Upper end of that interval. */
  revenueChangeHigh: number
  /** Blended predicted ROAS: `revenue` / daily spend of campaigns with a predicted ROAS. Null without such spend. */
  roas: number | null
  /** `dailySpend` x `horizonDays`. */
  horizonSpend: number
  /** `revenue` x `horizonDays`. */
  horizonRevenue: number
}

/** Totals if every campaign with evidence takes its `step` and the others do not change, whatever the goal and `maxStep`. Null if no step of theirs has a price. */
export interface SuggestedTotals {
  /** Daily spend of all campaigns. */
  dailySpend: number
  /** Predicted revenue per day, of campaigns with a predicted ROAS; a negative one counts. */
  revenue: number
  /** Lower end of the 80 % interval of `revenue`, over the errors of predicted ROAS and of responses to the moves. */
  revenueLow: number
  /** Upper end of that interval. */
  revenueHigh: number
  /** Change of `revenue` against today (`before`). */
  revenueChange: number
  /** Lower end of the 80 % interval of `revenueChange`, over the same errors. */
  revenueChangeLow: number
  /** Upper end of that interval. */
  revenueChangeHigh: number
  /** Blended predicted ROAS: `revenue` / daily spend of campaigns with a predicted ROAS. Null without such spend. */
  roas: number | null
  /** `dailySpend` x `horizonDays`. */
  horizonSpend: number
  /** `revenue` x `horizonDays`. */
  horizonRevenue: number
}

export interface PlannedCampaign {
  /** Its recommendation's id; changes with every run. */
  id: number
  /** The platform of the installs; `Unknown` if missing. */
  platform: Platform
  /** Ad network; `Unknown` if missing. */
  network: string
  /** Campaign name; `Unknown` if missing. */
  campaign: string
  /** ISO country code; `GLOBAL` when the campaign spans several; `Unknown` if missing. */
  country: string
  /** Today's spend, as in the recommendation. */
  currentDailySpend: number
  /** Daily spend in the plan. */
  plannedDailySpend: number
  /** plannedDailySpend / currentDailySpend - 1: 0.1 is 10 % more; null if `currentDailySpend` is 0. */
  change: number | null
  /** Lowest daily spend that `maxStep` and the call allow; `currentDailySpend` without evidence. */
  lowestDailySpend: number
  /** Highest daily spend that `maxStep`, the call and budgets allow, with what other campaigns of a budget may free; `currentDailySpend` without evidence. */
  highestDailySpend: number
  /** Daily spend that the run suggests; null if it gives none. */
  suggestedDailySpend: number | null
  /** Predicted ROAS today, at the target DSI, in the target types; null if the run gives none. */
  predictedRoas: number | null
  /** Predicted ROAS at `plannedDailySpend`; null without `predictedRoas`, or without spend. */
  plannedRoas: number | null
  /** predictedRoas * currentDailySpend; null without `predictedRoas`. */
  revenue: number | null
  /** Predicted revenue of a day at `plannedDailySpend`; null without `predictedRoas`. */
  plannedRevenue: number | null
  /** Marginal ROAS today: revenue of one more unit of daily spend; null if the run gives none. */
  marginalRoas: number | null
  /** Marginal ROAS at `plannedDailySpend`; null without evidence or spend. */
  plannedMarginalRoas: number | null
  /** Response of installs to spend: 0.8 means that 1 % more spend brings 0.8 % more installs; null if the run gives none. */
  responseElasticity: number | null
  /** Lower end of its 80 % interval. */
  responseLow: number | null
  /** Upper end of its 80 % interval. */
  responseHigh: number | null
  /** Limit of the move. `call`: the action, or the step with `stepReason`, does not allow it. `evidence`: the response is not known well enough, or the target DSI is not tested, so the spend does not change. `step`: `maxStep`; a larger move would help. `budget`: a budget of the month has no room for more. `target`: the target ROAS. Null: none. */
  limitedBy: Open<'call' | 'evidence' | 'step' | 'budget' | 'target'> | null
  /** The `reason` of the campaign's step: why it changes nothing; null if it does. */
  stepReason: string | null
}

export interface Pacing {
  /** Budget id. */
  budgetId: number
  /** A month written `YYYY-MM`. */
  month: string
  /** Platform; null is all. */
  platform: 'IOS' | 'ANDROID' | 'WEB' | null
  /** Ad network; null is all. */
  network: string | null
  /** Campaign name; null is all. */
  campaign: string | null
  /** Budget of the month, in the app's currency. */
  amount: number
  /** Spend of the month up to the latest install date with data. */
  spent: number
  /** Spend of the whole month, expected; `spent` if it has ended. Null if days are left and nothing was spent in the last 208 days. */
  expected: number | null
  /** Lower end of its 80 % interval; null if there is none. */
  expectedLow: number | null
  /** Upper end of that interval. */
  expectedHigh: number | null
  /** Past days whose errors make the interval. */
  intervalDays: number
  /** Deprecated: use `intervalDays`. */
  cases: number
  /** spent / amount. */
  share: number
  /** Days of the month after the latest install date with data. */
  daysLeft: number
  /** Average daily spend of the last 7 days with data; null if nothing was spent in the last 208 days. */
  currentDailySpend: number | null
  /** Daily spend that meets the budget over the days left; 0 if it is used up, null without days left. */
  neededDailySpend: number | null
  /** `OVERSPENT`: `spent` exceeds `amount`. Otherwise by `expected`: `OVER` more than 5 % above `amount`, `UNDER` more than 5 % below, `ON_BUDGET` between. Null if `expected` is null. */
  status: Open<'OVERSPENT' | 'OVER' | 'ON_BUDGET' | 'UNDER'> | null
}

export interface TrackRecord {
  /** With `groupBy` only, like the next four fields. */
  platform?: string
  /** Ad network. */
  network?: string
  /** Recommended action. */
  action?: 'SCALE' | 'HOLD' | 'REDUCE'
  /** Confidence tier. */
  status?: 'HIGH' | 'MEDIUM' | 'LOW'
  /** `dailySpend` as a share of that of all recommendations of the run and granularity whose outcome is known: LARGE from 5 % on, MEDIUM from 1 % on. */
  size?: Open<'LARGE' | 'MEDIUM' | 'SMALL'>
  /** Recommendations with a known outcome. Below 20, the other figures are omitted. */
  decisions: number
  /** Runs that made them. */
  runs?: number
  /** Day, UTC, on which the first of these runs was created. */
  since?: string
  /** Sum of their `dailySpend`, the weight of all that follows. */
  dailySpend?: number
  /** Share of spend, 0 to 1, where `actionInHindsight` is `action`. Null without spend. */
  rightShare?: number | null
  /** Share of spend where hindsight says SCALE for REDUCE, or REDUCE for SCALE. Null without spend. */
  oppositeShare?: number | null
  /** Sum of predicted minus actual ROAS over the sum of actual, each times dailySpend: 0.02 is 2 % too high. Without decisions that had no predicted ROAS. Null when the sum of actual is 0. */
  bias?: number | null
  /** Sum of absolute differences of predicted and actual ROAS over the sum of actual, each times dailySpend. Null when that sum is 0. */
  wape?: number | null
  /** Absolute `roasError` that half of the spend stays within: the smallest of the errors for which that holds. Null when none is known. */
  p50?: number | null
  /** The same for 80 % of the spend. */
  p80?: number | null
  /** The same for 90 % of the spend. */
  p90?: number | null
  /** With `examples`: the decisions with a target above 0 where hindsight says another action, by `cost` descending, then oldest run, then id. */
  wrong?: WrongDecision[]
}

/** ROAS are at the target DSI, in the target types. */
export interface WrongDecision {
  /** Day, UTC, on which its run was created. */
  date: string
  /** Platform. */
  platform: string
  /** Ad network. */
  network: string
  /** Campaign name. */
  campaign: string
  /** Country. */
  country: string
  /** Recommended action. */
  action: 'SCALE' | 'HOLD' | 'REDUCE'
  /** What the outcome says. */
  actionInHindsight: 'SCALE' | 'HOLD' | 'REDUCE'
  /** Spend a day that it judged. */
  dailySpend: number
  /** Predicted ROAS. */
  predictedRoas: number | null
  /** Today's target. */
  targetRoas: number
  /** ROAS reached. */
  actualRoas: number
  /** Money a day by which it missed the target, either way: `dailySpend` times the distance of `actualRoas` over `targetRoas` from 1. */
  cost: number
}

/** An error (RFC 9457). */
export interface Problem {
  /** Documentation of the error: a reference relative to the requested address. */
  type: string
  /** The status in words. */
  title: string
  /** The HTTP status. */
  status: number
  /** Explanation for people. */
  detail: string
  /** Stable code for programs. `x-extensible-enum` and `/docs` list the current ones; more may be added. */
  code: Open<'invalid_parameter' | 'unauthorized' | 'app_forbidden' | 'host_forbidden' | 'origin_forbidden' | 'company_required' | 'insufficient_scope' | 'not_found' | 'method_not_allowed' | 'not_acceptable' | 'link_expired' | 'payload_too_large' | 'uri_too_long' | 'unsupported_media_type' | 'range_not_satisfiable' | 'headers_too_large' | 'bad_request' | 'file_too_large' | 'rate_limited' | 'too_many_downloads' | 'internal_error' | 'busy' | 'unavailable' | 'data_damaged' | 'insufficient_memory' | 'insufficient_storage'>
  /** Same as `X-Request-Id`. */
  requestId: string
  /** On 400: every invalid parameter. */
  errors?: {
    /** The invalid parameter. */
    parameter: string
    /** What is wrong with it. */
    message: string
    /** The allowed values, as written in a request, if they can be listed. */
    allowed?: string[]
  }[]
}
