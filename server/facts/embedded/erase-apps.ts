import { readdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { ErasedFiles } from '../../imports/import-destination.ts'
import { clearSpoolFolder } from '../../files/spool-folder.ts'
import { sql } from '../../model/sql.ts'
import type { Records } from '../../records/records.ts'
import { heldBy } from '../common/stored-files.ts'
import { filesBelow } from '../../runtime/sync-file.ts'
import { claimFolder } from './folder-locks.ts'
import { DELIVERIES, UNPUBLISHED } from './folder-target.ts'
import { fileNames } from './named-files.ts'
import { removeRetired, retiredFiles, sizeOfFiles } from './retired-files.ts'
import { emptyTrash } from './trash.ts'

/**
 * Deletes every byte of erased apps: built files, trash and data files. Files in the records go last, so that the next import notices an
 * interruption. Files whose name does not show their app stay and are listed.
 */
export async function eraseApps(records: Records, dataDir: string, apps: ReadonlySet<number>, now: Date): Promise<ErasedFiles> {
  const deleted = { files: 0, bytes: 0 }
  const add = ({ files, bytes }: { files: number; bytes: number }): void => {
    deleted.files += files
    deleted.bytes += bytes
  }
  for (const name of await readdir(dataDir)) if (/^spool(-.+)?$/.test(name)) add(await clearSpoolFolder(join(dataDir, name)))
  for (const file of await spilled(dataDir)) add(await remove(dataDir, file))
  // Replaced stores contain every app.
  add(await emptyTrash(dataDir, { now, days: 0 }))

  const retired = await retiredFiles(records)
  const listed = new Set([...(await fileNames(records)), ...retired.map(({ file }) => file)])
  const appOf = await appsOfFiles(records)
  const unknown: string[] = []
  for (const file of await filesOf(dataDir, DELIVERIES)) {
    if (listed.has(file) || file.endsWith(`/${UNPUBLISHED}`)) continue
    const app = appOf(file)
    if (app === undefined) unknown.push(file)
    else if (apps.has(app)) add(await remove(dataDir, file))
  }
  const own = retired.filter(({ app_id: app }) => apps.has(app))
  add(await removeRetired(records, dataDir, own, true))
  return { deleted, unknown }
}

/** Erased apps that still have files. */
export async function unfinishedErasures(records: Records): Promise<number[]> {
  const erased = await records.read(
    sql`SELECT DISTINCT r.app_id FROM retired_files r JOIN catalog_apps a ON a.app_id = r.app_id WHERE INSTR(a.body, '"removed":') > 0`,
  )
  return erased.map(row => Number(row['app_id']))
}

/** By the app's or run's id in a file's name. */
async function appsOfFiles(records: Records): Promise<(file: string) => number | undefined> {
  const runs = new Map(
    (await records.read(sql`SELECT run_id, app_id FROM catalog_runs`)).map(row => [row['run_id'], Number(row['app_id'])]),
  )
  return file => {
    const { table, id = NaN } = heldBy(file) ?? {}
    return table === undefined || table === 'facts' || table === 'recommendations' ? runs.get(id) : id
  }
}

async function remove(dataDir: string, file: string): Promise<{ files: number; bytes: number }> {
  const removed = await sizeOfFiles(dataDir, [{ file }])
  await rm(join(dataDir, file), { force: true })
  return removed
}

/** A running service deletes its own files. */
async function spilled(dataDir: string): Promise<string[]> {
  const claim = await claimFolder(dataDir).catch(() => null)
  if (claim === null) return []
  try {
    return await filesOf(dataDir, 'spill')
  } finally {
    claim.release()
  }
}

async function filesOf(dataDir: string, folder: string): Promise<string[]> {
  return (await filesBelow(join(dataDir, folder))).map(path => relative(dataDir, path))
}
