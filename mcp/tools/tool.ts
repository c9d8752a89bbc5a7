import { LRUCache } from 'lru-cache'
import type { ViewName } from '../../generated/vocabulary/vocabulary.ts'
import type { UascopeClient } from '../../client/src/index.ts'
import type { Caller } from '../../server/core/model/caller.ts'
import type { JsonSchema, LooseMapping } from '../../server/core/checks/tool-schemas.ts'
import {
  toolArguments,
  type ToolArguments,
  toolMappings,
  type ToolName,
  type ToolParameters,
  type ToolResults,
  toolTexts,
} from '../../generated/tools.ts'
import { parseArgumentsOf, type Understood } from './arguments.ts'
import { type App, readApp } from './context.ts'
import type { Fault } from '../../server/core/checks/faults.ts'
import {
  APP,
  describeFaults,
  describeRefusal,
  hintApps,
  hintToday,
  refusalOf,
  type Refusal,
  type Refused,
  type RefusedCall,
  withAppId,
} from './refusal.ts'
import { publishedInput, publishedOutput } from './published-schema.ts'
import { readNames, unmatchedOf } from './unmatched.ts'

/** Functions that tools need and REST lacks, run as the caller. For everything else tools use the client. */
export interface BeyondRest {
  /** Builds the report's file and a link to it. */
  exportLink: (
    query: ToolParameters['svc_export_report'],
  ) => Promise<{ link: ToolResults['svc_export_report'] } | { refusal: Refusal }>
  profile: () => Promise<ToolResults['svc_get_profile']>
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
  /** Why the call was refused, for the log; the caller only gets the text. */
  refused?: RefusedCall
}

