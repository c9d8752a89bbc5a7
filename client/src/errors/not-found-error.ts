import { ApiError } from './api-error.ts'

/** 404: there is nothing under this path; look at `baseUrl`. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError'
}
