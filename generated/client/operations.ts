// Generated from openapi.yaml by `npm run generate`. Do not edit.

import type { Call } from '../../client/src/connection.ts'
import type { Connection } from '../../client/src/connection.ts'
import type { DownloadedFile } from '../../client/src/downloaded-file.ts'
import type { Exact } from '../../client/src/exact.ts'
import type { FileRequestOptions, RequestOptions } from '../../client/src/options.ts'
import type { FormatOf } from '../../client/src/columns.ts'
import type { Incomplete } from '../../client/src/shapes.ts'
import type { ReportRow } from '../../client/src/report-row.ts'
import type { RoasHistoryRow } from '../../client/src/roas-history-row.ts'
import type { Alert, App, AppSettings, BudgetPlan, Campaign, Event, ForecastAccuracy, Overview, Pacing, Recommendation, TrackRecord } from './models.ts'
import type { GetAlertsParameters, GetAppSettingsParameters, GetBudgetPlanParameters, GetForecastAccuracyParameters, GetPacingParameters, GetRecommendationsParameters, GetReportParameters, GetRoasHistoryParameters, GetTrackRecordParameters, ListCampaignsParameters, ListEventsParameters } from './parameters.ts'
import { queryString, requestFile, requestJson } from '../../client/src/request.ts'

/**
 * List the company's live apps.
 *
 * All live apps the key's company can access, by ascending id. An app's `id` is the `appId` of every other operation.
 */
export function listApps(
  connection: Connection,
  options?: RequestOptions
): Call<App[]> {
  return requestJson(connection, '/v1/apps', () => '', options)
}

/**
 * Get an overview of all apps.
 *
 * One item per app that the key can read, by ascending id, in one request: what was spent, whether ROAS is on target, what changed, what is wrong with the data, the three steps
 * that gain most, and spend against the month's budgets. All values are of the app's latest succeeded run; amounts are in the app's `currency` and are never added across
 * apps.
 *
 * Values follow the report's rules: ratios are ratios of sums, and a ROAS is null unless the revenue of every cohort of its days is known. The weeks of `spend` and `roas` are
 * the 7 days up to `dataThrough` and the 7 days before; those of `weeks` are ISO weeks, the last of which may be incomplete. An app without a succeeded run has null amounts and empty lists.
 */
export function getOverview(
  connection: Connection,
  options?: RequestOptions
): Call<Overview[]> {
  return requestJson(connection, '/v1/overview', () => '', options)
}

/**
 * Get an app's settings.
 *
 * An app's settings and data range: the values that other operations accept, their defaults, and what decides its recommendations.
 *
 * A wrong parameter is a BadRequestError; an app that the key cannot read, or that does not exist, a ForbiddenError.
 */
export function getAppSettings<const Parameters extends Incomplete<GetAppSettingsParameters>>(
  connection: Connection,
  parameters: Exact<Parameters, GetAppSettingsParameters>,
  options?: RequestOptions
): Call<AppSettings> {
  return requestJson(connection, '/v1/app-settings', () => queryString(parameters, []), options)
}

/**
 * List the app's campaigns.
 *
 * Every campaign with cohorts in the app's latest succeeded run, by `spend` descending, then platform, network and campaign in byte order.
 * Filters accept these names.
 *
 * A wrong parameter is a BadRequestError; an app that the key cannot read, or that does not exist, a ForbiddenError.
 */
export function listCampaigns<const Parameters extends Incomplete<ListCampaignsParameters>>(
  connection: Connection,
  parameters: Exact<Parameters, ListCampaignsParameters>,
  options?: RequestOptions
): Call<Campaign[]> {
  return requestJson(connection, '/v1/campaigns', () => queryString(parameters, ['platforms']), options)
}

