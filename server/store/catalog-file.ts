import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { EMPTY_CATALOG, type Catalog } from './catalog.ts'

/** Name of the catalog inside a data directory. */
export const CATALOG_FILE = 'catalog.json'

/**
 * Reads the catalog of a data directory; a directory without one (or that does not exist) holds the empty catalog.
 * Throws when the file is not a catalog of this format: serving an empty store instead would hide the damage.
 */
export async function readCatalog(dataDir: string): Promise<Catalog> {
  const file = join(dataDir, CATALOG_FILE)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return structuredClone(EMPTY_CATALOG)
    throw error
  }
  const catalog = parse(text)
  if (catalog?.format !== EMPTY_CATALOG.format) throw new Error(`${file} is not a catalog of format ${EMPTY_CATALOG.format}`)
  return catalog
}

function parse(text: string): Catalog | undefined {
  try {
    return JSON.parse(text) as Catalog
  } catch {
    return undefined
  }
}

/**
 * Replaces the catalog atomically: after a crash at any moment the directory holds the old catalog or the new one, whole.
 * Every file the catalog names must be on disk (`syncFile`) before.
 */
export async function writeCatalog(dataDir: string, catalog: Catalog): Promise<void> {
  const file = join(dataDir, CATALOG_FILE)
  const aside = `${file}.new`
  const handle = await open(aside, 'w')
  try {
    await handle.writeFile(JSON.stringify(catalog))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(aside, file)
  await syncFile(dataDir)
}

/** Makes a file's content, or a directory's entries, survive a power cut. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
