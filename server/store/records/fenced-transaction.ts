import { sql } from '../../core/model/sql.ts'
import type { AppLocks } from './locks.ts'
import { retryConflicts } from './mysql/mysql-connection.ts'
import type { Held } from './records.ts'
import { isBroken } from './mysql/mysql-errors.ts'

/**
 * Runs a transaction that only the owner of these apps' locks may commit. Repeats `work` after a rollback by the server.
 * @throws LockLost
 */
export async function inFencedTransaction(
  held: Held,
  locks: AppLocks,
  apps: readonly number[],
  work: () => Promise<void>,
): Promise<void> {
  await retryConflicts(async () => {
    await held.run(sql`START TRANSACTION`)
    try {
      await work()
      await locks.fence(held, apps)
      await held.run(sql`COMMIT`)
    } catch (error) {
      // The server has rolled back.
      if (isBroken(error)) throw error
      await held.run(sql`ROLLBACK`)
      // A lost lock explains the error better.
      await locks.fence(held, apps)
      throw error
    }
  })
}