/**
 * Get the latest spend recommendations.
 *
 * Recommendations of the app's latest succeeded run, or of an earlier one with `asOf`, by `dailySpend` descending, then `id`, unless `sort` is
 * given. An app without such a run has none. A run that the operator has withdrawn is ignored everywhere.
 *
 * A recommendation's identity across runs is (granularity, platform, network, campaign, country): `id` changes with every run.
 *
 * `action` compares predicted with target ROAS at the target DSI, in the app's target ROAS type and revenue type: `SCALE` above
 * the band around the target, `HOLD` within it (edges included), `REDUCE` below it or when either ROAS is missing or not positive.
 * A REDUCE for want of a prediction (`actionReason` is `roas_missing`) says that data are missing, not that spend is too high: its `step` is
 * `check_data` and moves nothing. Software that lowers budgets should follow `step.direction`: `less` occurs only with a prediction.
 * The band is the app's action threshold, 5 % unless configured. Headers name what decides: `Target-Dsi`, `Target-Roas-Type`, `Target-Revenue-Type` and
 * `Action-Threshold`.
 *
 * `since` compares runs: each row gets `previous`, its state in the run that `asOf` with that date returns, and `change`. Both runs are judged
 * by the app's current targets and threshold.
 *
 * A wrong parameter is a BadRequestError; an app that the key cannot read, or that does not exist, a ForbiddenError.
 */
export function getRecommendations<const Parameters extends Incomplete<GetRecommendationsParameters>>(
  connection: Connection,
  parameters: Exact<Parameters, GetRecommendationsParameters>,
  options?: RequestOptions
): Call<Recommendation[]> {
  return requestJson(connection, '/v1/recommendations', () => queryString(parameters, ['granularity', 'platforms', 'actions', 'statuses']), options)
}

/**
 * Plan daily spend per campaign.
 *
 * The daily spend per campaign that brings the most revenue, calculated from the recommendations of the latest succeeded run; nothing is stored or changed. Give
 * exactly one goal: `dailyBudget` (a total to spend), `budgetChange` (a change of today's total) or `targetRoas` (the most revenue at this blended ROAS or better).
 *
 * The plan follows the steps: a campaign's spend rises only with SCALE, falls only with REDUCE, and stays where its `step` is `keep` for another reason than a budget (`limitedBy` is `call`). With the same total, money
 * moves only if a campaign may rise; otherwise nothing moves and `onlyCuts` is true. `followSteps=false` plans without regard to the steps.
 *
 * Campaigns start from today's spend. Those whose `step` is `stopped` or `check_data` are left out. Revenue is what one day's installs bring by the target DSI, in the target types. At a daily
 * spend `x`, a campaign with `currentDailySpend` `s` brings `predictedRoas * s * (x / s) ^ e` a day, where `e = marginalRoas / predictedRoas`, from 0 to 1. The plan has the same marginal ROAS in every
 * campaign that is not at a bound. No move exceeds `maxStep`. For each budget of the month, the changes of its campaigns add up to at most what it leaves (`amount` - `expected` of `GET /v1/pacing`, at least 0, over the days
 * left), so what the plan cuts is there for what it raises (`limitedBy` is `budget`). Campaigns outside the response keep today's spend. An overspent budget allows no net raise and forces no cut.
 *
 * Revenue counts installs as the networks attribute them. Where campaigns share an audience, a raise takes installs from others, and brings less than the plan says.
 *
 * A campaign keeps its spend (`limitedBy` is `evidence`) if the run gives no response for it, a vague one (`responseHigh - responseLow` above 0.4), or one without an interval (both ends equal), or if its target DSI is not tested. If no plan
 * within the bounds meets the goal, the response is the nearest one, with `reached: false`.
 *
 * The 80 % intervals cover the errors of today's predicted ROAS and of the response to a move. Errors count as the same within a network, and as correlated by 0.5 between networks. Without a succeeded run, there are no campaigns.
 *
 * A wrong parameter is a BadRequestError; an app that the key cannot read, or that does not exist, a ForbiddenError.
 */
export function getBudgetPlan<const Parameters extends Incomplete<GetBudgetPlanParameters>>(
  connection: Connection,
  parameters: Exact<Parameters, GetBudgetPlanParameters>,
  options?: RequestOptions
): Call<BudgetPlan> {
  return requestJson(connection, '/v1/budget-plan', () => queryString(parameters, ['granularity', 'platforms']), options)
}

