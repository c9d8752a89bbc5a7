import { ApiError } from './api-error.ts'

/** 401: the API key is missing, malformed, unknown, revoked or expired. */
export class UnauthorizedError extends ApiError {
  override name = 'UnauthorizedError'
}
