import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogFault, catalogText, FILES_OF_FOLDER } from '../../model/catalog-document.ts'
import { type Catalog, EMPTY_CATALOG } from '../../model/catalog.ts'
import { withVersions } from '../../model/runs.ts'
import { Fresh, type SteadyClock } from '../../model/shared-work.ts'
import { StoreDamaged } from '../../model/store.ts'
import { syncFile, whenMissing } from './data-folder.ts'

/** Folder of recent catalogs in a data directory, each under its version: `catalogs/17.json`. `admin verify --repair` returns to one of them. */
export const KEPT_CATALOGS = 'catalogs'

/** The number of catalogs that are kept, and the bytes that they may take beyond the newest two. */
const MAX_KEPT = 16
const MAX_BYTES = 256 * 2 ** 20
const MIN_KEPT = 2

export interface KeptCatalog {
  version: number
  /** Its name in the data directory. */
  file: string
}

/** The catalogs kept in a data directory, newest first. */
export async function keptCatalogs(dataDir: string): Promise<KeptCatalog[]> {
  const names = await readdir(join(dataDir, KEPT_CATALOGS)).catch(whenMissing<string[]>([]))
  return names
    .flatMap(name => {
      const version = /^(\d{1,15})\.json$/.exec(name)?.[1]
      return version === undefined ? [] : [{ version: Number(version), file: `${KEPT_CATALOGS}/${name}` }]
    })
    .sort((one, other) => other.version - one.version)
}

/** Keeps a copy of a version's catalog, by `write`, and removes the oldest. The catalog is already published, so a full disk is not an error. */
async function keepCatalog(dataDir: string, version: number, write: (path: string) => Promise<void>): Promise<void> {
  try {
    await mkdir(join(dataDir, KEPT_CATALOGS), { recursive: true, mode: 0o700 })
    await write(join(dataDir, KEPT_CATALOGS, `${version}.json`))
    let bytes = 0
    for (const [index, { file }] of (await keptCatalogs(dataDir)).entries()) {
      bytes += (await stat(join(dataDir, file))).size
      if (index >= MAX_KEPT || (index >= MIN_KEPT && bytes > MAX_BYTES)) await rm(join(dataDir, file), { force: true })
    }
  } catch {
    // `admin verify` reports a store whose newest catalog has no copy.
  }
}

/** Name of the catalog inside a data directory. */
export const CATALOG_FILE = 'catalog.json'

/** The format of earlier versions, whose catalogs and data files have no checksums. */
const UNSEALED_FORMAT = 1

/** Folders that only a store with a catalog has. */
const SIGNS_OF_A_STORE = ['deliveries', 'keys', 'users', 'audit', KEPT_CATALOGS]

const RECOVERY =
  'If a volume is not mounted or a restore is not complete, correct that first. Otherwise run `admin verify --repair`, or restore a backup. ' +
  'Nothing was changed'

/**
 * Reads the catalog of a data directory. A directory that holds no part of a store, or does not exist, has the empty catalog.
 * @throws StoreDamaged when the file is missing beside other data, fails its checksum, or is older than a catalog kept beside it;
 * an Error for the operator when a newer version wrote it
 */
export async function readCatalog(dataDir: string): Promise<Catalog> {
  const read = (): Promise<string | null> => readFile(join(dataDir, CATALOG_FILE), 'utf8').catch(whenMissing(null))
  const text = await read()
  if (text === null) {
    const signs = await signsOfAStore(dataDir)
    if (signs.length === 0) return structuredClone(EMPTY_CATALOG)
    throw new StoreDamaged(
      CATALOG_FILE,
      `${CATALOG_FILE} is missing from DATA_DIR ${dataDir}, which has ${signs.map(sign => `${sign}/`).join(', ')}. ${RECOVERY}`,
    )
  }
  const catalog = parseCatalog(text, CATALOG_FILE, dataDir)
  const newest = (await keptCatalogs(dataDir))[0]
  if (newest !== undefined && newest.version > catalog.version) {
    // An import may have published between the two looks.
    if ((await read()) !== text) return await readCatalog(dataDir)
    throw damaged(CATALOG_FILE, dataDir, `is version ${catalog.version}, older than ${newest.file}`)
  }
  return catalog
}

/**
 * Reads a catalog's text; `file` is its name for messages.
 * @throws StoreDamaged where it fails its checksum or has a value that no import writes
 */
