import { LRUCache } from 'lru-cache'
import {
  createApiKey,
  endOfDay,
  hashApiKey,
  isApiKey,
  type KeyRecord,
  type KeyStore,
  type ListedKey,
} from '../../core/access/keys.ts'
import { newId } from '../../core/model/identities.ts'
import { Fresh, steadyClock, type SteadyClock } from '../../core/runtime/shared-work.ts'
import { joined, literal, plain, type Sql, sql } from '../../core/model/sql.ts'
import { StoreDamaged, StoreUnavailable } from '../../core/model/store.ts'
import { messageOf } from '../../core/runtime/print.ts'
import { chunks } from '../../core/runtime/slices.ts'
import { changeWithEntry } from './audit-log.ts'
import {
  type Held,
  type ReadOptions,
  type Records,
  requireChange,
  type Row,
  type Value,
} from './records.ts'
import { intactRows, type Tell } from './seals.ts'

const ID = /^[0-9a-f]{12}$/
const MINUTE = 60_000

/** Time, ms, for which uses of keys are gathered: each commit holds the event loop. */
const GATHERING = 10_000

/** Maximum wait, ms, of gathered uses for the lock of another process. */
const USES_PATIENCE = 50

/** Uses in a statement. */
const CHUNK = 500

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
  /** When a use was last noted, by key. */
  const touched = new LRUCache<string, number>({ max: 10_000 })
  const uses = new Map<string, string>()
  let gathering: NodeJS.Timeout | undefined
  const now = () => new Date(clock()).toISOString()
  const readBy = (column: 'sha256' | 'id', options?: ReadOptions) =>
    batchReads(async values => {
      const places = joined(values.map(() => sql`?`))
      const rows = await database.readExact(
        sql`SELECT * FROM api_keys WHERE ${plain(column)} IN (${places})`,
        values,
        options,
      )
      return new Map(intact(rows).map(row => [String(row[column]), publicRecord(listedKey(row))]))
    })
  const readsBy = (column: 'sha256' | 'id') => ({
    now: readBy(column),
    latest: readBy(column, { latest: true }),
  })
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
    async create({ id = newId(), companyId, name = '', expires }, event) {
      const key = createApiKey()
      const values = [
        id,
        hashApiKey(key),
        companyId,
        name,
        now(),
        expires === undefined ? null : endOfDay(expires),
      ]
      const insert = sql`INSERT INTO api_keys (id, sha256, company_id, name, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)`
      const change = async (held: Held) =>
        requireChange(await held.write(insert, values), `key ${id} was not created`)
      await changeWithEntry(database, event, change, { clock })
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

    async revoke(id, event) {
      if (!ID.test(id)) return false
      const end = (statement: Sql, values: readonly Value[]) =>
        changeWithEntry(database, event, held => held.write(statement, values), {
          clock,
          takesAway: true,
        })
      const revoked = sql`UPDATE api_keys SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ?`
      const ended = end(revoked, [now(), id]).catch((error: unknown) => {
        if (!(error instanceof StoreDamaged) && (error as NodeJS.ErrnoException).code !== 'ENOSPC')
          throw error
        // A damaged record cannot be updated, nor can one grow on a full disk; the audit log has its history.
        return end(sql`DELETE FROM api_keys WHERE id = ?`, [id])
      })
      const { rows } = await ended.finally(() => known.clear())
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

    touch(id) {
      const time = clock()
      if (!ID.test(id) || time - (touched.get(id) ?? -Infinity) < MINUTE) return
      touched.set(id, time)
      uses.set(id, now())
      gathering ??= setTimeout(() => void writeUses(), GATHERING).unref()
    },

    async close() {
      clearTimeout(gathering)
      await writeUses()
    },
  }

  /** All in one transaction, with the time of the latest. Best effort: if the records are locked, the next use tries again. */
  async function writeUses(): Promise<void> {
    gathering = undefined
    const used = [...uses].sort()
    uses.clear()
    const latest = used.reduce((latest, [, at]) => (at > latest ? at : latest), '')
    const write = async (held: Held): Promise<void> => {
      for (const some of chunks(used, CHUNK)) {
        const ids = joined(some.map(([id]) => literal(id)))
        const at = literal(latest)
        await held.run(
          sql`UPDATE api_keys SET last_used_at = ${held.dialect.greatest}(COALESCE(last_used_at, ${at}), ${at}) WHERE id IN (${ids})`,
        )
      }
    }
    if (used.length === 0) return
    await database.transaction(write, { patience: USES_PATIENCE }).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable) || error instanceof StoreDamaged)
        return tell(`The latest uses of keys were not recorded: ${messageOf(error)}`)
      for (const [id, at] of used) if (!uses.has(id)) uses.set(id, at)
    })
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

/** Maximum values per query. */
const MAX_VALUES = 64

interface Waiting<Item> {
  value: string
  resolve: (item: Item | null) => void
  reject: (error: unknown) => void
}

/**
 * Batches look-ups: values requested while a query runs share the next one, so made-up keys cost few queries. `read` returns found items
 * by value. If it fails, all waiting callers fail: otherwise each further query to a hung server would take its whole time limit.
 */
export function batchReads<Item>(
  read: (values: readonly string[]) => Promise<ReadonlyMap<string, Item>>,
): (value: string) => Promise<Item | null> {
  let waiting: Waiting<Item>[] = []
  let isReading = false

  const readWaiting = async (): Promise<void> => {
    isReading = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_VALUES)
      waiting = waiting.slice(MAX_VALUES)
      try {
        const items = await read([...new Set(batch.map(({ value }) => value))])
        for (const { value, resolve } of batch) resolve(items.get(value) ?? null)
      } catch (error) {
        for (const { reject } of [...batch, ...waiting]) reject(error)
        waiting = []
      }
    }
    isReading = false
  }

  return value =>
    new Promise((resolve, reject) => {
      waiting.push({ value, resolve, reject })
      if (!isReading) void readWaiting()
    })
}
