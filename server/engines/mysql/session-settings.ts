import { sql, type Sql } from '../../model/sql.ts'

/** Bytes that the groups of a report may take before the server moves them to a disk. */
const TEMPORARY = 64 * 2 ** 20

/** Seconds that a statement waits for a row that another one has changed: MySQL stops only queries at their time limit. */
const LOCK_WAIT = 50

/**
 * The statement that makes a connection the same on every server: what the server's configuration says of SQL mode, time zone,
 * character sets and row limits does not matter then. `timeLimit` is in seconds. MariaDB reads what is in `M!` comments, MySQL 8
 * what is in `!80000` ones.
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

/** What an import or a migration sets beyond that: no time limit, nor an end for being silent while DuckDB is at work. */
export const UNLIMITED = sql`SET SESSION wait_timeout = 86400, SESSION foreign_key_checks = 0, SESSION unique_checks = 0
  /*M! , SESSION max_statement_time = 0 */ /*!80000 , SESSION max_execution_time = 0 */`
