import { readFileSync } from 'node:fs'
import type { ServedResource } from '../../mcp/endpoint/served-resource.ts'
import type { ViewName } from '../../mcp/tools/tool-text.ts'
import { viewUri } from '../../mcp/tools/view-meta.ts'

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
    description: 'How the estimate of cohorts moved with their age, against the target.',
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
export function viewResources(domain: string | null): ServedResource[] {
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