/**
 * Compare spend with budgets.
 *
 * The app's budgets of a month: what was spent, what is expected by the end of the month, and the daily spend that meets the budget. Ordered by `platform`, `network` and `campaign`,
 * budgets for all first, then by `budgetId`. Spend is that of the latest succeeded run; without one, `spent` is 0.
 *
 * `expected` is `spent` plus, for each day left, the mean of the same weekday over the last 28 days with data, or the mean of those days if none is of that weekday. Days before the first
 * spend of the budget's campaigns in the last 208 days do not count.
 *
 * The 80 % interval comes from the errors of the same rule at earlier days of the last 180, with as many days left and 28 days before them. It is wider if few of these periods do not
 * overlap. In the demo it contained 78 % of 4,381 outcomes, 70 to 90 % by app and kind of budget. It is null with fewer than 20 such days, if no spend is expected, and for months that
 * have ended or not begun.
 *
 * A wrong parameter is a BadRequestError; an app that the key cannot read, or that does not exist, a ForbiddenError.
 */
export function getPacing<const Parameters extends Incomplete<GetPacingParameters>>(
  connection: Connection,
  parameters: Exact<Parameters, GetPacingParameters>,
  options?: RequestOptions
): Call<Pacing[]> {
  return requestJson(connection, '/v1/pacing', () => queryString(parameters, []), options)
}

/**
 * Measure how often recommendations were right.
 *
 * Past recommendations whose outcome is known, by the day their run was created: how much of their spend hindsight agrees with, and how far off the
 * predicted ROAS was. Each identity counts once per run.
 *
 * The outcome is the ROAS at the recommendation's target DSI that the install dates of its bet lookback range reached, in the target types and by the latest succeeded
 * run. It is known once that run's latest install date is at least the target DSI after `lookbackEndDate`, if the run has revenue at that DSI for
 * every cohort with spend or installs. A row of `campaign` covers all countries of the campaign.
 *
 * Targets, threshold and traditional networks are the app's current ones, as with `since`. Shares, `bias`, `wape` and percentiles are weighted by `dailySpend`. A
 * group of fewer than 20 decisions has only `decisions` and `wrong`; a group without any is omitted. Groups are ordered by platform, network, action,
 * status and size, in byte order.
 *
 * A wrong parameter is a BadRequestError; an app that the key cannot read, or that does not exist, a ForbiddenError.
 */
export function getTrackRecord<const Parameters extends Incomplete<GetTrackRecordParameters>>(
  connection: Connection,
  parameters: Exact<Parameters, GetTrackRecordParameters>,
  options?: RequestOptions
): Call<TrackRecord[]> {
  return requestJson(connection, '/v1/track-record', () => queryString(parameters, ['granularity', 'platforms', 'groupBy']), options)
}

/**
 * Measure forecast accuracy.
 *
 * Error of earlier forecasts of a cohort's revenue at one DSI, by the age of the cohort at forecast time, youngest first; with `groupBy` by
 * group (names in byte order), then age.
 *
 * A cohort is a period (and campaign, and country) that ends within the range. Its age is the number of days from the period's start to a run's
 * latest install date;
 * L is the period's own length in days minus one: 0, 6, or 27 to 30. Its forecasts are the values of runs at ages from L to `dsi` - 1; its
 * actual value is that of the first run at an age of `dsi` + L or more. It counts at each age with both, so the list is empty if `dsi` is L or less.
 *
 * A run whose snapshots at the DSI begin after the start of a cohort's period captured only part of it and gives no value for that cohort. Among runs with the same latest
 * install date the newest counts. All campaigns count, recommended or not. Sums are exact, and each figure divides once.
 *
 * A wrong parameter is a BadRequestError; an app that the key cannot read, or that does not exist, a ForbiddenError.
 */
export function getForecastAccuracy<const Parameters extends Incomplete<GetForecastAccuracyParameters>>(
  connection: Connection,
  parameters: Exact<Parameters, GetForecastAccuracyParameters>,
  options?: RequestOptions
): Call<ForecastAccuracy[]> {
  return requestJson(connection, '/v1/forecast-accuracy', () => queryString(parameters, ['granularity', 'groupBy', 'installGrouping', 'roasType', 'revenueType', 'platforms']), options)
}

