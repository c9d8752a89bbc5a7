import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogFault, catalogText, FILES_OF_FOLDER } from '../../model/catalog-document.ts'
import { type Catalog, EMPTY_CATALOG } from '../../model/catalog.ts'
import { withVersions } from '../../model/runs.ts'
import { parseJson } from '../../model/shape.ts'
import { Fresh, type SteadyClock } from '../../model/shared-work.ts'
import { StoreDamaged } from '../../model/store.ts'
import { isDiskFull } from '../../files/spool-folder.ts'
import { syncFile, whenMissing } from './data-folder.ts'

/** Recent catalogs by version, such as `catalogs/17.json`, for `admin verify --repair`. */
export const KEPT_CATALOGS = 'catalogs'

/** Number of kept catalogs, and bytes beyond the newest two. */
const MAX_KEPT = 16
const MAX_BYTES = 256 * 2 ** 20
const MIN_KEPT = 2

export interface KeptCatalog {
  version: number
  file: string
}

export async function keptCatalogs(dataDir: string): Promise<KeptCatalog[]> {
  const names = await readdir(join(dataDir, KEPT_CATALOGS)).catch(whenMissing<string[]>([]))
  return names
    .flatMap(name => {
      const version = /^(\d{1,15})\.json$/.exec(name)?.[1]
      return version === undefined ? [] : [{ version: Number(version), file: `${KEPT_CATALOGS}/${name}` }]
    })
    .sort((one, other) => other.version - one.version)
}

/** Copies a published catalog and removes the oldest; a full disk is not an error. */
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
    // `admin verify` reports a missing copy.
  }
}

export const CATALOG_FILE = 'catalog.json'

/** Earlier catalogs and data files have no checksums. */
const UNSEALED_FORMAT = 1

const SIGNS_OF_A_STORE = ['deliveries', 'keys', 'users', 'audit', KEPT_CATALOGS]

const RECOVERY =
  'If a volume is not mounted or a restore is not complete, correct that first. Otherwise run `admin verify --repair`, or restore a backup. ' +
  'Nothing was changed'

/**
 * Reads a data directory's catalog; a directory without a store has the empty one.
 * @throws StoreDamaged if the file is missing beside other data, fails its checksum, or is older than a kept one; an Error for the operator
 * if a newer version wrote it
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
    // An import may have published in between.
    if ((await read()) !== text) return await readCatalog(dataDir)
    throw damaged(CATALOG_FILE, dataDir, `is version ${catalog.version}, older than ${newest.file}`)
  }
  return catalog
}

/**
 * `file` is its name for messages.
 * @throws StoreDamaged if the checksum or a value is invalid
 */
export function parseCatalog(text: string, file: string, dataDir: string): Catalog {
  const catalog = openCatalog(text)
  if ('format' in catalog) return catalog
  if (catalog.newer === undefined) throw damaged(file, dataDir, catalog.problem)
  throw new Error(
    `DATA_DIR ${dataDir} was written by a newer version of uascope: its catalog has format ${catalog.newer}, ` +
      `this version reads up to ${EMPTY_CATALOG.format}. Start the newer version, or set DATA_DIR to another folder`,
  )
}

/** `newer` is the format of a newer version. */
export function openCatalog(text: string): Catalog | { problem: string; newer?: number } {
  const read = Object(parseJson(text)) as Partial<Catalog> & { sha256?: unknown }
  const format = Number(read.format)
  if (format > EMPTY_CATALOG.format) return { problem: 'is of a newer version', newer: format }
  if (format !== UNSEALED_FORMAT && !isIntact(text, read.sha256)) return { problem: 'fails its checksum' }
  const { sha256: _, ...rest } = read
  const catalog = { ...rest, format: EMPTY_CATALOG.format } as Catalog
  const missing = Object.keys(EMPTY_CATALOG).find(key => !(key in catalog))
  const fault = missing === undefined ? catalogFault(catalog, FILES_OF_FOLDER) : `catalog.${missing}`
  return fault === undefined ? withVersions(catalog) : { problem: `has a value at ${fault} that no import writes` }
}

export async function readKeptCatalog(dataDir: string, file: string): Promise<Catalog> {
  return parseCatalog(await readFile(join(dataDir, file), 'utf8'), file, dataDir)
}

/** Starts with the SHA-256 of the text without that member. */
function sealedText(catalog: Catalog): string {
  const text = catalogText(catalog)
  return `{"sha256":"${sha256(text)}",${text.slice(1)}`
}

function isIntact(text: string, seal: unknown): boolean {
  const start = `{"sha256":"${String(seal)}",`
  // Not joined: the text is long, and the join a copy.
  return text.startsWith(start) && createHash('sha256').update('{').update(text.slice(start.length)).digest('hex') === seal
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function damaged(file: string, dataDir: string, how: string): StoreDamaged {
  return new StoreDamaged(file, `${file} in DATA_DIR ${dataDir} ${how}. ${RECOVERY}`)
}

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
 * Replaces the catalog atomically and keeps a copy. Every named file must be synced (`syncFile`) before. With `makeRoom`, kept catalogs are deleted on a full
 * disk, the oldest first, until it fits.
 */
export async function writeCatalog(dataDir: string, catalog: Catalog, { makeRoom = false } = {}): Promise<void> {
  const text = sealedText(catalog)
  const expendable = makeRoom ? await keptCatalogs(dataDir) : []
  for (;;) {
    try {
      await replaceFile(join(dataDir, CATALOG_FILE), text)
      break
    } catch (error) {
      const oldest = expendable.pop()
      if (oldest === undefined || !isDiskFull(error)) throw error
      await rm(join(dataDir, oldest.file), { force: true })
    }
  }
  await syncFile(dataDir)
  await keepCatalog(dataDir, catalog.version, path => replaceFile(path, text))
}

/** A new store gets an empty catalog, so that a missing one is noticed. */
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
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  await rename(aside, path)
}

/** Maximum age of a look, ms; a service must see an import within 5 s. */
const FRESH_FOR = 250

/** Rereads the catalog when the file changes. */
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
