/**
 * The statement that makes a connection the same on every server: what the server's configuration says of SQL mode, time zone, character sets
 * and row limits does not matter then. `timeLimit` is in seconds, 0 for none. MariaDB reads what is in `M!` comments, MySQL 8 what is in `!80000`
 * ones.
 */
export const SESSION = (timeLimit: number): string => `SET NAMES utf8mb4, SESSION sql_mode = 'STRICT_TRANS_TABLES', SESSION time_zone = '+00:00',
  SESSION autocommit = 1, SESSION sql_select_limit = 18446744073709551615, SESSION sql_big_selects = 1, SESSION sql_safe_updates = 0,
  SESSION tmp_table_size = ${TEMPORARY}, SESSION max_heap_table_size = ${TEMPORARY}, SESSION net_write_timeout = 600
  /*M! , SESSION max_statement_time = ${timeLimit}, SESSION in_predicate_conversion_threshold = 0 */
  /*!80000 , SESSION max_execution_time = ${timeLimit * 1000} */`

/** Bytes that the groups of a report may take before the server moves them to a disk. */
const TEMPORARY = 64 * 2 ** 20
