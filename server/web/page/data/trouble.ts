import {
  ApiError,
  ConnectionError,
  ForbiddenError,
  UnauthorizedError,
} from '../../../../client/src/errors.ts'

/** Why a response is missing. `key`: the credential is rejected; `person`: the person has no company; `offline`: the browser has no network. */
export interface Trouble {
  kind: 'key' | 'person' | 'offline' | 'unreachable' | 'failed'
  message: string
  /** Quote it in support requests. */
  reference: string | null
}

export function troubleOf(error: unknown): Trouble {
  if (error instanceof UnauthorizedError) {
    // The service explains the rejection of a key that it knows.
    const isKnown = error.detail.startsWith('This API key')
    return {
      kind: 'key',
      message: isKnown ? error.detail : 'Invalid key. Check that it is complete.',
      reference: error.requestId,
    }
  }
  if (error instanceof ForbiddenError && PERSONAL.includes(error.code)) {
    return {
      kind: 'person',
      message: `${error.detail} Ask the operator of the service.`,
      reference: error.requestId,
    }
  }
  if (error instanceof ApiError)
    return { kind: 'failed', message: error.detail, reference: error.requestId }
  if (error instanceof ConnectionError) {
    if (!navigator.onLine) return { kind: 'offline', message: 'You are offline.', reference: null }
    return {
      kind: 'unreachable',
      message: `Cannot reach ${location.host}. Is the service running?`,
      reference: null,
    }
  }
  return {
    kind: 'failed',
    message: error instanceof Error ? error.message : String(error),
    reference: null,
  }
}

const PERSONAL: readonly (string | null)[] = ['company_required', 'insufficient_scope']
