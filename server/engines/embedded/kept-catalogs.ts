import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { whenMissing } from './record-folder.ts'

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

/** Keeps the catalog of a version, by `write`, and removes the oldest ones. The catalog is published already: a full disk is no failure. */
export async function keepCatalog(dataDir: string, version: number, write: (path: string) => Promise<void>): Promise<void> {
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

/** Removes every kept catalog but that of `version`: the others name data that must not come back. */
export async function forgetCatalogs(dataDir: string, version: number): Promise<void> {
  for (const kept of await keptCatalogs(dataDir)) if (kept.version !== version) await rm(join(dataDir, kept.file), { force: true })
}
