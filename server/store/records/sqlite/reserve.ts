import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Bytes, enough for the pages that a removal changes. */
const SIZE = 2 ** 20

function reserveOf(file: string): string {
  return join(dirname(file), 'reserve')
}

/** Takes disk space beside the records, unless it is taken: a removal on a full disk frees it. */
export function takeReserve(file: string): void {
  try {
    writeFileSync(reserveOf(file), Buffer.alloc(SIZE), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    // A service must start on a full disk.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') freeReserve(file)
  }
}

/** False if it is not there. */
export function freeReserve(file: string): boolean {
  try {
    rmSync(reserveOf(file))
    return true
  } catch {
    return false
  }
}