/**
 * Download a cohort report.
 *
 * One row per install cohort (grouped by `installGrouping`) and campaign, plus country at `campaign_geo`, from the app's latest
 * succeeded run: actual if the cohort is old enough, otherwise forecast. `groupBy` groups by fewer columns, or none.
 *
 * Columns, in this order: `install_cohort`, `platform`, `network`, `campaign`, `country` (campaign_geo only), `spend`, `installs_<type>`,
 * `cpi_<type>`, `revenue_<type>_<revenue>_d<n>`, `ltv_<type>_<revenue>_d<n>`, `roas_<type>_<revenue>_d<n>`, `profit_<type>_<revenue>_d<n>`,
 * `organic_installs`, `payback_<type>_<revenue>`, `payback_known_dsi_<type>_<revenue>`; only the requested metrics, and
 * with `groupBy` only the names it lists; types in the order paid,
 * incremental_blended, full_blended; gross before net; DSIs ascending. `install_cohort` is the start of the period: weeks start
 * on Monday (ISO 8601), months on the first; with `installGrouping=total` it is the first date of the range. Only install dates within the range count, so the first and last
 * period may be partial.
 *
 * Ratios are ratios of sums, at the level of the row: LTV = revenue / installs of the type, CPI = spend / installs of the type, ROAS = revenue / spend (the same spend
 * for every type), revenue being cumulative by DSI. LTV and CPI are null when installs are 0, ROAS when spend is 0; revenue, LTV and ROAS
 * also when revenue at that DSI is not known for every cohort with spend or installs in the group. With `partial=true` they then cover the
 * cohorts with known revenue.
 *
 * `profit` is revenue minus spend, null where revenue is; `organic_installs` is full blended minus paid installs. `payback` is the first day
 * since install, to one decimal, on which the row's cumulative revenue reaches its spend, interpolated linearly between the app's available
 * DSIs: the smallest one if revenue already suffices there, null without spend or if no DSI with known revenue suffices.
 * `payback_known_dsi_<type>_<revenue>` beside it says why it is null: not reached by that DSI, the largest with known revenue, or, if it is null too, no spend or no known revenue. Like ROAS, `profit` and
 * `payback` cover, with `partial=true`, the cohorts with known revenue, in revenue and spend alike.
 *
 * **Comparison.** With `compare` each metric column is followed by `<column>_before`, its value in the compared range, and `<column>_change`,
 * now / before - 1 (null if before is null or 0). Rows are the groups present in either range. In a range without any of its cohorts a group's
 * spend, installs, revenue and profit are 0 and its ratios and payback null. The compared range is in `Compare-Start-Date` and `Compare-End-Date`.
 *
 * With `explain=true` each ratio column (CPI, LTV, ROAS) also has `<column>_mix` and `<column>_rate`: the group's contributions to the change of
 * the total's ratio M, the ratio over all matching groups, returned or not. With s the group's share of the denominator (spend for ROAS, installs
 * for LTV and CPI), m its ratio, and 0 and 1 for before and now:
 * mix = (s1 - s0) ((m0 + m1) / 2 - (M0 + M1) / 2), the effect of its larger or smaller share;
 * rate = (s0 + s1) / 2 (m1 - m0), the effect of its own ratio. A group without a denominator in one range takes the other range's m; a numerator
 * without a denominator, such as revenue without spend, counts in `rate`, divided by the total's denominator. If none is null, the contributions
 * of all groups add up to M1 - M0. `mix` is null if M is in either range, `rate` if the group's revenue is, both if there is no denominator in one of the ranges.
 *
 * Parquet: DATE, INT64, DOUBLE and UTF-8 strings, Snappy compressed; the response's context (run, dates, currency, filters) is also in the
 * file's key-value metadata. CSV: RFC 4180 with header, nulls empty.
 *
 * Read its rows with `@uascope/client/rows`, save it with `@uascope/client/node`.
 *
 * A wrong parameter is a BadRequestError; an app that the key cannot read, or that does not exist, a ForbiddenError.
 */
export function getReport<const Parameters extends Incomplete<GetReportParameters>>(
  connection: Connection,
  parameters: Exact<Parameters, GetReportParameters>,
  options?: FileRequestOptions
): Call<DownloadedFile<ReportRow<Parameters>, FormatOf<Parameters>>> {
  return requestFile(connection, '/v1/report', () => queryString(parameters, ['granularity', 'groupBy', 'installGrouping', 'metrics', 'roasTypes', 'revenueTypes', 'platforms', 'format', 'order']), options)
}

