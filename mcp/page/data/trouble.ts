import { ApiError, ConnectionError, UnauthorizedError } from '../../../client/src/errors.ts'

/** Why an answer is missing. */
export interface Trouble {
  kind: 'key' | 'unreachable' | 'failed'
  message: string
  /** Quote it in support requests. */
  reference: string | null
}

export function troubleOf(error: unknown): Trouble {
  if (error instanceof UnauthorizedError) {
    return { kind: 'key', message: 'Invalid key. Check that it is complete and not revoked.', reference: error.requestId }
  }
  if (error instanceof ApiError) return { kind: 'failed', message: error.detail, reference: error.requestId }
  if (error instanceof ConnectionError) {
    return { kind: 'unreachable', message: `Cannot reach ${location.host}. Is the service running?`, reference: null }
  }
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error), reference: null }
}
