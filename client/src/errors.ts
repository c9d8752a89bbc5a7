import { askedWait } from './asked-wait.ts'
import { readProblem, type ParameterFault, type ProblemCode, type Said } from './problem.ts'

/** What every error of this package is. */
export class UascopeError extends Error {
  override name = 'UascopeError'
}

/** The service could not be reached, or its answer broke off or made no sense; `cause` says why. */
export class ConnectionError extends UascopeError {
  override name = 'ConnectionError'
}

/** The answer, its body included, did not come within `timeout`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

/** The caller's signal was aborted; `cause` is its reason. */
export class AbortError extends UascopeError {
  override name = 'AbortError'
}

/** The service answered with an error status. There is a class per status. */
export class ApiError extends UascopeError {
  override name = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  /** Stable, for programs; null when something else than the service answered, a proxy for example. */
  readonly code: ProblemCode | null
  /** What was wrong, for people, in the service's words. */
  readonly detail: string
  /** On 400: every parameter at fault. */
  readonly errors: readonly ParameterFault[]
  /** To quote when asking for help. */
  readonly requestId: string | null
  readonly headers: Headers

  constructor(status: number, said: Said, headers: Headers) {
    const requestId = headers.get('x-request-id') ?? said.requestId
    super(`${[status, said.code].filter(Boolean).join(' ')}: ${said.detail}${requestId === null ? '' : ` (request ${requestId})`}`)
    this.status = status
    this.code = said.code
    this.detail = said.detail
    this.errors = said.errors
    this.requestId = requestId
    this.headers = headers
  }
}

/** 400: parameters are wrong; `errors` names each of them. */
export class BadRequestError extends ApiError {
  override name = 'BadRequestError'
}

/** 401: the API key is missing, malformed, unknown, revoked or expired. */
export class UnauthorizedError extends ApiError {
  override name = 'UnauthorizedError'
}

/** 403: the key cannot read this app, or there is no such app. */
export class ForbiddenError extends ApiError {
  override name = 'ForbiddenError'
}

/** 404: there is nothing under this path; look at `baseUrl`. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError'
}

/** 414: the filters are too long together. */
export class UriTooLongError extends ApiError {
  override name = 'UriTooLongError'
}

/** 416: a `Range` header asks for bytes that the file does not have. */
export class RangeNotSatisfiableError extends ApiError {
  override name = 'RangeNotSatisfiableError'
}

/** 429: the company's requests of this minute are used up, or it has too many downloads open, and the retries are used up too. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError'
  /** Seconds after which the service takes requests again; null where it does not say. */
  get retryAfter(): number | null {
    const wait = askedWait(this.headers)
    return wait === undefined ? null : Math.ceil(wait / 1000)
  }
}

/** 431: the headers are too long together. */
export class HeadersTooLargeError extends ApiError {
  override name = 'HeadersTooLargeError'
}

/** 5xx: the service, or what stands before it, failed. */
export class ServerError extends ApiError {
  override name = 'ServerError'
}

/** 503: the store does not answer in time. */
export class UnavailableError extends ServerError {
  override name = 'UnavailableError'
}

/** 507: the service has no room on its disk for what was asked. */
export class InsufficientStorageError extends ServerError {
  override name = 'InsufficientStorageError'
}

const classes: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  414: UriTooLongError,
  416: RangeNotSatisfiableError,
  429: RateLimitError,
  431: HeadersTooLargeError,
  503: UnavailableError,
  507: InsufficientStorageError,
}

/** The error of an answer; `body` is its text, or what its JSON says. */
export function errorOfStatus({ status, statusText, headers }: Response, body: unknown): ApiError {
  const Class = classes[status] ?? (status >= 500 ? ServerError : ApiError)
  return new Class(status, readProblem(body, statusText), headers)
}
