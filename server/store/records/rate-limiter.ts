import { type Allowance, type RateLimiter, WINDOW_SECONDS } from '../../core/model/caller.ts'
import { sql, type Sql } from '../../core/model/sql.ts'
import type { Records } from './records.ts'

/** Factor that packs a count's result into the one number that a write returns. */
const MILLISECONDS = 2 ** 24
const REFUSED = 2 ** 48

/**
 * Counts per company for all nodes, in fixed windows by the database's clock. A single statement counts and decides, so that exactly one
 * request is the last to pass.
 */
export function mysqlRateLimiter(
  { small: database }: Pick<Records, 'small'>,
  limit: number,
  windowSeconds: number = WINDOW_SECONDS,
): RateLimiter {
  const now = sql`CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)`
  const ends = sql`${now} + ${windowSeconds * 1000}`
  const answer = (used: Sql, end: Sql) => sql`(${used}) * ${MILLISECONDS} + (${end} - ${now})`
  // Assignments run left to right: "used" reads the old window.
  const statement = (requests: number) => sql`INSERT INTO rate_limits (company_id, used, ends_at)
    VALUES (?, ${requests} + 0 * LAST_INSERT_ID(${answer(sql`${requests}`, ends)}), ${ends})
    ON DUPLICATE KEY UPDATE
      used = CASE
        WHEN ends_at <= ${now} THEN ${requests} + 0 * LAST_INSERT_ID(${answer(sql`${requests}`, ends)})
        WHEN used + ${requests} <= ${limit}
          THEN used + ${requests} + 0 * LAST_INSERT_ID(${answer(sql`used + ${requests}`, sql`ends_at`)})
        ELSE used + 0 * LAST_INSERT_ID(${REFUSED} + ${answer(sql`used`, sql`ends_at`)}) END,
      ends_at = CASE WHEN ends_at <= ${now} THEN ${ends} ELSE ends_at END`
  const count = async (companyId: number, requests = 1): Promise<Allowance> => {
    // Counting 0 returns the remaining count.
    if (requests > limit) return { ...(await count(companyId, 0)), allowed: false }
    const { id } = await database.write(statement(requests), [companyId])
    const allowed = id < REFUSED
    const ticks = allowed ? id : id - REFUSED
    return {
      allowed,
      limit,
      windowSeconds,
      remaining: limit - Math.floor(ticks / MILLISECONDS),
      // A delayed statement uses its send time, which may precede the window.
      resetSeconds: Math.min(windowSeconds, Math.max(1, Math.ceil((ticks % MILLISECONDS) / 1000))),
    }
  }
  return { count }
}
