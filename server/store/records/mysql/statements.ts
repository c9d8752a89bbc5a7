import { sql, type Sql } from '../../../core/model/sql.ts'
import {
  type HeldConnection,
  heldConnection,
  type PoolConnection,
  preparedQuery,
  preparedWrite,
  query,
  retryConflicts,
  type Row,
  type Value,
  type Written,
} from './mysql-connection.ts'
import { MYSQL, type ReadOptions, type Statements, type TransactionOptions } from '../records.ts'
import type { Connections, Lending, Use } from './connections.ts'
import { isBroken, isNotStarted, storeError } from './mysql-errors.ts'

/**
 * Statements on a database, repeated up to 20 times after conflicts. Rejects with `StoreTimeout`, or `StoreUnavailable` if the server is
 * unreachable, not ready or too contended.
 */
export class MysqlStatements implements Statements {
  readonly dialect = MYSQL
  readonly #connections: Connections
  /** Undefined until asked. */
  #isGalera: boolean | undefined

  readonly #patience: number

  /** @param patience time, ms, in which a retry may begin */
  constructor(connections: Connections, patience = Infinity) {
    this.#connections = connections
    this.#patience = patience
  }

  /** Retried once if the connection breaks. DECIMALs and dates are text; texts are bytes. */
  async read(statement: Sql, { signal, latest }: ReadOptions = {}): Promise<Row[]> {
    const use: Use<Row[]> = connection =>
      retryConflicts(() => query(connection, statement), this.#patience)
    return await this.lend(latest ? this.#latest(use) : use, { signal })
  }

  /** Prepared: DOUBLEs are exact, unlike in text. Servers cache statements, so use few different ones. */
  async readExact(
    statement: Sql,
    values: readonly Value[] = [],
    { signal, latest }: ReadOptions = {},
  ): Promise<Row[]> {
    const use: Use<Row[]> = connection =>
      retryConflicts(() => preparedQuery(connection, statement, values), this.#patience)
    return await this.lend(latest ? this.#latest(use) : use, { signal })
  }

  /** One prepared write in its own transaction, which takes effect once or rejects. */
  async write(statement: Sql, values: readonly Value[] = []): Promise<Written> {
    return await this.lend(
      connection =>
        retryConflicts(() => preparedWrite(connection, statement, values), this.#patience),
      {},
      isNotStarted,
    )
  }

  /**
   * Runs `use` in a transaction (REPEATABLE READ). After a conflict or a break before COMMIT, `use` runs again, so it must have no other
   * effects. If the connection breaks during COMMIT, the outcome is unknown, and it rejects with `StoreUnavailable`.
   */
  async transaction<Result>(
    use: (held: HeldConnection) => Promise<Result>,
    { readOnly = false, latest = false }: TransactionOptions = {},
  ): Promise<Result> {
    const start = readOnly
      ? sql`START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY`
      : sql`START TRANSACTION`
    let isCommitting = false
    const once = async (held: HeldConnection): Promise<Result> => {
      isCommitting = false
      await held.run(start)
      try {
        const result = await use(held)
        isCommitting = !readOnly
        await held.run(sql`COMMIT`)
        return result
      } catch (error) {
        if (!isBroken(error)) await held.run(sql`ROLLBACK`).catch(() => undefined)
        throw error
      }
    }
    const all: Use<Result> = (connection, ended) =>
      retryConflicts(() => once(heldConnection(connection, ended)), this.#patience)
    return await this.lend(
      latest ? this.#latest(all) : all,
      {},
      error => isBroken(error) && !isCommitting,
    )
  }

  /** Retries on another connection if `mayRepeat` accepts the error. */
  protected async lend<Result>(
    use: Use<Result>,
    lending: Lending,
    mayRepeat: (error: unknown) => boolean = isBroken,
  ): Promise<Result> {
    const until = this.#connections.deadline()
    try {
      return await this.#connections.lend(use, { until, ...lending }).catch((error: unknown) => {
        if (lending.signal?.aborted || !mayRepeat(error)) throw error
        return this.#connections.lend(use, { until, ...lending })
      })
    } catch (error) {
      lending.signal?.throwIfAborted()
      throw storeError(error)
    }
  }

  #latest<Result>(use: Use<Result>): Use<Result> {
    return async (connection, ended) => {
      if (!(await this.#replicates(connection))) return await use(connection, ended)
      await query(connection, sql`SET SESSION wsrep_sync_wait = 1`)
      const result = await use(connection, ended)
      await query(connection, sql`SET SESSION wsrep_sync_wait = DEFAULT`)
      return result
    }
  }

  async #replicates(connection: PoolConnection): Promise<boolean> {
    if (this.#isGalera === undefined) {
      const [row] = await query(connection, sql`SHOW VARIABLES LIKE 'wsrep_on'`)
      this.#isGalera = row !== undefined && String(row.Value) === 'ON'
    }
    return this.#isGalera
  }
}
