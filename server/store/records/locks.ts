import { setTimeout as sleep } from 'node:timers/promises'
import { joined, literal, numbers, sql, type Sql } from '../../core/model/sql.ts'
import { chunks } from '../../core/runtime/slices.ts'
import type { Held } from './records.ts'
import type { Database } from './mysql/mysql-database.ts'

/** Interval of renewals, ms, and their validity, s. */
const RENEW_MS = 5000
const HOLD_SECONDS = 15
/** Interval of attempts to take a lock, ms. */
const RETRY_MS = 200
const CHUNK = 500

const EXPIRY = sql`UTC_TIMESTAMP(6) + INTERVAL ${HOLD_SECONDS} SECOND`

/** An import stalled until another import took its locks. */
export class LockLost extends Error {
  override name = 'LockLost'
}

/** Rows of `import_locks`, by the database's clock. */
export interface AppLocks {
  /** The import's unique id; without the lock it changes nothing. */
  owner: string
  apps: readonly number[]
  /**
   * The last statement of a transaction that only the owner may commit; until COMMIT nobody can take over.
   * @throws LockLost
   */
  fence(held: Held, apps?: readonly number[]): Promise<void>
  /** As `fence`, but the commit releases all locks. */
  free(held: Held): Promise<void>
  release(): Promise<void>
}

/**
 * Locks apps in the order of their ids, so that imports cannot deadlock, and renews until released; a dead process loses them after 15 s.
 * Calls `onWait` before waiting.
 */
export async function lockApps(
  database: Database,
  owner: string,
  apps: readonly number[],
  onWait: () => void,
): Promise<AppLocks> {
  const ids = [...new Set(apps)].sort((a, b) => a - b)
  const renewal = setInterval(() => {
    database.small
      .write(sql`UPDATE import_locks SET expires_at = ${EXPIRY} WHERE owner = ?`, [owner])
      .catch(() => undefined)
  }, RENEW_MS).unref()
  const release = async (): Promise<void> => {
    clearInterval(renewal)
    await database.small.write(sql`DELETE FROM import_locks WHERE owner = ?`, [owner])
  }
  try {
    await takeAll(database, owner, ids, onWait)
  } catch (error) {
    await release().catch(() => undefined)
    throw error
  }
  const fence = async (held: Held, some: readonly number[]): Promise<void> => {
    let renewed = 0
    for (const chunk of chunks(some, CHUNK)) {
      const own = sql`WHERE owner = ${literal(owner)} AND app_id IN (${numbers(chunk)})`
      renewed += (await held.run(sql`UPDATE import_locks SET expires_at = ${EXPIRY} ${own}`)).rows
    }
    if (renewed !== some.length) throw lost()
  }
  return {
    owner,
    apps: ids,
    fence: (held, some = ids) => fence(held, some),
    async free(held) {
      if (ids.length === 0) return
      const { rows } = await held.write(sql`DELETE FROM import_locks WHERE owner = ?`, [owner])
      if (rows !== ids.length) throw lost()
    },
    release,
  }
}

async function takeAll(
  database: Database,
  owner: string,
  ids: readonly number[],
  onWait: () => void,
): Promise<void> {
  let waited = false
  for (const chunk of chunks(ids, CHUNK)) {
    for (let remaining: readonly number[] = chunk; remaining.length > 0;) {
      remaining = await take(database, owner, remaining)
      if (remaining.length === 0) break
      if (!waited) onWait()
      waited = true
      await sleep(RETRY_MS)
    }
  }
}

/** Takes locks up to the first one held by others; returns the rest. */
async function take(
  database: Database,
  owner: string,
  ids: readonly number[],
): Promise<readonly number[]> {
  const rows = joined(ids.map((id): Sql => sql`(${id}, ?, ${EXPIRY})`))
  // The second assignment sees the first one's effect.
  await database.write(
    sql`INSERT INTO import_locks (app_id, owner, expires_at) VALUES ${rows} ON DUPLICATE KEY UPDATE
    owner = IF(expires_at < UTC_TIMESTAMP(6), VALUES(owner), owner),
    expires_at = IF(owner = VALUES(owner), VALUES(expires_at), expires_at)`,
    ids.map(() => owner),
  )
  const own = await database.read(
    sql`SELECT app_id FROM import_locks WHERE owner = ${literal(owner)} AND app_id IN (${numbers(ids)})`,
  )
  const taken = new Set(own.map(row => Number(row['app_id'])))
  const first = ids.findIndex(id => !taken.has(id))
  if (first === -1) return []
  // While waiting, hold only lower ids: prevents deadlock.
  if (ids.some((id, index) => index > first && taken.has(id))) {
    await database.write(sql`DELETE FROM import_locks WHERE owner = ? AND app_id > ?`, [
      owner,
      ids[first]!,
    ])
  }
  return ids.slice(first)
}

function lost(): LockLost {
  return new LockLost('it stalled too long, and another import took over')
}
