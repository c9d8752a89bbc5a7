import type { UascopeClient } from '../../client/src/index.ts'
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
import type { JsonSchema, LooseMapping } from '../../server/core/checks/tool-schemas.ts'
import { APP, hintApps, hintToday, withAppId } from './hints.ts'
import { publishedInput, publishedOutput } from './published-schema.ts'
import { describeFaults, describeRefusal, refusalOf, type Refused } from './refusal.ts'
import {
  type Outcome,
  refusedResult,
  type Tool,
  type ToolContext,
  type ToolResult,
  viewMeta,
  WrittenResult,
} from './tool.ts'
import { readNames, unmatchedOf } from './unmatched.ts'

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

export interface NamedTool<Name extends ToolName> extends Tool {
  name: Name
}

export function defineTool<Name extends ToolName>(name: Name, run: Run<Name>): NamedTool<Name> {
  const { title, description, view, outputSchema } = toolTexts[name]
  const mapping = toolMappings[name] as LooseMapping
  const inputSchema = inputSchemaOf(name)

  const understand = async (
    raw: unknown,
    { client, today }: ToolContext,
  ): Promise<Understood | { faults: Fault[] }> => {
    const parse = (given: unknown) =>
      parseArgumentsOf(name, given, toolArguments[name], { inputSchema, today })
    const parsed = parse(raw)
    if (!('faults' in parsed) || !parsed.faults.some(({ parameter }) => parameter === APP))
      return parsed
    const { given, appId, apps } = await withAppId(client, raw)
    if (given === undefined) return { faults: hintApps(parsed.faults, apps) }
    const named = parse(given)
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
      const apps =
        outcome.refusal.status === 403 ? await context.client.listApps().catch(() => []) : []
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

/** Steps of a row tool. `Beside` is additional data for the rows. */
interface RowsSteps<Name extends RowsTool, Answer extends WithUnmatched, Beside> {
  ask: (asked: StepInput<Name>) => Promise<Answer>
  /** Requests data that does not depend on the rows. */
  beside: (asked: StepInput<Name>) => Promise<Beside>
  /** Whether both come from the same data; if not, both are requested again. Default: true. */
  together?: (said: Answer, beside: Beside) => boolean
  outcome: (
    said: Answer,
    app: App,
    beside: Beside,
    asked: StepInput<Name>,
    more: Said & { unmatched?: Record<string, Record<string, string[]>> },
  ) => Promise<Required<Outcome<ToolResults[Name]>>>
}

const TRIES = 5

/** Defines a tool of the contract that returns an app's rows. Results are cached while the service reports no change. */
export function defineRowsTool<Name extends RowsTool, Answer extends WithUnmatched, Beside>(
  name: Name,
  { ask, beside, together = () => true, outcome: make }: RowsSteps<Name, Answer, Beside>,
): NamedTool<Name> {
  const askBoth = async (asked: StepInput<Name>): Promise<[Answer, Beside]> => {
    const other = beside(asked)
    // If both are refused, report the refusal of the rows.
    other.catch(() => undefined)
    return [await ask(asked), await other]
  }

  return defineTool(name, (values, parameters, context, understood, unused) => {
    const { answers, caller, source } = context
    const question = JSON.stringify([name, caller.companyId, values, understood, unused])
    return answers.read(question, source, async () => {
      const { client } = context
      const asked = { client, parameters, values, unused }
      let [said, other] = await askBoth(asked)
      // The data differ if an import occurs between the two responses; several in a row are very unlikely.
      for (let tries = 1; tries < TRIES && !together(said, other); tries++)
        [said, other] = await askBoth(asked)
      const [app, more] = await Promise.all([
        readApp(client, values.appId),
        unmatchedOf(client, values, said.unmatched),
      ])
      return await make(said, app, other, asked, { ...understood, ...more })
    })
  })
}
