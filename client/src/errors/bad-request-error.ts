import { ApiError } from './api-error.ts'

/** 400: parameters are wrong; `errors` names each of them. */
export class BadRequestError extends ApiError {
  override name = 'BadRequestError'
}
