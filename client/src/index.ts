/** Client of the uascope service. */

export type * from '../../generated/client/models.ts'
export * from '../../generated/client/operations.ts'
export type * from '../../generated/client/parameters.ts'
export { UascopeClient } from './client.ts'
export { type Call, Connection, type WithResponse } from './connection.ts'
export { DownloadedFile, type FileFormat } from './downloaded-file.ts'
export {
  AbortError,
  ApiError,
  BadRequestError,
  ConnectionError,
  ForbiddenError,
  HeadersTooLargeError,
  InsufficientStorageError,
  NotFoundError,
  type ParameterFault,
  type ProblemCode,
  RangeNotSatisfiableError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UascopeError,
  UnauthorizedError,
  UnavailableError,
  UriTooLongError,
} from './errors.ts'
export type { Exact } from './exact.ts'
export type { Open } from './shapes.ts'
export type {
  ClientOptions,
  Fetch,
  FetchOptions,
  FileRequestOptions,
  IncomingResponse,
  Logger,
  OutgoingRequest,
  Progress,
  RequestOptions,
} from './options.ts'
export type { ReportRow } from './report-row.ts'
export type { RoasAgeColumn, RoasAges, RoasHistoryRow } from './roas-history-row.ts'
export { recommendationRows, reportRows, roasHistoryRows, type RowsOptions } from './stream-rows.ts'
