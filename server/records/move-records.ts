import { sql } from '../model/sql.ts'
import type { KeyRecord } from '../access/keys.ts'
import type { UserRecord } from '../access/users.ts'
import type { Held, Row, Value } from './records.ts'
import { addressHash } from './user-store.ts'

interface MovedKey extends KeyRecord {
  sha256: string
  last_used_at: string | null
}

export interface MovedUser extends UserRecord {
  /** A hash of its issuer and subject. */
  login: Buffer | null
}

export interface MovedRecords {
  keys: MovedKey[]
  users: MovedUser[]
}

/** Includes revoked keys. */
export async function readRecords(held: Pick<Held, 'read'>): Promise<MovedRecords> {
  const keys = await held.read(
    sql`SELECT id, sha256, company_id, name, created_at, expires_at, revoked_at, last_used_at FROM api_keys ORDER BY id`,
  )
  const users = await held.read(sql`SELECT id, company_id, email, invited_at, name, connected_at, login FROM users ORDER BY id`)
  return {
    keys: keys.map(row => ({
      id: String(row['id']),
      company_id: Number(row['company_id']),
      name: String(row['name']),
      created_at: String(row['created_at']),
      expires_at: optional(row, 'expires_at'),
      revoked_at: optional(row, 'revoked_at'),
      sha256: String(row['sha256']),
      last_used_at: optional(row, 'last_used_at'),
    })),
    users: users.map((row): MovedUser => ({
      id: String(row['id']),
      company_id: Number(row['company_id']),
      email: String(row['email']),
      invited_at: String(row['invited_at']),
      name: optional(row, 'name'),
      connected_at: optional(row, 'connected_at'),
      login: row['login'] as Buffer | null,
    })),
  }
}

/** Requires a database without keys and users, or with the same ones. */
export async function writeRecords(held: Held, { keys, users }: MovedRecords): Promise<void> {
  for (const key of keys) {
    const values = [
      key.id,
      key.sha256,
      key.company_id,
      Buffer.from(key.name),
      key.created_at,
      key.expires_at,
      key.revoked_at,
      key.last_used_at,
    ]
    await held.write(
      sql`${held.dialect.insertIgnore} api_keys (id, sha256, company_id, name, created_at, expires_at, revoked_at, last_used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      values,
    )
  }
  for (const user of users) {
    const values: Value[] = [
      user.id,
      user.company_id,
      Buffer.from(user.email),
      addressHash(user.email),
      user.invited_at,
      user.login,
      user.name === null ? null : Buffer.from(user.name),
      user.connected_at,
    ]
    await held.write(
      sql`${held.dialect.insertIgnore} users (id, company_id, email, address, invited_at, login, name, connected_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      values,
    )
  }
}

function optional(row: Row, name: string): string | null {
  const value = row[name]
  return value === null || value === undefined ? null : String(value)
}
