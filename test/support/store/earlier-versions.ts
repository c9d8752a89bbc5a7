import { createHash } from 'node:crypto'
import { cp, mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { crc32 } from 'node:zlib'
import type { AuditEntry } from '../../../server/core/access/audit.ts'
import type { Login } from '../../../server/core/access/users.ts'
import { catalogIn } from '../../../server/store/facts/embedded/named-files.ts'
import { joined, literal, plain, plainList, sql, type Sql } from '../../../server/core/model/sql.ts'
import { type Row, RECORDS_FILE } from '../../../server/store/records/records.ts'
import { earlierSealOf } from '../../../server/store/records/seals.ts'
import { keptCopies } from '../../../server/store/records/sqlite/copies.ts'
import { connect } from '../../../server/store/records/sqlite/driver.ts'
import { sealedTables } from '../../../server/store/records/sqlite/sealing.ts'

/** Copies all but the records. */
async function copyData(from: string, to: string): Promise<void> {
  const records = join(from, dirname(RECORDS_FILE))
  await cp(from, to, {
    recursive: true,
    preserveTimestamps: true,
    filter: path => path !== records,
  })
}

/**
 * Copies a store with the records of schema 7: columns of any type, with seals of that version. After a repair of that version, all texts are
 * bytes.
 */
export async function copyAsSchema7(from: string, to: string, wasRepaired = false): Promise<void> {
  await copyData(from, to)
  await mkdir(join(to, dirname(RECORDS_FILE), 'copies'), { recursive: true })
  const file = join(from, RECORDS_FILE)
  for (const path of [file, ...(await keptCopies(file)).map(copy => copy.path)])
    rewrite(path, join(to, relative(from, path)), wasRepaired)
}

function rewrite(now: string, earlier: string, wasRepaired: boolean): void {
  const [from, to] = [connect(now), connect(earlier)]
  to.run(sql`BEGIN`)
  for (const name of sealedTables(from)) {
    const [{ text }] = from.all(
      sql`SELECT sql AS text FROM sqlite_schema WHERE type = 'table' AND name = ${literal(name)}`,
    ) as [Row]
    to.run(String(text).replaceAll(/(?<!seal )\b(TEXT|BLOB)\b(?=[ ,)])/g, 'ANY') as never)
    for (const row of from.all(sql`SELECT * FROM ${plain(name)}`)) {
      const old = Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          wasRepaired && typeof value === 'string' ? Buffer.from(value) : value,
        ]),
      )
      const columns = Object.keys(old)
      to.run(
        sql`INSERT INTO ${plain(name)} (${plainList(columns)}) VALUES (${joined(columns.map(() => sql`?`))})`,
        Object.values({ ...old, seal: earlierSealOf(name, old) }),
      )
    }
  }
  for (const { text } of from.all(
    sql`SELECT sql AS text FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`,
  ))
    to.run(String(text) as never)
  to.run(sql`CREATE TABLE changes (one INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT`)
  to.run(sql`INSERT INTO changes (one, count) VALUES (1, ?)`, [
    from.all(sql`SELECT count FROM changes`)[0]!['count']!,
  ])
  to.run(sql`PRAGMA user_version = 7`)
  to.run(sql`COMMIT`)
  for (const connection of [from, to]) connection.close()
}

/** A line or file of version 1.2, with its checksum. */
export function sealed(record: object): string {
  return JSON.stringify({ ...record, seal: sha256(JSON.stringify(record)) })
}

export function summed(entry: AuditEntry): string {
  const text = JSON.stringify(entry)
  return `${text.slice(0, -1)},"sum":"${crc32(text).toString(16).padStart(8, '0')}"}\n`
}

export async function write(dir: string, name: string, text: string): Promise<void> {
  await mkdir(dirname(join(dir, name)), { recursive: true })
  await writeFile(join(dir, name), text)
}

/** Copies a store in the files of version 1.2. `loginOf` gives what connected users connected with, by their address. */
export async function copyAsVersion12(
  from: string,
  to: string,
  loginOf: (address: string) => Login,
): Promise<void> {
  await copyData(from, to)
  await writeCatalog(to, from)
  const connection = connect(join(from, RECORDS_FILE))
  const read = (statement: Sql): Row[] => connection.all(statement)
  const keys = read(
    sql`SELECT id, company_id, name, created_at, expires_at, revoked_at, sha256 FROM api_keys`,
  )
  await write(to, 'keys/keys.jsonl', keys.map(key => `${sealed(key)}\n`).join(''))
  for (const { id, at } of read(
    sql`SELECT id, last_used_at AS at FROM api_keys WHERE last_used_at IS NOT NULL`,
  )) {
    await write(to, `keys/last-used/${String(id)}`, '')
    await utimes(
      join(to, `keys/last-used/${String(id)}`),
      new Date(String(at)),
      new Date(String(at)),
    )
  }
  for (const { name, connected_at, ...invitation } of read(
    sql`SELECT id, company_id, email, invited_at, name, connected_at FROM users`,
  )) {
    const [id, { issuer, subject }] = [
      String(invitation['id']),
      loginOf(String(invitation['email'])),
    ]
    await write(to, `users/invitations/${id}.json`, sealed(invitation))
    if (connected_at !== null)
      await write(
        to,
        `users/connections/${id}.json`,
        sealed({ user_id: id, issuer, subject, name: name!, connected_at: connected_at! }),
      )
  }
  const months = new Map<string, string>()
  for (const row of read(
    sql`SELECT at, action, actor, company_id, target, details FROM audit ORDER BY id`,
  )) {
    const { company_id: companyId, details, ...entry } = row
    const month = String(entry['at']).slice(0, 7)
    const company = companyId === null ? {} : { companyId }
    months.set(
      month,
      `${months.get(month) ?? ''}${summed({ ...entry, ...company, details: JSON.parse(String(details)) } as never)}`,
    )
  }
  for (const [month, lines] of months) await write(to, `audit/${month}.jsonl`, lines)
  connection.close()
}

/** The catalog document of version 1.2, from the records of a store. */
export async function writeCatalog(dir: string, from = dir): Promise<void> {
  const catalog = JSON.stringify({ ...(await catalogIn(from)), retired: [] })
  await write(dir, 'catalog.json', `{"sha256":"${sha256(catalog)}",${catalog.slice(1)}`)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
