import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { filesBelow, syncFile, whenMissing } from '../../../core/runtime/files.ts'
import { DAY_MS } from '../../../core/model/dates.ts'

/** Files that a restore, a repair or an upgrade replaced, in folders named by time. */
export const TRASH = 'trash'

/** In the folder of a restore: the replaced store. */
export const REPLACED_STORE = 'replaced-store'

const TRASH_DAYS = 7

export function batchOf(now: Date): string {
  return `${TRASH}/${now.toISOString().replaceAll(':', '-')}`
}

/** Keeps their names below `folder`. Skips missing ones, so that an interrupted call can be repeated. */
export async function moveToTrash(
  dataDir: string,
  names: readonly string[],
  folder: string,
): Promise<void> {
  for (const name of names) {
    const path = join(dataDir, folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(join(dataDir, name), path).catch(whenMissing(undefined))
    await syncFile(dirname(path))
  }
}

/** Deletes entries older than seven days or, with `days` 0, all. Returns what it deleted. */
export async function emptyTrash(
  dataDir: string,
  { now, days = TRASH_DAYS, dryRun = false }: { now: Date; days?: number; dryRun?: boolean },
): Promise<Deleted> {
  const paths: string[] = []
  const folders: string[] = []
  for (const name of await readdir(join(dataDir, TRASH)).catch(whenMissing<string[]>([]))) {
    const at = timeOf(name)
    if (at === undefined || (days > 0 && now.getTime() - at < days * DAY_MS)) continue
    folders.push(join(dataDir, TRASH, name))
    paths.push(...(await filesBelow(folders.at(-1)!)))
  }
  const deleted = await deleteFiles(paths, dryRun)
  if (!dryRun) for (const folder of folders) await rm(folder, { recursive: true, force: true })
  return deleted
}

export interface Deleted {
  files: number
  bytes: number
}

/** Deletes the files that exist or, with `dryRun`, only counts them. */
export async function deleteFiles(paths: readonly string[], dryRun = false): Promise<Deleted> {
  const deleted = { files: 0, bytes: 0 }
  for (const path of paths) {
    const size = (await stat(path).catch(whenMissing(null)))?.size
    if (size === undefined) continue
    if (!dryRun) await rm(path, { force: true })
    deleted.files++
    deleted.bytes += size
  }
  return deleted
}

/** Unknown names in the trash. */
export async function foreignInTrash(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, TRASH)).catch(whenMissing<string[]>([]))
  return names.filter(name => timeOf(name) === undefined)
}

function timeOf(name: string): number | undefined {
  const [, day, hours, minutes, seconds] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}\.\d{3})Z$/.exec(name) ?? []
  return day === undefined ? undefined : Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
}
