import { ApiError } from './api-error.ts'

/** 403: the key cannot read this app, or there is no such app. */
export class ForbiddenError extends ApiError {
  override name = 'ForbiddenError'
}