export function parseCatalog(text: string, file: string, dataDir: string): Catalog {
  const read = parseJson(text)
  const format = Number(read?.format)
  if (format > EMPTY_CATALOG.format) {
    throw new Error(
      `DATA_DIR ${dataDir} was written by a newer version of uascope: its catalog has format ${format}, ` +
        `this version reads up to ${EMPTY_CATALOG.format}. Start the newer version, or set DATA_DIR to another folder`,
    )
  }
  if (read === null || (format !== UNSEALED_FORMAT && !isIntact(text, read.sha256))) throw damaged(file, dataDir, 'fails its checksum')
  const { sha256: _, ...rest } = read
  const catalog = { ...rest, format: EMPTY_CATALOG.format } as Catalog
  const missing = Object.keys(EMPTY_CATALOG).find(key => !(key in catalog))
  const fault = missing === undefined ? catalogFault(catalog, FILES_OF_FOLDER) : `catalog.${missing}`
  if (fault !== undefined) throw damaged(file, dataDir, `has a value at ${fault} that no import writes`)
  return withVersions(catalog)
}

/** Reads a kept catalog, by its name in the data directory. Throws as `parseCatalog`. */
export async function readKeptCatalog(dataDir: string, file: string): Promise<Catalog> {
  return parseCatalog(await readFile(join(dataDir, file), 'utf8'), file, dataDir)
}

function parseJson(text: string): (Partial<Catalog> & { sha256?: unknown }) | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** The text of a catalog with its own checksum first: SHA-256 of the text without that member. */
function sealedText(catalog: Catalog): string {
  const text = catalogText(catalog)
  return `{"sha256":"${sha256(text)}",${text.slice(1)}`
}

function isIntact(text: string, seal: unknown): boolean {
  const start = `{"sha256":"${String(seal)}",`
  return text.startsWith(start) && sha256(`{${text.slice(start.length)}`) === seal
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function damaged(file: string, dataDir: string, how: string): StoreDamaged {
  return new StoreDamaged(file, `${file} in DATA_DIR ${dataDir} ${how}. ${RECOVERY}`)
}

/** Folders in a data directory that hold files of a store. */
async function signsOfAStore(dataDir: string): Promise<string[]> {
  const found = await Promise.all(
    SIGNS_OF_A_STORE.map(async name => {
      const entries = await readdir(join(dataDir, name), { recursive: true, withFileTypes: true }).catch(whenMissing([]))
      return entries.some(entry => !entry.isDirectory()) ? [name] : []
    }),
  )
  return found.flat()
}

/**
 * Replaces the catalog atomically and keeps a copy of it: after a crash at any moment the directory holds the old catalog or the new
 * one, whole. Every file the catalog names must be on disk (`syncFile`) before.
 */
export async function writeCatalog(dataDir: string, catalog: Catalog): Promise<void> {
  const text = sealedText(catalog)
  await replaceFile(join(dataDir, CATALOG_FILE), text)
  await syncFile(dataDir)
  await keepCatalog(dataDir, catalog.version, path => replaceFile(path, text))
}

/** Writes the empty catalog of a new store, so that a missing one is noticed from now on. */
export async function createCatalog(dataDir: string): Promise<void> {
  const isThere = (await readFile(join(dataDir, CATALOG_FILE)).catch(whenMissing(null))) !== null
  if (!isThere && (await signsOfAStore(dataDir)).length === 0) await writeCatalog(dataDir, EMPTY_CATALOG)
}

async function replaceFile(path: string, text: string): Promise<void> {
  const aside = `${path}.new`
  const handle = await open(aside, 'w')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(aside, path)
}

/** Milliseconds for which a look at the file is good; far below the 5 s in which a running server must see an import. */
const FRESH_FOR = 250

/** The catalog of a data directory as other processes replace it: read again when the file behind the name changes. */
export class CatalogWatch {
  readonly #dataDir: string
  #catalog: Catalog = EMPTY_CATALOG
  #seen = ''
  readonly #fresh: Fresh<Catalog>

  constructor(dataDir: string, clock?: SteadyClock) {
    this.#dataDir = dataDir
    this.#fresh = new Fresh(() => this.#look(), clock)
  }

  current(): Promise<Catalog> {
    return this.#fresh.within(FRESH_FOR)
  }

  async #look(): Promise<Catalog> {
    const file = await stat(join(this.#dataDir, CATALOG_FILE), { bigint: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    const seen = file ? `${file.ino}:${file.mtimeNs}:${file.ctimeNs}:${file.size}` : 'missing'
    if (seen !== this.#seen) {
      this.#catalog = await readCatalog(this.#dataDir)
      this.#seen = seen
    }
    return this.#catalog
  }
}
