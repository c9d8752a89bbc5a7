import { UascopeError } from './uascope-error.ts'

/** The caller's signal was aborted; `cause` is its reason. */
export class AbortError extends UascopeError {
  override name = 'AbortError'
}
