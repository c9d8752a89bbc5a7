import { eraseFromEntry } from '../../core/access/erasure.ts'
import type { AuditEntry } from '../../core/access/audit.ts'
import { comparableAddress } from '../../core/access/users.ts'
import { joined, plain, plainList, sql } from '../../core/model/sql.ts'
import {
  type BroughtRecords,
  type MovedKey,
  type MovedRecords,
  type MovedUser,
  secretMark,
} from '../../imports/moved-records.ts'
import type { MovedIn } from '../../imports/import-destination.ts'
import { auditLog, insertEntries } from './audit-log.ts'
import { endByOwnLog, erasureOf, recordsOn } from './ended.ts'
import type { Held, Value } from './records.ts'
import { intactRows, type Tell } from './seals.ts'
import { addressHash } from './user-store.ts'

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

/** Includes revoked keys. `tell` reports damaged rows, which are left out. */
export async function readRecords(held: Held, tell: Tell): Promise<MovedRecords> {
  return {
    keys: await readRows<MovedKey>(held, 'api_keys', KEY_COLUMNS, tell),
    users: await readRows<MovedUser>(held, 'users', USER_COLUMNS, tell),
    audit: await entriesOf(held, tell),
  }
}

async function entriesOf(held: Held, tell?: Tell): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for await (const entry of auditLog(recordsOn(held), Date.now, tell).entries()) entries.push(entry)
  return entries
}

async function readRows<Moved>(
  held: Pick<Held, 'read'>,
  table: string,
  columns: readonly (keyof Moved & string)[],
  tell: Tell,
): Promise<Moved[]> {
  const rows = await held.read(sql`SELECT * FROM ${plain(table)} ORDER BY id`)
  return intactRows(
    table,
    tell,
  )(rows).map(
    row =>
      Object.fromEntries(columns.map(name => [name, movedValue(name, row[name] ?? null)])) as Moved,
  )
}

function movedValue(name: string, value: Value) {
  if (value === null) return value
  if (name === 'login') return (value as Buffer).toString('hex')
  return name === 'company_id' ? Number(value) : String(value)
}

/** Adds keys and users whose ids, hashes and addresses are new, and the log; returns how many keys and users. */
export async function writeRecords(
  held: Held,
  { keys, users, audit }: MovedRecords,
): Promise<{ keys: number; users: number }> {
  const added = { keys: 0, users: 0 }
  for (const key of keys) added.keys += await writeRow(held, 'api_keys', KEY_COLUMNS, key)
  for (const user of users) {
    added.users += await writeRow(held, 'users', [...USER_COLUMNS, 'address'], {
      ...user,
      login: user.login === null ? null : Buffer.from(user.login, 'hex'),
      address: addressHash(user.email),
    })
  }
  await insertEntries(held, audit)
  return added
}

async function writeRow<Moved extends object>(
  held: Held,
  table: string,
  columns: readonly (keyof Moved & string)[],
  row: Moved,
): Promise<number> {
  const values = columns.map(name => row[name] as Value)
  const places = joined(columns.map(() => sql`?`))
  const { rows } = await held.write(
    sql`${held.dialect.insertIgnore} ${plain(table)} (${plainList(columns)}) VALUES (${places})`,
    values,
  )
  return rows
}

/** In the transaction of a publish; a conflict may repeat it. */
export async function bringInto(held: Held, moved: MovedIn): Promise<void> {
  moved.onBrought(await bringRecords(held, moved))
}

/**
 * Adds an export's keys, users and log, in the transaction of its data. Keys and users that this store's own log says have ended stay ended,
 * and people that it erased, which `secret` finds, do not return.
 */
async function bringRecords(
  held: Held,
  { records, secret }: Pick<MovedIn, 'records' | 'secret'>,
): Promise<BroughtRecords> {
  const own = await entriesOf(held)
  const { users, audit } = withoutErased(records, erasuresIn(own), secret)
  const known = new Set(own.map(idOf))
  const entries = audit.filter(entry => !known.has(idOf(entry)))
  const added = await writeRecords(held, { keys: records.keys, users, audit: entries })
  await endByOwnLog(held)
  const unmatched = records.secret === secretMark(secret) ? 0 : erasuresIn(records.audit).size
  return { ...added, entries: entries.length, unmatched }
}

function erasuresIn(entries: readonly AuditEntry[]): Set<string> {
  return new Set(
    entries
      .filter(({ action }) => action === 'user.erased')
      .map(({ target }) => target.replace(/^address:/, '')),
  )
}

function withoutErased(
  { users, audit }: MovedRecords,
  erased: ReadonlySet<string>,
  secret: string,
): Pick<MovedRecords, 'users' | 'audit'> {
  if (erased.size === 0) return { users, audit }
  const addresses = new Set([
    ...users.map(({ email }) => email),
    ...audit.flatMap(({ details: { email } }) => (typeof email === 'string' ? [email] : [])),
  ])
  let remaining = { users, audit }
  for (const address of addresses) {
    const erasure = erasureOf(address, secret)
    if (erasure === null || !erased.has(erasure.digest)) continue
    const isErased = (user: MovedUser) => comparableAddress(user.email) === erasure.address
    const targets = new Set(remaining.users.filter(isErased).map(({ id }) => `user:${id}`))
    remaining = {
      users: remaining.users.filter(user => !isErased(user)),
      audit: remaining.audit.map(entry => eraseFromEntry(entry, erasure, targets) ?? entry),
    }
  }
  return remaining
}

function idOf({ at, action, actor, target }: AuditEntry): string {
  return [at, action, actor, target].join(' ')
}
