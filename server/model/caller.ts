/** A caller: an API key or a logged-in user, of one company. */
export interface Caller {
  companyId: number
  kind: 'api_key' | 'user'
  /** Stable: the key's id or the user's. */
  id: string
  /** Users only, if known. */
  name?: string
  /** Users only. */
  email?: string
}

/** A tool call and its outcome. */
export interface CalledTool {
  tool: string
  /** Where it was called with one, and rightly. */
  appId?: number
  /** Why the service, or the tool, refused it; absent where it did not. */
  code?: string
  /** Names of its arguments that were wrong. */
  parameters?: readonly string[]
}

/** The caller of a tool, and its request. */
export interface ToolCall extends Caller {
  requestId: string
  /** Told of every tool of the request, once it has answered. */
  onTool?: (called: CalledTool) => void
  /** Fires when nobody waits for the answer any more. */
  signal: AbortSignal
}
