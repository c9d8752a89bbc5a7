import { ApiError } from './api-error.ts'

/** 414: the filters are too long together. */
export class UriTooLongError extends ApiError {
  override name = 'UriTooLongError'
}
