import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Print } from '../../../imports/progress.ts'
import { newId } from '../../../core/model/identities.ts'
import { RECORDS_FILE } from '../../records/records.ts'
import { withScratch } from '../common/write-files.ts'
import { type ReadEntries, readableEntries } from './apply-log.ts'
import { type Backup, readBackup } from './backup-manifest.ts'
import { unpack } from './backup.ts'
import { syncFile, whenMissing } from '../../../core/runtime/files.ts'
import { EARLIER_NAMES, isUnused, RESTORING, signsOfAStore } from './open-records.ts'
import { EXPORT_SECRET } from './export-secret.ts'
import { claimFolder, withImportLock } from './folder-locks.ts'
import { DELIVERIES } from './folder-target.ts'
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
  /** Folders of what it replaced, and of what restores replaced that were interrupted before it. */
  replaced: string[]
}

/**
 * Restores a backup. Everything is copied and verified before existing data change; the records come last, so that a partial restore
 * does not start. No service may use the directory.
 */
export async function restore({
  dataDir,
  folder,
  replace,
  print,
  now = new Date(),
}: RestoreOptions): Promise<Restored> {
  const backup = await readBackup(folder)
  const claim = await claimFolder(dataDir)
  try {
    return await withImportLock(dataDir, print, () =>
      withScratch(dataDir, newId(), async scratch => {
        const earlier = await interruptedRestore(dataDir)
        // Without records all that is there came from a restore into an empty folder.
        const isPartial = earlier?.length === 0 && !existsSync(join(dataDir, RECORDS_FILE))
        const isEmpty = isPartial || (await hasNoData(dataDir))
        if (!isEmpty && !replace) {
          throw new Error(
            `DATA_DIR ${dataDir} holds a store. Set DATA_DIR to an empty folder, or add --replace, which moves that store to ${TRASH}/ for 7 days`,
          )
        }
        await unpack(backup, folder, scratch, print)
        const target = join(batchOf(now), REPLACED_STORE)
        const replaced = [...(earlier ?? []), ...(isEmpty ? [] : [target])]
        await markRestore(dataDir, replaced)
        // The records come first, so that the rest does not count as a store.
        if (!isEmpty) await moveToTrash(dataDir, OWN, target)
        const names = await readdir(scratch)
        await rm(join(dataDir, RECORDS), { recursive: true, force: true })
        for (const name of [...names.filter(name => name !== RECORDS), RECORDS]) {
          await rm(join(dataDir, name), { recursive: true, force: true })
          await rename(join(scratch, name), join(dataDir, name))
          await syncFile(dataDir)
        }
        await rm(join(dataDir, RESTORING))
        await syncFile(dataDir)
        const { createdAt, catalogVersion, files } = backup
        return { createdAt, catalogVersion, files: files.length, replaced }
      }),
    )
  } finally {
    claim.release()
  }
}

/** Until it is complete, nothing may take the folder for an empty one. The mark names what has been replaced. */
async function markRestore(dataDir: string, replaced: readonly string[]): Promise<void> {
  const aside = join(dataDir, `${RESTORING}.new`)
  await writeFile(aside, replaced.join('\n'), { mode: 0o600, flush: true })
  await rename(aside, join(dataDir, RESTORING))
  await syncFile(dataDir)
}

/** The store that an interrupted restore replaced; null without one. */
async function interruptedRestore(dataDir: string): Promise<string[] | null> {
  const mark = await readFile(join(dataDir, RESTORING), 'utf8').catch(whenMissing(null))
  return mark === null ? null : mark.split('\n').filter(Boolean)
}

async function hasNoData(dataDir: string): Promise<boolean> {
  if ((await signsOfAStore(dataDir)).length > 0) return false
  return await isUnused(dataDir)
}

/** The audit log of a store that a restore replaced. */
export function replacedLog(folder: string): ReadEntries {
  const file = join(folder, RECORDS_FILE)
  return existsSync(file) ? readableEntries(file, 0) : { entries: [], isWhole: true }
}