export interface Tool<Name extends string = string> {
  name: Name
  title: string
  description: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  /** View for hosts with MCP Apps; absent if there is none. */
  _meta?: Record<string, unknown>
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

class WrittenResult implements ToolResult {
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

export function viewUri(view: ViewName): string {
  return `ui://uascope/${view}`
}

/** A tool's view, MCP Apps (2026-01-26), "Resource discovery"; also in the flat form, which some hosts require. */
function viewMeta(view: ViewName) {
  const resourceUri = viewUri(view)
  return { ui: { resourceUri }, 'ui/resourceUri': resourceUri }
}

interface Outcome<Result> {
  result: Result
  json?: string
}

/** Arguments that were interpreted in another form than given; absent if there are none. */
interface Said {
  interpreted?: Record<string, unknown>
}

type Run<Name extends ToolName> = (
  values: ToolArguments[Name],
  parameters: ToolParameters[Name],
  context: ToolContext,
  said: Said,
  unused: readonly string[],
) => Promise<Outcome<ToolResults[Name]> | WrittenResult | Refused>

export function defineTool<Name extends ToolName>(name: Name, run: Run<Name>): Tool<Name> {
  const { title, description, view, outputSchema } = toolTexts[name]
  const mapping = toolMappings[name] as LooseMapping
  const inputSchema = inputSchemaOf(name)

  const understand = async (
    raw: unknown,
    { client, today }: ToolContext,
  ): Promise<Understood | { faults: Fault[] }> => {
    const parse = (args: unknown) =>
      parseArgumentsOf(name, args, toolArguments[name], { inputSchema, today })
    const parsed = parse(raw)
    if (!('faults' in parsed) || !parsed.faults.some(({ parameter }) => parameter === APP))
      return parsed
    const { args, appId, apps } = await withAppId(client, raw)
    if (args === undefined) return { faults: hintApps(parsed.faults, apps) }
    const named = parse(args)
    return 'faults' in named
      ? named
      : { ...named, interpreted: { ...named.interpreted, [APP]: appId } }
  }

  return {
    name,
    title,
    description,
    inputSchema: publishedInput(inputSchema),
    outputSchema: publishedOutput(outputSchema),
    ...(view === undefined ? {} : { _meta: viewMeta(view) }),
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    async call(raw, context) {
      const parsed = await understand(raw, context).catch(refusedBy)
      if ('faults' in parsed)
        return refusedFor(hintToday(parsed.faults, inputSchema, context.today))
      const read = 'refusal' in parsed ? parsed : await readNames(context, parsed).catch(refusedBy)
      if ('faults' in read) return refusedFor(read.faults)
      const values = 'refusal' in read ? ('values' in parsed ? parsed.values : {}) : read.values
      const parameters = parametersOf(mapping, values) as ToolParameters[Name]
      const outcome =
        'refusal' in read
          ? read
          : await run(
              values as ToolArguments[Name],
              parameters,
              context,
              saidOf(read),
              read.unused,
            ).catch(refusedBy)
      if (!('refusal' in outcome)) return resultOf(outcome)
      const { code = 'internal_error', errors = [] } = outcome.refusal
      const faults = hintToday(errors, inputSchema, context.today)
      const apps = code === 'app_forbidden' ? await context.client.listApps().catch(() => []) : []
      return refusedResult(
        describeRefusal({ ...outcome.refusal, errors: faults }, mapping, values, apps),
        { code, faults },
      )
    },
  }
}

/** Maps arguments to parameters, adding fixed ones that no argument replaces. */
export function parametersOf(
  mapping: LooseMapping,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const parameters: Record<string, unknown> = { ...mapping.fixed }
  for (const [name, { parameter, spelling, replaces }] of Object.entries(mapping.arguments)) {
    const value = values[name]
    if (parameter === undefined || value === undefined) continue
    if (replaces !== undefined) delete parameters[String(replaces)]
    parameters[String(parameter)] = spelling === 'lower' ? lower(value) : value
  }
  return parameters
}

function lower(value: unknown): unknown {
  return Array.isArray(value)
    ? value.map(item => String(item).toLowerCase())
    : String(value).toLowerCase()
}

function refusedResult(text: string, refused: RefusedCall): ToolResult {
  return { content: [{ type: 'text', text }], isError: true, refused }
}

function refusedFor(faults: readonly Fault[]): ToolResult {
  return refusedResult(describeFaults(faults), { code: 'invalid_parameter', faults })
}

function saidOf({ interpreted }: Pick<Understood, 'interpreted'>): Said {
  return Object.keys(interpreted).length === 0 ? {} : { interpreted }
}

function refusedBy(error: unknown): Refused {
  const refusal = refusalOf(error)
  if (refusal === null) throw error
  return { refusal }
}

/** Describes exactly what is checked, unlike the schema in the tool list. */
export function inputSchemaOf(name: ToolName): JsonSchema {
  const described = toolArguments[name].arguments.schema['~standard'].jsonSchema.input({
    target: 'draft-2020-12',
  })
  return { ...described, type: 'object' }
}

function resultOf(outcome: Outcome<object> | WrittenResult): WrittenResult {
  return outcome instanceof WrittenResult
    ? outcome
    : new WrittenResult(outcome.json ?? JSON.stringify(outcome.result))
}

type RowsTool = {
  [Name in ToolName]: ToolResults[Name] extends { rows: unknown } ? Name : never
}[ToolName]

interface WithUnmatched {
  /** Filters that contain an unmatched name. */
  unmatched: string | null
}

/** Says that given arguments select no column. */
export function unusedNotes(unused: readonly string[]): string[] {
  if (unused.length === 0) return []
  return [
    `No requested metric uses ${unused.join(', ').replace(/, (?=[^,]*$)/, ' and ')}, so ${unused.length === 1 ? 'it has' : 'they have'} no effect.`,
  ]
}

interface StepInput<Name extends RowsTool> {
  /** Given arguments without effect. */
  unused: readonly string[]
  client: UascopeClient
  parameters: ToolParameters[Name]
  values: ToolArguments[Name]
}

/** Steps of a row tool. `Extra` is additional data for the rows. */
interface RowsSteps<Name extends RowsTool, Answer extends WithUnmatched, Extra> {
  ask: (input: StepInput<Name>) => Promise<Answer>
  /** Requests data that does not depend on the rows. */
  askExtra: (input: StepInput<Name>) => Promise<Extra>
  /** Whether both come from the same data; if not, both are requested again. Default: true. */
  isConsistent?: (said: Answer, extra: Extra) => boolean
  outcome: (
    said: Answer,
    app: App,
    extra: Extra,
    input: StepInput<Name>,
    more: Said & { unmatched?: Record<string, Record<string, string[]>> },
  ) => Promise<Required<Outcome<ToolResults[Name]>>>
}

const TRIES = 5

/** Defines a tool of the contract that returns an app's rows. Results are cached while the service reports no change. */
export function defineRowsTool<Name extends RowsTool, Answer extends WithUnmatched, Extra>(
  name: Name,
  { ask, askExtra, isConsistent = () => true, outcome: make }: RowsSteps<Name, Answer, Extra>,
): Tool<Name> {
  const askBoth = async (input: StepInput<Name>): Promise<[Answer, Extra]> => {
    const other = askExtra(input)
    // If both are refused, report the refusal of the rows.
    other.catch(() => undefined)
    return [await ask(input), await other]
  }

  return defineTool(name, (values, parameters, context, understood, unused) => {
    const { answers, caller, source } = context
    const question = JSON.stringify([name, caller.companyId, values, understood, unused])
    return answers.read(question, source, async () => {
      const { client } = context
      const input = { client, parameters, values, unused }
      let [said, other] = await askBoth(input)
      // The data differ if an import occurs between the two responses; several in a row are very unlikely.
      for (let tries = 1; tries < TRIES && !isConsistent(said, other); tries++)
        [said, other] = await askBoth(input)
      const [app, more] = await Promise.all([
        readApp(client, values.appId),
        unmatchedOf(client, values, said.unmatched),
      ])
      return await make(said, app, other, input, { ...understood, ...more })
    })
  })
}
