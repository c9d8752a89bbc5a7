import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RetiredFile } from '../../model/catalog.ts'
import { syncFile } from './catalog-file.ts'
import { whenMissing } from './record-folder.ts'

/** Folder of removed data files in a data directory: `trash/TIME/app-ID/` and the file's former name. */
export const TRASH = 'trash'

/** Days for which removed files stay in the trash. */
export const TRASH_DAYS = 7

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
  const old = (await batches(dataDir)).filter(({ at }) => now.getTime() - at >= days * DAY_MS)
  const deleted: string[] = []
  for (const { folder } of old) {
    deleted.push(...(await filesIn(dataDir, folder)))
    await rm(join(dataDir, folder), { recursive: true, force: true })
  }
  return deleted
}

/** Deletes an app's files from the trash. Returns their names. */
export async function eraseFromTrash(dataDir: string, appId: number): Promise<string[]> {
  const deleted: string[] = []
  for (const { folder } of await batches(dataDir)) {
    const own = `${folder}/app-${appId}`
    deleted.push(...(await filesIn(dataDir, own)))
    await rm(join(dataDir, own), { recursive: true, force: true })
  }
  return deleted
}

/** Files in the trash by their former names, with the place of the newest copy of each. */
export async function trashedFiles(dataDir: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { folder } of (await batches(dataDir)).sort((one, other) => one.at - other.at)) {
    for (const path of await filesIn(dataDir, folder)) found.set(path.split('/').slice(3).join('/'), path)
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
