export interface Caller {
  companyId: number
  kind: 'api_key' | 'user'
  /** Stable id of the key or user. */
  id: string
  name?: string
  email?: string
}

export interface CalledTool {
  tool: string
  appId?: number
  /** Error code; absent if it succeeded. */
  code?: string
  parameters?: readonly string[]
}

export interface ToolCall extends Caller {
  requestId: string
  onTool?: (called: CalledTool) => void
  signal: AbortSignal
}
