import { ApiError } from './api-error.ts'

/** 5xx: the service, or what stands before it, failed. */
export class ServerError extends ApiError {
  override name = 'ServerError'
}
