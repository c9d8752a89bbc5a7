/** What a tool is, to the endpoint that serves it and to the server that equips it. */

import type { UascopeClient } from '../../client/src/index.ts'
import type { Requests } from '../../generated/operations.ts'
import type { Caller } from '../../server/model/caller.ts'
import type { KeptAnswers, Source } from './kept-answers.ts'
import type { JsonSchema } from './json-schema.ts'
import type { ViewMeta } from './view-meta.ts'

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
