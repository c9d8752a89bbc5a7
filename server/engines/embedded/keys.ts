import { timingSafeEqual } from 'node:crypto'
import { readdir, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createApiKey,
  endOfDay,
  hashApiKey,
  isApiKey,
  type KeyRecord,
  type KeyStore,
  type ListedKey,
  type NewKey,
} from '../../access/keys.ts'
import { isDiskFull } from '../../files/spool-folder.ts'
import { newId } from '../../model/identities.ts'
import type { SteadyClock } from '../../model/shared-work.ts'
import {
  CONTRADICTED,
  createRecord,
  makeRecordFolder,
  readRecordText,
  removeFile,
  REVOKED,
  syncFile,
  watchRecords,
  whenMissing,
} from './data-folder.ts'
import { KEY, recordReader, type StoredKey } from './sealed-record.ts'

const ID = /^[0-9a-f]{12}$/
const MINUTE = 60_000

/** Maximum age, ms, of a known key; unknown keys are looked up at once. */
const KNOWN_AGE = 1000
const UNKNOWN_AGE = 50

/**
 * Keys as small sealed files, `KEY_ID.json` in `dir`, created atomically and renamed to revoke: CLI and services need no lock. `clock`
 * gives ms since 1970, `steady` ages looks, `tell` reports damaged files.
 */
export function fileKeyStore(dir: string, clock: () => number = Date.now, steady?: SteadyClock, tell?: (line: string) => void): KeyStore {
  const folder = watchFolder(dir, steady, tell)
  const touched = new Map<string, number>()
  const usedPath = (id: string) => join(dir, 'last-used', id)
  const isUsable = ({ revoked_at, expires_at }: StoredKey) =>
    revoked_at === null && (expires_at === null || Date.parse(expires_at) > clock())

  return {
    async create({ id = newId(), companyId, name = '', expires }: NewKey) {
      const key = createApiKey()
      const record: StoredKey = {
        id,
        company_id: companyId,
        name,
        created_at: new Date(clock()).toISOString(),
        expires_at: expires === undefined ? null : endOfDay(expires),
        revoked_at: null,
        sha256: hashApiKey(key),
      }
      await makeRecordFolder(join(dir, 'last-used'))
      if (!(await createRecord(dir, `${record.id}.json`, record))) throw new Error(`key ${record.id} already exists`)
      await folder.read()
      return { id: record.id, key }
    },

    async list(companyId?: number) {
      const records = (await folder.read()).filter(record => companyId === undefined || record.company_id === companyId)
      const listed = await Promise.all(records.map(async record => listedKey(record, await modifiedAt(usedPath(record.id)))))
      return listed.sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0))
    },

    async revoke(id: string) {
      if (!ID.test(id)) return false
      return folder.revoke(id, new Date(clock()))
    },

    async find(key: string) {
      if (!isApiKey(key)) return null
      const hash = hashApiKey(key)
      const record = (await folder.within(KNOWN_AGE)).byHash.get(hash) ?? (await folder.within(UNKNOWN_AGE)).byHash.get(hash)
      if (record === undefined || !timingSafeEqual(Buffer.from(record.sha256), Buffer.from(hash))) return null
      return isUsable(record) ? publicRecord(record) : null
    },

    async isValid(id: string) {
      const record = (await folder.within(KNOWN_AGE)).byId.get(id) ?? (await folder.within(UNKNOWN_AGE)).byId.get(id)
      return record !== undefined && isUsable(record)
    },

    async touch(id: string) {
      const now = clock()
      if (!ID.test(id) || now - (touched.get(id) ?? -Infinity) < MINUTE) return
      touched.set(id, now)
      const time = new Date(now)
      await utimes(usedPath(id), time, time)
        .catch(missing)
        .then(async done => {
          if (done !== null) return
          await writeFile(usedPath(id), '', { mode: 0o600 })
          await utimes(usedPath(id), time, time)
        })
    },
  }
}

function publicRecord({ sha256: _, ...record }: StoredKey): KeyRecord {
  return record
}

function listedKey(record: StoredKey, usedAt: Date | null): ListedKey {
  return { ...publicRecord(record), last_used_at: usedAt?.toISOString() ?? null }
}

async function modifiedAt(path: string): Promise<Date | null> {
  return (await stat(path).catch(missing))?.mtime ?? null
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

export interface Keys {
  byHash: ReadonlyMap<string, StoredKey>
  byId: ReadonlyMap<string, StoredKey>
}

export interface KeyFolder {
  /** Not revoked, at most `age` ms old. */
  within(age: number): Promise<Keys>
  read(): Promise<StoredKey[]>
  /** Revokes at the given moment, unless revoked earlier; false if unknown. */
  revoke(id: string, now: Date): Promise<boolean>
}

/** Caches key files. Renaming `KEY_ID.json` to `KEY_ID.revoked` revokes a key; the file's time says when. */
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
        // Neither needs disk space unless the folder grows; then the key and its history are deleted.
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
