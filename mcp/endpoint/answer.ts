/** An answer of the endpoint. */
export interface McpAnswer {
  status: number
  /** JSON, as text or as UTF-8; null where there is nothing to say. */
  body: string | Buffer | null
  /** Whether the body is gzip of that. */
  zipped?: true
}

/** A JSON-RPC error; its id is that of the request it answers, null where there is no single one. */
export function rpcError(status: number, code: number, message: string, request: unknown, data?: unknown): McpAnswer {
  const error = data === undefined ? { code, message } : { code, message, data }
  return { status, body: JSON.stringify({ jsonrpc: '2.0', error, id: idOf(request) }) }
}

/** What the protocol's library answers. */
export async function answerOf(response: Response): Promise<McpAnswer> {
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : text }
}

function idOf(request: unknown): string | number | null {
  const { method, id } = isObject(request) ? request : {}
  return typeof method === 'string' && (typeof id === 'string' || typeof id === 'number') ? id : null
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
