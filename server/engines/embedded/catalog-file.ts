import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogFault, FILES_OF_FOLDER } from '../../model/catalog-shape.ts'
import { catalogText } from '../../model/catalog-text.ts'
import { EMPTY_CATALOG, type Catalog } from '../../model/catalog.ts'
import { withVersions } from '../../model/content-names.ts'

/** Name of the catalog inside a data directory. */
export const CATALOG_FILE = 'catalog.json'

/**
 * Reads the catalog of a data directory; a directory without one (or that does not exist) holds the empty catalog.
 * Throws, in words for the operator, when the file is damaged or of another version's format: serving an empty store instead
 * would hide that.
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
  const { format } = EMPTY_CATALOG
  if (Number(catalog?.format) > format) {
    throw new Error(
      `DATA_DIR ${dataDir} was made by a newer version of uascope: its catalog has format ${catalog!.format}, ` +
        `this version knows ${format}. Start the newer version, or name another folder in DATA_DIR`,
    )
  }
  if (!isWhole(catalog)) {
    throw new Error(
      `DATA_DIR ${dataDir} is damaged: ${CATALOG_FILE} is not a whole catalog. Restore the folder from a backup, ` +
        'or name another one in DATA_DIR',
    )
  }
  const fault = catalogFault(catalog, FILES_OF_FOLDER)
  if (fault !== undefined) {
    throw new Error(
      `DATA_DIR ${dataDir} is damaged: ${CATALOG_FILE} has a value at ${fault} that no import writes. Restore the ` +
        'folder from a backup, or name another one in DATA_DIR',
    )
  }
  return withVersions(catalog)
}

function parse(text: string): Partial<Catalog> | null {
  try {
    return JSON.parse(text) as Partial<Catalog> | null
  } catch {
    return null
  }
}

function isWhole(catalog: Partial<Catalog> | null): catalog is Catalog {
  return catalog?.format === EMPTY_CATALOG.format && Object.keys(EMPTY_CATALOG).every(key => key in catalog)
}

/**
 * Replaces the catalog atomically: after a crash at any moment the directory holds the old catalog or the new one, whole.
 * Every file the catalog names must be on disk (`syncFile`) before.
 */
export async function writeCatalog(dataDir: string, catalog: Catalog): Promise<void> {
  const text = catalogText(catalog)
  const file = join(dataDir, CATALOG_FILE)
  const aside = `${file}.new`
  const handle = await open(aside, 'w')
  try {
    await handle.writeFile(text)
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
