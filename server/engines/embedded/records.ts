import { stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MovedKey, MovedUser, Records } from '../common/records.ts'
import { watchFolder } from './key-folder.ts'
import { REVOKED, watchRecords, whenMissing } from './record-folder.ts'
import { CONNECTION, INVITATION, type RecordKind, recordReader } from './sealed-record.ts'
import { makeRecordFolder, replaceRecord } from './write-record.ts'

/** All keys, revoked ones too, and users of a data directory. Throws if one is damaged: it must not be lost on the way. */
export async function readRecords(dataDir: string): Promise<Records> {
  const damaged: string[] = []
  const tell = (line: string): void => void damaged.push(line)
  const keys = await watchFolder(join(dataDir, 'keys'), undefined, tell).read()
  const used = (id: string) => stat(join(dataDir, 'keys', 'last-used', id)).catch(whenMissing(null))
  const recordsOf = async <R extends object>(kind: RecordKind<R>, folder: string): Promise<R[]> => [
    ...(await watchRecords(join(dataDir, folder), recordReader(kind, folder, tell)).read()).values(),
  ]
  const invitations = await recordsOf(INVITATION, 'users/invitations')
  const connections = new Map((await recordsOf(CONNECTION, 'users/connections')).map(one => [one.user_id, one]))
  if (damaged.length > 0) throw new Error(damaged.join('; '))
  return {
    keys: await Promise.all(keys.map(async key => ({ ...key, last_used_at: (await used(key.id))?.mtime.toISOString() ?? null }))),
    users: invitations.map((invitation): MovedUser => {
      const { issuer, subject, name = null, connected_at = null } = connections.get(invitation.id) ?? {}
      const login = issuer === undefined || subject === undefined ? null : { issuer, subject }
      return { ...invitation, name, connected_at, login }
    }),
  }
}

/** Writes keys and users into a data directory that has none of them, or the same. */
export async function writeRecords(dataDir: string, { keys, users }: Records): Promise<void> {
  const [keysDir, usedDir] = [join(dataDir, 'keys'), join(dataDir, 'keys', 'last-used')]
  const [invitations, connections] = ['invitations', 'connections'].map(name => join(dataDir, 'users', name)) as [string, string]
  for (const dir of [usedDir, invitations, connections]) await makeRecordFolder(dir)
  for (const key of keys) await writeKey(keysDir, usedDir, key)
  for (const { login, name, connected_at, ...invitation } of users) {
    await replaceRecord(invitations, `${invitation.id}.json`, invitation)
    if (login !== null) {
      await replaceRecord(connections, `${invitation.id}.json`, { user_id: invitation.id, ...login, name, connected_at })
    }
  }
}

async function writeKey(dir: string, usedDir: string, { last_used_at: used, ...key }: MovedKey): Promise<void> {
  await replaceRecord(dir, `${key.id}${key.revoked_at === null ? '.json' : REVOKED}`, key)
  if (used === null) return
  await writeFile(join(usedDir, key.id), '', { mode: 0o600 })
  await utimes(join(usedDir, key.id), new Date(used), new Date(used))
}
