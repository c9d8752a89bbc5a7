import { ApiError } from './errors.ts'

/** An answer beside the HTTP response it came with. */
export interface WithResponse<T> {
  data: T
  /** Its body is unread; of a file, it is the very body of the file, so that only one of them can be read. */
  response: Response
}

/** A call under way: awaiting it gives its answer. */
export interface Call<T> extends Promise<T> {
  /** The answer and the HTTP response. */
  withResponse(): Promise<WithResponse<T>>
  /** The HTTP response. */
  asResponse(): Promise<Response>
  /** The answer, or null where it is still the one that `ifNoneMatch` names (304). */
  ifModified(): Promise<T | null>
}

/** All ways out of a call hang on the one promise, so that a failure is unhandled only when none is taken. */
export function callOf<T>(answer: Promise<WithResponse<T>>): Call<T> {
  const data = answer.then(({ data }) => data)
  return Object.assign(data, {
    withResponse: () => data.then(() => answer),
    asResponse: () => data.then(() => answer).then(({ response }) => response),
    ifModified: () =>
      data.catch(error => {
        if (error instanceof ApiError && error.status === 304) return null
        throw error
      }),
  })
}
