import {
  toolArguments,
  toolMappings,
  toolTexts,
  type ToolArguments,
  type ToolName,
  type ToolOperations,
  type ToolResults,
} from '../../generated/tools.ts'
import type { JsonSchema } from './json-schema.ts'
import { parametersOf } from './mapping.ts'
import { parseArgumentsOf } from './parse-arguments.ts'
import { describeFaults, describeRefusal, refusalOf, refusedResult, type Refused } from './refusal.ts'
import type { LooseMapping, Parameters } from './tool-mapping.ts'
import type { Tool, ToolContext } from './tool.ts'
import { viewMeta } from './view-meta.ts'
import { WrittenResult } from './written-result.ts'

/** A result, with its JSON where that was made on the way. */
export interface Outcome<Result> {
  result: Result
  json?: string
}

/** What a tool does once its arguments are right. */
type Run<Name extends ToolName> = (
  values: ToolArguments[Name],
  parameters: Parameters<ToolOperations[Name]>,
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
      const parameters = parametersOf(mapping, values) as Parameters<ToolOperations[Name]>
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
