import { readdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { ErasedFiles } from '../../../imports/import-destination.ts'
import { sum } from '../../../core/formulas/sums.ts'
import { FILES_OF_FOLDER } from '../../../core/model/catalog-document.ts'
import type { RetiredFile } from '../../../core/model/catalog.ts'
import { DAY_MS } from '../../../core/model/dates.ts'
import { sql } from '../../../core/model/sql.ts'
import { filesBelow } from '../../../core/runtime/files.ts'
import { clearSpoolFolder } from '../../files/spool-folder.ts'
import { READERS_MS, retiredFiles } from '../../records/import-notes.ts'
import type { Records, Statements, WriteOptions } from '../../records/records.ts'
import { appsByName } from '../common/stored-files.ts'
import { claimFolder } from './folder-locks.ts'
import { DELIVERIES, importFolders, UNPUBLISHED } from './folder-target.ts'
import { fileNames } from './named-files.ts'
import { type Deleted, deleteFiles, emptyTrash } from './trash.ts'

/** Time, ms, for which unlisted files stay: a repair may return to an earlier catalog that needs them. */
const KEEP_MS = READERS_MS + 7 * DAY_MS

/** After a publish, under the lock of imports. */
export async function cleanUp(records: Records, dataDir: string, now: Date): Promise<void> {
  await removeUnpublished(records, dataDir)
  await removeRetired(records, dataDir, await retiredFiles(records, { now, keepMs: KEEP_MS }))
  await emptyTrash(dataDir, { now })
}

/** Deletes retired files, unless the catalog lists them again. Returns what it deleted or, with `dryRun`, would delete. */
export async function removeRetired(
  records: Records,
  dataDir: string,
  files: readonly RetiredFile[],
  {
    takesAway = false,
    dryRun = false,
  }: Pick<WriteOptions, 'takesAway'> & { dryRun?: boolean } = {},
): Promise<Deleted> {
  if (files.length === 0) return { files: 0, bytes: 0 }
  const named = await fileNames(records)
  const unnamed = files.filter(({ file }) => !named.has(file) && FILES_OF_FOLDER.test(file))
  const deleted = await deleteFiles(
    unnamed.map(({ file }) => join(dataDir, file)),
    dryRun,
  )
  if (dryRun) return deleted
  await records.transaction(
    async held => {
      for (const { file } of files)
        await held.write(sql`DELETE FROM retired_files WHERE file = ?`, [file])
    },
    { takesAway },
  )
  return deleted
}

/** Deletes folders of killed imports; removes the mark of one killed after its publish. */
export async function removeUnpublished(
  records: Pick<Statements, 'read'>,
  dataDir: string,
): Promise<void> {
  let named: readonly string[] | undefined
  for (const { folder, isUnpublished } of await importFolders(dataDir)) {
    if (!isUnpublished) continue
    named ??= [
      ...(await fileNames(records)),
      ...(await retiredFiles(records)).map(({ file }) => file),
    ]
    if (named.some(file => file.startsWith(`${folder}/`)))
      await rm(join(dataDir, folder, UNPUBLISHED), { force: true })
    else await rm(join(dataDir, folder), { recursive: true, force: true })
  }
}

/**
 * Deletes every byte of erased apps: built files, trash and data files. Files in the records go last, so that the next import notices an
 * interruption. Files whose name does not show their app stay and are listed.
 */
export async function eraseApps(
  records: Records,
  dataDir: string,
  apps: ReadonlySet<number>,
  now: Date,
): Promise<ErasedFiles> {
  const deleted: Deleted[] = []
  for (const name of await readdir(dataDir))
    if (/^spool(-.+)?$/.test(name)) deleted.push(await clearSpoolFolder(join(dataDir, name)))
  deleted.push(await deleteFiles(await spilled(dataDir)))
  // Replaced stores contain every app.
  deleted.push(await emptyTrash(dataDir, { now, days: 0 }))

  const retired = await retiredFiles(records)
  const listed = new Set([...(await fileNames(records)), ...retired.map(({ file }) => file)])
  const unlisted = (await filesBelow(join(dataDir, DELIVERIES)))
    .map(path => relative(dataDir, path))
    .filter(file => !listed.has(file) && !file.endsWith(`/${UNPUBLISHED}`))
  const appOf = await appsByName(records)
  const own = unlisted.filter(file => apps.has(appOf(file) ?? NaN))
  deleted.push(await deleteFiles(own.map(file => join(dataDir, file))))
  const ownRetired = retired.filter(({ app_id: app }) => apps.has(app))
  deleted.push(await removeRetired(records, dataDir, ownRetired, { takesAway: true }))
  return {
    deleted: {
      files: sum(deleted, ({ files }) => files),
      bytes: sum(deleted, ({ bytes }) => bytes),
    },
    unknown: unlisted.filter(file => appOf(file) === undefined),
  }
}

/** Erased apps that still have files. */
export async function unfinishedErasures(records: Records): Promise<number[]> {
  const erased = await records.read(
    sql`SELECT DISTINCT r.app_id FROM retired_files r JOIN catalog_apps a ON a.app_id = r.app_id WHERE INSTR(a.body, '"removed":') > 0`,
  )
  return erased.map(row => Number(row['app_id']))
}

/** A running service deletes its own files. */
async function spilled(dataDir: string): Promise<string[]> {
  const claim = await claimFolder(dataDir).catch(() => null)
  if (claim === null) return []
  try {
    return await filesBelow(join(dataDir, 'spill'))
  } finally {
    claim.release()
  }
}
