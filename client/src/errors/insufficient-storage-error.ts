import { ServerError } from './server-error.ts'

/** 507: the service has no room on its disk for what was asked. */
export class InsufficientStorageError extends ServerError {
  override name = 'InsufficientStorageError'
}
