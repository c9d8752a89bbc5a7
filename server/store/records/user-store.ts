import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import {
  comparableAddress,
  parseAddress,
  type Login,
  type UserRecord,
  type UserStore,
} from '../../core/access/users.ts'
import { newId } from '../../core/model/identities.ts'
import { steadyClock, type SteadyClock } from '../../core/runtime/shared-work.ts'
import { plain, sql } from '../../core/model/sql.ts'
import { changeWithEntry } from './audit-log.ts'
import {
  type Held,
  isDuplicate,
  type ReadOptions,
  type Records,
  requireChange,
  type Row,
} from './records.ts'
import { intactRows, type Tell } from './seals.ts'

const ID = /^[0-9a-f]{12}$/

/** Maximum age of a known connected user, ms. */
const KNOWN_AGE = 1000

/**
 * Users and invitations for all nodes and processes. Unique addresses and logins are also stored as hashes, which no collation affects.
 * `clock` gives ms since 1970, `steady` ages cached users, `tell` reports damaged records.
 */
export function userStore(
  { small: database }: Pick<Records, 'small'>,
  clock: () => number = Date.now,
  steady: SteadyClock = steadyClock,
  tell: Tell = () => undefined,
): UserStore {
  const intact = intactRows('users', tell, steady)
  const known = new LRUCache<string, UserRecord>({
    max: 10_000,
    ttl: KNOWN_AGE,
    ttlResolution: 0,
    perf: { now: steady },
  })
  const now = () => new Date(clock()).toISOString()
  const findUser = async (
    where: 'address' | 'id' | 'login',
    value: string | Buffer,
  ): Promise<UserRecord | null> => {
    const bytes = Buffer.from(value as string)
    const read = async (options?: ReadOptions) => {
      const rows = intact(
        await database.readExact(
          sql`SELECT * FROM users WHERE ${plain(where)} = ?`,
          [value],
          options,
        ),
      )
      // A damaged index may return another row.
      return rows.find(row => bytes.equals(Buffer.from(row[where] as string)))
    }
    // It may just have been written through another server.
    const row = (await read()) ?? (await read({ latest: true }))
    return row ? userRecord(row) : null
  }

  return {
    async invite({ companyId, email, id = newId() }, event) {
      const address = addressHash(email)
      const insert = sql`INSERT INTO users (id, company_id, email, address, invited_at) VALUES (?, ?, ?, ?, ?)`
      try {
        await changeWithEntry(
          database,
          event,
          held => held.write(insert, [id, companyId, email, address, now()]),
          { clock },
        )
      } catch (error) {
        const taken = isDuplicate(error) ? await findUser('address', address) : null
        if (taken === null) throw error
        const state = taken.connected_at === null ? 'invited to' : 'connected to'
        const advice = `to change that, remove user ${taken.id} first`
        throw new Error(`${email} is already ${state} company ${taken.company_id}; ${advice}`, {
          cause: error,
        })
      }
      return (await findUser('id', id))!
    },

    async list() {
      return intact(await database.read(sql`SELECT * FROM users ORDER BY invited_at, id`)).map(
        userRecord,
      )
    },

    async remove(id, event) {
      if (!ID.test(id)) return false
      const remove = (held: Held) => held.write(sql`DELETE FROM users WHERE id = ?`, [id])
      const { rows } = await changeWithEntry(database, event, remove, {
        clock,
        takesAway: true,
      }).finally(() => known.clear())
      return rows > 0
    },

    async erase({ address }) {
      const rows = await database.readExact(
        sql`SELECT id FROM users WHERE address = ?`,
        [sha256(address)],
        { latest: true },
      )
      const ids = rows.map(({ id }) => String(id))
      for (const id of ids) {
        const written = await database.write(sql`DELETE FROM users WHERE id = ?`, [id], {
          takesAway: true,
        })
        requireChange(written, `user ${id} was not deleted: run \`admin verify\``)
      }
      known.clear()
      return ids
    },

    async connect(login, onFirst) {
      const hash = loginHash(login)
      const key = hash.toString('hex')
      const cached = known.get(key)
      if (cached !== undefined) return cached
      const user = (await findUser('login', hash)) ?? (await connected(login, hash, onFirst))
      if (user !== null) known.set(key, user)
      return user
    },

    async isConnected(id) {
      if (!ID.test(id)) return false
      const user = known.get(id) ?? (await findUser('id', id))
      const isConnected = user !== null && user.connected_at !== null
      // Invitations are never cached: they may be accepted at any moment.
      if (isConnected) known.set(id, user)
      return isConnected
    },
  }

  /** One of several concurrent logins gets the invitation. */
  async function connected(
    { verifiedEmail, name }: Login,
    hash: Buffer,
    onFirst?: (user: UserRecord) => Promise<void>,
  ): Promise<UserRecord | null> {
    const address = verifiedEmail === null ? null : comparableAddress(verifiedEmail)
    if (address === null) return null
    let isFirst = false
    try {
      const { rows } = await database.write(
        sql`UPDATE users SET login = ?, name = ?, connected_at = ? WHERE address = ? AND login IS NULL`,
        [hash, name, now(), sha256(address)],
      )
      isFirst = rows > 0
    } catch (error) {
      if (!isDuplicate(error)) throw error
    }
    const user = await findUser('login', hash)
    if (isFirst && user !== null) await onFirst?.(user)
    return user
  }
}

export function addressHash(email: string): Buffer {
  return sha256(parseAddress(email))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

export function loginHash({ issuer, subject }: Pick<Login, 'issuer' | 'subject'>): Buffer {
  return sha256(JSON.stringify([issuer, subject]))
}

function userRecord(row: Row): UserRecord {
  const optional = (value: Row[string] | undefined) =>
    value === null || value === undefined ? null : String(value)
  return {
    id: String(row.id),
    company_id: Number(row.company_id),
    email: String(row.email),
    invited_at: String(row.invited_at),
    name: optional(row.name),
    connected_at: optional(row.connected_at),
  }
}
