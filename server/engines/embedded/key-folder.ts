import { readdir, readFile, rename, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { SteadyClock } from '../../model/fresh.ts'
import { isDiskFull } from '../../files/full-disk.ts'
import { watchRecords, whenMissing } from './record-folder.ts'
import { syncFile } from './catalog-file.ts'
import type { KeyRecord } from '../../access/keys/key-store.ts'

/** What a key's file holds. */
export interface StoredKey extends KeyRecord {
  /** Of the whole key, in hex. */
  sha256: string
}

/** Keys by what they are looked for: the same ones in both. */
export interface Keys {
  byHash: ReadonlyMap<string, StoredKey>
  byId: ReadonlyMap<string, StoredKey>
}

export interface KeyFolder {
  /** The keys that are not revoked, as they were at most `age` milliseconds ago. */
  within(age: number): Promise<Keys>
  /** All keys as they are now. */
  read(): Promise<StoredKey[]>
  /** Ends a key for good, at the given moment unless it has ended before; false where there is none. */
  revoke(id: string, now: Date): Promise<boolean>
}

/** A revoked key's file: `KEY_ID.json` under another name, which servers do not look at; its time is when that happened. */
const REVOKED = '.revoked'

/** Reads a folder of key files and keeps up with it. */
export function watchFolder(dir: string, clock?: SteadyClock): KeyFolder {
  const folder = watchRecords(dir, parseKey, clock)
  let indexed: ReadonlyMap<string, StoredKey> | null = null
  let keys: Keys = { byHash: new Map(), byId: new Map() }
  const index = (records: ReadonlyMap<string, StoredKey>): Keys => {
    if (records === indexed) return keys
    indexed = records
    const all = [...records.values()]
    keys = { byHash: new Map(all.map(record => [record.sha256, record])), byId: new Map(all.map(record => [record.id, record])) }
    return keys
  }
  return {
    within: async age => index(await folder.within(age)),
    read: async () => [...index(await folder.read()).byId.values(), ...(await revokedKeys(dir))],
    async revoke(id, now) {
      const [path, revoked] = [join(dir, `${id}.json`), join(dir, id + REVOKED)]
      const isThere = await utimes(path, now, now)
        .then(() => true)
        .catch(whenMissing(false))
      if (isThere) {
        // Neither a time nor a name takes room, unless the folder would have to grow: then the key goes with all that is known of it.
        await rename(path, revoked).catch((error: unknown) => {
          if (!isDiskFull(error)) throw error
          return unlink(path)
        })
        await syncFile(dir)
      }
      await folder.read()
      return (
        isThere ||
        (await stat(revoked)
          .then(() => true)
          .catch(whenMissing(false)))
      )
    },
  }
}

async function revokedKeys(dir: string): Promise<StoredKey[]> {
  const names = (await readdir(dir).catch(whenMissing<string[]>([]))).filter(name => name.endsWith(REVOKED))
  return (
    await Promise.all(
      names.map(async name => {
        const path = join(dir, name)
        const record = parseKey(JSON.parse(await readFile(path, 'utf8')))
        return record === null ? [] : [{ ...record, revoked_at: record.revoked_at ?? (await stat(path)).mtime.toISOString() }]
      }),
    )
  ).flat()
}

function parseKey(value: unknown): StoredKey | null {
  const { sha256, company_id } = (value ?? {}) as Partial<StoredKey>
  return /^[0-9a-f]{64}$/.test(sha256 ?? '') && Number.isSafeInteger(company_id) ? (value as StoredKey) : null
}
