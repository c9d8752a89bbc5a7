import { readProblem } from '../problem.ts'
import { ApiError } from './api-error.ts'
import { BadRequestError } from './bad-request-error.ts'
import { ForbiddenError } from './forbidden-error.ts'
import { HeadersTooLargeError } from './headers-too-large-error.ts'
import { InsufficientStorageError } from './insufficient-storage-error.ts'
import { NotFoundError } from './not-found-error.ts'
import { RangeNotSatisfiableError } from './range-not-satisfiable-error.ts'
import { RateLimitError } from './rate-limit-error.ts'
import { ServerError } from './server-error.ts'
import { UnauthorizedError } from './unauthorized-error.ts'
import { UnavailableError } from './unavailable-error.ts'
import { UriTooLongError } from './uri-too-long-error.ts'

const classes: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  414: UriTooLongError,
  416: RangeNotSatisfiableError,
  429: RateLimitError,
  431: HeadersTooLargeError,
  503: UnavailableError,
  507: InsufficientStorageError
}

/** The error of an answer; `body` is its text, or what its JSON says. */
export function errorOfStatus({ status, statusText, headers }: Response, body: unknown): ApiError {
  const Class = classes[status] ?? (status >= 500 ? ServerError : ApiError)
  return new Class(status, readProblem(body, statusText), headers)
}
