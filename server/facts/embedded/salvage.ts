import { joined, plain, plainList, sql } from '../../model/sql.ts'
import type { Row } from '../../records/records.ts'
import { isIntact } from '../../records/seals.ts'
import type { SqliteRecords } from '../../records/sqlite/sqlite-records.ts'
import { type Connection, connect } from '../../records/sqlite/driver.ts'
import { sealedTables } from '../../records/sqlite/sealing.ts'

interface Found {
  name: string
  rows: Row[]
  isComplete: boolean
}

/**
 * Copies readable, intact rows of a damaged file into `records`, which is an older copy of it. Keys, users and audit entries are taken
 * one by one, the catalog as a whole or not at all. Returns the number of rows, and the parts that were lost.
 */
export async function salvage(records: SqliteRecords, damaged: string): Promise<{ taken: number; lost: string[] }> {
  const found = readTables(damaged)
  const catalog = found.filter(({ name }) => isOfCatalog(name))
  const isCatalogWhole = catalog.length > 0 && catalog.every(({ isComplete }) => isComplete)
  const wanted = found.filter(({ name }) => name !== 'store' && (isCatalogWhole || !isOfCatalog(name)))
  await records.transaction(async held => {
    for (const { name, rows, isComplete } of wanted) {
      if (isComplete) await held.run(sql`DELETE FROM ${plain(name)}`)
      for (const { seal: _, ...row } of rows) {
        const columns = Object.keys(row)
        await held.write(
          sql`INSERT OR REPLACE INTO ${plain(name)} (${plainList(columns)}) VALUES (${joined(columns.map(() => sql`?`))})`,
          Object.values(row),
        )
      }
    }
  })
  const lost = wanted.filter(({ isComplete }) => !isComplete).map(({ name }) => `some records of ${name} since the copy`)
  return {
    taken: wanted.reduce((sum, { rows }) => sum + rows.length, 0),
    lost: isCatalogWhole ? lost : [...lost, 'imports since the copy'],
  }
}

function isOfCatalog(name: string): boolean {
  return name.startsWith('catalog_') || name === 'retired_files'
}

function readTables(file: string): Found[] {
  let connection: Connection | undefined
  try {
    connection = connect(file)
    return sealedTables(connection).map(name => readTable(connection!, name))
  } catch {
    return []
  } finally {
    connection?.close()
  }
}

function readTable(connection: Connection, name: string): Found {
  try {
    const rows = connection.all(sql`SELECT * FROM ${plain(name)} NOT INDEXED`)
    const intact = rows.filter(row => isIntact(name, row))
    const [check] = connection.all(sql`PRAGMA integrity_check(${plain(name)})`)
    return { name, rows: intact, isComplete: intact.length === rows.length && Object.values(check!)[0] === 'ok' }
  } catch {
    return { name, rows: [], isComplete: false }
  }
}
