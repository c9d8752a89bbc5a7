import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The purpose of each folder and file of a data directory. */
const PARTS = {
  data: /^deliveries$/,
  catalogs: /^(catalog\.json|catalogs)$/,
  records: /^(keys|users|audit|export-secret|store-id)$/,
  trash: /^trash$/,
  spool: /^spool(-.+)?$/,
  cache: /^(cache|fetched)$/,
  spill: /^(spill|staging)$/,
} as const

export type DiskUse = Record<keyof typeof PARTS, number>

/** Bytes that a data directory takes on the disk, by what they are for; files that go meanwhile are not counted. */
export async function diskUse(dataDir: string): Promise<DiskUse> {
  const use = Object.fromEntries(Object.keys(PARTS).map(part => [part, 0])) as DiskUse
  for (const name of await readdir(dataDir).catch((): string[] => [])) {
    const part = (Object.keys(PARTS) as (keyof DiskUse)[]).find(part => PARTS[part].test(name))
    if (part !== undefined) use[part] += await bytesBelow(join(dataDir, name))
  }
  return use
}

async function bytesBelow(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null)
  const files = entries === null ? [path] : entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  let bytes = 0
  // Blocks of 512 bytes, as `du` counts: a sparse file takes less than its size, a small one more.
  for (const file of files) bytes += ((await stat(file).catch(() => null))?.blocks ?? 0) * 512
  return bytes
}
