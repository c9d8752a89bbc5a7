import type { UascopeClient } from '../../client/src/index.ts'
import type { ToolArguments, ToolName, ToolOperations, ToolResults } from '../../generated/tools.ts'
import { defineTool, type NamedTool, type Outcome } from './define-tool.ts'
import { readApp, type App } from './read-apps.ts'
import { FORBIDDEN, type Refused } from './refusal.ts'
import type { Parameters } from './tool-mapping.ts'

type RowsTool = { [Name in ToolName]: ToolResults[Name] extends { rows: unknown } ? Name : never }[ToolName]

/** What the service said, and its tag. */
interface Tagged {
  etag: string | null
}

/** How a tool comes to its rows. */
interface RowsSteps<Name extends RowsTool, Said extends Tagged> {
  /** Asks the service. */
  ask: (client: UascopeClient, parameters: Parameters<ToolOperations[Name]>, options: { headers: Record<string, string> }) => Promise<Said>
  /** Makes a result of what it said. */
  outcome: (said: Said, app: App, values: ToolArguments[Name]) => Required<Outcome<ToolResults[Name]>>
}

/** Bytes that an outcome takes in memory for each byte of its JSON, about: the JSON, and the same as values. */
const WEIGHT = 5

/** A tool of the contract that answers with rows of an app. An outcome is used again while the service says that nothing changed. */
export function defineRowsTool<Name extends RowsTool, Said extends Tagged>(
  name: Name,
  { ask, outcome: make }: RowsSteps<Name, Said>,
): NamedTool<Name> {
  return defineTool(name, (values, parameters, context) => {
    const { answers, client, caller } = context
    const question = JSON.stringify([name, caller.companyId, values])
    return answers.read<Outcome<ToolResults[Name]> | Refused>(question, async headers => {
      const said = await ask(client, parameters, { headers })
      // Not sooner: what is kept under a tag must not be older than the tag.
      const app = await readApp(context, values.appId)
      if (app === undefined) return { answer: { refusal: FORBIDDEN }, etag: null, size: 0 }
      const outcome = make(said, app, values)
      return { answer: outcome, etag: said.etag, size: WEIGHT * Buffer.byteLength(outcome.json) }
    })
  })
}
