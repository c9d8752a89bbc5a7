import type { ViewName } from './tool-text.ts'

/** Which view a tool has, MCP Apps (2026-01-26), "Resource discovery"; flat as well, since some hosts read that only. */
export interface ViewMeta extends Record<string, unknown> {
  ui: { resourceUri: string }
  'ui/resourceUri': string
}

/** A view's address: it stays when the view changes. */
export function viewUri(view: ViewName): string {
  return `ui://uascope/${view}`
}

export function viewMeta(view: ViewName): ViewMeta {
  const resourceUri = viewUri(view)
  return { ui: { resourceUri }, 'ui/resourceUri': resourceUri }
}
