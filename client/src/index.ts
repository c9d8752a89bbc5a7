/** Client of the uascope service. */

export type * from '../../generated/client/models.ts'
export * from '../../generated/client/operations.ts'
export type * from '../../generated/client/parameters.ts'
export type { Call, WithResponse } from './connection.ts'
export { UascopeClient } from './client.ts'
export { Connection } from './connection.ts'
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
export type { Logger } from './options.ts'
export type { Open } from './shapes.ts'
export type {
  ClientOptions,
  Fetch,
  FetchOptions,
  FileRequestOptions,
  IncomingResponse,
  OutgoingRequest,
  Progress,
  RequestOptions,
} from './options.ts'
export type { ParameterFault, ProblemCode } from './errors.ts'
export type { ReportRow } from './report-row.ts'
export type { RoasAgeColumn, RoasAges, RoasHistoryRow } from './roas-history-row.ts'
export { recommendationRows, reportRows, roasHistoryRows, type RowsOptions } from './stream-rows.ts'
