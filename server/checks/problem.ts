import { Boom } from '@hapi/boom'
import type { Fault } from './faults.ts'

interface ProblemKind {
  status: number
  /** The status in words. */
  title: string
  /** What it means and what to do, for the documentation. */
  doc: string
}

/** Every error code of the service, in one place: the contract's enum and the documentation's table say the same. */
export const PROBLEMS = {
  invalid_parameter: {
    status: 400,
    title: 'Bad Request',
    doc: 'One or more parameters are wrong. `errors` names each of them, what is wrong with it and, where it can be listed, what is allowed.',
  },
  bad_request: { status: 400, title: 'Bad Request', doc: 'The request is not valid HTTP, or its path is not validly encoded.' },
  file_too_large: {
    status: 400,
    title: 'Bad Request',
    doc: 'The file would be larger than those that the service makes. Ask for less: a shorter range of dates, fewer metrics, filters or a `limit`.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    doc: 'The API key is missing, malformed, unknown, revoked or expired. Send `Authorization: Bearer uascope_...`.',
  },
  app_forbidden: {
    status: 403,
    title: 'Forbidden',
    doc: 'The key cannot read this app, the app is not live, or there is no such app. `GET /v1/apps` lists those it can read.',
  },
  host_forbidden: {
    status: 403,
    title: 'Forbidden',
    doc: 'The tool endpoint is not reached by this `Host`. The operator allows further ones with `ALLOWED_HOSTS`.',
  },
  origin_forbidden: {
    status: 403,
    title: 'Forbidden',
    doc: 'Pages of this `Origin` may not call the tool endpoint. The operator allows further ones with `ALLOWED_ORIGINS`.',
  },
  company_required: {
    status: 403,
    title: 'Forbidden',
    doc: 'The login is valid, but belongs to no company. Ask the operator for an invitation of your verified email address.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Forbidden',
    doc: 'The login is valid, but its access token was not granted the scope that the tool endpoint needs. `WWW-Authenticate` names what to ask the issuer for.',
  },
  not_found: { status: 404, title: 'Not Found', doc: 'There is nothing under this path. Under `/v1/exports`: the link was altered.' },
  method_not_allowed: {
    status: 405,
    title: 'Method Not Allowed',
    doc: 'The path exists, but not for this method; `Allow` lists those it has.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not Acceptable',
    doc: 'The tool endpoint needs an `Accept` that names both `application/json` and `text/event-stream`.',
  },
  link_expired: {
    status: 410,
    title: 'Gone',
    doc: 'The download link has expired, the key or login that made it is no longer valid, or its data are no longer kept. Ask for a new link.',
  },
  payload_too_large: { status: 413, title: 'Payload Too Large', doc: 'The body is larger than 128 KiB.' },
  uri_too_long: { status: 414, title: 'URI Too Long', doc: 'The path or the query string is longer than 16 KiB. Filter by fewer names.' },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported Media Type',
    doc: 'The tool endpoint takes `Content-Type: application/json`, not compressed.',
  },
  range_not_satisfiable: { status: 416, title: 'Range Not Satisfiable', doc: '`Range` asks for bytes that the file does not have.' },
  rate_limited: {
    status: 429,
    title: 'Too Many Requests',
    doc: "The company's requests of this minute are used up. Wait for the seconds that `Retry-After` says.",
  },
  too_many_downloads: {
    status: 429,
    title: 'Too Many Requests',
    doc: 'The company has as many downloads open as it may. Finish one of them first, or wait for the seconds that `Retry-After` says.',
  },
  headers_too_large: { status: 431, title: 'Request Header Fields Too Large', doc: 'The request line and headers are too long together.' },
  internal_error: { status: 500, title: 'Internal Server Error', doc: 'A fault of the service. Quote `requestId` when asking for help.' },
  busy: {
    status: 503,
    title: 'Service Unavailable',
    doc: "Too many of the company's requests wait for their turn already. Try again after the seconds that `Retry-After` says.",
  },
  unavailable: { status: 503, title: 'Service Unavailable', doc: 'The store does not answer in time. Try again.' },
  data_damaged: {
    status: 503,
    title: 'Service Unavailable',
    doc: 'A file of the store failed its checksum, so its data are not served. The operator repairs it: `admin verify` names the file.',
  },
  insufficient_storage: {
    status: 507,
    title: 'Insufficient Storage',
    doc: 'The service has no room on its disk for the file, or for what it needs on the way. Try again after the seconds that `Retry-After` says.',
  },
} as const satisfies Record<string, ProblemKind>

/** Stable, machine-readable name of an error. */
export type ProblemCode = keyof typeof PROBLEMS

/** What a problem's Boom error carries beyond status and message. */
export interface ProblemData {
  code: ProblemCode
  errors?: readonly Fault[]
}

export interface ProblemOptions {
  /** On 400: every parameter at fault. */
  errors?: readonly Fault[]
  headers?: Record<string, string | number>
  /** What led to it: logged where the status is 500 or more, never shown. */
  cause?: unknown
}

/** An error that is answered as a problem document. `detail` is shown to the caller. */
export function problem(code: ProblemCode, detail: string, options: ProblemOptions = {}): Boom<ProblemData> {
  const data: ProblemData = options.errors === undefined ? { code } : { code, errors: options.errors }
  const boom = new Boom<ProblemData>(detail, { statusCode: PROBLEMS[code].status, data })
  for (const [name, value] of Object.entries(options.headers ?? {})) boom.output.headers[name] = String(value)
  if (options.cause !== undefined) boom.cause = options.cause
  return boom
}

/** The 400 that names every parameter at fault. */
export function invalidParameters(faults: readonly Fault[]): Boom<ProblemData> {
  const detail = faults.map(({ parameter, message }) => `${parameter}: ${message}`).join('; ')
  return problem('invalid_parameter', `${detail}.`, { errors: faults })
}

/** A problem document (RFC 9457). */
export interface ProblemDocument {
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

/** The document of an error, also of one that the framework raised; what a 500 was is never told. */
export function problemDocument(error: Boom<unknown>, { requestId, docsPath }: ProblemContext): ProblemDocument {
  const { statusCode } = error.output
  const own = problemData(error)
  const code = own?.code ?? codeOfStatus(statusCode)
  const { status, title, doc } = PROBLEMS[code]
  const known = statusCode === status
  const detail = own !== null ? error.message : known ? plain(doc) : error.output.payload.message
  return {
    type: `${docsPath}#${code}`,
    title: known ? title : error.output.payload.error,
    status: statusCode,
    detail,
    code,
    requestId,
    ...(own?.errors === undefined ? {} : { errors: own.errors }),
  }
}

/** Whether the error says already what is to be answered. */
export function isProblem(error: Boom<unknown>): boolean {
  return problemData(error) !== null
}

function problemData(error: Boom<unknown>): ProblemData | null {
  const data = error.data as Partial<ProblemData> | null | undefined
  return typeof data?.code === 'string' && data.code in PROBLEMS ? (data as ProblemData) : null
}

function codeOfStatus(status: number): ProblemCode {
  const codes = Object.keys(PROBLEMS) as ProblemCode[]
  const fallback = status >= 500 ? 'internal_error' : 'bad_request'
  return codes.find(code => PROBLEMS[code].status === status && code !== 'invalid_parameter') ?? fallback
}

/** Documentation text without its code marks. */
function plain(doc: string): string {
  return doc.replaceAll('`', '')
}
