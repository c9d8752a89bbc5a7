import { getRecommendations, getReport, getRoasHistory } from '../../generated/client/operations.ts'
import type { Recommendation } from '../../generated/client/models.ts'
import type {
  GetRecommendationsParameters,
  GetReportParameters,
  GetRoasHistoryParameters,
} from '../../generated/client/parameters.ts'
import type { Connection } from './connection.ts'
import { csvReader } from './csv.ts'
import type { DownloadedFile } from './downloaded-file.ts'
import type { Exact } from './exact.ts'
import type { FileRequestOptions, RequestOptions } from './options.ts'
import type { ReportRow } from './report-row.ts'
import type { RoasHistoryRow } from './roas-history-row.ts'
import type { Incomplete } from './shapes.ts'

/** Options of rows that are read one by one. */
export type RowsOptions = Omit<FileRequestOptions, 'headOnly' | 'ifNoneMatch'>

/**
 * The report's rows, one by one, while the file arrives. All rows are of the run that was served when the iteration began: the file is one
 * response, so an import during the iteration neither skips nor repeats a row. Leaving the loop ends the download.
 * * A broken connection resumes where it stopped. If the file has changed by then, the iteration fails with a ConnectionError.
 */
export function reportRows<const Parameters extends Incomplete<GetReportParameters>>(
  connection: Connection,
  parameters: Exact<Parameters, GetReportParameters>,
  options?: RowsOptions,
): AsyncGenerator<ReportRow<Parameters>, void, undefined> {
  const csvParameters = { ...(parameters as GetReportParameters), format: 'csv' } as const
  return rowsOf(() => getReport(connection, csvParameters, options))
}

/** The rows of the ROAS history, read like those of `reportRows`. */
export function roasHistoryRows<const Parameters extends Incomplete<GetRoasHistoryParameters>>(
  connection: Connection,
  parameters: Exact<Parameters, GetRoasHistoryParameters>,
  options?: RowsOptions,
): AsyncGenerator<RoasHistoryRow<Parameters>, void, undefined> {
  const csvParameters = { ...(parameters as GetRoasHistoryParameters), format: 'csv' } as const
  return rowsOf(() => getRoasHistory(connection, csvParameters, options))
}

/** The recommendations of one run, one by one: they are one response. */
export async function* recommendationRows<
  const Parameters extends Incomplete<GetRecommendationsParameters>,
>(
  connection: Connection,
  parameters: Exact<Parameters, GetRecommendationsParameters>,
  options?: Omit<RequestOptions, 'ifNoneMatch'>,
): AsyncGenerator<Recommendation, void, undefined> {
  yield* await getRecommendations<Parameters>(connection, parameters, options)
}

async function* rowsOf<Row>(
  download: () => Promise<DownloadedFile>,
): AsyncGenerator<Row, void, undefined> {
  const file = await download()
  const decoder = new TextDecoder()
  const read = csvReader()
  try {
    const reader = file.stream().getReader()
    for (let isLast = false; !isLast;) {
      const { done, value } = await reader.read()
      isLast = done
      yield* read(decoder.decode(value, { stream: !done }), done) as Row[]
    }
  } finally {
    await file.cancel()
  }
}
