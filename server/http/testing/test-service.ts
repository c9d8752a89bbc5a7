import { operations } from '../../../generated/operations.ts'
import type { AppSettings, Problem } from '../../../generated/client/models.ts'
import type {
  GetReportParameters,
  GetRoasHistoryParameters,
} from '../../../generated/client/parameters.ts'
import {
  invalidParameters,
  problem,
  type ProblemCode,
  problemDocument,
  PROBLEMS,
} from '../../core/checks/problem.ts'
import { parseTarget } from '../../answers/contract/query.ts'
import { UascopeError } from '../../../client/src/errors.ts'
import type { Fetch } from '../../../client/src/options.ts'
import { type Answered, type Answers, checkNames, fileAnswer, jsonAnswer } from './answers.ts'
import { columnsOfHistory, columnsOfReport, completeRows } from './expected-columns.ts'
import { csvFile, parquetFile } from './files.ts'

export interface TestServiceOptions {
  /** The key that it accepts. Default: `uascope_test`. */
  apiKey?: string
  /** Requests a minute. Default: no limit. */
  rateLimit?: number
}

/** A request that the service received. */
export interface TestRequest {
  readonly method: string
  readonly url: string
  /** Name of the operation; null for an unknown path. */
  readonly operation: string | null
  /** The validated parameters, with defaults; null if they were refused. */
  readonly parameters: Readonly<Record<string, unknown>> | null
  readonly headers: Readonly<Record<string, string>>
}

type Failure = { code: ProblemCode; detail: string; headers: Record<string, string | number> }

const MINUTE = 60_000

/**
 * An in-memory service: it validates requests like the service, with the contract's own checks, and returns the given responses. Pass
 * `service.options` to the client under test.
 */
export class TestService {
  /** The responses; can be changed at any time. */
  readonly answers: Answers
  /** The run named in responses; change it to simulate an import. */
  run = { id: 1, createdAt: '2026-04-01T00:00:00.000Z' }
  /** Every request so far. */
  readonly requests: TestRequest[] = []
  /** Options of a client that uses this service, without network. */
  readonly options: { apiKey: string; baseUrl: string; fetch: Fetch }
  readonly #rateLimit: number
  readonly #failures: Failure[] = []
  #cutAfter: number | undefined
  #window = { endsAt: 0, used: 0 }

  /** @throws UascopeError for an operation or a row that is not in the contract */
  constructor(
    answers: Answers = {},
    { apiKey = 'uascope_test', rateLimit = Infinity }: TestServiceOptions = {},
  ) {
    checkNames(answers)
    this.answers = answers
    this.#rateLimit = rateLimit
    this.options = {
      apiKey,
      baseUrl: 'http://uascope.test',
      fetch: async (url, init) => this.#respond(new URL(url), init),
    }
  }

  /**
   * The next request fails with this problem; call it again for the one after that.
   * @throws UascopeError for a code that is not in the contract
   */
  fail(
    code: Problem['code'],
    detail = 'Failed by the test.',
    headers: Record<string, string | number> = {},
  ): void {
    if (!isCode(code))
      throw new UascopeError(
        `${code} is not an error code; available: ${Object.keys(PROBLEMS).join(', ')}`,
      )
    this.#failures.push({ code, detail, headers })
  }

  /** The next file is truncated after this number of bytes. */
  cutAfter(bytes: number): void {
    this.#cutAfter = bytes
  }

