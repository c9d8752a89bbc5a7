import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FILES_OF_FOLDER } from '../../../core/model/catalog-document.ts'
import type { RetiredFile } from '../../../core/model/catalog.ts'
import { sql } from '../../../core/model/sql.ts'
import { READERS_MS, retiredFiles } from '../../records/import-notes.ts'
import type { Records, Statements } from '../../records/records.ts'
import { whenMissing } from '../../../core/runtime/files.ts'
import { DELIVERIES, UNPUBLISHED } from './folder-target.ts'
import { fileNames } from './named-files.ts'
import { DAY_MS } from '../../../core/model/dates.ts'

/** Time, ms, for which unlisted files stay: a repair may return to an earlier catalog that needs them. */
const KEEP_MS = READERS_MS + 7 * DAY_MS

/** Files retired long enough ago; with `isForgotten`, those that no reader can have. */
export async function outdatedFiles(
  records: Records,
  now: Date,
  isForgotten = false,
): Promise<RetiredFile[]> {
  return await retiredFiles(records, { now, keepMs: isForgotten ? READERS_MS : KEEP_MS })
}

/** Deletes retired files, unless the catalog lists them again. Returns what it deleted. For `takesAway` see `WriteOptions`. */
export async function removeRetired(
  records: Records,
  dataDir: string,
  files: readonly RetiredFile[],
  takesAway = false,
): Promise<{ files: number; bytes: number }> {
  if (files.length === 0) return { files: 0, bytes: 0 }
  const named = await fileNames(records)
  const unnamed = files.filter(({ file }) => !named.has(file) && FILES_OF_FOLDER.test(file))
  const deleted = await sizeOfFiles(dataDir, unnamed)
  for (const { file } of unnamed) await rm(join(dataDir, file), { force: true })
  await records.transaction(
    async held => {
      for (const { file } of files)
        await held.write(sql`DELETE FROM retired_files WHERE file = ?`, [file])
    },
    { takesAway },
  )
  return deleted
}

/** Counts existing files. */
export async function sizeOfFiles(
  dataDir: string,
  files: readonly { file: string }[],
): Promise<{ files: number; bytes: number }> {
  const total = { files: 0, bytes: 0 }
  for (const { file } of files) {
    const size = (await stat(join(dataDir, file)).catch(whenMissing(null)))?.size
    if (size === undefined) continue
    total.files++
    total.bytes += size
  }
  return total
}

/** Deletes folders of killed imports; removes the mark of one killed after its publish. */
export async function removeUnpublished(
  records: Pick<Statements, 'read'>,
  dataDir: string,
): Promise<void> {
  let named: readonly string[] | undefined
  for (const name of await readdir(join(dataDir, DELIVERIES)).catch(whenMissing<string[]>([]))) {
    const folder = `${DELIVERIES}/${name}`
    const names: string[] = await readdir(join(dataDir, folder)).catch(() => [])
    if (!names.includes(UNPUBLISHED)) continue
    named ??= [
      ...(await fileNames(records)),
      ...(await retiredFiles(records)).map(({ file }) => file),
    ]
    if (named.some(file => file.startsWith(`${folder}/`)))
      await rm(join(dataDir, folder, UNPUBLISHED), { force: true })
    else await rm(join(dataDir, folder), { recursive: true, force: true })
  }
}
