import { ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { REVISIONS_2025, UI_EXTENSION } from './revisions.ts'
import type { EndpointParts } from './served-tool.ts'

/** How long, in ms, a client may keep what is the same for every caller until the service is updated. */
const KEEP = 300_000

/** Makes the protocol server of one request. */
export function createServerFactory<Call, Context>({ tools, context, instructions, version, onFault }: EndpointParts<Call, Context>) {
  const listed = tools.map(
    ({ name, title, description, inputSchema, outputSchema, annotations }) =>
      ({ name, title, description, inputSchema, outputSchema, annotations }) as Tool,
  )
  const byName = new Map(tools.map(tool => [tool.name, tool]))
  // Nothing is validated with it; the library would make a costly one per server.
  const jsonSchemaValidator = new AjvJsonSchemaValidator()
  const options = {
    capabilities: { tools: { listChanged: false }, extensions: { [UI_EXTENSION]: {} } },
    instructions,
    supportedProtocolVersions: REVISIONS_2025,
    cacheHints: {
      'tools/list': { ttlMs: KEEP, cacheScope: 'public' as const },
      'server/discover': { ttlMs: KEEP, cacheScope: 'public' as const },
    },
    jsonSchemaValidator,
  }

  return (call: Call): Server => {
    const server = new Server({ name: 'uascope', title: 'uascope', version }, options)
    server.setRequestHandler('tools/list', () => ({ tools: listed }))
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = byName.get(params.name)
      if (tool === undefined) {
        const known = [...byName.keys()].join(', ')
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `Unknown tool ${JSON.stringify(params.name.slice(0, 100))}; there are ${known}`,
        )
      }
      try {
        const { content, structuredContent, isError } = await tool.call(params.arguments ?? {}, context(call))
        return {
          content,
          ...(structuredContent === undefined ? {} : { structuredContent: structuredContent as Record<string, unknown> }),
          ...(isError === undefined ? {} : { isError }),
        }
      } catch (error) {
        onFault(error, call)
        throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error')
      }
    })
    return server
  }
}
