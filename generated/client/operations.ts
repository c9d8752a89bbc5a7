// Generated from openapi.yaml by `npm run generate`. Do not edit.

import type { Call } from '../../client/src/call.ts'
import type { Connection } from '../../client/src/connection.ts'
import type { DownloadedFile } from '../../client/src/downloaded-file.ts'
import type { Exact } from '../../client/src/exact.ts'
import type { FileRequestOptions, RequestOptions } from '../../client/src/options.ts'
import type { FormatOf } from '../../client/src/rows/format-of.ts'
import type { ReportRow } from '../../client/src/rows/report-row.ts'
import type { RoasHistoryRow } from '../../client/src/rows/roas-history-row.ts'
import type { Alert, App, Recommendation } from './models.ts'
import type { GetAlertsParameters, GetRecommendationsParameters, GetReportParameters, GetRoasHistoryParameters } from './parameters.ts'
import { queryString } from '../../client/src/query-string.ts'
import { requestFile } from '../../client/src/request-file.ts'
import { requestJson } from '../../client/src/request-json.ts'

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
 * Get the latest spend recommendations.
 *
 * Recommendations of the app's latest succeeded run, by `dailySpend` descending, then `id`. An app without such a run has none.
 *
 * A recommendation's identity across runs is (granularity, platform, network, campaign, country): `id` changes with every run.
 *
 * `action` compares predicted with target ROAS at the target DSI, in the app's target ROAS type and revenue type: `SCALE` above
 * the band around the target, `HOLD` within it (edges included), `REDUCE` below it or when either ROAS is missing or not positive.
 * The band is the app's action threshold, 5 % unless configured.
 *
 * A wrong parameter is a BadRequestError; an app that the key cannot read, or that is not there, a ForbiddenError.
 */
export function getRecommendations(
  connection: Connection,
  parameters: GetRecommendationsParameters,
  options?: RequestOptions
): Call<Recommendation[]> {
  return requestJson(connection, '/v1/recommendations', () => queryString(parameters, ['platforms']), options)
}

/**
 * Download a cohort report.
 *
 * One row per install cohort (grouped by `installGrouping`) and campaign, plus country at `campaign_geo`, from the app's latest
 * succeeded run: actual where the cohort is old enough, forecast otherwise.
 *
 * Columns, in this order: `install_cohort`, `platform`, `network`, `campaign`, `country` (campaign_geo only), `spend`, `installs_<type>`,
 * `cpi_<type>`, `ltv_<type>_<revenue>_d<n>`, `roas_<type>_<revenue>_d<n>`; only the metrics asked for; types in the order paid,
 * incremental_blended, full_blended; gross before net; DSIs ascending. `install_cohort` is the start of the period: weeks start
 * on Monday (ISO 8601), months on the first. Only install dates within the range count, so the first and last period may be partial.
 *
 * Ratios are ratios of sums: LTV = revenue / installs of the type, CPI = spend / installs of the type, ROAS = revenue / spend (the same spend
 * for every type), revenue being cumulative by DSI. LTV and CPI are null when installs are 0, ROAS when spend is 0; LTV and ROAS
 * also when revenue at that DSI is not known for every cohort with spend or installs in the group.
 *
 * Parquet: DATE, INT64, DOUBLE and UTF-8 strings, Snappy compressed; the answer's context (run, dates, currency, filters) is also in the
 * file's key-value metadata. CSV: RFC 4180 with header, nulls empty.
 *
 * Read its rows with `@uascope/client/table`, save it with `@uascope/client/node`.
 *
 * A wrong parameter is a BadRequestError; an app that the key cannot read, or that is not there, a ForbiddenError.
 */
export function getReport<const Parameters extends GetReportParameters>(
  connection: Connection,
  parameters: Exact<Parameters, GetReportParameters>,
  options?: FileRequestOptions
): Call<DownloadedFile<ReportRow<Parameters>, FormatOf<Parameters>>> {
  return requestFile(connection, '/v1/report', () => queryString(parameters, ['platforms']), options)
}

/**
 * Download how each cohort's ROAS looked at each age.
 *
 * One row per install cohort (and campaign, and country), one column `roas_age_N` per cohort age: the ROAS at the requested DSI as the
 * run said when its latest install date was N whole days after the start of the cohort's period, to 4 decimals; empty where no run
 * captured it. Forecasts converge to the actual value along a row.
 *
 * Columns: `created_at` (when the newest value of the row was captured), `recommendation_id`, `platform`, `network`, `campaign`, `country`,
 * `daily_spend`, `install_cohort`, `dsi`, `roas_type`, `revenue_type`, `roas_age_N`... At `app` granularity `recommendation_id`, `platform`, `network`,
 * `campaign`, `country` and `daily_spend` are absent; at `campaign` `country` is. Ages run from the app's smallest bet lookback start to
 * the age of the file's oldest cohort at the latest run.
 *
 * Rows: by `daily_spend` descending, `recommendation_id` descending, `install_cohort`; at `app` by `install_cohort`.
 * `startDate` is moved back to the start of its period, which then counts whole.
 *
 * Read its rows with `@uascope/client/table`, save it with `@uascope/client/node`.
 *
 * A wrong parameter is a BadRequestError; an app that the key cannot read, or that is not there, a ForbiddenError.
 */
export function getRoasHistory<const Parameters extends GetRoasHistoryParameters>(
  connection: Connection,
  parameters: Exact<Parameters, GetRoasHistoryParameters>,
  options?: FileRequestOptions
): Call<DownloadedFile<RoasHistoryRow<Parameters>, FormatOf<Parameters>>> {
  return requestFile(connection, '/v1/roas-history', () => queryString(parameters, ['platforms']), options)
}

/**
 * Get alerts.
 *
 * Alerts of the latest succeeded alert run or, when `startDate` is given, every alert of succeeded runs created in the range. Newest run first,
 * highest `dailySpend` first within a run, then `id`.
 *
 * A wrong parameter is a BadRequestError; an app that the key cannot read, or that is not there, a ForbiddenError.
 */
export function getAlerts(
  connection: Connection,
  parameters: GetAlertsParameters,
  options?: RequestOptions
): Call<Alert[]> {
  return requestJson(connection, '/v1/alerts', () => queryString(parameters, ['alertGroups', 'platforms']), options)
}
