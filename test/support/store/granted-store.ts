import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { basename, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import type { Login } from '../../../server/core/access/users.ts'
import { RECORDS_FILE } from '../../../server/store/records/records.ts'
import { connect } from '../../../server/store/records/sqlite/driver.ts'
import { sql } from '../../../server/core/model/sql.ts'
import { cohortRow, revenueRow, runRow } from '../../reference/minimal-delivery.ts'
import { twoCompanies } from '../two-companies.ts'
import { admin } from '../admin.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { ask } from './store-answers.ts'
import { openService, type OpenService } from './open-service.ts'

const run = promisify(execFile)

export interface Grant {
  id: string
  key: string
}

/** A store whose records grant access to two companies, and took some of it away. */
export interface GrantedStore {
  dir: string
  /** Valid, by name; `newest` was created after everything else. */
  keys: Record<'reader' | 'rival' | 'newest', Grant>
  revoked: Grant
  /** Connected users, by name, and one who was removed. */
  logins: Record<'ada' | 'ben', Login>
  removed: Login
  copy(): Promise<string>
}

export function loginOf(name: string): Login {
  return { issuer: 'https://issuer.example', subject: name, verifiedEmail: addressOf(name), name }
}

export function addressOf(name: string): string {
  return `${name}@example.com`
}

export async function grantedStore(t: Test): Promise<GrantedStore> {
  const folder = temporaryFolder(t, 'granted')
  const dir = join(folder, 'base')
  const [logins, removed] = [{ ada: loginOf('ada'), ben: loginOf('ben') }, loginOf('carl')]
  const service = await openService(dir)
  const { keys, users } = service
  await service.load(twoCompanies())
  const [reader, rival, revoked] = [
    await keys.create({ companyId: 1, name: 'reader' }),
    await keys.create({ companyId: 2, name: 'rival' }),
    await keys.create({ companyId: 1, name: 'revoked' }),
  ]
  for (const login of [...Object.values(logins), removed]) {
    await users.invite({ companyId: 1, email: login.verifiedEmail! })
    await users.connect(login)
  }
  await keys.revoke(revoked.id)
  await users.remove((await users.connect(removed))!.id)
  for (const run_id of [50, 51]) {
    await service.load({
      runs: [runRow({ run_id, created_at: `2026-03-31T0${run_id - 42}:00:00.000Z` })],
      cohorts: [cohortRow({ run_id })],
      cohort_revenue: [revenueRow({ run_id })],
    })
  }
  const newest = await keys.create({ companyId: 1, name: 'newest' })
  await service.stop()
  let copies = 0
  const copy = async () => {
    const path = join(folder, String(copies++))
    await copyStore(dir, path)
    return path
  }
  return { dir, keys: { reader, rival, newest }, revoked, logins, removed, copy }
}

/** 200, 401 or 503. */
export async function statusOf({ server }: OpenService, { key }: Grant): Promise<number> {
  return (await ask(server, '/v1/apps', key)).status
}

/**
 * Takes access away by commands beside a running service, which must notice each: revokes a key, removes a user, erases another. Every other
 * key must keep its status.
 */
export async function takeAway(t: Test, dir: string, store: GrantedStore): Promise<void> {
  const service = await openService(dir)
  try {
    const { keys, logins } = store
    const before = await statusOf(service, keys.rival)
    const userOf = async (login: Login) =>
      (await service.users.list()).find(user => user.email === login.verifiedEmail)
    t.equal(await statusOf(service, keys.reader), 200, 'the reader key works')
    await succeeds(t, dir, 'keys', 'revoke', keys.reader.id)
    const [ada, ben] = [await userOf(logins.ada), await userOf(logins.ben)]
    t.ok(ada && ben, 'both users exist')
    await succeeds(t, dir, 'users', 'remove', String(ada?.id))
    t.not(
      (await filesWith(dir, addressOf('ben'))).length,
      0,
      'the address is in a file before it is erased',
    )
    await succeeds(t, dir, 'users', 'erase', addressOf('ben'), '--yes')
    service.passSecond()
    t.equal(await statusOf(service, keys.reader), 401, 'the revoked key is refused')
    t.equal(await statusOf(service, keys.rival), before, 'the other key is unchanged')
    for (const login of Object.values(logins))
      t.equal(await service.users.connect(login), null, `${login.subject} cannot connect`)
    t.same(
      (await service.users.list()).map(({ email }) => email),
      [],
      'no user is left',
    )
    t.match(
      await admin(dir, 'keys', 'revoke', '000000000000'),
      { code: 1 },
      'a revocation that finds no key fails',
    )
    t.match(
      await admin(dir, 'users', 'remove', String(ada?.id)),
      { code: 1 },
      'a second removal fails',
    )
  } finally {
    await service.stop()
  }
  t.same(await filesWith(dir, addressOf('ben')), [], 'the erased address is in no file')
  t.match(await admin(dir, 'verify'), { code: 0 }, 'the store is intact')
}

async function succeeds(t: Test, dir: string, ...args: string[]): Promise<void> {
  const { code, stderr } = await admin(dir, ...args)
  t.equal(code, 0, `${args.slice(0, 2).join(' ')}: ${stderr.trim()}`)
}

const GREP = [
  '--recursive',
  '--files-with-matches',
  '--no-messages',
  '--text',
  '--fixed-strings',
  '--',
]

/** Paths of files that contain a text, read by another process, as `copyStore` does. Files that are deleted meanwhile have none. */
export async function filesWith(dir: string, text: string): Promise<string[]> {
  const { stdout } = await run('grep', [...GREP, text, '.'], { cwd: dir }).catch(
    (error: { code: unknown; stdout: string; stderr: string }) => {
      // 1: in no file; 2: a file was deleted, or with a message, grep could not search.
      if ((error.code !== 1 && error.code !== 2) || error.stderr !== '') throw error
      return error
    },
  )
  return stdout.split('\n').filter(Boolean).map(normalize).sort()
}

/** Overwrites bytes of the page at which a table or index of the records begins. */
export async function overwriteRoot(dir: string, name: string): Promise<void> {
  const at = rootOf(dir, name)
  const file = await open(join(dir, RECORDS_FILE), 'r+')
  await file.write(Buffer.alloc(64, 0xff), 0, 64, at).finally(() => file.close())
}

function rootOf(dir: string, name: string): number {
  const connection = connect(join(dir, RECORDS_FILE))
  try {
    const [size] = connection.all(sql`PRAGMA page_size`)
    const [row] = connection.all(sql`SELECT rootpage FROM sqlite_schema WHERE name = ?`, [name])
    return (Number(row!['rootpage']) - 1) * Number(size!['page_size'])
  } finally {
    connection.close()
  }
}

/**
 * Copies a store that nobody changes, or a folder of it. Another process reads the records: to close a file ends all locks that this process has on
 * it (POSIX), and the SQLite library closes connections only when their statements are collected. Until then this one keeps their log.
 */
export async function copyStore(from: string, to: string): Promise<void> {
  const file = [join(from, RECORDS_FILE), join(from, basename(RECORDS_FILE))].find(path =>
    existsSync(path),
  )
  const connection = file === undefined ? undefined : connect(file)
  try {
    connection?.all(sql`SELECT 1 FROM sqlite_schema LIMIT 1`)
    await mkdir(to, { recursive: true })
    await run('cp', ['-a', `${from}/.`, to])
  } finally {
    connection?.close()
  }
}
