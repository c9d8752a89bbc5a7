import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EMPTY_CATALOG } from '../../model/catalog.ts'
import { sql } from '../../model/sql.ts'
import type { Held, Records } from '../../records/records.ts'
import { openRecords as openFile } from '../../records/sqlite/open.ts'
import { whenMissing } from './data-folder.ts'
import { bringOver, EARLIER_NAMES, isEarlierStore, setEarlierAside } from './earlier/bring-over.ts'
import { DELIVERIES } from './folder-target.ts'

/**
 * Opens the records of a data directory, which a new one gets, and one of version 1.2.
 * @throws StoreDamaged if they are missing beside other data, or damaged; an Error for the operator if another version wrote them
 */
export async function openRecords(dataDir: string, tell: (line: string) => void = () => undefined): Promise<Records> {
  const isEarlier = await isEarlierStore(dataDir)
  const { records, copies } = await openFile(dataDir, {
    tell,
    signs: async () => (isEarlier ? [] : await signsOfAStore(dataDir)),
    async fill(held) {
      await beginCatalog(held)
      if (isEarlier) await bringOver(held, dataDir, tell)
    },
  })
  if (isEarlier) await setEarlierAside(dataDir, tell)
  return {
    ...delegate(records),
    async close() {
      await copies.keepIfDue()
      await records.close()
    },
  }
}

async function beginCatalog(held: Held): Promise<void> {
  await held.write(sql`INSERT INTO catalog_state (one, seq, imported_at) VALUES (1, 0, ?)`, [EMPTY_CATALOG.imported_at])
}

/** Folders of a store that are not empty. */
export async function signsOfAStore(dataDir: string): Promise<string[]> {
  const found = await Promise.all(
    [DELIVERIES, ...EARLIER_NAMES].map(async name => {
      const entries = await readdir(join(dataDir, name), { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) =>
        error.code === 'ENOTDIR' ? [] : whenMissing([])(error),
      )
      return entries.some(entry => !entry.isDirectory()) ? [`${name}/`] : []
    }),
  )
  return found.flat()
}
