import { existsSync, statSync } from 'node:fs'
import { plain, sql, type Sql } from '../../../core/model/sql.ts'
import { sealOf } from '../seals.ts'
import type { Row } from '../records.ts'
import { lastCommit, sizeOfLog } from './commits.ts'
import { type Connection, connect } from './driver.ts'
import { sealedTables } from './sealing.ts'

export const MISSING = 'is missing'

/** Called with the number of records checked. */
export type OnChecked = (records: number) => void

/**
 * Describes the damage of a records file, which is read completely; empty if intact. It holds no snapshot between statements: one that lasts
 * keeps removed bytes in the log.
 */
export function checkFile(path: string, onChecked: OnChecked = () => undefined): string[] {
  // Connecting would create it.
  if (!existsSync(path)) return [MISSING]
  let connection: Connection | undefined
  try {
    connection = connect(path)
    const opened = connection
    const problems = problemsOfPages(opened, path)
    if (problems.length > 0) return problems
    let records = 0
    const count = (rows: number): void => onChecked((records += rows))
    lastCommit(opened)
    return sealedTables(opened).flatMap(name => damagedRows(opened, name, count))
  } catch (error) {
    return [`is damaged: ${(error as Error).message}`]
  } finally {
    connection?.close()
  }
}

/** Describes the damage of its pages only: damage of rows is found when they are read, but a damaged index would hide them. */
export function problemsOfPages(connection: Connection, path: string): string[] {
  const problems = connection
    .all(sql`SELECT integrity_check AS problem FROM pragma_integrity_check(10)`)
    .map(row => String(row['problem']))
  if (problems[0] !== 'ok')
    return problems.map(
      problem =>
        `is damaged: ${problem.replace('*** in database main ***\n', '').split('\n', 1)[0]!}`,
    )
  const bytes =
    numberOf(connection, sql`PRAGMA page_count`) * numberOf(connection, sql`PRAGMA page_size`)
  const { size } = statSync(path)
  // A truncated last page reads as zeros. Later pages may still be in the log.
  return size < bytes && sizeOfLog(path) === 0
    ? [`is damaged: it has ${size} bytes instead of ${bytes}`]
    : []
}

function numberOf(connection: Connection, pragma: Sql): number {
  return Number(Object.values(connection.all(pragma)[0]!)[0])
}

const PAGE = 1000

function damagedRows(
  connection: Connection,
  name: string,
  count: (rows: number) => void,
): string[] {
  const problems: string[] = []
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = connection.all(
      sql`SELECT rowid AS number, * FROM ${plain(name)} WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE}`,
      [after],
    )
    for (const { number, ...row } of rows) {
      if (!sealOf(name, row).equals(row['seal'] as Buffer))
        problems.push(`has a damaged record: ${name} ${keyOf(row)}`)
      after = Number(number)
    }
    count(rows.length)
    if (rows.length < PAGE) return problems
  }
}

/** The first column is the key. */
function keyOf(row: Row): string {
  return String(Object.values(row)[0]).slice(0, 100)
}