/**
 * Download each cohort's ROAS at each age.
 *
 * One row per install cohort (and campaign, and country), one column `roas_age_N` per cohort age: the ROAS at the requested DSI, as estimated
 * by the run whose latest install date was N whole days after the start of the cohort's period, to 4 decimals; empty if no run captured it.
 * Forecasts converge to the actual value along a row.
 *
 * Columns: `created_at` (when the newest value of the row was captured), `recommendation_id`, `platform`, `network`, `campaign`, `country`,
 * `daily_spend`, `install_cohort`, `dsi`, `roas_type`, `revenue_type`, `roas_age_N`... At `app` granularity `recommendation_id`, `platform`, `network`,
 * `campaign`, `country` and `daily_spend` are absent; at `campaign` `country` is. Ages run from the app's smallest bet lookback start to
 * the age of the file's oldest cohort at the latest run.
 *
 * Rows: by `daily_spend` descending, `recommendation_id` descending, `install_cohort`; at `app` by `install_cohort`.
 * `startDate` is moved back to the start of its period, which is then included whole.
 *
 * Two ages matter: from `Full-From-Age` on (the period's length minus one; 30 for months) the whole cohort has installed; earlier values cover
 * only those who had. From `Actual-From-Age` on (that plus the DSI) a value is actual; earlier ones are at least partly forecast. A run whose
 * snapshots at the DSI begin after the start of a cohort's period captured only part of it and gives that cohort no value.
 *
 * Read its rows with `@uascope/client/rows`, save it with `@uascope/client/node`.
 *
 * A wrong parameter is a BadRequestError; an app that the key cannot read, or that does not exist, a ForbiddenError.
 */
export function getRoasHistory<const Parameters extends Incomplete<GetRoasHistoryParameters>>(
  connection: Connection,
  parameters: Exact<Parameters, GetRoasHistoryParameters>,
  options?: FileRequestOptions
): Call<DownloadedFile<RoasHistoryRow<Parameters>, FormatOf<Parameters>>> {
  return requestFile(connection, '/v1/roas-history', () => queryString(parameters, ['granularity', 'installGrouping', 'roasType', 'revenueType', 'platforms', 'format']), options)
}

/**
 * Get alerts.
 *
 * Alerts of the latest succeeded alert run or, when `startDate` is given, every alert of succeeded runs created in the range. Newest run first,
 * highest `dailySpend` first within a run, then `id`, unless `sort` is given. With `distinct=true`, an alert raised by several runs is one row.
 *
 * What to do with a campaign is its `step`, the same as in `GET /v1/recommendations`. `recommendedAction` is the text of the pipeline that delivered the alert, not the step.
 *
 * A wrong parameter is a BadRequestError; an app that the key cannot read, or that does not exist, a ForbiddenError.
 */
export function getAlerts<const Parameters extends Incomplete<GetAlertsParameters>>(
  connection: Connection,
  parameters: Exact<Parameters, GetAlertsParameters>,
  options?: RequestOptions
): Call<Alert[]> {
  return requestJson(connection, '/v1/alerts', () => queryString(parameters, ['alertGroups', 'platforms']), options)
}

/**
 * List events.
 *
 * What happened to the app besides its campaigns: outages, broken attribution, flights, launches, holidays, price changes. Numbers of these days may
 * have other causes than the campaigns. Ordered by `startDate`, then `endDate`, then `id`.
 *
 * Each name of an event is null if it concerns all platforms, networks, campaigns or countries; such an event matches every filter.
 *
 * A wrong parameter is a BadRequestError; an app that the key cannot read, or that does not exist, a ForbiddenError.
 */
export function listEvents<const Parameters extends Incomplete<ListEventsParameters>>(
  connection: Connection,
  parameters: Exact<Parameters, ListEventsParameters>,
  options?: RequestOptions
): Call<Event[]> {
  return requestJson(connection, '/v1/events', () => queryString(parameters, ['platforms']), options)
}
