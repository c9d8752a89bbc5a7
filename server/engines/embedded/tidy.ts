import { readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { dataFiles, type Catalog } from '../../model/catalog.ts'

/** Where data files live inside a data directory. */
export const DELIVERIES = 'deliveries'

const READERS_MS = 30 * 60 * 1000

/**
 * The files `next` no longer names but a reader of an earlier catalog may still be at, with those retired within the last
 * half hour.
 */
export function retire(previous: Catalog, next: Catalog, now: Date): Catalog['retired'] {
  const kept = dataFiles(next)
  const fresh = [...dataFiles(previous)].filter((file) => !kept.has(file)).map((file) => ({ file, since: now.toISOString() }))
  return [...inUse(previous, now), ...fresh]
}

function inUse({ retired }: Catalog, now: Date): Catalog['retired'] {
  return retired.filter(({ since }) => now.getTime() - Date.parse(since) <= READERS_MS)
}

/** What must stay of a store with this catalog: what it names, and what it stopped naming a short while ago. */
export function keptFiles(catalog: Catalog, now: Date): Set<string> {
  return new Set([...dataFiles(catalog), ...inUse(catalog, now).map(({ file }) => file)])
}

/** Deletes data files that the catalog does not know: leftovers of a killed import, and files retired long enough ago. */
export async function removeUnused(dataDir: string, catalog: Catalog, now: Date): Promise<void> {
  const known = keptFiles(catalog, now)
  for (const version of await list(join(dataDir, DELIVERIES))) {
    const names = await list(join(dataDir, DELIVERIES, version))
    const unused = names.filter((name) => !known.has(`${DELIVERIES}/${version}/${name}`))
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
