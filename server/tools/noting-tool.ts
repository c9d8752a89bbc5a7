import { refusedCall } from '../../mcp/tools/refusal.ts'
import type { Tool, ToolContext } from '../../mcp/tools/tool.ts'
import { knownParameters } from '../checks/known-parameters.ts'
import type { CalledTool } from '../model/caller.ts'

/** What a tool works with, and who is told of its calls. */
export interface NotingContext extends ToolContext {
  onTool: ((called: CalledTool) => void) | undefined
}

/** The same tool, which tells of its calls by names, codes and the app: never another value of an argument. */
export function notingTool(tool: Tool) {
  const { name, inputSchema } = tool
  const known = new Set(Object.keys(inputSchema.properties ?? {}))
  return {
    ...tool,
    async call(args: unknown, context: NotingContext) {
      try {
        const result = await tool.call(args, context)
        const refused = refusedCall(result)
        if (refused === undefined) context.onTool?.({ tool: name, ...appOf(args) })
        else {
          const { code } = refused
          const parameters = knownParameters(refused.faults, known)
          context.onTool?.({
            tool: name,
            ...(code === 'invalid_parameter' ? {} : appOf(args)),
            code,
            ...(parameters.length > 0 && { parameters }),
          })
        }
        return result
      } catch (error) {
        context.onTool?.({ tool: name, ...appOf(args), code: 'internal_error' })
        throw error
      }
    },
  }
}

function appOf(args: unknown): { appId?: number } {
  const appId = (args as { appId?: unknown } | null | undefined)?.appId
  return typeof appId === 'number' ? { appId } : {}
}
