import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Print } from '../../delivery/progress.ts'
import { unusedFiles } from '../../model/catalog-document.ts'
import { type Catalog, dataFiles, type RetiredFile } from '../../model/catalog.ts'
import { syncFile, whenMissing, withLock } from './data-folder.ts'

export const TRASH = 'trash'

const TRASH_DAYS = 7

const DAY_MS = 86_400_000

interface Batch {
  folder: string
  /** In ms since 1970. */
  at: number
}

/** Skips missing files, so that an interrupted call can be repeated. */
export async function moveToTrash(dataDir: string, files: readonly Omit<RetiredFile, 'since'>[], now: Date): Promise<void> {
  const batch = `${TRASH}/${now.toISOString().replaceAll(':', '-')}`
  for (const { file, app_id: app } of files) {
    const path = join(dataDir, batch, app === undefined ? 'unknown' : `app-${app}`, file)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(join(dataDir, file), path).catch(whenMissing(undefined))
    await syncFile(dirname(path))
  }
}

/** 0 days: all of it. Returns the deleted names. */
export async function emptyTrash(dataDir: string, now: Date, days = TRASH_DAYS): Promise<string[]> {
  const old = (await batches(dataDir)).filter(({ at }) => days === 0 || now.getTime() - at >= days * DAY_MS)
  const deleted: string[] = []
  for (const { folder } of old) {
    deleted.push(...(await filesIn(dataDir, folder)))
    await rm(join(dataDir, folder), { recursive: true, force: true })
  }
  return deleted
}

/** `dryRun` only counts. Waits for running imports. */
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

export const REPLACED_STORE = 'replaced-store'

/**
 * Deletes everything from the trash that may belong to the erased apps; `isOthers` recognizes others' files by former name and path.
 * Replaced stores go whole. Returns the deleted files.
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

export async function filesInTrash(dataDir: string): Promise<string[]> {
  return (await Promise.all((await batches(dataDir)).map(({ folder }) => filesIn(dataDir, folder)))).flat()
}

/** By former name, newest copies first. */
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

export const DELIVERIES = 'deliveries'

export const UNPUBLISHED = 'unpublished'

/**
 * After a publish: moves old retired files into the trash, empties old trash, and deletes folders of killed imports. Never touches a file
 * that no catalog retired.
 */
export async function tidy(dataDir: string, catalog: Catalog, now: Date): Promise<void> {
  await moveToTrash(dataDir, unusedFiles(catalog, now), now)
  await emptyTrash(dataDir, now)
  await removeUnpublished(dataDir, catalog)
}

export async function selectExisting(dataDir: string, retired: Catalog['retired']): Promise<Catalog['retired']> {
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
