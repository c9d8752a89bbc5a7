import type { PoolConnection, QueryOptions } from 'mysql2'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { steadyClock } from '../../../core/runtime/shared-work.ts'
import { type Sql, sql } from '../../../core/model/sql.ts'
import { StoreTimeout } from '../../../core/model/store.ts'
import { type Held, MYSQL, type Row, type Value, type Written } from '../records.ts'
import { isRolledBack } from './mysql-errors.ts'

export type { PoolConnection } from 'mysql2'
export type { Row, Value, Written } from '../records.ts'

/** A dedicated connection; everything rejects once it has ended. Nothing is retried. */
export interface HeldConnection extends Held {
  /** The file name in the statement is ignored. */
  load(sql: Sql, path: string): Promise<Written>
}

export interface LineSink<Result> {
  /** A returned promise delays the next lines. */
  line(text: Buffer): Promise<void> | undefined
  end(): Promise<Result>
  abandon(): Promise<void>
}

interface Header {
  affectedRows: number
  insertId: number
  warningStatus: number
}

function written({ affectedRows, insertId, warningStatus }: Header): Written {
  return {
    rows: affectedRows,
    id: insertId,
    warnings: warningStatus,
  }
}

export function query(connection: PoolConnection, sql: Sql): Promise<Row[]> {
  return send<Row[]>(connection, { sql })
}

export function preparedQuery(
  connection: PoolConnection,
  sql: Sql,
  values: readonly Value[],
): Promise<Row[]> {
  return execute<Row[]>(connection, sql, values)
}

export async function preparedWrite(
  connection: PoolConnection,
  sql: Sql,
  values: readonly Value[],
): Promise<Written> {
  return written(await execute<Header>(connection, sql, values))
}

export function pump(connection: PoolConnection, sql: Sql, sink: LineSink<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    let writing: Promise<void> = Promise.resolve()
    connection
      .query({ sql, rowsAsArray: true, typeCast: false })
      .on('result', (row: [Buffer]) => {
        const busy = sink.line(row[0])
        if (!busy) return
        connection.pause()
        writing = busy.then(() => connection.resume())
        writing.catch(reject)
      })
      .on('error', reject)
      .on('end', () => void writing.then(resolve, reject))
  })
}

/** Rejects if the connection breaks, after `time` ms, or with the signal's reason: the driver may never call back. */
export function watch(
  connection: PoolConnection,
  time?: number,
  signal?: AbortSignal,
): { ended: Promise<never>; stop: () => void } {
  let stop = (): void => undefined
  const ended = new Promise<never>((_resolve, reject) => {
    const broken = (error?: Error): void =>
      reject(error ?? Object.assign(new Error('the connection ended'), { fatal: true }))
    const tooSlow = (): void =>
      reject(new StoreTimeout('the database did not stop the statement in time'))
    const timer = time === undefined ? undefined : setTimeout(tooSlow, time)
    const unwanted = (): void => reject(signal!.reason as Error)
    if (signal?.aborted) unwanted()
    signal?.addEventListener('abort', unwanted, { once: true })
    connection.on('error', broken)
    connection.on('end', broken)
    stop = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', unwanted)
      connection.off('error', broken)
      connection.off('end', broken)
    }
  })
  ended.catch(() => undefined)
  return { ended, stop }
}

export function heldConnection(connection: PoolConnection, ended: Promise<never>): HeldConnection {
  const unlessEnded = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    Promise.race([answer, ended])
  return {
    dialect: MYSQL,
    read: sql => unlessEnded(query(connection, sql)),
    readExact: (sql, values = []) => unlessEnded(preparedQuery(connection, sql, values)),
    write: (sql, values = []) => unlessEnded(preparedWrite(connection, sql, values)),
    run: async sql => written(await unlessEnded(send<Header>(connection, { sql }))),
    async load(sql, path) {
      const infileStreamFactory = (): Readable =>
        createReadStream(path, { highWaterMark: 256 * 1024 })
      return written(await unlessEnded(send<Header>(connection, { sql, infileStreamFactory })))
    },
  }
}

function send<Result>(connection: PoolConnection, options: QueryOptions): Promise<Result> {
  return new Promise((resolve, reject) => {
    connection.query(options, (error, result) =>
      error ? reject(error) : resolve(result as Result),
    )
  })
}

function execute<Result>(
  connection: PoolConnection,
  sql: Sql,
  values: readonly Value[],
): Promise<Result> {
  return new Promise((resolve, reject) => {
    connection.execute(sql, [...values], (error, result) =>
      error ? reject(error) : resolve(result as Result),
    )
  })
}

/** Memory, bytes, for grouping before the server uses a disk. */
const TEMPORARY = 64 * 2 ** 20

/** Lock wait, s: MySQL's time limit applies only to queries. */
const LOCK_WAIT = 50

/**
 * Makes a connection independent of the server's SQL mode, time zone, character sets and row limits. `timeLimit` is in seconds. MariaDB
 * executes `M!` comments, MySQL 8 `!80000` ones.
 */
export function sessionSettings(timeLimit: number): Sql {
  return sql`SET NAMES utf8mb4, SESSION sql_mode = 'STRICT_TRANS_TABLES',
  SESSION time_zone = '+00:00', SESSION autocommit = 1, SESSION sql_select_limit = 18446744073709551615,
  SESSION sql_big_selects = 1, SESSION sql_safe_updates = 0,
  SESSION tmp_table_size = ${TEMPORARY}, SESSION max_heap_table_size = ${TEMPORARY},
  SESSION net_write_timeout = 600, SESSION innodb_lock_wait_timeout = ${Math.ceil(Math.min(timeLimit, LOCK_WAIT))}
  /*M! , SESSION max_statement_time = ${timeLimit}, SESSION in_predicate_conversion_threshold = 0, SESSION tx_isolation = 'REPEATABLE-READ' */
  /*!80000 , SESSION max_execution_time = ${Math.ceil(timeLimit * 1000)}, SESSION transaction_isolation = 'REPEATABLE-READ' */`
}

/** Imports and migrations have no time limit and no idle timeout, since DuckDB may work for long. */
export const UNLIMITED = sql`SET SESSION wait_timeout = 86400, SESSION foreign_key_checks = 0, SESSION unique_checks = 0
  /*M! , SESSION max_statement_time = 0 */ /*!80000 , SESSION max_execution_time = 0 */`

const MAX_ATTEMPTS = 20

/** Upper bound of the random delay before a retry, ms. */
const LONGEST_WAIT = 64

/** Retries lost lock conflicts for `patience` ms. */
export async function retryConflicts<Result>(
  attempt: () => Promise<Result>,
  patience = Infinity,
  isConflict = isRolledBack,
): Promise<Result> {
  const start = steadyClock()
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isConflict(error) || count === MAX_ATTEMPTS) throw error
      await sleep(Math.random() * Math.min(2 ** count, LONGEST_WAIT))
      if (steadyClock() - start > patience) throw error
    }
  }
}
