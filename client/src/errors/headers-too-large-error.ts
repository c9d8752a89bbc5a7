import { ApiError } from './api-error.ts'

/** 431: the headers are too long together. */
export class HeadersTooLargeError extends ApiError {
  override name = 'HeadersTooLargeError'
}
