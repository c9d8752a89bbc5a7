import type { Problem } from '../../generated/client/models.ts'

/** Base class of all errors of this package. */
export class UascopeError extends Error {
  override name = 'UascopeError'
}

/** The service could not be reached, or its response was truncated or invalid; `cause` has the reason. */
export class ConnectionError extends UascopeError {
  override name = 'ConnectionError'
}

/** The response, including its body, did not arrive within `timeout`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

/** The caller's signal was aborted; `cause` is its reason. */
export class AbortError extends UascopeError {
  override name = 'AbortError'
}

/** The service, or a proxy in front of it, responded with an error. */
export class ApiError extends UascopeError {
  override name = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  /** Stable, for programs; null if the response is not from the service, for example from a proxy. */
  readonly code: ProblemCode | null
  /** The service's error message. */
  readonly detail: string
  /** On 400: every invalid parameter. */
  readonly errors: readonly ParameterFault[]
  /** Quote it in support requests. */
  readonly requestId: string | null
  readonly headers: Headers
  /** Method and address of the request, without the query: `GET https://uascope.example.com/v1/report`. */
  readonly request: string | null
  /** The response's media type; `application/problem+json` if the service wrote it. */
  readonly contentType: string | null

  constructor(status: number, said: ErrorBody, headers: Headers, request: string | null = null) {
    const requestId = headers.get('x-request-id') ?? said.requestId
    const contentType = headers.get('content-type')
    const origin = [
      request,
      said.code === null ? (contentType ?? 'no content type') : null,
      requestId && `request ${requestId}`,
    ]
    super(
      `${[status, said.code].filter(Boolean).join(' ')}: ${said.detail} (${origin.filter(Boolean).join(', ')})`,
    )
    this.status = status
    this.request = request
    this.contentType = contentType
    this.code = said.code
    this.detail = said.detail
    this.errors = said.errors
    this.requestId = requestId
    this.headers = headers
  }
}

/** 400: invalid parameters; `errors` lists each one. */
export class BadRequestError extends ApiError {
  override name = 'BadRequestError'
}

/** 401: the API key is missing, malformed, unknown, revoked or expired. */
export class UnauthorizedError extends ApiError {
  override name = 'UnauthorizedError'
}

/** 403: the key cannot read this app, or it does not exist. */
export class ForbiddenError extends ApiError {
  override name = 'ForbiddenError'
}

/** 404: nothing is at this path; check `baseUrl`. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError'
}

/** 414: the filters are too long. */
export class UriTooLongError extends ApiError {
  override name = 'UriTooLongError'
}

/** 416: a `Range` header requests bytes that the file does not have. */
export class RangeNotSatisfiableError extends ApiError {
  override name = 'RangeNotSatisfiableError'
}

/** 429: the company's rate limit or download limit is reached, and retries are exhausted. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError'
  /** Seconds until the service accepts requests again; null if unknown. */
  get retryAfter(): number | null {
    const wait = retryAfterMs(this.headers)
    return wait === undefined ? null : Math.ceil(wait / 1000)
  }
}

/** 431: the headers are too long. */
export class HeadersTooLargeError extends ApiError {
  override name = 'HeadersTooLargeError'
}

/** 5xx: the service, or a proxy in front of it, failed. */
export class ServerError extends ApiError {
  override name = 'ServerError'
}

/** 503: the store did not respond in time. */
export class UnavailableError extends ServerError {
  override name = 'UnavailableError'
}

/** 507: the service's disk is full (`insufficient_storage`), or it lacks the memory (`insufficient_memory`). */
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

export function errorOfStatus(
  { status, statusText, headers }: Response,
  body: unknown,
  request?: string,
): ApiError {
  const Class = classes[status] ?? (status >= 500 ? ServerError : ApiError)
  return new Class(status, readProblem(body, statusText), headers, request)
}

/** Maximum characters of a problem's text. A proxy between client and service may answer with a whole page. */
const LONGEST_DETAIL = 500

export type ProblemCode = Problem['code']

export type ParameterFault = NonNullable<Problem['errors']>[number]

interface ErrorBody {
  code: ProblemCode | null
  detail: string
  errors: readonly ParameterFault[]
  requestId: string | null
}

/** Reads an error's body, even if the service did not write it. */
function readProblem(body: unknown, statusText: string): ErrorBody {
  const { code, detail, errors, requestId } = Object(body) as Record<string, unknown>
  const said =
    typeof detail === 'string'
      ? detail
      : typeof body === 'string'
        ? body.trim()
        : (JSON.stringify(body) ?? '')
  return {
    code: typeof code === 'string' ? code : null,
    detail: said.slice(0, LONGEST_DETAIL) || statusText || 'no explanation',
    errors: Array.isArray(errors) ? errors : [],
    requestId: typeof requestId === 'string' ? requestId : null,
  }
}

/** Milliseconds to wait: `Retry-After` (RFC 9110, 10.2.3), else the rest of an exhausted `RateLimit` window. */
export function retryAfterMs(headers: Headers): number | undefined {
  const after = headers.get('retry-after')
  if (after !== null) {
    // Date.parse reads `-1` as a day of 2001.
    const wait = / GMT$/.test(after)
      ? Date.parse(after) - Date.now()
      : /^\d/.test(after)
        ? Number(after) * 1000
        : NaN
    if (!Number.isNaN(wait)) return Math.max(0, wait)
  }
  const windows =
    headers
      .get('ratelimit')
      ?.split(',')
      .filter(window => /;\s*r=0\b/.test(window)) ?? []
  return windows.length === 0
    ? undefined
    : Math.max(...windows.map(window => 1000 * Number(/;\s*t=(\d+)/.exec(window)?.[1] ?? 0)))
}
