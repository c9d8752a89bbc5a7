import { joined, plain, plainList, sql } from '../../core/model/sql.ts'
import type { KeyRecord } from '../../core/access/keys.ts'
import type { UserRecord } from '../../core/access/users.ts'
import type { Held, Value } from './records.ts'
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

const KEY_COLUMNS = [
  'id',
  'sha256',
  'company_id',
  'name',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
] as const
const USER_COLUMNS = [
  'id',
  'company_id',
  'email',
  'invited_at',
  'name',
  'connected_at',
  'login',
] as const

/** Includes revoked keys. */
export async function readRecords(held: Pick<Held, 'read'>): Promise<MovedRecords> {
  return {
    keys: await readRows<MovedKey>(held, 'api_keys', KEY_COLUMNS),
    users: await readRows<MovedUser>(held, 'users', USER_COLUMNS),
  }
}

async function readRows<Moved>(
  held: Pick<Held, 'read'>,
  table: string,
  columns: readonly (keyof Moved & string)[],
): Promise<Moved[]> {
  const rows = await held.read(sql`SELECT ${plainList(columns)} FROM ${plain(table)} ORDER BY id`)
  return rows.map(
    row =>
      Object.fromEntries(columns.map(name => [name, movedValue(name, row[name] ?? null)])) as Moved,
  )
}

function movedValue(name: string, value: Value) {
  if (name === 'login' || value === null) return value
  return name === 'company_id' ? Number(value) : String(value)
}

/** Requires a database without keys and users, or with the same ones. */
export async function writeRecords(held: Held, { keys, users }: MovedRecords): Promise<void> {
  for (const key of keys) await writeRow(held, 'api_keys', KEY_COLUMNS, key)
  for (const user of users) {
    await writeRow(held, 'users', [...USER_COLUMNS, 'address'], {
      ...user,
      address: addressHash(user.email),
    })
  }
}

async function writeRow<Moved extends object>(
  held: Held,
  table: string,
  columns: readonly (keyof Moved & string)[],
  row: Moved,
): Promise<void> {
  const values = columns.map(name => row[name] as Value)
  const places = joined(columns.map(() => sql`?`))
  await held.write(
    sql`${held.dialect.insertIgnore} ${plain(table)} (${plainList(columns)}) VALUES (${places})`,
    values,
  )
}
