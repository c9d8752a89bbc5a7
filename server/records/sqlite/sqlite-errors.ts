import { StoreDamaged, StoreUnavailable } from '../../model/store.ts'

/** Primary result codes of SQLite. */
const [BUSY, LOCKED, READ_ONLY, IO, CORRUPT, FULL, CANNOT_OPEN, NOT_A_DATABASE] = [5, 6, 8, 10, 11, 13, 14, 26]

const SYSTEM_CODES = new Map([
  [FULL, 'ENOSPC'],
  [READ_ONLY, 'EACCES'],
  [CANNOT_OPEN, 'EACCES'],
  [IO, 'EIO'],
])

function codeOf(error: unknown): number {
  return Number((error as { rawCode?: number } | null)?.rawCode ?? 0) & 0xff
}

export function isBusy(error: unknown): boolean {
  return [BUSY, LOCKED].includes(codeOf(error))
}

export function isFull(error: unknown): boolean {
  return codeOf(error) === FULL
}

/** Returns a `StoreUnavailable`, a `StoreDamaged`, an error that names the file like the system's own, or the error itself. */
export function recordsError(error: unknown, file: string): unknown {
  const code = codeOf(error)
  const cause = error as Error
  if (code === BUSY || code === LOCKED) return new StoreUnavailable('another process has locked the records for too long', { cause })
  if (code === CORRUPT || code === NOT_A_DATABASE) return damagedFile(file, cause)
  const system = SYSTEM_CODES.get(code)
  return system === undefined
    ? error
    : Object.assign(new Error(`${system}: ${cause.message}, '${file}'`, { cause }), { code: system, path: file })
}

/** An error while a file is opened. An intact one has plain names and unique row numbers, so that anything unknown means damage. */
export function openingError(error: unknown, file: string): unknown {
  const known = recordsError(error, file)
  return known === error ? damagedFile(file, error as Error) : known
}

function damagedFile(file: string, cause: Error): StoreDamaged {
  return new StoreDamaged(file, `${file} is damaged (${cause.message}): run \`admin verify\``, { cause })
}
