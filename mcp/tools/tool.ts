import { LRUCache } from 'lru-cache'
import type { ViewName } from '../../generated/vocabulary/vocabulary.ts'
import type { UascopeClient } from '../../client/src/index.ts'
import type { Requests } from '../../generated/operations.ts'
import type { Caller } from '../../server/model/caller.ts'
import type { JsonSchema } from '../../server/checks/tool-schemas.ts'

/** What a tool is, to the endpoint that serves it and to the server that equips it. */

interface ExportLink {
  downloadUrl: string
  /** ISO 8601. */
  expiresAt: string
  fileName: string
  format: 'parquet' | 'csv'
  sizeBytes: number
  totalRows: number
}

/** A parameter at fault, in the service's names and spelling. */
export interface RefusedParameter {
  parameter: string
  message: string
  allowed?: readonly string[]
}

/** Why the service refuses a request, as its problem documents say it. */
export interface Refusal {
  status: number
  code?: string
  detail: string
  requestId?: string
  errors?: readonly RefusedParameter[]
}

/** The account behind a call. */
interface Profile extends Omit<Caller, 'companyId'> {
  company: { id: number; name: string }
}

/** A report's parameters, those with a default optional. */
type ReportParameters = Pick<ReportQuery, 'appId' | 'granularity'> & Partial<ReportQuery>

type ReportQuery = Requests['getReport']['query']

/** What tools need of the service and REST does not offer, asked as the caller. Whatever REST offers is asked through the client. */
export interface BeyondRest {
  /** Builds the report's file and makes a link to it. */
  exportLink: (query: ReportParameters) => Promise<{ link: ExportLink } | { refusal: Refusal }>
  profile: () => Promise<Profile>
}

/** What a call works with. */
export interface ToolContext {
  /** Asks the service as the caller's company; what it asks is not counted against the rate limit again. Made when it is looked at first. */
  readonly client: UascopeClient
  beyondRest: BeyondRest
  caller: Caller
  /** What the client asks. */
  source: Source
  /** What was read before, the server's one for all calls. */
  answers: KeptAnswers
}

/** A result of `tools/call`. The text is the structured content as JSON; a call that was refused has text for the model only. */
export interface ToolResult {
  content: [{ type: 'text'; text: string }]
  structuredContent?: Record<string, unknown>
  isError?: true
}

export interface Tool {
  name: string
  title: string
  description: string
  /** Without `$schema`. */
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  /** What hosts with MCP Apps show its results in; absent: nothing does. */
  _meta?: ViewMeta
  annotations: { title: string; readOnlyHint: true; destructiveHint: false; idempotentHint: boolean; openWorldHint: false }
  /** Never rejects because of arguments or of what the service refuses: those are results with `isError`. */
  call: (args: unknown, context: ToolContext) => Promise<ToolResult>
}

/** What the service answered to a request: where it was sent, and the tag of what came. */
export interface Told {
  /** Path and query. */
  target: string
  etag: string
}

/** The service, as one call asks it. */
export interface Source {
  /** What it told since the call began; null where some of that has no tag, or changed meanwhile. */
  told: () => readonly Told[] | null
  /** Whether it would tell the caller all of this now: false also where it would refuse. */
  stillTells: (told: readonly Told[]) => Promise<boolean>
}

interface Kept {
  result: WrittenResult
  /** All that the result was made of. */
  told: readonly Told[]
}

const MAX_BYTES = 64 * 2 ** 20

/** Bytes that a result takes in memory for each byte of its JSON, about: the JSON, and the answers that tell it. */
const WEIGHT = 5

/**
 * Results that were made once, used again while the service would tell the same as when they were made: it is asked every time, so that
 * nobody sees what they may not, but what did not change need not be sent and worked on again.
 */
export class KeptAnswers {
  readonly #kept: LRUCache<string, Kept>

  /** @param maxBytes of all that is kept */
  constructor(maxBytes: number = MAX_BYTES) {
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: weightOf })
  }

  /**
   * The result that answers a question.
   * @param question what is asked and for whom
   * @param source what the result is made of
   * @param make makes it, with a client of that source
   */
  async read(question: string, source: Source, make: () => Promise<Outcome<object>>): Promise<WrittenResult> {
    const kept = this.#kept.get(question)
    if (kept !== undefined && (await source.stillTells(kept.told))) return kept.result
    const { result: values, json } = await make()
    const result = new WrittenResult(json ?? JSON.stringify(values))
    const told = source.told()
    if (told !== null) this.#kept.set(question, { result, told })
    return result
  }
}

function weightOf({ result, told }: Kept, question: string): number {
  const targets = told.reduce((sum, { target }) => sum + target.length + 200, 0)
  return WEIGHT * Buffer.byteLength(result.json) + targets + 2 * question.length + 512
}

/** A result as JSON, which is all that most callers need: values are made of it for those who look into them. */
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

  /** What is read of it is what is written of it. */
  toJSON(): ToolResult {
    return { content: this.content, structuredContent: this.structuredContent }
  }
}

/** Which view a tool has, MCP Apps (2026-01-26), "Resource discovery"; flat as well, since some hosts read that only. */
export interface ViewMeta extends Record<string, unknown> {
  ui: { resourceUri: string }
  'ui/resourceUri': string
}

/** A view's address: it stays when the view changes. */
export function viewUri(view: ViewName): string {
  return `ui://uascope/${view}`
}

export function viewMeta(view: ViewName): ViewMeta {
  const resourceUri = viewUri(view)
  return { ui: { resourceUri }, 'ui/resourceUri': resourceUri }
}

/** A result, with its JSON where that was made on the way. */
export interface Outcome<Result> {
  result: Result
  json?: string
}
