import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Print } from '../../delivery/progress.ts'
import { unusedFiles } from '../../model/catalog-document.ts'
import { type Catalog, dataFiles, type RetiredFile } from '../../model/catalog.ts'
import { syncFile, whenMissing, withLock } from './data-folder.ts'

/** Folder of removed data files in a data directory: `trash/TIME/app-ID/` and the file's former name. */
export const TRASH = 'trash'

/** Days for which removed files stay in the trash. */
const TRASH_DAYS = 7

const DAY_MS = 86_400_000

/** Files removed at one time. */
interface Batch {
  /** Its folder in the data directory. */
  folder: string
  /** In ms since 1970. */
  at: number
}

/** Moves data files into the trash. Those that are missing are skipped, so that an interrupted call can be repeated. */
export async function moveToTrash(dataDir: string, files: readonly Omit<RetiredFile, 'since'>[], now: Date): Promise<void> {
  const batch = `${TRASH}/${now.toISOString().replaceAll(':', '-')}`
  for (const { file, app_id: app } of files) {
    const path = join(dataDir, batch, app === undefined ? 'unknown' : `app-${app}`, file)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(join(dataDir, file), path).catch(whenMissing(undefined))
    await syncFile(dirname(path))
  }
}

/** Deletes what has been in the trash for longer than `days` (all of it for 0). Returns the names of the deleted files. */
export async function emptyTrash(dataDir: string, now: Date, days = TRASH_DAYS): Promise<string[]> {
  const old = (await batches(dataDir)).filter(({ at }) => days === 0 || now.getTime() - at >= days * DAY_MS)
  const deleted: string[] = []
  for (const { folder } of old) {
    deleted.push(...(await filesIn(dataDir, folder)))
    await rm(join(dataDir, folder), { recursive: true, force: true })
  }
  return deleted
}

/** Deletes all that is in the trash; `dryRun` only counts it. Waits while an import is at work. */
export async function emptyTrashNow(
  dataDir: string,
  { dryRun, print, now = new Date() }: { dryRun: boolean; print: Print; now?: Date },
): Promise<{ files: number; bytes: number }> {
  return await withLock(dataDir, print, async () => {
    const files = await filesInTrash(dataDir)
    const sizes = await Promise.all(files.map(async file => (await stat(join(dataDir, file))).size))
    if (!dryRun) await emptyTrash(dataDir, now, 0)
    return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
  })
}

/** Folder, in a batch of the trash, of a store that `admin restore --replace` moved there. */
export const REPLACED_STORE = 'replaced-store'

/**
 * Deletes from the trash all but what is certainly of other apps: `isOthers` says so of a file of no known app, by its former name and its path in the data
 * directory. Replaced stores, which hold every app, go whole. Returns the deleted files.
 */
export async function eraseFromTrash(
  dataDir: string,
  apps: ReadonlySet<number>,
  isOthers: (file: string, path: string) => boolean,
): Promise<string[]> {
  const deleted: string[] = []
  for (const { folder } of await batches(dataDir)) {
    for (const path of await filesIn(dataDir, folder)) {
      const [, , owner = '', ...name] = path.split('/')
      const app = /^app-(\d+)$/.exec(owner)?.[1]
      if (app === undefined ? owner === 'unknown' && isOthers(name.join('/'), path) : !apps.has(Number(app))) continue
      await rm(join(dataDir, path), { force: true })
      deleted.push(path)
    }
  }
  return deleted
}

/** Every file in the trash. */
export async function filesInTrash(dataDir: string): Promise<string[]> {
  return (await Promise.all((await batches(dataDir)).map(({ folder }) => filesIn(dataDir, folder)))).flat()
}

/** Files in the trash by their former names, with the places of all copies, the newest first. */
export async function trashedFiles(dataDir: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { folder } of (await batches(dataDir)).sort((one, other) => other.at - one.at)) {
    for (const path of await filesIn(dataDir, folder)) {
      const name = path.split('/').slice(3).join('/')
      found.set(name, [...(found.get(name) ?? []), path])
    }
  }
  return found
}

async function batches(dataDir: string): Promise<Batch[]> {
  const names = await readdir(join(dataDir, TRASH)).catch(whenMissing<string[]>([]))
  return names.flatMap(name => {
    const [, day, hours, minutes, seconds] = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}\.\d{3})Z$/.exec(name) ?? []
    return day === undefined ? [] : [{ folder: `${TRASH}/${name}`, at: Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) }]
  })
}

async function filesIn(dataDir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(whenMissing([]))
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name).slice(join(dataDir, '/').length))
}

/** Where data files live inside a data directory. */
export const DELIVERIES = 'deliveries'

/** Marks a folder of data files that no catalog has named yet. */
export const UNPUBLISHED = 'unpublished'

/**
 * Removes what nobody needs, once `catalog` is published: moves files retired long enough ago into the trash, deletes what has been there for
 * long enough, and the folders of killed imports. A file that no catalog ever retired is not touched.
 */
export async function tidy(dataDir: string, catalog: Catalog, now: Date): Promise<void> {
  await moveToTrash(dataDir, unusedFiles(catalog, now), now)
  await emptyTrash(dataDir, now)
  await removeUnpublished(dataDir, catalog)
}

/** The retired files of a catalog that are still there: the others are in the trash, or deleted. */
export async function stillThere(dataDir: string, retired: Catalog['retired']): Promise<Catalog['retired']> {
  const found = await Promise.all(
    retired.map(entry =>
      access(join(dataDir, entry.file)).then(
        () => [entry],
        () => [],
      ),
    ),
  )
  return found.flat()
}

/** Deletes folders that killed imports have marked and no catalog has ever named. */
async function removeUnpublished(dataDir: string, catalog: Catalog): Promise<void> {
  const named = [...dataFiles(catalog), ...catalog.retired.map(({ file }) => file)]
  for (const name of await readdir(join(dataDir, DELIVERIES)).catch(whenMissing<string[]>([]))) {
    const folder = `${DELIVERIES}/${name}`
    const names: string[] = await readdir(join(dataDir, folder)).catch(() => [])
    if (!names.includes(UNPUBLISHED)) continue
    if (named.some(file => file.startsWith(`${folder}/`))) await rm(join(dataDir, folder, UNPUBLISHED), { force: true })
    else await rm(join(dataDir, folder), { recursive: true, force: true })
  }
}
