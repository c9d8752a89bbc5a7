import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'

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
