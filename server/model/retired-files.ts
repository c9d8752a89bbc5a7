import { dataFiles, type Catalog } from './catalog.ts'

const READERS_MS = 30 * 60 * 1000

/**
 * The files `next` no longer names but a reader of an earlier catalog may still be at, with those retired within the last
 * half hour.
 */
export function retire(previous: Catalog, next: Catalog, now: Date): Catalog['retired'] {
  const kept = dataFiles(next)
  const fresh = [...dataFiles(previous)].filter(file => !kept.has(file)).map(file => ({ file, since: now.toISOString() }))
  return [...inUse(previous, now), ...fresh]
}

function inUse({ retired }: Catalog, now: Date): Catalog['retired'] {
  return retired.filter(({ since }) => now.getTime() - Date.parse(since) <= READERS_MS)
}

/** What must stay of a store with this catalog: what it names, and what it stopped naming a short while ago. */
export function keptFiles(catalog: Catalog, now: Date): Set<string> {
  return new Set([...dataFiles(catalog), ...inUse(catalog, now).map(({ file }) => file)])
}
