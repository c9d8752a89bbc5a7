import { UascopeError } from './uascope-error.ts'

/** The service could not be reached, or its answer broke off or made no sense; `cause` says why. */
export class ConnectionError extends UascopeError {
  override name = 'ConnectionError'
}
