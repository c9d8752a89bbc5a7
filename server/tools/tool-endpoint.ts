import type { Server } from '@hapi/hapi'
import { createMcpEndpoint, type McpEndpoint } from '../../mcp/endpoint/endpoint.ts'
import { tools } from '../../mcp/tools/index.ts'
import { INSTRUCTIONS } from '../../mcp/tools/instructions.ts'
import type { ToolCall } from '../model/caller.ts'
import { viewResources } from './views.ts'
import { notingTool } from './noting-tool.ts'
import { toolContexts, type ToolContextDeps } from './tool-context.ts'

export interface ToolEndpointDeps extends ToolContextDeps {
  /** The service's version, as clients see it. */
  version: string
  /** Where hosts are to serve views from; null: their choice. */
  viewDomain: string | null
  /** Told of faults of the service that somebody waits to be told of. */
  onFault: (error: unknown, requestId: string) => void
}

/** The tool endpoint over the contract's tools, each equipped to ask this server. */
export function toolEndpoint(server: Server, { version, viewDomain, onFault, ...deps }: ToolEndpointDeps): McpEndpoint<ToolCall> {
  return createMcpEndpoint({
    tools: tools.map(notingTool),
    resources: viewResources(viewDomain),
    instructions: INSTRUCTIONS,
    context: toolContexts(server, deps),
    version,
    onFault(error, { requestId, signal }) {
      if (!signal.aborted) onFault(error, requestId)
    },
  })
}
