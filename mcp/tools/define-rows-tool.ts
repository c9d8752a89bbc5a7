import type { UascopeClient } from '../../client/src/index.ts'
import type { ToolArguments, ToolName, ToolOperations, ToolResults } from '../../generated/tools.ts'
import { defineTool, type NamedTool, type Outcome } from './define-tool.ts'
import { readApp, type App } from './read-app.ts'
import type { Parameters } from './tool-mapping.ts'
import { unmatchedOf } from './unmatched.ts'

type RowsTool = { [Name in ToolName]: ToolResults[Name] extends { rows: unknown } ? Name : never }[ToolName]

/** What the service said. */
interface Said {
  /** Of the filters, those that hold a name which nothing has. */
  unmatched: string | null
}

/** What an answer is made for. */
interface Asked<Name extends RowsTool> {
  client: UascopeClient
  parameters: Parameters<ToolOperations[Name]>
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
