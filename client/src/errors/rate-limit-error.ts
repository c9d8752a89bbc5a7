import { ApiError } from './api-error.ts'

/** 429: the company's requests of this minute are used up, or it has too many downloads open, and the retries are used up too. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError'
}
