import type { Server } from '@hapi/hapi'
import { readFileSync } from 'node:fs'
import type { ViewName } from '../../../generated/vocabulary/vocabulary.ts'
import {
  createMcpEndpoint,
  type McpEndpoint,
  type ServedResource,
} from '../../../mcp/endpoint/endpoint.ts'
import { viewUri } from '../../../mcp/tools/tool.ts'
import { INSTRUCTIONS, tools } from '../../../mcp/tools/tools.ts'
import type { ToolCall } from '../../core/model/caller.ts'
import { notingTool, type ToolContextDeps, toolContexts } from './tool-context.ts'

interface ToolEndpointDeps extends ToolContextDeps {
  version: string
  /** Origin for views in hosts; null: the host's choice. */
  viewDomain: string | null
  onFault: (error: unknown, requestId: string) => void
}

export function toolEndpoint(
  server: Server,
  { version, viewDomain, onFault, ...deps }: ToolEndpointDeps,
): McpEndpoint<ToolCall> {
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

const MIME_TYPE = 'text/html;profile=mcp-app'

const VIEWS: Record<ViewName, { title: string; description: string; file: URL }> = {
  recommendations: {
    title: 'Spend recommendations',
    description:
      'Where spend should go: predicted against target ROAS, live against paced bids, what changed.',
    file: new URL('../../web/dist/views/recommendations.html', import.meta.url),
  },
  report: {
    title: 'Cohort report',
    description: 'ROAS or LTV by install cohort, actual and forecast, as charts and as a table.',
    file: new URL('../../web/dist/views/report.html', import.meta.url),
  },
  'roas-history': {
    title: 'ROAS history',
    description: 'How cohort estimates changed with age, against the target.',
    file: new URL('../../web/dist/views/roas-history.html', import.meta.url),
  },
  alerts: {
    title: 'Alerts',
    description: 'What needs attention, new ones first, with the money at stake.',
    file: new URL('../../web/dist/views/alerts.html', import.meta.url),
  },
}

/**
 * The views as resources. They need no network: the policy allows none.
 * @param domain the host's origin for views, in the host's format; null: its choice
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
