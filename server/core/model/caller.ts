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

export interface Allowance {
  allowed: boolean
  limit: number
  windowSeconds: number
  remaining: number
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number
}

/** Counts requests per company, in one process or for all nodes. */
export interface RateLimiter {
  /** Counts one request, or several that pass only together. */
  count(companyId: number, requests?: number): Promise<Allowance>
}

export const WINDOW_SECONDS = 60
