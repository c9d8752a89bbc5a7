const MYSQL_DUPLICATE = 1062
/** SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE. */
const SQLITE_DUPLICATES = [1555, 2067]

/** The row's key exists. */
export function isDuplicate(error: unknown): boolean {
  const { errno, rawCode } = (error ?? {}) as { errno?: number; rawCode?: number }
  return errno === MYSQL_DUPLICATE || SQLITE_DUPLICATES.includes(rawCode ?? 0)
}
