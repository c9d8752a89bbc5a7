/** Who calls: an API key, or a user who logged in; either is of one company. */
export interface Caller {
  companyId: number
  kind: 'api_key' | 'user'
  /** Stable: the key's id or the user's. */
  id: string
  /** Of users only, where it is known. */
  name?: string
  /** Of users only. */
  email?: string
}

/** Who calls a tool, and the request that the call came with. */
export interface ToolCall extends Caller {
  requestId: string
  /** Fires when nobody waits for the answer any more. */
  signal: AbortSignal
}
