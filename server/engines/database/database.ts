import { sql, type Sql } from '../../model/sql.ts'
import { DATABASE_URL_FORM, parseDatabaseUrl } from '../../process/database-url.ts'
import { type HeldConnection, heldConnection, type LineSink, pump, query, type Row, UNLIMITED } from './connection.ts'
import { Connections } from './connections.ts'
import { isMissingTable } from './errors.ts'
import { Statements } from './statements.ts'

export interface DatabaseOptions {
  /** See `parseDatabaseUrl`. */
  url: string
  /** Seconds after which a statement is stopped, on the server too; the wait for a connection counts by itself. */
  timeLimit?: number
  /** Connections at once for large statements, and as many again for small ones; who needs one more waits. */
  connections?: number
}

/** Connections at once: two large reports with four parts each and four small ones; and a dozen for keys, limits and the catalog, which so never wait for those. */
const MOST_CONNECTIONS = 12

/** Connections of a kind that stay open while nobody needs them. */
const MOST_IDLE = 5

/** Milliseconds that the server has to stop a large statement by itself before its connection is cut. */
const GRACE = 5000

/** Server-side limit of a small statement, seconds, and total wait for one, ms: callers get a response within 5 s. */
const SMALL_TIME_LIMIT = 3
const SMALL_WAIT = 4000

/**
 * A MariaDB or MySQL server, or a Galera cluster of them. No answer depends on how it is configured: every connection sets what matters. Its own statements
 * may take long: those of reports, and of imports; `small` is for all others.
 */
export class Database extends Statements {
  /** Statements on a few rows (keys, users, budgets, what changed in the catalog), which have to be answered within 5 s, or not at all. */
  readonly small: Statements
  readonly #close: () => Promise<unknown>

  constructor({ url, timeLimit = 120, connections = MOST_CONNECTIONS }: DatabaseOptions) {
    const address = parseDatabaseUrl(url)
    if (address === undefined) throw new Error(`DATABASE_URL must be ${DATABASE_URL_FORM}`)
    const common = { address, most: connections, mostIdle: MOST_IDLE }
    const small = new Connections({
      ...common,
      timeLimit: Math.min(timeLimit, SMALL_TIME_LIMIT),
      limits: { turn: SMALL_WAIT, work: SMALL_WAIT, all: SMALL_WAIT },
    })
    const large = new Connections({
      ...common,
      timeLimit,
      limits: { turn: timeLimit * 1000, work: timeLimit * 1000 + GRACE, all: Infinity },
      kill: threadId => small.lend(connection => query(connection, sql`KILL ${threadId}`)),
    })
    super(large)
    this.small = new Statements(small, SMALL_WAIT - SMALL_TIME_LIMIT * 1000)
    this.#close = () => Promise.all([small.close(), large.close()])
  }

  /**
   * Streams a query of one text column, row by row, to what `open` makes, with little of it in memory. When its connection
   * breaks it starts once more, with another one of those.
   */
  async stream<Result>(statement: Sql, open: () => Promise<LineSink<Result>>, signal?: AbortSignal): Promise<Result> {
    return await this.lend(
      async (connection, ended) => {
        const sink = await open()
        try {
          await Promise.race([pump(connection, statement, sink), ended])
          return await sink.end()
        } catch (error) {
          await sink.abandon()
          throw error
        }
      },
      { signal },
    )
  }

  /** Gives `use` a connection of its own, without a time limit. Nothing on it is repeated; when it breaks, `use` can do nothing more. */
  async held<Result>(use: (held: HeldConnection) => Promise<Result>): Promise<Result> {
    return await this.lend(
      async (connection, ended) => {
        const held = heldConnection(connection, ended)
        await held.run(UNLIMITED)
        try {
          return await use(held)
        } finally {
          // Nobody else is to have it with these settings.
          connection.destroy()
        }
      },
      { isUnlimited: true },
      () => false,
    )
  }

  /** Closes every connection; rejects waiters. */
  async close(): Promise<void> {
    await this.#close()
  }
}

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
