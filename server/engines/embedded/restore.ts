import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Print } from '../../delivery/progress.ts'
import { newId } from '../../model/identities.ts'
import { withScratch } from '../common/write-files.ts'
import { type Backup, readBackup } from './backup-manifest.ts'
import { unpack } from './backup.ts'
import { CATALOG_FILE, KEPT_CATALOGS } from './catalog-file.ts'
import { claimFolder, syncFile, whenMissing, withLock } from './data-folder.ts'
import { loadCatalog } from './store-state.ts'
import { REPLACED_STORE, TRASH } from './trash.ts'

const OWN = [CATALOG_FILE, KEPT_CATALOGS, 'deliveries', 'keys', 'users', 'audit', 'export-secret', 'store-id']

const EMPTY = new Set([CATALOG_FILE, KEPT_CATALOGS, 'export-secret', 'store-id'])

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
 * Restores a backup. Everything is copied and verified before existing data are touched; the catalog comes last, so that a partial restore
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
        for (const name of (await readdir(scratch)).filter(name => name !== CATALOG_FILE)) {
          await rm(join(dataDir, name), { recursive: true, force: true })
          await rename(join(scratch, name), join(dataDir, name))
        }
        await mkdir(join(dataDir, KEPT_CATALOGS), { recursive: true, mode: 0o700 })
        await copyFile(join(scratch, CATALOG_FILE), join(dataDir, KEPT_CATALOGS, `${backup.catalogVersion}.json`))
        await rename(join(scratch, CATALOG_FILE), join(dataDir, CATALOG_FILE))
        await syncFile(dataDir)
        const { createdAt, catalogVersion, files } = backup
        return { createdAt, catalogVersion, files: files.length, replaced }
      }),
    )
  } finally {
    claim.release()
  }
}

async function hasNoData(dataDir: string): Promise<boolean> {
  const names = (await readdir(dataDir)).filter(name => OWN.includes(name))
  for (const name of names.filter(name => !EMPTY.has(name))) {
    const entries = await readdir(join(dataDir, name), { recursive: true, withFileTypes: true }).catch(whenMissing([]))
    if (entries.some(entry => !entry.isDirectory())) return false
  }
  const { text, catalog } = await loadCatalog(dataDir)
  return text === null ? !names.includes(KEPT_CATALOGS) : catalog?.version === 0
}

/** Moves the catalog first, so that the rest is not taken for a store. */
async function moveStore(dataDir: string, now: Date): Promise<string> {
  const place = `${TRASH}/${now.toISOString().replaceAll(':', '-')}/${REPLACED_STORE}`
  await mkdir(join(dataDir, place), { recursive: true, mode: 0o700 })
  for (const name of OWN) await rename(join(dataDir, name), join(dataDir, place, name)).catch(whenMissing(undefined))
  await syncFile(join(dataDir, place))
  await syncFile(dataDir)
  return place
}