  async #respond(url: URL, { method, headers, signal }: Parameters<Fetch>[1]): Promise<Response> {
    signal.throwIfAborted()
    const requestId = `request-${this.requests.length + 1}`
    const sent = new Headers({ 'x-request-id': headers['x-request-id'] ?? requestId })
    const operation = operations.find(
      ({ path, security }) => path === url.pathname && security === 'apiKey',
    )
    const received = {
      method,
      url: url.href,
      operation: operation?.operationId ?? null,
      parameters: null,
      headers,
    }
    const at = this.requests.push(received) - 1
    try {
      this.#authenticate(headers)
      this.#count(sent)
      const failure = this.#failures.shift()
      if (failure !== undefined)
        throw problem(failure.code, failure.detail, { headers: failure.headers })
      if (operation === undefined) throw problem('not_found', 'Nothing exists at this path.')
      const parsed = parseTarget(operation.operationId, url.pathname + url.search, {})
      if ('faults' in parsed) throw invalidParameters(parsed.faults)
      const parameters = parsed.value.query as Record<string, unknown>
      this.requests[at] = { ...received, parameters }
      this.#authorize(parameters)
      return this.#reply(operation.operationId as Answered, parameters, method, headers, sent)
    } catch (error) {
      if (error instanceof UascopeError || !(error instanceof Error && 'isBoom' in error))
        throw asUascopeError(error)
      const boom = error as ReturnType<typeof problem>
      const body = problemDocument(boom, {
        requestId: sent.get('x-request-id')!,
        docsPath: '/docs',
      })
      for (const [name, value] of Object.entries(boom.output.headers)) sent.set(name, String(value))
      sent.set('content-type', 'application/problem+json')
      return new Response(method === 'HEAD' ? null : JSON.stringify(body), {
        status: body.status,
        statusText: body.title,
        headers: sent,
      })
    }
  }

  #authenticate({ authorization }: Readonly<Record<string, string>>): void {
    if (authorization === `Bearer ${this.options.apiKey}`) return
    throw problem(
      'unauthorized',
      'A valid API key is required: send it as Authorization: Bearer uascope_...',
      {
        headers: { 'www-authenticate': 'Bearer' },
      },
    )
  }

  /** Fixed windows of a minute, as in the service. */
  #count(sent: Headers): void {
    if (this.#rateLimit === Infinity) return
    const now = Date.now()
    if (now >= this.#window.endsAt) this.#window = { endsAt: now + MINUTE, used: 0 }
    const remaining = this.#rateLimit - ++this.#window.used
    const seconds = Math.ceil((this.#window.endsAt - now) / 1000)
    sent.set('ratelimit-policy', `"company";q=${this.#rateLimit};w=60`)
    sent.set('ratelimit', `"company";r=${Math.max(0, remaining)};t=${seconds}`)
    if (remaining < 0)
      throw problem('rate_limited', `The limit is ${this.#rateLimit} requests a minute.`, {
        headers: { 'retry-after': seconds },
      })
  }

  #authorize({ appId }: Record<string, unknown>): void {
    const apps = jsonAnswer('listApps', this.answers, {}) as { id: number }[]
    if (appId === undefined || apps.some(({ id }) => id === appId)) return
    throw problem(
      'app_forbidden',
      'This key cannot read this app. GET /v1/apps lists the apps it can read.',
    )
  }

  #reply(
    operation: Answered,
    parameters: Record<string, unknown>,
    method: string,
    headers: Record<string, string>,
    sent: Headers,
  ): Response {
    const isFile = operation === 'getReport' || operation === 'getRoasHistory'
    const settings = jsonAnswer('getAppSettings', this.answers, {
      appId: parameters['appId'],
    }) as unknown as AppSettings
    const context = {
      'run-id': this.run.id,
      'run-created-at': this.run.createdAt,
      'data-through': settings.dataThrough,
      currency: settings.currency,
      'start-date': parameters['startDate'] ?? settings.dataFrom,
      'end-date': parameters['endDate'] ?? settings.dataThrough,
    }
    if (operation !== 'listApps' && operation !== 'getAppSettings') {
      for (const [name, value] of Object.entries(context))
        if (value !== null) sent.set(name, String(value))
    }
    const body = isFile
      ? this.#file(operation, parameters, settings, sent)
      : this.#list(operation, parameters, sent)
    const etag = `${isFile ? '' : 'W/'}"${hash(body, this.run.id)}"`
    sent.set('etag', etag)
    if (headers['if-none-match'] === etag) return new Response(null, { status: 304, headers: sent })
    if (!isFile) return new Response(method === 'HEAD' ? null : body, { headers: sent })
    return this.#download(body, etag, method, headers, sent)
  }

  #list(
    operation: Answered,
    parameters: Record<string, unknown>,
    sent: Headers,
  ): Uint8Array<ArrayBuffer> {
    const answer = jsonAnswer(operation, this.answers, parameters)
    if (Array.isArray(answer)) sent.set('total-rows', String(answer.length))
    sent.set('content-type', 'application/json')
    return new TextEncoder().encode(
      JSON.stringify(Array.isArray(answer) ? page(answer, parameters) : answer),
    )
  }

  #file(
    operation: 'getReport' | 'getRoasHistory',
    parameters: Record<string, unknown>,
    settings: AppSettings,
    sent: Headers,
  ): Uint8Array<ArrayBuffer> {
    const fileRows = fileAnswer(operation, this.answers, parameters)
    const query = parameters as unknown as GetReportParameters & GetRoasHistoryParameters
    const columns =
      operation === 'getReport'
        ? columnsOfReport(query, settings)
        : columnsOfHistory(query, fileRows)
    const preset = {
      install_cohort: query.startDate ?? settings.dataFrom ?? '2026-01-01',
      created_at: this.run.createdAt,
      dsi: query.dsi ?? settings.targetDsi,
      roas_type: query.roasType ?? settings.targetRoasType,
      revenue_type: query.revenueType ?? settings.targetRevenueType,
    }
    const rows = page(completeRows(fileRows, columns, preset), parameters)
    const isCsv = query.format === 'csv'
    sent.set('total-rows', String(fileRows.length))
    sent.set('content-type', isCsv ? 'text/csv; charset=utf-8' : 'application/octet-stream')
    sent.set(
      'content-disposition',
      `attachment; filename="${operation === 'getReport' ? 'report' : 'roas-history'}.${query.format}"`,
    )
    return isCsv ? csvFile(columns, rows, query.csvBom === true) : parquetFile(columns, rows)
  }

  #download(
    body: Uint8Array<ArrayBuffer>,
    etag: string,
    method: string,
    headers: Record<string, string>,
    sent: Headers,
  ): Response {
    const start = Number(/^bytes=(\d+)-$/.exec(headers['range'] ?? '')?.[1] ?? 0)
    const isPart = start > 0 && start < body.length && (headers['if-range'] ?? etag) === etag
    const bytes = isPart ? body.subarray(start) : body
    sent.set('content-length', String(bytes.length))
    if (isPart) sent.set('content-range', `bytes ${start}-${body.length - 1}/${body.length}`)
    const [cut, status] = [this.#cutAfter, isPart ? 206 : 200]
    if (method === 'HEAD') return new Response(null, { status, headers: sent })
    this.#cutAfter = undefined
    return new Response(cut === undefined ? bytes : brokenOff(bytes.subarray(0, cut)), {
      status,
      headers: sent,
    })
  }
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code)
}

function brokenOff(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts = [bytes]
  return new ReadableStream({
    pull(controller) {
      const part = parts.pop()
      if (part === undefined) controller.error(new Error('The connection broke off'))
      else controller.enqueue(part)
    },
  })
}

function page<Row>(rows: Row[], { limit, offset }: Record<string, unknown>): Row[] {
  const start = Number(offset ?? 0)
  return rows.slice(start, limit === undefined ? undefined : start + Number(limit))
}

/** FNV-1a, which suffices to distinguish versions. */
function hash(bytes: Uint8Array, seed: number): string {
  let value = 0x811c9dc5 ^ seed
  for (const byte of bytes) value = Math.imul(value ^ byte, 0x01000193)
  return (value >>> 0).toString(36)
}

/** Makes the client pass on an error of the test, without retries. */
function asUascopeError(error: unknown): UascopeError {
  return error instanceof UascopeError
    ? error
    : new UascopeError(`The answer could not be made: ${String(error)}`, { cause: error })
}
