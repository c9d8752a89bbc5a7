import { access, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dataFiles, type Catalog } from '../../model/catalog.ts'
import { unusedFiles } from '../../model/retired-files.ts'
import { forgetCatalogs } from './kept-catalogs.ts'
import { whenMissing } from './record-folder.ts'
import { emptyTrash, eraseFromTrash, moveToTrash } from './trash.ts'

/** Where data files live inside a data directory. */
export const DELIVERIES = 'deliveries'

/** Marks a folder of data files that no catalog has named yet. */
export const UNPUBLISHED = 'unpublished'

/**
 * Removes what nobody needs, once `catalog` is published: moves files retired long enough ago into the trash, deletes what has been there for
 * long enough, the folders of killed imports, and all data of erased apps. A file that no catalog ever retired is not touched.
 */
export async function tidy(dataDir: string, catalog: Catalog, now: Date): Promise<void> {
  const erased = new Set((catalog.erased ?? []).map(({ app_id: app }) => app))
  for (const { file, app_id: app } of catalog.retired)
    if (app !== undefined && erased.has(app)) await rm(join(dataDir, file), { force: true })
  await moveToTrash(dataDir, unusedFiles(catalog, now), now)
  await emptyTrash(dataDir, now)
  await removeUnpublished(dataDir, catalog)
  if (erased.size === 0) return
  for (const app of erased) await eraseFromTrash(dataDir, app)
  // Earlier catalogs name the apps, and answers hold their rows.
  await forgetCatalogs(dataDir, catalog.version)
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
