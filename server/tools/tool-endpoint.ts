import type { Server } from '@hapi/hapi'
import { readFileSync } from 'node:fs'
import type { ViewName } from '../../generated/vocabulary/vocabulary.ts'
import { createMcpEndpoint, type McpEndpoint } from '../../mcp/endpoint/endpoint.ts'
import type { ServedResource } from '../../mcp/endpoint/served.ts'
import { viewUri } from '../../mcp/tools/tool.ts'
import { INSTRUCTIONS, tools } from '../../mcp/tools/tools.ts'
import type { ToolCall } from '../model/caller.ts'
import { notingTool, type ToolContextDeps, toolContexts } from './tool-context.ts'

export interface ToolEndpointDeps extends ToolContextDeps {
  /** The service's version, as clients see it. */
  version: string
  /** Where hosts are to serve views from; null: their choice. */
  viewDomain: string | null
  /** Called on internal errors, unless the client has disconnected. */
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

/** What MCP Apps (2026-01-26) calls an HTML page that a host shows. */
const MIME_TYPE = 'text/html;profile=mcp-app'

/** Built by `npm run generate` from `mcp/views`. */
const VIEWS: Record<ViewName, { title: string; description: string; file: URL }> = {
  recommendations: {
    title: 'Spend recommendations',
    description: 'Where spend should go: predicted against target ROAS, live against paced bids, what changed.',
    file: new URL('../../generated/views/recommendations.html', import.meta.url),
  },
  report: {
    title: 'Cohort report',
    description: 'ROAS or LTV by install cohort, actual and forecast, as charts and as a table.',
    file: new URL('../../generated/views/report.html', import.meta.url),
  },
  'roas-history': {
    title: 'ROAS history',
    description: 'How cohort estimates changed with age, against the target.',
    file: new URL('../../generated/views/roas-history.html', import.meta.url),
  },
  alerts: {
    title: 'Alerts',
    description: 'What needs attention, new ones first, with the money at stake.',
    file: new URL('../../generated/views/alerts.html', import.meta.url),
  },
}

/**
 * The interactive views as resources. They need no network: the content security policy lists nothing.
 * @param domain what a host is to serve them from, in its own form; null: the host's choice
 */
function viewResources(domain: string | null): ServedResource[] {
  const csp = { connectDomains: [], resourceDomains: [] }
  const ui = { csp, prefersBorder: true, ...(domain === null ? {} : { domain }) }
  return Object.entries(VIEWS).map(([name, { title, description, file }]) => ({
    uri: viewUri(name as ViewName),
    name,
    title,
    description,
    mimeType: MIME_TYPE,
    text: readFileSync(file, 'utf8'),
    _meta: { ui },
  }))
}
