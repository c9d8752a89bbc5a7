import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../model/sql.ts'
import { StoreUnavailable } from '../../model/store.ts'
import type { Row } from './connection.ts'
import type { Database } from './database.ts'
import { isForbidden, isRefused, isUnsafe } from './errors.ts'
import { MIGRATIONS } from './schema.ts'

export interface Migrated {
  from: number
  to: number
}

/** MariaDB's and MySQL's "there is no such table". */
const NO_TABLE = 1146

/** How often to ask whether another node is done, in milliseconds, and for how long. */
const TURN_MS = 100
const TURNS = 600

/**
 * Brings the schema up to date; of nodes that start together one does it and the others wait.
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
    return await database.exclusive(
      'migrate',
      () => undefined,
      async held => {
        await held.run(sql`CREATE TABLE IF NOT EXISTS migrations (version INT, PRIMARY KEY (version)) ENGINE = InnoDB`)
        const start = await schemaVersion(held)
        for (let version = start; version < MIGRATIONS.length; version++) {
          for (const statement of MIGRATIONS[version]!) await held.run(statement)
          await held.write(sql`INSERT INTO migrations (version) VALUES (?)`, [version + 1])
        }
        return { from: start, to: MIGRATIONS.length }
      },
    )
  } catch (error) {
    if (!isForbidden(error)) throw error
    const advice = 'run `npm run -s admin -- migrate` as one who may'
    throw new Error(`the database's schema is not up to date, and its user may not change it: ${advice}`, { cause: error })
  }
}

async function schemaVersion(database: Pick<Database, 'read'>): Promise<number> {
  const [row] = await database.read(sql`SELECT MAX(version) AS version FROM migrations`).catch((error: unknown): Row[] => {
    if ((error as { errno?: number }).errno === NO_TABLE) return []
    throw error
  })
  return Number(row?.version ?? 0)
}

/** Waits until the server lets us in, for as long as a database may take that starts together with the service. */
export async function reachable(database: Database, print: (line: string) => void): Promise<void> {
  for (let turn = 1; ; turn++) {
    try {
      await database.read(sql`SELECT 1`)
      return
    } catch (error) {
      const refused = error instanceof StoreUnavailable && (isRefused(error.cause) || isUnsafe(error.cause))
      if (!(error instanceof StoreUnavailable) || refused || turn === TURNS) {
        throw new Error(`DATABASE_URL cannot be used: ${reason(error)}`, { cause: error })
      }
      if (turn === 1) print(`Waiting for the database: ${reason(error)}`)
      await sleep(TURN_MS)
    }
  }
}

function reason(error: unknown): string {
  const cause = error instanceof StoreUnavailable ? error.cause : error
  const { message, code } = cause as Error & { code?: string }
  return message || code || String(cause)
}
