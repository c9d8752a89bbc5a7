import { readFileSync, writeFileSync } from 'node:fs'
import { sql } from '../../model/sql.ts'
import { type Connection, connect } from './driver.ts'
import { isBusy } from './sqlite-errors.ts'

/**
 * Takes an exclusive lock on a file of its own, which the system frees when the process ends. The file stays empty, so it cannot be damaged
 * and needs no room; beside it, `.pid` names the holder. Returns the holder's process id, as far as it is known, if another has the lock.
 */
export function tryLockFile(path: string): { release: () => void } | { holder: string | null } {
  const connection = connect(path)
  try {
    // Nothing is written, and no journal is left behind.
    connection.all(sql`PRAGMA journal_mode = MEMORY`)
    connection.waitNoMore()
    connection.run(sql`BEGIN IMMEDIATE`)
  } catch (error) {
    connection.close()
    if (!isBusy(error)) throw error
    return { holder: holderOf(path) }
  }
  noteHolder(path)
  return { release: () => release(connection) }
}

function release(connection: Connection): void {
  connection.run(sql`ROLLBACK`)
  connection.close()
}

function noteHolder(path: string): void {
  try {
    writeFileSync(`${path}.pid`, String(process.pid))
  } catch {
    // It is only for a message; the disk may be full.
  }
}

function holderOf(path: string): string | null {
  try {
    return /^\d+$/.exec(readFileSync(`${path}.pid`, 'utf8'))?.[0] ?? null
  } catch {
    return null
  }
}
