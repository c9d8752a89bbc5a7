import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Print } from '../../imports/progress.ts'
import type { AuditEntry } from '../../access/audit.ts'
import { newId } from '../../model/identities.ts'
import { auditLog } from '../../records/audit-log.ts'
import { RECORDS_FILE } from '../../records/records.ts'
import { withScratch } from '../common/write-files.ts'
import { type Backup, readBackup } from './backup-manifest.ts'
import { unpack } from './backup.ts'
import { syncFile } from '../../runtime/sync-file.ts'
import { EARLIER_NAMES, isEarlierStore } from './earlier/bring-over.ts'
import { CATALOG_FILE } from './earlier/read-catalog.ts'
import { earlierAudit } from './earlier/read-records.ts'
import { EXPORT_SECRET } from './export-secret.ts'
import { claimFolder, withLock } from './folder-locks.ts'
import { DELIVERIES } from './folder-target.ts'
import { isUnused, signsOfAStore, withFile } from './open-records.ts'
import { batchOf, moveToTrash, REPLACED_STORE, TRASH } from './trash.ts'

const RECORDS = 'records'

/** The parts of a store; the file that marks a store comes first. */
const OWN = [RECORDS, ...EARLIER_NAMES.toReversed(), DELIVERIES, EXPORT_SECRET]

export interface RestoreOptions {
  dataDir: string
  folder: string
  replace: boolean
  print: Print
  now?: Date
}

export interface Restored extends Pick<Backup, 'createdAt' | 'catalogVersion'> {
  files: number
  /** Folder of the replaced store; null if there was none. */
  replaced: string | null
}

/**
 * Restores a backup. Everything is copied and verified before existing data change; the records come last, so that a partial restore
 * does not start. No service may use the directory.
 */
export async function restore({ dataDir, folder, replace, print, now = new Date() }: RestoreOptions): Promise<Restored> {
  const backup = await readBackup(folder)
  const claim = await claimFolder(dataDir)
  try {
    return await withLock(dataDir, print, () =>
      withScratch(dataDir, newId(), async scratch => {
        const isEmpty = await hasNoData(dataDir)
        if (!isEmpty && !replace) {
          throw new Error(
            `DATA_DIR ${dataDir} holds a store. Set DATA_DIR to an empty folder, or add --replace, which moves that store to ${TRASH}/ for 7 days`,
          )
        }
        await unpack(backup, folder, scratch, print)
        const replaced = isEmpty ? null : await moveStore(dataDir, now)
        const names = await readdir(scratch)
        const last = names.includes(RECORDS) ? RECORDS : CATALOG_FILE
        // Empty records next to a catalog of version 1.2 would look like its migration.
        await rm(join(dataDir, RECORDS), { recursive: true, force: true })
        for (const name of [...names.filter(name => name !== last), last]) {
          await rm(join(dataDir, name), { recursive: true, force: true })
          await rename(join(scratch, name), join(dataDir, name))
          await syncFile(dataDir)
        }
        const { createdAt, catalogVersion, files } = backup
        return { createdAt, catalogVersion, files: files.length, replaced }
      }),
    )
  } finally {
    claim.release()
  }
}

async function hasNoData(dataDir: string): Promise<boolean> {
  if ((await signsOfAStore(dataDir)).length > 0) return false
  return await isUnused(dataDir)
}

/** Moves the records first, so that the rest does not count as a store. */
async function moveStore(dataDir: string, now: Date): Promise<string> {
  const target = join(batchOf(now), REPLACED_STORE)
  await moveToTrash(dataDir, OWN, target)
  await syncFile(dataDir)
  return target
}

/** The audit log of a store that a restore replaced, without unreadable entries. */
export async function replacedLog(folder: string): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  const file = join(folder, RECORDS_FILE)
  const take = async (log: AsyncIterable<AuditEntry>): Promise<void> => {
    for await (const entry of log) entries.push(entry)
  }
  if (await isEarlierStore(folder)) await take(earlierAudit(folder))
  else await withFile(file, records => take(auditLog(records).entries())).catch(() => undefined)
  return entries
}
