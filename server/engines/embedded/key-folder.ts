import { readdir, rename, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { SteadyClock } from '../../model/fresh.ts'
import { isDiskFull } from '../../files/full-disk.ts'
import { CONTRADICTED, readRecordText, REVOKED, watchRecords, whenMissing } from './record-folder.ts'
import { syncFile } from './catalog-file.ts'
import { KEY, recordReader, type StoredKey } from './sealed-record.ts'
import { removeFile } from './write-record.ts'

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

/**
 * Reads a folder of key files and keeps up with it. To revoke a key its file, `KEY_ID.json`, is renamed to `KEY_ID.revoked`, whose time is when that
 * happened.
 */
export function watchFolder(dir: string, clock?: SteadyClock, tell: (line: string) => void = () => undefined): KeyFolder {
  const open = recordReader(KEY, 'keys', tell)
  const folder = watchRecords(dir, open, clock)
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
    read: async () => [...index(await folder.read()).byId.values(), ...(await revokedKeys(dir, open))],
    async revoke(id, now) {
      const revoked = join(dir, id + REVOKED)
      const path = await firstThere([join(dir, `${id}.json`), join(dir, id + CONTRADICTED)])
      if (path !== null) {
        await utimes(path, now, now)
        // Neither a time nor a name takes room, unless the folder would have to grow: then the key goes with all that is known of it.
        await rename(path, revoked).catch((error: unknown) => {
          if (!isDiskFull(error)) throw error
          return unlink(path)
        })
        await syncFile(dir)
        // Another process may have been sealing it.
        await removeFile(dir, `${id}.json`)
      }
      await folder.read()
      return (
        path !== null ||
        (await stat(revoked)
          .then(() => true)
          .catch(whenMissing(false)))
      )
    },
  }
}

async function firstThere(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if ((await stat(path).catch(whenMissing(null))) !== null) return path
  return null
}

async function revokedKeys(dir: string, open: (name: string, text: string) => StoredKey | null): Promise<StoredKey[]> {
  const names = (await readdir(dir).catch(whenMissing<string[]>([]))).filter(name => name.endsWith(REVOKED))
  const keys = names.map(async name => {
    const path = join(dir, name)
    const text = await readRecordText(path)
    const record = text === null ? null : open(name, text)
    return record === null ? [] : [{ ...record, revoked_at: record.revoked_at ?? (await stat(path)).mtime.toISOString() }]
  })
  return (await Promise.all(keys)).flat()
}
