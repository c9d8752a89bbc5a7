// Generated from openapi.yaml by `npm run generate`. Do not edit.

import type { Call } from '../../client/src/call.ts'
import type { Connection } from '../../client/src/connection.ts'
import type { DownloadedFile } from '../../client/src/downloaded-file.ts'
import type { Exact } from '../../client/src/exact.ts'
import type { FileRequestOptions, RequestOptions } from '../../client/src/options.ts'
import { queryString } from '../../client/src/query-string.ts'
import { requestFile } from '../../client/src/request-file.ts'
import { requestJson } from '../../client/src/request-json.ts'
import type { FormatOf } from '../../client/src/rows/format-of.ts'
import type { ReportRow } from '../../client/src/rows/report-row.ts'
import type { RoasHistoryRow } from '../../client/src/rows/roas-history-row.ts'
import type { App, Recommendation, Alert } from './models.ts'
import type { GetAlertsParameters, GetRecommendationsParameters, GetReportParameters, GetRoasHistoryParameters } from './parameters.ts'

/** List the company's live apps. */
export function listApps(
  connection: Connection, options?: RequestOptions
): Call<App[]> {
  return requestJson(connection, '/v1/apps', '', options)
}

/**
 * Get the latest spend recommendations.
 *
 * A wrong parameter is a BadRequestError, an app that the key cannot read a ForbiddenError.
 */
export function getRecommendations(
  connection: Connection, parameters: GetRecommendationsParameters, options?: RequestOptions
): Call<Recommendation[]> {
  return requestJson(connection, '/v1/recommendations', queryString(parameters, ['platforms']), options)
}

/**
 * Download a cohort report.
 *
 * A wrong parameter is a BadRequestError, an app that the key cannot read a ForbiddenError.
 * The rows are read with `@uascope/client/table`, the file is saved with `@uascope/client/node`.
 */
export function getReport<const Parameters extends GetReportParameters>(
  connection: Connection, parameters: Exact<Parameters, GetReportParameters>, options?: FileRequestOptions
): Call<DownloadedFile<ReportRow<Parameters>, FormatOf<Parameters>>> {
  return requestFile(connection, '/v1/report', queryString(parameters, ['platforms']), options)
}

/**
 * Download how each cohort's ROAS looked at each age.
 *
 * A wrong parameter is a BadRequestError, an app that the key cannot read a ForbiddenError.
 * The rows are read with `@uascope/client/table`, the file is saved with `@uascope/client/node`.
 */
export function getRoasHistory<const Parameters extends GetRoasHistoryParameters>(
  connection: Connection, parameters: Exact<Parameters, GetRoasHistoryParameters>, options?: FileRequestOptions
): Call<DownloadedFile<RoasHistoryRow<Parameters>, FormatOf<Parameters>>> {
  return requestFile(connection, '/v1/roas-history', queryString(parameters, ['platforms']), options)
}

/**
 * Get alerts.
 *
 * A wrong parameter is a BadRequestError, an app that the key cannot read a ForbiddenError.
 */
export function getAlerts(
  connection: Connection, parameters: GetAlertsParameters, options?: RequestOptions
): Call<Alert[]> {
  return requestJson(connection, '/v1/alerts', queryString(parameters, ['alertGroups', 'platforms']), options)
}
