import { sql, type Sql } from '../../model/sql.ts'
import {
  type HeldConnection,
  heldConnection,
  type PoolConnection,
  preparedQuery,
  preparedWrite,
  query,
  repeated,
  type Row,
  type Value,
  type Written,
} from './connection.ts'
import type { Connections, Lending, Use } from './connections.ts'
import { isBroken, isUnbegun, storeError } from './errors.ts'

export interface ReadOptions {
  /** Stops the query, on the server too. */
  signal?: AbortSignal | undefined
  /** Whether everything must be seen that any server of a Galera cluster had committed when the question came: a server may be behind others. */
  latest?: boolean
}

export interface TransactionOptions extends Pick<ReadOptions, 'latest'> {
  /** Whether it only reads, everything as it is at one moment. */
  readOnly?: boolean
}

/**
 * Statements on a database. What the server took back because others were first is repeated, 20 times at most.
 *
 * Everything rejects with `StoreTimeout` when its time is over, `StoreUnavailable` when the server cannot be talked to, cannot work now, or has too many
 * changes of the same rows at once.
 */
export class Statements {
  readonly #connections: Connections
  /** Whether the server replicates by Galera; undefined until it was asked. */
  #isGalera: boolean | undefined

  readonly #patience: number

  /** @param patience milliseconds in which another attempt may begin: it should come to its end before nobody waits for it any more */
  constructor(connections: Connections, patience = Infinity) {
    this.#connections = connections
    this.#patience = patience
  }

  /** Runs a query; repeats it once when its connection breaks. DECIMALs and dates come as text, texts as bytes. */
  async read(statement: Sql, { signal, latest }: ReadOptions = {}): Promise<Row[]> {
    const use: Use<Row[]> = connection => repeated(() => query(connection, statement), this.#patience)
    return await this.lend(latest ? this.#latest(use) : use, { signal })
  }

  /**
   * The same, prepared: DOUBLEs come in full, which they do not as text. A server keeps such statements: `statement` must be one of
   * few.
   */
  async readExact(statement: Sql, values: readonly Value[] = [], { signal, latest }: ReadOptions = {}): Promise<Row[]> {
    const use: Use<Row[]> = connection => repeated(() => preparedQuery(connection, statement, values), this.#patience)
    return await this.lend(latest ? this.#latest(use) : use, { signal })
  }

  /** Runs one writing statement, prepared, in a transaction of its own: it takes effect once, or not at all when this rejects with what the server said. */
  async write(statement: Sql, values: readonly Value[] = []): Promise<Written> {
    return await this.lend(connection => repeated(() => preparedWrite(connection, statement, values), this.#patience), {}, isUnbegun)
  }

  /**
   * Runs `use` in one transaction (REPEATABLE READ), and commits it. When the server takes it back, or its connection breaks before the COMMIT, `use` runs
   * again from the beginning: it must not do anything else. Whatever else goes wrong, nothing of it is left, with one exception: when the connection breaks
   * during the COMMIT nobody knows, and it rejects with `StoreUnavailable`.
   */
  async transaction<Result>(
    use: (held: HeldConnection) => Promise<Result>,
    { readOnly = false, latest = false }: TransactionOptions = {},
  ): Promise<Result> {
    const start = readOnly ? sql`START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY` : sql`START TRANSACTION`
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
    const all: Use<Result> = (connection, ended) => repeated(() => once(heldConnection(connection, ended)), this.#patience)
    return await this.lend(latest ? this.#latest(all) : all, {}, error => isBroken(error) && !isCommitting)
  }

  /** Lends a connection, and another one when `mayRepeat` says so of an error. */
  protected async lend<Result>(use: Use<Result>, lending: Lending, mayRepeat: (error: unknown) => boolean = isBroken): Promise<Result> {
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
