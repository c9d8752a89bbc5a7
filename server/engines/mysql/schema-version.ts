import { sql } from '../../model/sql.ts'
import type { HeldConnection, Row } from './connection.ts'
import { isMissingTable } from './errors.ts'

export interface SchemaVersion {
  /** 0 in a database without tables. */
  version: number
  /** The oldest version that a service must know to use the database: all later changes are additive. */
  needs: number
}

/** The last version that is recorded in the table `migrations`. Services that know no later one refuse every other number there. */
const LAST_IN_MIGRATIONS = 3

export async function readSchemaVersion(database: Pick<HeldConnection, 'read'>): Promise<SchemaVersion> {
  const [migrated] = await unlessMissing(database.read(sql`SELECT MAX(version) AS version FROM migrations`))
  const [state] = await unlessMissing(database.read(sql`SELECT version, needs FROM schema_state`))
  const recorded = Number(migrated?.['version'] ?? 0)
  return { version: Math.max(recorded, Number(state?.['version'] ?? 0)), needs: Math.max(recorded, Number(state?.['needs'] ?? 0)) }
}

/**
 * Records that a database has a version. One that services of the version before can use is not written where those would see it: they go on,
 * and start again, on the newer database.
 */
export async function recordVersion(held: HeldConnection, version: number, isAdditive: boolean): Promise<void> {
  const { needs } = await readSchemaVersion(held)
  if (version <= LAST_IN_MIGRATIONS || !isAdditive) await held.write(sql`INSERT IGNORE INTO migrations (version) VALUES (?)`, [version])
  if (version <= LAST_IN_MIGRATIONS) return
  // The first assignment sees the version from before.
  await held.write(
    sql`INSERT INTO schema_state (one, version, needs) VALUES (1, ?, ?) ON DUPLICATE KEY UPDATE
    needs = IF(version < VALUES(version), VALUES(needs), needs), version = GREATEST(version, VALUES(version))`,
    [version, isAdditive ? needs : version],
  )
}

async function unlessMissing(rows: Promise<Row[]>): Promise<Row[]> {
  return await rows.catch((error: unknown): Row[] => {
    if (isMissingTable(error)) return []
    throw error
  })
}
