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
import { parametersOf, parseArgumentsOf } from './arguments.ts'
import { type App, readApp } from './context.ts'
import type { JsonSchema, LooseMapping } from '../../server/checks/tool-schemas.ts'
import { describeFaults, describeRefusal, refusalOf, type Refused, refusedResult } from './refusal.ts'
import { type Outcome, type Tool, type ToolContext, viewMeta, WrittenResult } from './tool.ts'
import { unmatchedOf } from './unmatched.ts'

/** What a tool does once its arguments are right. */
type Run<Name extends ToolName> = (
  values: ToolArguments[Name],
  parameters: ToolParameters[Name],
  context: ToolContext,
) => Promise<Outcome<ToolResults[Name]> | WrittenResult | Refused>

/** A tool of the contract, by its name. */
export interface NamedTool<Name extends ToolName> extends Tool {
  name: Name
}

/** A tool of the contract. */
export function defineTool<Name extends ToolName>(name: Name, run: Run<Name>): NamedTool<Name> {
  const { title, description, view, outputSchema } = toolTexts[name]
  const mapping = toolMappings[name] as LooseMapping
  return {
    name,
    title,
    description,
    inputSchema: inputSchemaOf(name),
    outputSchema,
    ...(view === undefined ? {} : { _meta: viewMeta(view) }),
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async call(raw, context) {
      const parsed = parseArgumentsOf(name, raw, toolArguments[name])
      if ('faults' in parsed) return refusedResult(describeFaults(parsed.faults), { code: 'invalid_parameter', faults: parsed.faults })
      const { values } = parsed
      const parameters = parametersOf(mapping, values) as ToolParameters[Name]
      const outcome = await run(values as ToolArguments[Name], parameters, context).catch(refusedBy)
      if (!('refusal' in outcome)) return resultOf(outcome)
      const { code = 'internal_error', errors: faults = [] } = outcome.refusal
      return refusedResult(describeRefusal(outcome.refusal, mapping, values), { code, faults })
    },
  }
}

function refusedBy(error: unknown): Refused {
  const refusal = refusalOf(error)
  if (refusal === null) throw error
  return { refusal }
}

function inputSchemaOf(name: ToolName): JsonSchema {
  const described = toolArguments[name].arguments.schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
  return { ...described, type: 'object' }
}

function resultOf(outcome: Outcome<object> | WrittenResult): WrittenResult {
  return outcome instanceof WrittenResult ? outcome : new WrittenResult(outcome.json ?? JSON.stringify(outcome.result))
}

type RowsTool = { [Name in ToolName]: ToolResults[Name] extends { rows: unknown } ? Name : never }[ToolName]

/** What the service said. */
interface Said {
  /** Of the filters, those that hold a name which nothing has. */
  unmatched: string | null
}

/** What an answer is made for. */
interface Asked<Name extends RowsTool> {
  client: UascopeClient
  parameters: ToolParameters[Name]
  values: ToolArguments[Name]
}

/** How a tool comes to its rows. `Beside` is what it asks for beside them. */
interface RowsSteps<Name extends RowsTool, Answer extends Said, Beside> {
  /** Asks the service for the rows. */
  ask: (asked: Asked<Name>) => Promise<Answer>
  /** Asks for what does not depend on them. */
  beside: (asked: Asked<Name>) => Promise<Beside>
  /** Whether the two are of the same data; otherwise both are asked for again. Unless given they are. */
  together?: (said: Answer, beside: Beside) => boolean
  /** Makes a result of it. `more` is a part of it. */
  outcome: (
    said: Answer,
    app: App,
    beside: Beside,
    asked: Asked<Name>,
    more: { unmatched?: Record<string, Record<string, string[]>> },
  ) => Promise<Required<Outcome<ToolResults[Name]>>>
}

/** How often rows and what stands beside them are asked for until they are of the same data. */
const TRIES = 5

/** A tool of the contract that answers with rows of an app. A result is used again while the service says that nothing changed. */
export function defineRowsTool<Name extends RowsTool, Answer extends Said, Beside>(
  name: Name,
  { ask, beside, together = () => true, outcome: make }: RowsSteps<Name, Answer, Beside>,
): NamedTool<Name> {
  const askBoth = async (asked: Asked<Name>): Promise<[Answer, Beside]> => {
    const other = beside(asked)
    // Where both are refused, it is the refusal of the rows that is told.
    other.catch(() => undefined)
    return [await ask(asked), await other]
  }

  return defineTool(name, (values, parameters, context) => {
    const { answers, caller, source } = context
    const question = JSON.stringify([name, caller.companyId, values])
    return answers.read(question, source, async () => {
      // Not sooner: most calls need none.
      const { client } = context
      const asked = { client, parameters, values }
      let [said, other] = await askBoth(asked)
      // An import between the two answers; several in a row would be chance indeed.
      for (let tries = 1; tries < TRIES && !together(said, other); tries++) [said, other] = await askBoth(asked)
      const [app, more] = await Promise.all([readApp(client, values.appId), unmatchedOf(client, values, said.unmatched)])
      return await make(said, app, other, asked, more)
    })
  })
}
