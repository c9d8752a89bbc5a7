// Generated from openapi.yaml by `npm run generate`. Do not edit.

import type { Connection } from '../../client/src/connection.ts'
import type { Exact } from '../../client/src/exact.ts'
import type { FileRequestOptions, RequestOptions } from '../../client/src/options.ts'
import * as operations from './operations.ts'
import type { GetAlertsParameters, GetRecommendationsParameters, GetReportParameters, GetRoasHistoryParameters } from './parameters.ts'

/** A method per operation. */
export class Methods {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** List the company's live apps. */
  listApps(options?: RequestOptions): ReturnType<typeof operations.listApps> {
    return operations.listApps(this.#connection, options)
  }

  /**
   * Get the latest spend recommendations.
   *
   * A wrong parameter is a BadRequestError, an app that the key cannot read a ForbiddenError.
   */
  getRecommendations(parameters: GetRecommendationsParameters, options?: RequestOptions): ReturnType<typeof operations.getRecommendations> {
    return operations.getRecommendations(this.#connection, parameters, options)
  }

  /**
   * Download a cohort report.
   *
   * A wrong parameter is a BadRequestError, an app that the key cannot read a ForbiddenError.
   * The rows are read with `@uascope/client/table`, the file is saved with `@uascope/client/node`.
   */
  getReport<const Parameters extends GetReportParameters>(parameters: Exact<Parameters, GetReportParameters>, options?: FileRequestOptions): ReturnType<typeof operations.getReport<Parameters>> {
    return operations.getReport(this.#connection, parameters, options)
  }

  /**
   * Download how each cohort's ROAS looked at each age.
   *
   * A wrong parameter is a BadRequestError, an app that the key cannot read a ForbiddenError.
   * The rows are read with `@uascope/client/table`, the file is saved with `@uascope/client/node`.
   */
  getRoasHistory<const Parameters extends GetRoasHistoryParameters>(parameters: Exact<Parameters, GetRoasHistoryParameters>, options?: FileRequestOptions): ReturnType<typeof operations.getRoasHistory<Parameters>> {
    return operations.getRoasHistory(this.#connection, parameters, options)
  }

  /**
   * Get alerts.
   *
   * A wrong parameter is a BadRequestError, an app that the key cannot read a ForbiddenError.
   */
  getAlerts(parameters: GetAlertsParameters, options?: RequestOptions): ReturnType<typeof operations.getAlerts> {
    return operations.getAlerts(this.#connection, parameters, options)
  }
}
