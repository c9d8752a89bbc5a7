import { randomBytes } from 'node:crypto'
import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { MovedUser, Records } from '../common/storage.ts'
import { appendKeys } from './key-file.ts'
import { readKeys } from './keys.ts'
import { createFile, makeRecordFolder, replaceRecord, watchRecords, whenMissing } from './data-folder.ts'
import { CONNECTION, INVITATION, type RecordKind, recordReader } from './sealed-record.ts'

/** Includes revoked keys. Throws if a record is damaged, so that none is lost. */
export async function readRecords(dataDir: string): Promise<Records> {
  const damaged: string[] = []
  const tell = (line: string): void => void damaged.push(line)
  const keys = await readKeys(join(dataDir, 'keys'), tell)
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

/** Requires a data directory without keys and users, or with the same ones. */
export async function writeRecords(dataDir: string, { keys, users }: Records): Promise<void> {
  const [keysDir, usedDir] = [join(dataDir, 'keys'), join(dataDir, 'keys', 'last-used')]
  const [invitations, connections] = ['invitations', 'connections'].map(name => join(dataDir, 'users', name)) as [string, string]
  for (const dir of [usedDir, invitations, connections]) await makeRecordFolder(dir)
  await appendKeys(keysDir, keys)
  for (const { id, last_used_at: used } of keys) if (used !== null) await writeLastUse(join(usedDir, id), new Date(used))
  for (const { login, name, connected_at, ...invitation } of users) {
    await replaceRecord(invitations, `${invitation.id}.json`, invitation)
    if (login !== null) {
      await replaceRecord(connections, `${invitation.id}.json`, { user_id: invitation.id, ...login, name, connected_at })
    }
  }
}

async function writeLastUse(path: string, used: Date): Promise<void> {
  await writeFile(path, '', { mode: 0o600 })
  await utimes(path, used, used)
}

export const EXPORT_SECRET = 'export-secret'

/** 256 random bits as base64url and, after version 1.1, their CRC-32; the whole text is the secret. */
const WHOLE = /^([\w-]{43})(?:\.([0-9a-f]{8}))?$/

/**
 * Created on first use; concurrent processes agree. Throws if too short, as after a power cut in earlier versions: it could be guessed. A
 * flipped bit only makes another secret.
 */
export async function ownExportSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, EXPORT_SECRET)
  // Read first: a service must start on a full disk.
  let secret = await readFile(file, 'utf8').catch(whenMissing(null))
  if (secret === null) {
    const text = randomBytes(32).toString('base64url')
    await mkdir(dataDir, { recursive: true })
    await createFile(dataDir, EXPORT_SECRET, `${text}.${checksum(text)}`)
    secret = await readFile(file, 'utf8')
  }
  if (isGuessable(secret)) {
    throw new Error(
      `${file} is damaged: it is too short. Restore it from a backup, or delete it: download links made before then stop working`,
    )
  }
  return secret
}

/** Null if valid. Operators may edit the file. */
export function describeSecretDamage(text: string): string | null {
  if (isGuessable(text)) return 'damaged: it is too short'
  const [, secret = '', sum] = WHOLE.exec(text) ?? []
  if (sum !== undefined && sum !== checksum(secret)) return 'damaged: its content does not match its checksum'
  const isOwn = text.length === 43 || text.length === 52
  return isOwn && secret === '' ? 'damaged: it is not a secret that uascope writes' : null
}

function isGuessable(text: string): boolean {
  return text.replace(/[^\x20-\x7e]/g, '').trim().length < 16
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}
