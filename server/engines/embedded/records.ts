import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MovedKey, MovedUser, Records } from '../common/records.ts'
import { watchFolder } from './key-folder.ts'
import { whenMissing } from './record-folder.ts'

/** All keys, revoked ones too, and users of a data directory. */
export async function readRecords(dataDir: string): Promise<Records> {
  const keys = await watchFolder(join(dataDir, 'keys')).read()
  const used = (id: string) => stat(join(dataDir, 'keys', 'last-used', id)).catch(whenMissing(null))
  const invitations = await recordsIn(join(dataDir, 'users', 'invitations'))
  const connections = new Map((await recordsIn(join(dataDir, 'users', 'connections'))).map(one => [one['user_id'], one]))
  return {
    keys: await Promise.all(keys.map(async key => ({ ...key, last_used_at: (await used(key.id))?.mtime.toISOString() ?? null }))),
    users: invitations.map(invitation => {
      const { issuer, subject, name = null, connected_at = null } = connections.get(invitation['id']) ?? {}
      return { ...invitation, name, connected_at, login: issuer === undefined ? null : { issuer, subject } } as unknown as MovedUser
    }),
  }
}

/** Writes keys and users into a data directory that has none of them, or the same. */
export async function writeRecords(dataDir: string, { keys, users }: Records): Promise<void> {
  const [keysDir, usedDir] = [join(dataDir, 'keys'), join(dataDir, 'keys', 'last-used')]
  const [invitations, connections] = ['invitations', 'connections'].map(name => join(dataDir, 'users', name)) as [string, string]
  for (const dir of [usedDir, invitations, connections]) await mkdir(dir, { recursive: true, mode: 0o700 })
  for (const key of keys) await writeKey(keysDir, usedDir, key)
  for (const { login, name, connected_at, ...invitation } of users) {
    await write(join(invitations, `${invitation.id}.json`), invitation)
    if (login !== null) await write(join(connections, `${invitation.id}.json`), { user_id: invitation.id, ...login, name, connected_at })
  }
}

async function writeKey(dir: string, usedDir: string, { last_used_at: used, ...key }: MovedKey): Promise<void> {
  await write(join(dir, `${key.id}${key.revoked_at === null ? '.json' : '.revoked'}`), key)
  if (used === null) return
  await writeFile(join(usedDir, key.id), '', { mode: 0o600 })
  await utimes(join(usedDir, key.id), new Date(used), new Date(used))
}

async function recordsIn(dir: string): Promise<Record<string, unknown>[]> {
  const names = (await readdir(dir).catch(whenMissing<string[]>([]))).filter(name => name.endsWith('.json'))
  return await Promise.all(names.map(async name => JSON.parse(await readFile(join(dir, name), 'utf8')) as Record<string, unknown>))
}

async function write(path: string, record: object): Promise<void> {
  await writeFile(path, JSON.stringify(record), { mode: 0o600, flush: true })
}
