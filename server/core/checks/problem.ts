import { Boom } from '@hapi/boom'
import { STATUS_CODES } from 'node:http'
import type { Fault } from './faults.ts'

export const PROBLEM_TYPE = 'application/problem+json'

interface ProblemKind {
  status: number
  /** Meaning and remedy, for the documentation. */
  doc: string
}

/** All error codes of the service. The contract's enum and the documentation's table match them. */
export const PROBLEMS = {
  invalid_parameter: {
    status: 400,
    doc: 'One or more parameters are invalid. `errors` lists each one with the problem and, if they can be listed, the allowed values.',
  },
  bad_request: {
    status: 400,
    doc: 'The request is not valid HTTP, or the encoding of its path is invalid.',
  },
  file_too_large: {
    status: 400,
    doc: 'The file would exceed the maximum size. Use a shorter date range, fewer metrics, filters or a `limit`.',
  },
  unauthorized: {
    status: 401,
    doc: 'The API key is missing, malformed, unknown, revoked or expired. Send `Authorization: Bearer uascope_...`.',
  },
  app_forbidden: {
    status: 403,
    doc: 'The key cannot read this app, the app is not live, or the app does not exist. `GET /v1/apps` lists the apps it can read.',
  },
  host_forbidden: {
    status: 403,
    doc: 'The tool endpoint does not accept this `Host`. The operator can allow it with `BASE_URL`, the address that clients use, or `ALLOWED_HOSTS`.',
  },
  origin_forbidden: {
    status: 403,
    doc: 'Pages of this `Origin` may not call the tool endpoint. The operator can allow it with `ALLOWED_ORIGINS`.',
  },
  company_required: {
    status: 403,
    doc: 'The login is valid but does not belong to a company. Ask the operator to invite your verified email address.',
  },
  insufficient_scope: {
    status: 403,
    doc: 'The login is valid, but its access token lacks the scope that the tool endpoint requires. `WWW-Authenticate` names the scope to request from the issuer.',
  },
  not_found: {
    status: 404,
    doc: 'Nothing exists at this path. Under `/v1/exports`: the link was altered.',
  },
  method_not_allowed: {
    status: 405,
    doc: 'The path does not support this method; `Allow` lists the methods it supports.',
  },
  not_acceptable: {
    status: 406,
    doc: 'The tool endpoint requires an `Accept` header with both `application/json` and `text/event-stream`.',
  },
  link_expired: {
    status: 410,
    doc: 'The download link has expired, the key or login that made it is no longer valid, or its data is no longer stored. Request a new link.',
  },
  payload_too_large: { status: 413, doc: 'The body is larger than 128 KiB.' },
  uri_too_long: {
    status: 414,
    doc: 'The path or the query string is longer than 16 KiB. Filter by fewer names.',
  },
  unsupported_media_type: {
    status: 415,
    doc: 'The tool endpoint accepts only `Content-Type: application/json`, uncompressed.',
  },
  range_not_satisfiable: {
    status: 416,
    doc: '`Range` requests bytes that the file does not have.',
  },
  rate_limited: {
    status: 429,
    doc: 'The company has reached its rate limit for this minute, or the address has sent too many requests without a valid key. Wait `Retry-After` seconds.',
  },
  too_many_downloads: {
    status: 429,
    doc: 'The company has reached its limit of open downloads. Finish one, or wait `Retry-After` seconds.',
  },
  headers_too_large: { status: 431, doc: 'The request line and headers together are too long.' },
  internal_error: {
    status: 500,
    doc: 'The service failed. Quote `requestId` when you ask for help.',
  },
  busy: {
    status: 503,
    doc: "Too many of the company's requests are already queued. Try again after `Retry-After` seconds.",
  },
  unavailable: { status: 503, doc: 'The store did not respond in time. Try again.' },
  data_damaged: {
    status: 503,
    doc: 'A store file failed its checksum, so its data is not served. The operator must repair it: `admin verify` names the file.',
  },
  insufficient_memory: {
    status: 507,
    doc: 'The service lacks the memory for the request, which would fail again. Request less: a shorter date range, longer periods, fewer metrics, filters or a `limit`.',
  },
  insufficient_storage: {
    status: 507,
    doc: 'The service lacks disk space for the file or for temporary data. Try again after `Retry-After` seconds.',
  },
} as const satisfies Record<string, ProblemKind>

