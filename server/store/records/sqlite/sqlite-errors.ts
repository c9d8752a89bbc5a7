import { setTimeout as sleep } from 'node:timers/promises'
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { StoreDamaged, StoreUnavailable } from '../../../core/model/store.ts'
import { steadyClock } from '../../../core/runtime/shared-work.ts'

/** Primary result codes of SQLite. */
const [BUSY, LOCKED, READ_ONLY, IO, CORRUPT, FULL, CANNOT_OPEN, NOT_A_DATABASE] = [
  5, 6, 8, 10, 11, 13, 14, 26,
]

const IO_SHM_SIZE = 4874

const SYSTEM_CODES = new Map([
  [FULL, 'ENOSPC'],
  [READ_ONLY, 'EACCES'],
  [CANNOT_OPEN, 'EACCES'],
  [IO, 'EIO'],
])

function rawCodeOf(error: unknown): number {
  const { rawCode, cause } = (error ?? {}) as { rawCode?: number; cause?: { rawCode?: number } }
  return Number(rawCode ?? cause?.rawCode ?? 0)
}

function codeOf(error: unknown): number {
  return rawCodeOf(error) & 0xff
}

export function isBusy(error: unknown): boolean {
  return [BUSY, LOCKED].includes(codeOf(error))
}

/** Also without space for the index of the log. */
export function isFull(error: unknown): boolean {
  return codeOf(error) === FULL || rawCodeOf(error) === IO_SHM_SIZE
}

/** Upper bound of the random delay before a retry, ms. */
const LONGEST_WAIT = 32

/** Runs `attempt` until no other connection blocks it, for `patience` ms; at least once. */
export async function unlessBusy<Result>(
  attempt: () => Result,
  file: string,
  patience: number,
): Promise<Result> {
  const since = steadyClock()
  for (let count = 1; ; count++) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error)) throw recordsError(error, file)
      if (steadyClock() - since > patience)
        throw new StoreUnavailable(describeHolder(file), { cause: error })
      await sleep(Math.random() * Math.min(2 ** count, LONGEST_WAIT))
    }
  }
}

function describeHolder(file: string): string {
  const holder = holderOf(file)
  const process = holder === null ? 'another process' : `the process ${holder}`
  return `${process} has locked the records for too long. Let it continue, or end it, and try again`
}

/** Returns a `StoreUnavailable`, a `StoreDamaged`, an error that names the file like the system's own, or the error itself. */
export function recordsError(error: unknown, file: string): unknown {
  const cause = error as Error
  if (!('rawCode' in cause)) return error
  const code = codeOf(error)
  if (code === BUSY || code === LOCKED) return new StoreUnavailable(describeHolder(file), { cause })
  if (code === CORRUPT || code === NOT_A_DATABASE) return damagedFile(file, cause)
  const system = SYSTEM_CODES.get(code)
  return system === undefined
    ? error
    : Object.assign(new Error(`${system}: ${cause.message}, '${file}'`, { cause }), {
        code: system,
        path: file,
      })
}

/** An error while a file is opened. An intact one has plain names and unique row numbers, so that anything unknown means damage. */
export function openingError(error: unknown, file: string): unknown {
  const known = recordsError(error, file)
  const isKnown =
    known !== error ||
    error instanceof StoreUnavailable ||
    (error as NodeJS.ErrnoException).path === file
  return isKnown ? known : damagedFile(file, error as Error)
}

function damagedFile(file: string, cause: Error): StoreDamaged {
  return new StoreDamaged(file, `${file} is damaged (${cause.message}): run \`admin verify\``, {
    cause,
  })
}

/** Writes beside a file which process holds its lock, for messages. */
export function noteHolder(path: string): void {
  try {
    // The length is fixed and the file is not truncated, so a process that is killed here leaves a whole number.
    const file = openSync(`${path}.pid`, constants.O_WRONLY | constants.O_CREAT, 0o600)
    writeSync(file, String(process.pid).padEnd(10))
    closeSync(file)
  } catch {
    // The disk may be full.
  }
}

export function holderOf(path: string): string | null {
  try {
    return /^\d+/.exec(readFileSync(`${path}.pid`, 'utf8'))?.[0] ?? null
  } catch {
    return null
  }
}
