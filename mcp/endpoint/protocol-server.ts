import { ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { REVISIONS_2025, UI_EXTENSION } from './revisions.ts'
import { resourceHandlers } from './serve-resources.ts'
import type { EndpointParts } from './served-tool.ts'

/** A client may keep what is the same for every caller for five minutes: the service may be updated. */
const KEPT = { ttlMs: 300_000, cacheScope: 'public' as const }

/** Makes the protocol server of one request. */
export function createServerFactory<Call, Context>(parts: EndpointParts<Call, Context>) {
  const { tools, resources, context, instructions, version, onFault } = parts
  const listed = tools.map(
    ({ name, title, description, inputSchema, outputSchema, _meta, annotations }) =>
      ({ name, title, description, inputSchema, outputSchema, annotations, ...(_meta === undefined ? {} : { _meta }) }) as Tool,
  )
  const byName = new Map(tools.map(tool => [tool.name, tool]))
  const serveResources = resourceHandlers(resources)
  // Nothing is validated with it; the library would make a costly one per server.
  const jsonSchemaValidator = new AjvJsonSchemaValidator()
  const options = {
    capabilities: {
      tools: { listChanged: false },
      resources: { subscribe: false, listChanged: false },
      extensions: { [UI_EXTENSION]: {} },
    },
    instructions,
    supportedProtocolVersions: REVISIONS_2025,
    cacheHints: {
      'tools/list': KEPT,
      'resources/list': KEPT,
      'resources/templates/list': KEPT,
      'resources/read': KEPT,
      'server/discover': KEPT,
    },
    jsonSchemaValidator,
  }

  return (call: Call): Server => {
    const server = new Server({ name: 'uascope', title: 'uascope', version }, options)
    serveResources(server)
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
