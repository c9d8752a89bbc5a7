import { ApiError } from './api-error.ts'

/** 416: a `Range` header asks for bytes that the file does not have. */
export class RangeNotSatisfiableError extends ApiError {
  override name = 'RangeNotSatisfiableError'
}
