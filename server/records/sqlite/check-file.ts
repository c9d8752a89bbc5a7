import { sql, plain } from '../../model/sql.ts'
import { isIntact } from '../seals.ts'
import type { Row } from '../records.ts'
import { type Connection, connect } from './driver.ts'
import { sealedTables } from './sealing.ts'

/** Says what is wrong with a records file; nothing if it is whole. Reads all of it. */
export function checkFile(path: string): string[] {
  return look(path, connection => {
    const problems = structureProblems(connection)
    return problems.length > 0 ? problems : sealedTables(connection).flatMap(name => damagedRows(connection, name))
  })
}

/** As `checkFile`, but does not read rows, whose seals are checked when they are used: an index that lacks one would hide it. */
export function checkStructure(path: string): string[] {
  return look(path, structureProblems)
}

function structureProblems(connection: Connection): string[] {
  const problems = connection.all(sql`PRAGMA integrity_check(10)`).map(row => String(Object.values(row)[0]))
  return problems[0] === 'ok' ? [] : problems.map(problem => `is damaged: ${problem}`)
}

function look(path: string, use: (connection: Connection) => string[]): string[] {
  let connection: Connection | undefined
  try {
    connection = connect(path)
    return use(connection)
  } catch (error) {
    return [`is damaged: ${(error as Error).message}`]
  } finally {
    connection?.close()
  }
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
