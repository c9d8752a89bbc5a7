import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from '../../../../core/model/sql.ts'
import { insertEntries } from '../../../records/audit-log.ts'
import { writeRecords } from '../../../records/move-records.ts'
import { writeRetired, writeRows } from '../../../records/publish.ts'
import { readState } from '../../../records/read-catalog.ts'
import type { Held, Statements } from '../../../records/records.ts'
import { whenMissing } from '../../../../core/runtime/files.ts'
import { CATALOG_FILE, readEarlierCatalog } from './read-catalog.ts'
import { earlierAudit, readEarlierRecords } from './read-records.ts'

/** Files and folders of version 1.2. The catalog moves last, since it marks a store that has not been migrated. */
export const EARLIER_NAMES = ['store-id', 'keys', 'users', 'audit', 'catalogs', CATALOG_FILE]

/**
 * Migrates a store of version 1.2 into new records atomically, in the transaction that creates them. Its files stay unchanged.
 * @throws an Error for the operator if it is in use, damaged, or of an earlier version
 */
export async function bringOver(
  held: Held,
  dataDir: string,
  tell: (line: string) => void,
): Promise<void> {
  tell('Bringing the catalog, keys, users and audit log of version 1.2 into one database')
  await requireUnused(dataDir)
  const { rows, version, importedAt, retired } = await readEarlierCatalog(dataDir)
  await held.write(sql`UPDATE catalog_state SET seq = ?, imported_at = ? WHERE one = 1`, [
    version,
    importedAt,
  ])
  await writeRows(held, rows, version)
  await writeRetired(
    held,
    retired.map(({ app_id: app, ...file }) => ({ app, ...file })),
  )
  await writeRecords(held, await readEarlierRecords(dataDir, tell))
  await insertEntries(held, earlierAudit(dataDir, tell))
  // Keeps the store's id, so that backups continue in the same folder.
  const id = await readFile(join(dataDir, 'store-id'), 'utf8').catch(whenMissing(null))
  if (id !== null && /^[0-9a-f]{32}$/.test(id))
    await held.write(sql`UPDATE store SET id = ? WHERE one = 1`, [id])
}

/** @throws an Error for the operator if records lack entries of the earlier catalog next to them */
export async function requireBroughtOver(
  records: Pick<Statements, 'read'>,
  dataDir: string,
): Promise<void> {
  const { seq } = await readState(records)
  if (seq >= (await readEarlierCatalog(dataDir)).version) return
  throw new Error(
    `DATA_DIR ${dataDir} has both records and an earlier ${CATALOG_FILE} that is not in them: move one of them away`,
  )
}

/** A process of version 1.2 keeps a DuckDB file open while it uses the directory. */
async function requireUnused(dataDir: string): Promise<void> {
  for (const name of ['service', 'lock']) {
    const path = join(dataDir, 'staging', `${name}.duckdb`)
    if ((await stat(path).catch(whenMissing(null))) === null) continue
    // Other commands do without it.
    const { DuckDBInstance } = await import('@duckdb/node-api')
    await DuckDBInstance.create(path, { access_mode: 'READ_WRITE' }).then(
      instance => instance.closeSync(),
      (cause: unknown) => {
        // Any other error is an empty file after a power cut, which no process uses.
        if (!/lock/i.test(String(cause))) return
        throw new Error(
          `DATA_DIR ${dataDir} is in use by a service or command of an earlier version. Stop it first`,
          { cause },
        )
      },
    )
  }
}
