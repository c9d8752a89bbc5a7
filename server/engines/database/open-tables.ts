import { joined, sql, type Sql } from '../../model/sql.ts'
import { IS_REMOVED } from '../../records/catalog-rows.ts'
import type { Held } from '../../records/records.ts'
import type { Database } from '../../records/mysql/database.ts'
import type { AppLocks } from '../../records/locks.ts'

/** Last version of each of an app's open tables, by its name. */
export type Heads = Readonly<Record<string, number>>

export interface OpenTables {
  heads: Heads
  /** The publish that the tables do not show yet; 0 if they do. */
  pending: number
}

const CHUNK = 500

/** In a publish's transaction: the tables of these apps lag behind until `recordHeads`. */
export async function notePending(held: Held, apps: readonly number[], seq: number): Promise<void> {
  for (let start = 0; start < apps.length; start += CHUNK) {
    const rows = joined(apps.slice(start, start + CHUNK).map((app): Sql => sql`(${app}, ${seq}, '{}')`))
    await held.run(sql`INSERT INTO open_tables (app_id, pending, heads) VALUES ${rows} ON DUPLICATE KEY UPDATE pending = VALUES(pending)`)
  }
}

export async function readOpenTables(held: Pick<Held, 'read'>, appId: number): Promise<OpenTables> {
  const [row] = await held.read(sql`SELECT pending, heads FROM open_tables WHERE app_id = ${appId}`)
  return row === undefined ? { heads: {}, pending: 0 } : { heads: headsIn(row['heads']), pending: Number(row['pending']) }
}

/**
 * `shown` is the publish that the tables show; a later one stays pending.
 * @throws LockLost
 */
export async function recordHeads(database: Database, locks: AppLocks, appId: number, heads: Heads, shown: number): Promise<void> {
  await database.transaction(async held => {
    await held.write(
      sql`INSERT INTO open_tables (app_id, pending, heads) VALUES (?, 0, ?)
      ON DUPLICATE KEY UPDATE pending = IF(pending > ?, pending, 0), heads = VALUES(heads)`,
      [appId, JSON.stringify(heads), shown],
    )
    await locks.fence(held, [appId])
  })
}

export async function forgetOpenTables(held: Held, appId: number): Promise<void> {
  await held.write(sql`DELETE FROM open_tables WHERE app_id = ?`, [appId])
}

/** Apps whose tables lag behind, or that have none yet, and that no import has locked: it writes them. */
export async function laggingApps(database: Pick<Database, 'read'>): Promise<number[]> {
  const rows = await database.read(
    sql`SELECT a.app_id FROM catalog_apps a LEFT JOIN open_tables o ON o.app_id = a.app_id
    LEFT JOIN import_locks l ON l.app_id = a.app_id AND l.expires_at > UTC_TIMESTAMP(6)
    WHERE (o.app_id IS NULL OR o.pending > 0) AND l.app_id IS NULL AND NOT ${IS_REMOVED} ORDER BY a.app_id`,
    { latest: true },
  )
  return rows.map(row => Number(row['app_id']))
}

export async function readAllHeads(database: Pick<Database, 'read'>): Promise<(OpenTables & { appId: number })[]> {
  const rows = await database.read(sql`SELECT app_id, pending, heads FROM open_tables ORDER BY app_id`, { latest: true })
  return rows.map(row => ({ appId: Number(row['app_id']), heads: headsIn(row['heads']), pending: Number(row['pending']) }))
}

/** Validated: the database may be written to by others, and heads name objects. */
function headsIn(text: unknown): Heads {
  const read = JSON.parse(String(text)) as Record<string, unknown>
  return Object.fromEntries(Object.entries(read).filter(([, head]) => Number.isSafeInteger(head))) as Heads
}
