import { sql, type Sql } from '../../../core/model/sql.ts'
import { DATABASE_URL_FORM, parseDatabaseUrl } from '../../../core/runtime/database-url.ts'
import {
  type HeldConnection,
  heldConnection,
  type LineSink,
  pump,
  query,
  type Row,
  UNLIMITED,
} from './mysql-connection.ts'
import { Connections } from './connections.ts'
import { isMissingTable } from './mysql-errors.ts'
import type { Held, Records } from '../records.ts'
import { MysqlStatements } from './statements.ts'

export interface DatabaseOptions {
  url: string
  /** Time limit of a statement, s, enforced on the server too; waiting for a connection is extra. */
  timeLimit?: number
  /** Maximum connections for large statements, and the same number for small ones. */
  connections?: number
}

/** Two large reports of four parts and four small ones; twelve more serve keys, limits and the catalog, which never wait for those. */
const MAX_CONNECTIONS = 12

const MAX_IDLE = 5

/** Time, ms, for the server to stop a large statement before its connection is cut. */
const GRACE = 5000

/** Server-side limit, s, and total wait, ms, of a small statement: callers get a response within 5 s. */
const SMALL_TIME_LIMIT = 3
const SMALL_WAIT = 4000

/**
 * A MariaDB or MySQL server, or a Galera cluster. Sessions set every relevant option, whatever the server's configuration. Large
 * statements of reports and imports run here, all others in `small`.
 */
export class Database extends MysqlStatements implements Records {
  /** Small statements (keys, users, rate limits, catalog changes), which end within 5 s. */
  readonly small: MysqlStatements
  readonly #close: () => Promise<unknown>

  constructor({ url, timeLimit = 120, connections = MAX_CONNECTIONS }: DatabaseOptions) {
    const address = parseDatabaseUrl(url)
    if (address === undefined) throw new Error(`DATABASE_URL must be ${DATABASE_URL_FORM}`)
    const common = { address, most: connections, mostIdle: MAX_IDLE }
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
    this.small = new MysqlStatements(small, SMALL_WAIT - SMALL_TIME_LIMIT * 1000)
    this.#close = () => Promise.all([small.close(), large.close()])
  }

  /**
   * Streams a query with one text column into the result of `open`, with little memory. Restarts once, with a new sink, if the connection
   * breaks.
   */
  async stream<Result>(
    statement: Sql,
    open: () => Promise<LineSink<Result>>,
    signal?: AbortSignal,
  ): Promise<Result> {
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

  /** A dedicated connection without a time limit; nothing is retried. */
  async held<Result>(use: (held: HeldConnection) => Promise<Result>): Promise<Result> {
    return await this.lend(
      async (connection, ended) => {
        const held = heldConnection(connection, ended)
        await held.run(UNLIMITED)
        try {
          return await use(held)
        } finally {
          // Its session settings must not leak.
          connection.destroy()
        }
      },
      { isUnlimited: true },
      () => false,
    )
  }

  async close(): Promise<void> {
    await this.#close()
  }
}

interface SchemaVersion {
  version: number
  /** The oldest version that can use the database; later changes only add. */
  needs: number
}

export async function readSchemaVersion(
  database: Pick<HeldConnection, 'read'>,
): Promise<SchemaVersion> {
  const [migrated] = await unlessMissing(
    database.read(sql`SELECT MAX(version) AS version FROM migrations`),
  )
  const [state] = await unlessMissing(database.read(sql`SELECT version, needs FROM schema_state`))
  const recorded = Number(migrated?.['version'] ?? 0)
  return {
    version: Math.max(recorded, Number(state?.['version'] ?? 0)),
    needs: Math.max(recorded, Number(state?.['needs'] ?? 0)),
  }
}

/** Records a schema version. Older services do not read where additive ones are recorded, so that they keep running and restart. */
export async function recordVersion(
  held: Held,
  version: number,
  isAdditive: boolean,
): Promise<void> {
  const { needs } = await readSchemaVersion(held)
  if (!isAdditive)
    await held.write(sql`INSERT IGNORE INTO migrations (version) VALUES (?)`, [version])
  // The first assignment reads the old version.
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
