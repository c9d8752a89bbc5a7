import { ServerError } from './server-error.ts'

/** 503: the store does not answer in time. */
export class UnavailableError extends ServerError {
  override name = 'UnavailableError'
}
