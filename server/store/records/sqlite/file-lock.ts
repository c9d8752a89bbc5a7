import { sql } from '../../../core/model/sql.ts'
import { type Connection, connect } from './driver.ts'
import { holderOf, noteHolder } from './lock-holder.ts'
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
