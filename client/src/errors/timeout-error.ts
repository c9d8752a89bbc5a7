import { ConnectionError } from './connection-error.ts'

/** The answer, its body included, did not come within `timeout`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}
