import { cp, rm } from 'node:fs/promises'
import type { Test } from 'tap'
import { administer, emptyDatabase } from './mariadb.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { copyStore } from './store/granted-store.ts'

/** Takes a backup of a data directory, or of a database; answers how to put it back. */
export async function backupOf(
  t: Test,
  dataDir: string,
  databaseUrl: string | undefined,
): Promise<() => Promise<void>> {
  if (databaseUrl === undefined) {
    const copy = temporaryFolder(t, 'backup')
    await copyStore(dataDir, copy)
    return async () => {
      await rm(dataDir, { recursive: true })
      await cp(copy, dataDir, { recursive: true, preserveTimestamps: true })
    }
  }
  const copy = new URL((await emptyDatabase(t))!).pathname.slice(1)
  const tables = (await administer(databaseUrl, 'SHOW TABLES')).map(row =>
    String(Object.values(row)[0]),
  )
  for (const table of tables) {
    await administer(
      databaseUrl,
      `CREATE TABLE ${copy}.${table} LIKE ${table}`,
      `INSERT INTO ${copy}.${table} SELECT * FROM ${table}`,
    )
  }
  return async () => {
    for (const table of tables)
      await administer(
        databaseUrl,
        `DELETE FROM ${table}`,
        `INSERT INTO ${table} SELECT * FROM ${copy}.${table}`,
      )
  }
}
