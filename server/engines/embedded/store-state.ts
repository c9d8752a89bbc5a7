import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Print } from '../../delivery/progress.ts'
import { dataParts, type Catalog } from '../../model/catalog.ts'
import { StoreDamaged } from '../../model/store.ts'
import type { DataFile } from '../common/parquet-groups.ts'
import { isIntact } from '../common/stored-files.ts'
import { CATALOG_FILE, type KeptCatalog, keptCatalogs, parseCatalog } from './catalog-file.ts'
import { whenMissing } from './data-folder.ts'
import { DELIVERIES, trashedFiles, UNPUBLISHED } from './trash.ts'

export interface StoredCatalog {
  file: string
  version: number | null
  text: string | null
  /** Null if damaged; `problem` says how. */
  catalog: Catalog | null
  problem: string | null
}

/** A missing one has no text. Throws if a newer version wrote it. */
export async function loadCatalog(dataDir: string): Promise<StoredCatalog> {
  return await load(dataDir, CATALOG_FILE, null)
}

export async function loadKeptCatalogs(dataDir: string): Promise<(StoredCatalog & KeptCatalog)[]> {
  const found: (StoredCatalog & KeptCatalog)[] = []
  for (const kept of await keptCatalogs(dataDir)) {
    const loaded = await load(dataDir, kept.file, kept.version)
    const isOther = loaded.catalog !== null && loaded.catalog.version !== kept.version
    found.push({ ...loaded, ...kept, ...(isOther && { catalog: null, problem: `holds version ${loaded.catalog!.version}` }) })
  }
  return found
}

async function load(dataDir: string, file: string, version: number | null): Promise<StoredCatalog> {
  const text = await readFile(join(dataDir, file), 'utf8').catch(whenMissing(null))
  if (text === null) return { file, version, text, catalog: null, problem: 'is missing' }
  try {
    const catalog = parseCatalog(text, file, dataDir)
    return { file, version: catalog.version, text, catalog, problem: null }
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error
    return { file, version, text, catalog: null, problem: 'fails its checksum' }
  }
}

interface FileState {
  problem: string | null
  copy?: string
}

export class FileStates {
  readonly #dataDir: string
  readonly #print: Print
  readonly #known = new Map<string, Promise<FileState>>()
  #trash: Promise<Map<string, string[]>> | undefined
  files = 0
  bytes = 0
  #expected = 0

  constructor(dataDir: string, print: Print) {
    this.#dataDir = dataDir
    this.#print = print
  }

  /** Announces bytes to read. */
  expect(parts: readonly DataFile[]): void {
    this.#expected += parts.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
  }

  of(part: DataFile): Promise<FileState> {
    const key = `${part.file} ${part.sha256 ?? ''}`
    const known = this.#known.get(key) ?? this.#look(part)
    this.#known.set(key, known)
    return known
  }

  /** Files in the trash count as intact. */
  async isWhole(catalog: Catalog): Promise<boolean> {
    for (const part of dataParts(catalog)) {
      const { problem, copy } = await this.of(part)
      if (problem !== null && copy === undefined) return false
    }
    return true
  }

  async #look(part: DataFile): Promise<FileState> {
    const problem = await this.#problemOf(part.file, part)
    this.files++
    this.bytes += part.bytes ?? 0
    this.#print(`Checked ${this.files} files, ${megabytes(this.bytes)} of ${megabytes(Math.max(this.#expected, this.bytes))} MB`, true)
    if (problem === null || part.sha256 === undefined) return { problem }
    this.#trash ??= trashedFiles(this.#dataDir)
    for (const copy of (await this.#trash).get(part.file) ?? []) {
      if ((await this.#problemOf(copy, part)) === null) return { problem, copy }
    }
    return { problem }
  }

  async #problemOf(path: string, { bytes, sha256 }: DataFile): Promise<string | null> {
    try {
      const { size } = await stat(join(this.#dataDir, path))
      // Earlier versions wrote no checksums; `admin migrate` adds them.
      if (bytes === undefined || sha256 === undefined) return null
      if (size !== bytes) return `has ${size} bytes instead of ${bytes}`
      return (await isIntact(join(this.#dataDir, path), { bytes, sha256 })) ? null : 'fails its checksum'
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      return code === 'ENOENT' || code === 'ENOTDIR' ? 'is missing' : `cannot be read: ${message}`
    }
  }
}

/** Ignores running and killed imports. */
export async function unknownFiles(dataDir: string, known: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = []
  for (const folder of await readdir(join(dataDir, DELIVERIES)).catch(whenMissing<string[]>([]))) {
    const names = await readdir(join(dataDir, DELIVERIES, folder)).catch(() => null)
    if (names === null) found.push(`${DELIVERIES}/${folder}`)
    else if (!names.includes(UNPUBLISHED)) found.push(...names.map(name => `${DELIVERIES}/${folder}/${name}`))
  }
  return found.filter(file => !known.has(file)).sort()
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
