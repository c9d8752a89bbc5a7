import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Row } from '../store/mysql/connection.ts'
import type { Database } from '../store/mysql/database.ts'
import { isDuplicate } from '../store/mysql/errors.ts'
import type { Login, UserRecord, UserStore } from './user-store.ts'

const ID = /^[0-9a-f]{12}$/

/** How old, in ms, what is known of a connected user may be. */
const KNOWN_AGE = 1000

const COLUMNS = 'id, company_id, email, invited_at, name, connected_at'

/**
 * Users and invitations in the database, for all nodes. What must be unique, addresses and logins, is kept as a hash too, which
 * no collation can compare in its own way. `clock` gives ms since 1970.
 */
export function mysqlUserStore(database: Database, clock: () => number = Date.now): UserStore {
  const known = new LRUCache<string, UserRecord>({ max: 10_000, ttl: KNOWN_AGE })
  const now = () => new Date(clock()).toISOString()
  const one = async (where: string, value: string | Buffer): Promise<UserRecord | null> => {
    const [row] = await database.readExact(`SELECT ${COLUMNS} FROM users WHERE ${where} = ?`, [value])
    return row ? userRecord(row) : null
  }

  return {
    async invite({ companyId, email }) {
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error(`${JSON.stringify(email)} is not an email address`)
      const id = randomBytes(6).toString('hex')
      try {
        await database.write('INSERT INTO users (id, company_id, email, address, invited_at) VALUES (?, ?, ?, ?, ?)',
          [id, companyId, Buffer.from(email), addressHash(email), now()])
      } catch (error) {
        const taken = isDuplicate(error) ? await one('address', addressHash(email)) : null
        if (taken === null) throw error
        const state = taken.connected_at === null ? 'invited to' : 'connected to'
        const advice = `to change that, remove user ${taken.id} first`
        throw new Error(`${email} is ${state} company ${taken.company_id} already; ${advice}`, { cause: error })
      }
      return (await one('id', id))!
    },

    async list() {
      return (await database.read(`SELECT ${COLUMNS} FROM users ORDER BY invited_at, id`)).map(userRecord)
    },

    async remove(id) {
      if (!ID.test(id)) return false
      const { rows } = await database.write('DELETE FROM users WHERE id = ?', [id])
      known.clear()
      return rows > 0
    },

    async connect(login) {
      const hash = loginHash(login)
      const key = hash.toString('hex')
      const cached = known.get(key)
      if (cached !== undefined) return cached
      const user = await one('login', hash) ?? await connected(login, hash)
      if (user !== null) known.set(key, user)
      return user
    },

    async isConnected(id) {
      if (!ID.test(id)) return false
      const user = known.get(id) ?? await one('id', id)
      if (user !== null) known.set(id, user)
      return user !== null && user.connected_at !== null
    }
  }

  /** Uses an open invitation for the login's address; whoever else does it at the same time, one wins. */
  async function connected({ verifiedEmail, name }: Login, hash: Buffer): Promise<UserRecord | null> {
    if (verifiedEmail === null) return null
    try {
      await database.write('UPDATE users SET login = ?, name = ?, connected_at = ? WHERE address = ? AND login IS NULL',
        [hash, name === null ? null : Buffer.from(name), now(), addressHash(verifiedEmail)])
    } catch (error) {
      if (!isDuplicate(error)) throw error
    }
    return await one('login', hash)
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Hosts ignore case, and so do mail servers in practice. */
function addressHash(email: string): Buffer {
  return sha256(email.toLowerCase())
}

function loginHash({ issuer, subject }: Login): Buffer {
  return sha256(JSON.stringify([issuer, subject]))
}

function userRecord(row: Row): UserRecord {
  const optional = (value: Row[string] | undefined) => value === null || value === undefined ? null : String(value)
  return {
    id: String(row.id), company_id: Number(row.company_id), email: String(row.email), invited_at: String(row.invited_at),
    name: optional(row.name), connected_at: optional(row.connected_at)
  }
}
