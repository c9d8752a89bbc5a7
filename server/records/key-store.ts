import { LRUCache } from 'lru-cache'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiKey, endOfDay, hashApiKey, isApiKey, type KeyRecord, type KeyStore, type ListedKey } from '../access/keys.ts'
import { newId } from '../model/identities.ts'
import { Fresh, steadyClock, type SteadyClock } from '../runtime/shared-work.ts'
import { joined, plain, sql } from '../model/sql.ts'
import { StoreDamaged } from '../model/store.ts'
import { readTogether } from './read-together.ts'
import type { ReadOptions, Records, Row } from './records.ts'
import { intactRows, type Tell } from './seals.ts'

const ID = /^[0-9a-f]{12}$/
const MINUTE = 60_000

/** Time, ms, for which uses of keys are gathered after one was written: each commit holds the event loop. */
const GATHERING = 50

/** Maximum age, ms, of the check that known keys are still valid. */
const KNOWN_AGE = 1000

/** Shared by all nodes and processes. `clock` gives ms since 1970, `steady` ages looks, `tell` reports damaged records. */
export function keyStore(
  { small: database }: Pick<Records, 'small'>,
  clock: () => number = Date.now,
  steady: SteadyClock = steadyClock,
  tell: Tell = () => undefined,
): KeyStore {
  const intact = intactRows('api_keys', tell, steady)
  const known = new LRUCache<string, { record: KeyRecord; version: unknown }>({ max: 10_000 })
  // Without versions, every check counts as a change.
  const current = new Fresh<unknown>(async () => (await database.version?.()) ?? {}, steady)
  const touched = new Map<string, number>()
  let gathering: Promise<void> | undefined
  const closing = new AbortController()
  let uses: Promise<unknown> = Promise.resolve()
  const now = () => new Date(clock()).toISOString()
  const readBy = (column: 'sha256' | 'id', options?: ReadOptions) =>
    readTogether(async values => {
      const places = joined(values.map(() => sql`?`))
      const rows = await database.readExact(sql`SELECT * FROM api_keys WHERE ${plain(column)} IN (${places})`, values, options)
      return new Map(intact(rows).map(row => [String(row[column]), publicRecord(listedKey(row))]))
    })
  const readsBy = (column: 'sha256' | 'id') => ({ now: readBy(column), latest: readBy(column, { latest: true }) })
  const reads = { sha256: readsBy('sha256'), id: readsBy('id') }
  /** Hashes and ids cannot be confused. */
  const look = async (column: 'sha256' | 'id', value: string): Promise<KeyRecord | null> => {
    const version = await current.within(KNOWN_AGE)
    const cached = known.get(value)
    if (cached !== undefined && cached.version === version) return cached.record
    // The key may just have been created through another server.
    const record = (await reads[column].now(value)) ?? (await reads[column].latest(value))
    if (record !== null) known.set(value, { record, version })
    return record
  }
  const isUsable = ({ revoked_at, expires_at }: KeyRecord) =>
    revoked_at === null && (expires_at === null || Date.parse(expires_at) > clock())

  return {
    async create({ id = newId(), companyId, name = '', expires }) {
      const key = createApiKey()
      const values = [id, hashApiKey(key), companyId, Buffer.from(name), now(), expires === undefined ? null : endOfDay(expires)]
      await database.write(
        sql`INSERT INTO api_keys (id, sha256, company_id, name, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)`,
        values,
      )
      return { id, key }
    },

    async list(companyId) {
      const some = companyId === undefined ? sql`` : sql`WHERE company_id = ?`
      const rows = await database.readExact(
        sql`SELECT * FROM api_keys ${some} ORDER BY created_at, id`,
        companyId === undefined ? [] : [companyId],
      )
      return intact(rows).map(listedKey)
    },

    get: async id => (ID.test(id) ? await look('id', id) : null),

    async revoke(id) {
      if (!ID.test(id)) return false
      const revoked = sql`UPDATE api_keys SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ?`
      const { rows } = await database.write(revoked, [now(), id], { takesAway: true }).catch((error: unknown) => {
        if (!(error instanceof StoreDamaged) && (error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        // A damaged record cannot be updated, nor can one grow on a full disk; the audit log has its history.
        return database.write(sql`DELETE FROM api_keys WHERE id = ?`, [id], { takesAway: true })
      })
      known.clear()
      return rows > 0
    },

    async find(key) {
      if (!isApiKey(key)) return null
      const record = await look('sha256', hashApiKey(key))
      return record !== null && isUsable(record) ? record : null
    },

    async refusal(key) {
      const record = isApiKey(key) ? await look('sha256', hashApiKey(key)) : null
      if (record === null || isUsable(record)) return null
      return record.revoked_at === null ? 'expired' : 'revoked'
    },

    async isValid(id) {
      const record = ID.test(id) ? await look('id', id) : null
      return record !== null && isUsable(record)
    },

    async touch(id) {
      const time = clock()
      if (!ID.test(id) || time - (touched.get(id) ?? -Infinity) < MINUTE) return
      touched.set(id, time)
      const written = writeUse(id, now())
      uses = Promise.allSettled([uses, written])
      await written
    },

    async close() {
      closing.abort()
      await uses
    },
  }

  async function writeUse(id: string, used: string): Promise<void> {
    await gathering
    gathering ??= sleep(GATHERING, undefined, { signal: closing.signal })
      .catch(() => undefined)
      .then(() => (gathering = undefined))
    await database.write(sql`UPDATE api_keys SET last_used_at = ${database.dialect.greatest}(COALESCE(last_used_at, ?), ?) WHERE id = ?`, [
      used,
      used,
      id,
    ])
  }
}

function text(value: Row[string] | undefined) {
  return value === null || value === undefined ? null : String(value)
}

function listedKey(row: Row): ListedKey {
  return {
    id: String(row.id),
    company_id: Number(row.company_id),
    name: String(row.name),
    created_at: String(row.created_at),
    expires_at: text(row.expires_at),
    revoked_at: text(row.revoked_at),
    last_used_at: text(row.last_used_at),
  }
}

function publicRecord({ last_used_at: _, ...record }: ListedKey): KeyRecord {
  return record
}
