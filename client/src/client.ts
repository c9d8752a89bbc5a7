import { Methods } from '../../generated/client/methods.ts'
import type { Recommendation } from '../../generated/client/models.ts'
import type {
  GetRecommendationsParameters,
  GetReportParameters,
  GetRoasHistoryParameters,
} from '../../generated/client/parameters.ts'
import { Connection } from './connection.ts'
import type { Exact } from './exact.ts'
import type { ClientOptions, RequestOptions } from './options.ts'
import type { ReportRow } from './report-row.ts'
import type { RoasHistoryRow } from './roas-history-row.ts'
import type { Incomplete } from './shapes.ts'
import { recommendationRows, reportRows, roasHistoryRows, type RowsOptions } from './stream-rows.ts'

/** The service's operations, one method each, and the rows of the large ones, one by one. */
export class UascopeClient extends Methods {
  readonly #connection: Connection
  readonly #options: ClientOptions

  /** @throws UascopeError if the key or address is missing, or an option is invalid */
  constructor(options: ClientOptions = {}) {
    const connection = new Connection(options)
    super(connection)
    this.#connection = connection
    this.#options = options
  }

  /** A client with these options and the others of this one. */
  withOptions(options: ClientOptions): UascopeClient {
    return new UascopeClient({ ...this.#options, ...options })
  }

  /**
   * The report's rows, one by one, while the file arrives. All rows are of the run that was served when the iteration began: the file is one
   * response, so an import during the iteration neither skips nor repeats a row. Leaving the loop ends the download.
   * * A broken connection resumes where it stopped. If the file has changed by then, the iteration fails with a ConnectionError.
   */
  reportRows<const Parameters extends Incomplete<GetReportParameters>>(
    parameters: Exact<Parameters, GetReportParameters>,
    options?: RowsOptions,
  ): AsyncGenerator<ReportRow<Parameters>, void, undefined> {
    return reportRows<Parameters>(this.#connection, parameters, options)
  }

  /** The rows of the ROAS history, read like those of `reportRows`. */
  roasHistoryRows<const Parameters extends Incomplete<GetRoasHistoryParameters>>(
    parameters: Exact<Parameters, GetRoasHistoryParameters>,
    options?: RowsOptions,
  ): AsyncGenerator<RoasHistoryRow<Parameters>, void, undefined> {
    return roasHistoryRows<Parameters>(this.#connection, parameters, options)
  }

  /** The recommendations of one run, one by one: they are one response. */
  recommendationRows<const Parameters extends Incomplete<GetRecommendationsParameters>>(
    parameters: Exact<Parameters, GetRecommendationsParameters>,
    options?: Omit<RequestOptions, 'ifNoneMatch'>,
  ): AsyncGenerator<Recommendation, void, undefined> {
    return recommendationRows<Parameters>(this.#connection, parameters, options)
  }
}
