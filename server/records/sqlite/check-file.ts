import { existsSync, statSync } from 'node:fs'
import { plain, sql, type Sql } from '../../model/sql.ts'
import { isIntact } from '../seals.ts'
import type { Row } from '../records.ts'
import { type Connection, connect } from './driver.ts'
import { sealedTables } from './sealing.ts'

export const MISSING = 'is missing'

/** Describes the damage of a records file, which is read completely; empty if intact. */
export function checkFile(path: string): string[] {
  // Connecting would create it.
  if (!existsSync(path)) return [MISSING]
  let connection: Connection | undefined
  try {
    connection = connect(path)
    const problems = connection.all(sql`PRAGMA integrity_check(10)`).map(row => String(Object.values(row)[0]))
    if (problems[0] !== 'ok') return problems.map(problem => `is damaged: ${problem}`)
    const bytes = numberOf(connection, sql`PRAGMA page_count`) * numberOf(connection, sql`PRAGMA page_size`)
    const { size } = statSync(path)
    // A truncated last page reads as zeros.
    if (size < bytes) return [`is damaged: it has ${size} bytes instead of ${bytes}`]
    return sealedTables(connection).flatMap(name => damagedRows(connection!, name))
  } catch (error) {
    return [`is damaged: ${(error as Error).message}`]
  } finally {
    connection?.close()
  }
}

function numberOf(connection: Connection, pragma: Sql): number {
  return Number(Object.values(connection.all(pragma)[0]!)[0])
}

const PAGE = 1000

function damagedRows(connection: Connection, name: string): string[] {
  const problems: string[] = []
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = connection.all(sql`SELECT rowid AS number, * FROM ${plain(name)} WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE}`, [after])
    for (const { number, ...row } of rows) {
      if (!isIntact(name, row)) problems.push(`has a damaged record: ${name} ${keyOf(row)}`)
      after = Number(number)
    }
    if (rows.length < PAGE) return problems
  }
}

/** The first column is the key. */
function keyOf(row: Row): string {
  return String(Object.values(row)[0]).slice(0, 100)
}
