import { ApiError } from './api-error.ts'

/** 429: the company's requests of this minute are used up, and the retries too. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError'
}
