import { LRUCache } from 'lru-cache'
import type { ViewName } from '../../generated/vocabulary/vocabulary.ts'
import type { UascopeClient } from '../../client/src/index.ts'
import type { Requests } from '../../generated/operations.ts'
import type { Caller } from '../../server/core/model/caller.ts'
import type { JsonSchema } from '../../server/core/checks/tool-schemas.ts'

/** Interface of a tool, for the endpoint that serves it and the server that supplies its context. */

interface ExportLink {
  downloadUrl: string
  /** ISO 8601. */
  expiresAt: string
  fileName: string
  format: 'parquet' | 'csv'
  sizeBytes: number
  totalRows: number
}

/** An invalid parameter, in the service's names and spelling. */
export interface RefusedParameter {
  parameter: string
  message: string
  allowed?: readonly string[]
}

export interface Refusal {
  status: number
  code?: string
  detail: string
  requestId?: string
  errors?: readonly RefusedParameter[]
}

interface Profile extends Omit<Caller, 'companyId'> {
  company: { id: number; name: string }
}

/** A report's parameters, with defaults optional. */
type ReportParameters = Pick<ReportQuery, 'appId' | 'granularity'> & Partial<ReportQuery>

type ReportQuery = Requests['getReport']['query']

/** Functions that tools need and REST lacks, run as the caller. For everything else tools use the client. */
export interface BeyondRest {
  /** Builds the report's file and a link to it. */
  exportLink: (query: ReportParameters) => Promise<{ link: ExportLink } | { refusal: Refusal }>
  profile: () => Promise<Profile>
}

export interface ToolContext {
  /** Acts as the caller's company, without counting against the rate limit again. Created on first access. */
  readonly client: UascopeClient
  beyondRest: BeyondRest
  caller: Caller
  /** In UTC, `YYYY-MM-DD`. */
  readonly today: string
  /** Records the client's responses. */
  source: Source
  /** Result cache, shared by all calls. */
  answers: ResultCache
}

/** A result of `tools/call`. The text is the structured content as JSON; a refused call has only text, for the model. */
export interface ToolResult {
  content: [{ type: 'text'; text: string }]
  structuredContent?: Record<string, unknown>
  isError?: true
}

interface RefusedCall {
  code: string
  faults: readonly { parameter: string }[]
}

const refusals = new WeakMap<ToolResult, RefusedCall>()

/** Reason for the refusal; undefined if the call was not refused. */
export function refusedCall(result: ToolResult): RefusedCall | undefined {
  return refusals.get(result)
}

/** An error result with the reason as text. */
export function refusedResult(text: string, refused: RefusedCall): ToolResult {
  const result: ToolResult = { content: [{ type: 'text', text }], isError: true }
  refusals.set(result, refused)
  return result
}

export interface Tool {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  /** View for hosts with MCP Apps; absent if there is none. */
  _meta?: ViewMeta
  annotations: {
    title: string
    readOnlyHint: true
    destructiveHint: false
    idempotentHint: boolean
    openWorldHint: false
  }
  /** Never rejects for invalid arguments or refusals, which are results with `isError`. */
  call: (args: unknown, context: ToolContext) => Promise<ToolResult>
}

export interface CachedResponse {
  target: string
  etag: string
}

export interface Source {
  /** Responses since the call began; null if one lacks an ETag or changed. */
  responses: () => readonly CachedResponse[] | null
  /** Whether all of these are still current; false if the service would refuse one. */
  isCurrent: (responses: readonly CachedResponse[]) => Promise<boolean>
}

interface Kept {
  result: WrittenResult
  responses: readonly CachedResponse[]
}

const MAX_BYTES = 24 * 2 ** 20

/** Maximum bytes of memory per byte of JSON: a string with characters beyond Latin-1 uses two bytes for each. */
const WEIGHT = 2

/**
 * Result cache. Every read revalidates access and ETags with the service; unchanged data is not sent or processed again.
 */
export class ResultCache {
  readonly #kept: LRUCache<string, Kept>

  /** @param maxBytes limit of the whole cache */
  constructor(maxBytes: number = MAX_BYTES) {
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: weightOf })
  }

  /**
   * Returns the cached result if it is current, otherwise computes it.
   * @param question cache key: tool, arguments and company
   * @param source responses from which the result is computed
   * @param make computes the result, with a client of that source
   */
  async read(
    question: string,
    source: Source,
    make: () => Promise<Outcome<object>>,
  ): Promise<WrittenResult> {
    const cached = this.#kept.get(question)
    if (cached !== undefined && (await source.isCurrent(cached.responses))) return cached.result
    const { result: values, json } = await make()
    const result = new WrittenResult(json ?? JSON.stringify(values))
    const responses = source.responses()
    if (responses !== null) this.#kept.set(question, { result, responses })
    return result
  }
}

function weightOf({ result, responses }: Kept, question: string): number {
  const targets = responses.reduce((sum, { target }) => sum + target.length + 200, 0)
  return WEIGHT * Buffer.byteLength(result.json) + targets + 2 * question.length + 512
}

export class WrittenResult implements ToolResult {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }

  get content(): ToolResult['content'] {
    return [{ type: 'text', text: this.json }]
  }

  get structuredContent(): Record<string, unknown> {
    return JSON.parse(this.json) as Record<string, unknown>
  }

  toJSON(): ToolResult {
    return { content: this.content, structuredContent: this.structuredContent }
  }
}

/** A tool's view, MCP Apps (2026-01-26), "Resource discovery"; also in the flat form, which some hosts require. */
interface ViewMeta extends Record<string, unknown> {
  ui: { resourceUri: string }
  'ui/resourceUri': string
}

export function viewUri(view: ViewName): string {
  return `ui://uascope/${view}`
}

export function viewMeta(view: ViewName): ViewMeta {
  const resourceUri = viewUri(view)
  return { ui: { resourceUri }, 'ui/resourceUri': resourceUri }
}

export interface Outcome<Result> {
  result: Result
  json?: string
}
