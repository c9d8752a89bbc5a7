import { timingSafeEqual } from 'node:crypto'
import { stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SteadyClock } from '../../model/fresh.ts'
import { newId } from '../../model/new-id.ts'
import { createApiKey, hashApiKey, isApiKey } from '../../access/keys/api-key.ts'
import { endOfDay } from '../../access/keys/end-of-day.ts'
import { watchFolder } from './key-folder.ts'
import type { StoredKey } from './sealed-record.ts'
import { createRecord, makeRecordFolder } from './write-record.ts'
import type { KeyRecord, KeyStore, ListedKey, NewKey } from '../../access/keys/key-store.ts'

const ID = /^[0-9a-f]{12}$/
const MINUTE = 60_000

/** How old, in ms, what is known of a key may be; a key that is not known may have been made just now. */
const KNOWN_AGE = 1000
const UNKNOWN_AGE = 50

/**
 * Keys as one small sealed file each, `KEY_ID.json` in `dir`, written aside and moved into place, and renamed to revoke them: no lock is
 * needed between the operator's CLI and running servers. `clock` gives milliseconds since 1970, `steady` tells how old a look is, `tell` takes a line
 * about each damaged file.
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
      if (!(await createRecord(dir, `${record.id}.json`, record))) throw new Error(`there is a key ${record.id} already`)
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
