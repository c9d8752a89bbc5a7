import { setTimeout as sleep } from 'node:timers/promises'
import { adminCommand } from '../../core/runtime/commands.ts'
import { steadyClock } from '../../core/runtime/shared-work.ts'
import { sql } from '../../core/model/sql.ts'
import { StoreTimeout, StoreUnavailable } from '../../core/model/store.ts'
import { retryConflicts } from './mysql/mysql-connection.ts'
import { type Database, readSchemaVersion, recordVersion } from './mysql/mysql-database.ts'
import {
  isForbidden,
  isInterrupted,
  isRefused,
  isRolledBack,
  isUnsafe,
} from './mysql/mysql-errors.ts'
import { requireCompleteCatalog } from './missing-catalog.ts'
import { aliveNodes } from './nodes.ts'
import { type Migration, MIGRATIONS, pending, performStep, upgrade, versionOf } from './schema.ts'

interface Migrated {
  from: number
  to: number
}

/** Interval and duration of connection attempts, ms. */
const TURN_MS = 100
const LONGEST_WAIT = 60_000

const COMMAND = adminCommand('migrate')

/**
 * Upgrades an empty database and checks one in use, which only `migrate` changes.
 * @throws an Error for the operator if it is older or newer, or its catalog is missing
 */
export async function openSchema(database: Database, migrations = MIGRATIONS): Promise<Migrated> {
  const { inUse } = await requireCompleteCatalog(database)
  const { version, needs } = await readSchemaVersion(database)
  const newest = versionOf(migrations)
  if (version >= newest) return usable(version, needs, newest)
  const entries = pending(version, migrations)
  if (!inUse) return await apply(database, version, migrations)
  const others = entries.every(({ migration }) => migration.additive)
    ? 'Services of the previous version can continue to serve'
    : 'Stop all services of earlier versions first'
  throw new Error(
    `the database has schema version ${version}, and this version of uascope needs ${newest}: ` +
      `make a backup, run ${COMMAND}, and start again. ${others}. Nothing was changed`,
  )
}

/**
 * Upgrades the schema. Several nodes may do so at once, through different servers of a cluster, where locks are local: every step can run
 * concurrently and repeatedly.
 * @throws an Error for the operator if the database is newer, its catalog is missing, live services could not continue, or the user lacks
 * privileges
 */
export async function migrate(database: Database, migrations = MIGRATIONS): Promise<Migrated> {
  await requireCompleteCatalog(database)
  const { version, needs } = await readSchemaVersion(database)
  const newest = versionOf(migrations)
  if (version >= newest) return usable(version, needs, newest)
  await requireNoOlder(database, version, migrations)
  return await apply(database, version, migrations)
}

function usable(version: number, needs: number, known: number): Migrated {
  if (needs <= known) return { from: version, to: version }
  throw new Error(
    `the database has schema version ${version}, written by a newer version of uascope, and requires a service that supports version ${needs}; ` +
      `this one supports ${known}. Start the newer version`,
  )
}

async function requireNoOlder(
  database: Database,
  from: number,
  migrations: readonly Migration[],
): Promise<void> {
  const alive = await aliveNodes(database)
  for (const { migration, to } of pending(from, migrations)) {
    if (migration.additive) continue
    const older = alive.filter(({ schemaVersion }) => schemaVersion < to)
    if (older.length === 0) continue
    const names = older.map(({ id, version }) => `${id} (version ${version})`).join(', ')
    throw new Error(
      `schema version ${to} cannot be used by services that run now: ${names}. Stop them, wait half a minute, and run ${COMMAND} again. ` +
        'Nothing was changed',
    )
  }
}

async function apply(
  database: Database,
  from: number,
  migrations: readonly Migration[],
): Promise<Migrated> {
  try {
    return await database.held(async held => {
      await repeated(() =>
        held.run(
          sql`CREATE TABLE IF NOT EXISTS migrations (version INT, PRIMARY KEY (version)) ENGINE = InnoDB`,
        ),
      )
      for (const { migration, to } of pending(from, migrations)) {
        // Another process may have done it.
        if ((await repeated(() => readSchemaVersion(held))).version >= to) continue
        await upgrade(held, migration, (on, step) => repeated(() => performStep(on, step)))
        await repeated(() => recordVersion(held, to, migration.additive))
      }
      return { from, to: versionOf(migrations) }
    })
  } catch (error) {
    if (!isForbidden(error)) throw error
    const advice = `run ${COMMAND} as a user that may`
    throw new Error(
      `the database's schema is not up to date, and its user may not change it: ${advice}`,
      { cause: error },
    )
  }
}

/** Repeats steps, including those that Galera aborts because another server changes the same table. */
function repeated<Result>(step: () => Promise<Result>): Promise<Result> {
  return retryConflicts(step, Infinity, error => isRolledBack(error) || isInterrupted(error))
}

/** Waits for a database that starts at the same time as the service. */
export async function waitForDatabase(
  database: Database,
  print: (line: string) => void,
): Promise<void> {
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
