import { readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Catalog } from '../../model/catalog.ts'
import { keptFiles } from '../../model/retired-files.ts'

/** Where data files live inside a data directory. */
export const DELIVERIES = 'deliveries'

/** Deletes data files that the catalog does not know: leftovers of a killed import, and files retired long enough ago. */
export async function removeUnused(dataDir: string, catalog: Catalog, now: Date): Promise<void> {
  const known = keptFiles(catalog, now)
  for (const version of await list(join(dataDir, DELIVERIES))) {
    const names = await list(join(dataDir, DELIVERIES, version))
    const unused = names.filter(name => !known.has(`${DELIVERIES}/${version}/${name}`))
    for (const name of unused) await rm(join(dataDir, DELIVERIES, version, name), { force: true })
    if (unused.length === names.length) await rmdir(join(dataDir, DELIVERIES, version))
  }
}

async function list(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
