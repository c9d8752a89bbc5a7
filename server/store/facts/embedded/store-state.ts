import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Print } from '../../../imports/progress.ts'
import { type Catalog, dataParts } from '../../../core/model/catalog.ts'
import type { DataFile } from '../common/parquet-groups.ts'
import { isIntact } from '../common/checksums.ts'
import { whenMissing } from '../../../core/runtime/files.ts'
import { DELIVERIES, UNPUBLISHED } from './folder-target.ts'

/** Checks each data file once. */
export class FileStates {
  readonly #dataDir: string
  readonly #print: Print
  readonly #known = new Map<string, Promise<string | null>>()
  files = 0
  bytes = 0
  #expected = 0

  constructor(dataDir: string, print: Print) {
    this.#dataDir = dataDir
    this.#print = print
  }

  /** Announces the bytes to read. */
  expect(parts: readonly DataFile[]): void {
    this.#expected += parts.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
  }

  /** Null for an intact file. */
  problemOf(part: DataFile): Promise<string | null> {
    const key = `${part.file} ${part.sha256 ?? ''}`
    const known = this.#known.get(key) ?? this.#look(part)
    this.#known.set(key, known)
    return known
  }

  async isWhole(catalog: Catalog): Promise<boolean> {
    for (const part of dataParts(catalog)) if ((await this.problemOf(part)) !== null) return false
    return true
  }

  async #look({ file, bytes = 0, sha256 = '' }: DataFile): Promise<string | null> {
    const problem = await this.#read(file, bytes, sha256)
    this.files++
    this.bytes += bytes
    this.#print(
      `Checked ${this.files} files, ${megabytes(this.bytes)} of ${megabytes(Math.max(this.#expected, this.bytes))} MB`,
      true,
    )
    return problem
  }

  async #read(file: string, bytes: number, sha256: string): Promise<string | null> {
    try {
      const { size } = await stat(join(this.#dataDir, file))
      if (size !== bytes) return `has ${size} bytes instead of ${bytes}`
      return (await isIntact(join(this.#dataDir, file), { bytes, sha256 }))
        ? null
        : 'fails its checksum'
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      return code === 'ENOENT' || code === 'ENOTDIR' ? 'is missing' : `cannot be read: ${message}`
    }
  }
}

/** Files of deliveries that the catalog does not name; ignores running and killed imports. */
export async function unknownFiles(dataDir: string, known: ReadonlySet<string>): Promise<string[]> {
  const paths: string[] = []
  for (const folder of await readdir(join(dataDir, DELIVERIES)).catch(whenMissing<string[]>([]))) {
    const names = await readdir(join(dataDir, DELIVERIES, folder)).catch(() => null)
    if (names === null) paths.push(`${DELIVERIES}/${folder}`)
    else if (!names.includes(UNPUBLISHED))
      paths.push(...names.map(name => `${DELIVERIES}/${folder}/${name}`))
  }
  return paths.filter(file => !known.has(file)).sort()
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
