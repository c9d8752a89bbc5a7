import type { Problem } from '../../generated/client/models.ts'

/** Base class of all errors of this package. */
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
  /** The service's error message. */
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

const LONGEST_DETAIL = 500

/** Stable name of an error. */
export type ProblemCode = Problem['code']

/** A parameter at fault. */
export type ParameterFault = NonNullable<Problem['errors']>[number]

/** Content of an error's body. */
export interface Said {
  code: ProblemCode | null
  detail: string
  errors: readonly ParameterFault[]
  requestId: string | null
}

/** Reads an error's body, also one that the service did not write: nothing in it may hide what was said. */
export function readProblem(body: unknown, statusText: string): Said {
  const { code, detail, errors, requestId } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const said = typeof detail === 'string' ? detail : typeof body === 'string' ? body.trim() : (JSON.stringify(body) ?? '')
  return {
    code: typeof code === 'string' ? code : null,
    detail: said.slice(0, LONGEST_DETAIL) || statusText || 'no explanation was given',
    errors: Array.isArray(errors) ? errors : [],
    requestId: typeof requestId === 'string' ? requestId : null,
  }
}

/** Milliseconds that an answer asks to wait: `Retry-After` (RFC 9110, 10.2.3), else the rest of a `RateLimit` window that is used up. */
export function askedWait(headers: Headers): number | undefined {
  const after = headers.get('retry-after')
  if (after !== null) {
    // Date.parse takes `-1` for a day of 2001.
    const wait = / GMT$/.test(after) ? Date.parse(after) - Date.now() : /^\d/.test(after) ? Number(after) * 1000 : NaN
    if (!Number.isNaN(wait)) return Math.max(0, wait)
  }
  const windows =
    headers
      .get('ratelimit')
      ?.split(',')
      .filter(window => /;\s*r=0\b/.test(window)) ?? []
  return windows.length === 0 ? undefined : Math.max(...windows.map(window => 1000 * Number(/;\s*t=(\d+)/.exec(window)?.[1] ?? 0)))
}
