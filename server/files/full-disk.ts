import type { Boom } from '@hapi/boom'
import { problem } from '../checks/problem.ts'

/** Seconds after which room may have been made. */
const RETRY_AFTER = 10

/** Whether the disk, or its user's quota, was full; the system says it by code, DuckDB in words only. */
export function isDiskFull(error: unknown): boolean {
  return says(
    error,
    ({ code, message }) => code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device|Disk quota exceeded/i.test(message),
  )
}

/** The 507 for an error that says that there was no room, on disk or in memory, for a file or for a query's intermediate results. */
export function withoutRoom(cause: unknown): Boom | undefined {
  if (isDiskFull(cause)) return insufficientStorage("The service's disk is full. Try again later.", cause)
  // What DuckDB says of either bound, of its memory and of the folder that it uses when that runs short.
  const outOfRoom = says(cause, ({ message }) => /^Out of Memory Error|max_temp_directory_size/.test(message))
  return outOfRoom
    ? insufficientStorage('The service has no room left for what this request needs on the way. Try again later, or ask for less.', cause)
    : undefined
}

export function insufficientStorage(detail: string, cause?: unknown): Boom {
  return problem('insufficient_storage', detail, { headers: { 'retry-after': RETRY_AFTER }, cause })
}

function says(error: unknown, test: (error: NodeJS.ErrnoException) => boolean): boolean {
  return error instanceof Error && (test(error) || says(error.cause, test))
}
