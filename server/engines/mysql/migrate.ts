import { setTimeout as sleep } from 'node:timers/promises'
import { steadyClock } from '../../model/fresh.ts'
import { sql } from '../../model/sql.ts'
import { StoreTimeout, StoreUnavailable } from '../../model/store.ts'
import type { HeldConnection, Row } from './connection.ts'
import type { Database } from './database.ts'
import { isForbidden, isRefused, isUnsafe } from './errors.ts'
import { repeated } from './repeated.ts'
import { MIGRATIONS } from './schema.ts'

export interface Migrated {
  from: number
  to: number
}

/** MariaDB's and MySQL's "there is no such table". */
const NO_TABLE = 1146

/** How often to ask whether the server is there, in milliseconds, and for how long. */
const TURN_MS = 100
const LONGEST_WAIT = 60_000

/**
 * Brings the schema up to date. Nodes that start together may all do it at once, be it through different servers of a cluster, where a lock would be one
 * server's: no step minds that, or that it was done before.
 * @throws an Error for people when the database is newer than this version of the service, or its user may not change it.
 */
export async function migrate(database: Database): Promise<Migrated> {
  const from = await schemaVersion(database)
  if (from > MIGRATIONS.length) {
    const known = MIGRATIONS.length
    throw new Error(`the database has schema version ${from}, which a newer version of uascope made; this one knows ${known}`)
  }
  if (from === MIGRATIONS.length) return { from, to: from }
  try {
    return await database.held(async held => {
      await repeated(() => held.run(sql`CREATE TABLE IF NOT EXISTS migrations (version INT, PRIMARY KEY (version)) ENGINE = InnoDB`))
      for (let version = from; version < MIGRATIONS.length; version++) {
        // Another node may have been faster.
        if ((await schemaVersion(held)) > version) continue
        for (const step of MIGRATIONS[version]!) await repeated(() => (typeof step === 'function' ? step(held) : held.run(step)))
        await repeated(() => held.write(sql`INSERT IGNORE INTO migrations (version) VALUES (?)`, [version + 1]))
      }
      return { from, to: MIGRATIONS.length }
    })
  } catch (error) {
    if (!isForbidden(error)) throw error
    const advice = 'run `npm run -s admin -- migrate` as one who may'
    throw new Error(`the database's schema is not up to date, and its user may not change it: ${advice}`, { cause: error })
  }
}

async function schemaVersion(database: Pick<HeldConnection, 'read'>): Promise<number> {
  const [row] = await database.read(sql`SELECT MAX(version) AS version FROM migrations`).catch((error: unknown): Row[] => {
    if ((error as { errno?: number }).errno === NO_TABLE) return []
    throw error
  })
  return Number(row?.version ?? 0)
}

/** Waits until the server lets us in, for as long as a database may take that starts together with the service. */
export async function reachable(database: Database, print: (line: string) => void): Promise<void> {
  const late = steadyClock() + LONGEST_WAIT
  for (let isFirst = true; ; isFirst = false) {
    try {
      await database.small.read(sql`SELECT 1`)
      return
    } catch (error) {
      const mayCome = error instanceof StoreTimeout || error instanceof StoreUnavailable
      if (!mayCome || isRefused(error.cause) || isUnsafe(error.cause) || steadyClock() > late) {
        throw new Error(`DATABASE_URL cannot be used: ${reason(error)}`, { cause: error })
      }
      if (isFirst) print(`Waiting for the database: ${reason(error)}`)
      await sleep(TURN_MS)
    }
  }
}

function reason(error: unknown): string {
  const cause = error instanceof StoreUnavailable ? (error.cause ?? error) : error
  const { message, code } = cause as Error & { code?: string }
  return message || code || String(cause)
}
