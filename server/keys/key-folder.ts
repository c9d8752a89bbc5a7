import { watchRecords } from '../record-folder.ts'
import type { KeyRecord } from './key-store.ts'

/** What a key's file holds. */
export interface StoredKey extends KeyRecord {
  /** Of the whole key, in hex. */
  sha256: string
}

export interface KeyFolder {
  /** Keys by SHA-256, as they were at most `age` milliseconds ago. */
  within(age: number): Promise<ReadonlyMap<string, StoredKey>>
  /** All keys as they are now. */
  read(): Promise<Iterable<StoredKey>>
}

/** Reads a folder of key files and keeps up with it. */
export function watchFolder(dir: string): KeyFolder {
  const folder = watchRecords(dir, parseKey)
  let indexed: ReadonlyMap<string, StoredKey> | null = null
  let byHash = new Map<string, StoredKey>()
  const index = (records: ReadonlyMap<string, StoredKey>) => {
    if (records !== indexed) byHash = new Map([...records.values()].map(record => [record.sha256, record]))
    indexed = records
    return byHash
  }
  return {
    within: async age => index(await folder.within(age)),
    read: async () => index(await folder.read()).values()
  }
}

function parseKey(value: unknown): StoredKey | null {
  const { sha256, company_id } = (value ?? {}) as Partial<StoredKey>
  return /^[0-9a-f]{64}$/.test(sha256 ?? '') && Number.isSafeInteger(company_id) ? value as StoredKey : null
}
