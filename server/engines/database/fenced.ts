import { sql } from '../../model/sql.ts'
import type { AppLocks } from './locks.ts'
import { type HeldConnection, repeated } from './connection.ts'
import { isBroken } from './errors.ts'

/**
 * Does what only the owner of these apps' locks may do, in one transaction: nothing of it stays when somebody has taken them over, be it an instant before
 * its end. `work` is repeated when the server takes it back.
 * @throws LockLost
 */
export async function fenced(held: HeldConnection, locks: AppLocks, apps: readonly number[], work: () => Promise<void>): Promise<void> {
  await repeated(async () => {
    await held.run(sql`START TRANSACTION`)
    try {
      await work()
      await locks.fence(held, apps)
      await held.run(sql`COMMIT`)
    } catch (error) {
      if (isBroken(error)) throw error
      await held.run(sql`ROLLBACK`)
      // Whatever else it says, this is why.
      await locks.fence(held, apps)
      throw error
    }
  })
}
