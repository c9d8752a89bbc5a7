import { readFileSync, writeFileSync } from 'node:fs'
import { sql } from '../../model/sql.ts'
import { type Connection, connect } from './driver.ts'
import { isBusy } from './sqlite-errors.ts'

/**
 * Takes an exclusive lock on a dedicated file, which the system releases when the process ends. The file stays empty, so it cannot be damaged
 * and needs no space; `.pid` next to it names the holder. If another process holds the lock, returns its id, if known.
 */
export function tryLockFile(path: string): { release: () => void } | { holder: string | null } {
  const connection = connect(path)
  try {
    // Writes nothing and leaves no journal.
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
    // The id is only for a message, and the disk may be full.
  }
}

function holderOf(path: string): string | null {
  try {
    return /^\d+$/.exec(readFileSync(`${path}.pid`, 'utf8'))?.[0] ?? null
  } catch {
    return null
  }
}