export function titleOf(code: ProblemCode): string {
  return STATUS_CODES[PROBLEMS[code].status]!
}

export type ProblemCode = keyof typeof PROBLEMS

export interface ProblemData {
  code: ProblemCode
  errors?: readonly Fault[]
  /** Normal operation: no error is logged. */
  isExpected?: boolean
}

interface ProblemOptions {
  /** On 400: every invalid parameter. */
  errors?: readonly Fault[]
  isExpected?: boolean
  headers?: Record<string, string | number>
  cause?: unknown
}

/** An error sent as a problem document. `detail` is shown to the caller. */
export function problem(
  code: ProblemCode,
  detail: string,
  options: ProblemOptions = {},
): Boom<ProblemData> {
  const { errors, isExpected } = options
  const data: ProblemData = { code, ...(errors && { errors }), ...(isExpected && { isExpected }) }
  const boom = new Boom<ProblemData>(detail, { statusCode: PROBLEMS[code].status, data })
  for (const [name, value] of Object.entries(options.headers ?? {}))
    boom.output.headers[name] = String(value)
  if (options.cause !== undefined) boom.cause = options.cause
  return boom
}

/** The 400 that lists every invalid parameter. */
export function invalidParameters(faults: readonly Fault[]): Boom<ProblemData> {
  const detail = faults.map(({ parameter, message }) => `${parameter}: ${message}`).join('; ')
  return problem('invalid_parameter', detail.endsWith('?') ? detail : `${detail}.`, {
    errors: faults,
  })
}

/** A problem document (RFC 9457). */
interface ProblemDocument {
  type: string
  title: string
  status: number
  detail: string
  code: ProblemCode
  requestId: string
  errors?: readonly Fault[]
}

interface ProblemContext {
  requestId: string
  /** Path of the documentation, below the public address's own. */
  docsPath: string
}

/** The document of any error, including the framework's. Never reveals the cause of a 500. */
export function problemDocument(
  error: Boom<unknown>,
  { requestId, docsPath }: ProblemContext,
): ProblemDocument {
  const { statusCode } = error.output
  const own = problemData(error)
  const code = own?.code ?? codeOfStatus(statusCode)
  const { status, doc } = PROBLEMS[code]
  const known = statusCode === status
  const detail = own !== null ? error.message : known ? plain(doc) : error.output.payload.message
  return {
    type: `${docsPath}#${code}`,
    title: known ? titleOf(code) : error.output.payload.error,
    status: statusCode,
    detail,
    code,
    requestId,
    ...(own?.errors === undefined ? {} : { errors: own.errors }),
  }
}

/** The response to an error that the framework does not handle. */
export function plainResponse(error: Boom<unknown>, docsPath: string) {
  const requestId = crypto.randomUUID()
  const body = JSON.stringify(problemDocument(error, { requestId, docsPath }))
  const headers: Record<string, string | number> = {
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    ...(error.output.headers as Record<string, string>),
  }
  return { requestId, status: error.output.statusCode, headers, body }
}

/** Whether an error was created by `problem`. */
export function isProblem(error: Boom<unknown>): boolean {
  return problemData(error) !== null
}

export function isExpected(error: Boom<unknown>): boolean {
  return problemData(error)?.isExpected === true
}

function problemData(error: Boom<unknown>): ProblemData | null {
  const data = error.data as Partial<ProblemData> | null | undefined
  return typeof data?.code === 'string' && data.code in PROBLEMS ? (data as ProblemData) : null
}

function codeOfStatus(status: number): ProblemCode {
  const codes = Object.keys(PROBLEMS) as ProblemCode[]
  const fallback = status >= 500 ? 'internal_error' : 'bad_request'
  return (
    codes.find(code => PROBLEMS[code].status === status && code !== 'invalid_parameter') ?? fallback
  )
}

function plain(doc: string): string {
  return doc.replaceAll('`', '')
}
