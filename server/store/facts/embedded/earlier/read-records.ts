import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { crc32 } from 'node:zlib'
import type { AuditEntry } from '../../../../core/access/audit.ts'
import {
  count,
  nullOr,
  parseJson,
  parseShaped,
  type Shape,
  string,
  text,
  timestamp,
} from '../../../../core/model/shape.ts'
import type { MovedRecords, MovedUser } from '../../../records/move-records.ts'
import { whenMissing } from '../../../../core/runtime/files.ts'
import { loginHash } from '../../../records/user-store.ts'
import { tooOld } from './read-catalog.ts'

type Tell = (line: string) => void

const id = text(/^[0-9a-f]{12}$/)

const KEY: Shape = {
  id,
  company_id: count,
  name: string,
  created_at: timestamp,
  expires_at: nullOr(timestamp),
  revoked_at: nullOr(timestamp),
  sha256: text(/^[0-9a-f]{64}$/),
}
const INVITATION: Shape = { id, company_id: count, email: string, invited_at: timestamp }
const CONNECTION: Shape = {
  user_id: id,
  issuer: string,
  subject: string,
  name: nullOr(string),
  connected_at: timestamp,
}

type Key = MovedRecords['keys'][number]
type Invitation = Pick<MovedUser, 'id' | 'company_id' | 'email' | 'invited_at'>
interface Connection {
  user_id: string
  issuer: string
  subject: string
  name: string | null
  connected_at: string
}

/** Keys and users of a store of version 1.2. Damaged ones, which that version refused too, are reported and left out. */
export async function readEarlierRecords(dataDir: string, tell: Tell): Promise<MovedRecords> {
  const keysDir = join(dataDir, 'keys')
  if ((await namesIn(keysDir)).some(name => /\.(json|revoked)$/.test(name))) throw tooOld(dataDir)
  const written = await readFile(join(keysDir, 'keys.jsonl'), 'utf8').catch(whenMissing(''))
  const lines = written.split('\n').filter(line => line.trim() !== '')
  const keys = lines.flatMap((line, index) =>
    opened<Key>(line, KEY, `keys/keys.jsonl, line ${index + 1}`, tell),
  )
  const used = (key: Key) => stat(join(keysDir, 'last-used', key.id)).catch(whenMissing(null))
  const connections = new Map(
    (await recordsIn<Connection>(dataDir, 'users/connections', CONNECTION, tell)).map(
      connection => [connection.user_id, connection],
    ),
  )
  return {
    keys: await Promise.all(
      // If a key has two lines, the later one is a copy.
      [...new Map(keys.toReversed().map(key => [key.id, key])).values()]
        .toReversed()
        .map(async key => ({
          ...key,
          last_used_at: (await used(key))?.mtime.toISOString() ?? null,
        })),
    ),
    users: (await recordsIn<Invitation>(dataDir, 'users/invitations', INVITATION, tell)).map(
      invitation => {
        const connection = connections.get(invitation.id)
        const { name = null, connected_at = null } = connection ?? {}
        return {
          ...invitation,
          name,
          connected_at,
          login: connection === undefined ? null : loginHash(connection),
        }
      },
    ),
  }
}

async function recordsIn<Kind>(
  dataDir: string,
  folder: string,
  shape: Shape,
  tell: Tell,
): Promise<Kind[]> {
  const records: Kind[] = []
  for (const name of (await namesIn(join(dataDir, folder))).filter(name =>
    name.endsWith('.json'),
  )) {
    records.push(
      ...opened<Kind>(
        await readFile(join(dataDir, folder, name), 'utf8'),
        shape,
        `${folder}/${name}`,
        tell,
      ),
    )
  }
  return records
}

/** JSON with the SHA-256 of the rest in its last field, `seal`. */
function opened<Kind>(line: string, shape: Shape, location: string, tell: Tell): Kind[] {
  const { seal, ...record } = Object(parseJson(line.trim())) as { seal?: unknown }
  const json = JSON.stringify(record)
  const isWhole = seal === createHash('sha256').update(json).digest('hex')
  const read = isWhole ? parseShaped<Kind>(json, shape) : undefined
  if (read === undefined)
    tell(
      `${location} is damaged, and stays out of the new records; its key or user was refused before, too`,
    )
  return read === undefined ? [] : [read]
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(whenMissing<string[]>([]))).sort()
}

const SUMMED = /^(.*),"sum":"([0-9a-f]{8})"\}$/s

/** The audit log of a store of version 1.2, oldest entries first. */
export async function* earlierAudit(
  dataDir: string,
  tell: Tell = () => undefined,
): AsyncGenerator<AuditEntry> {
  const folder = join(dataDir, 'audit')
  for (const month of (await namesIn(folder)).filter(name => /^\d{4}-\d{2}\.jsonl$/.test(name))) {
    let damaged = 0
    for await (const line of createInterface({
      input: createReadStream(join(folder, month)),
      crlfDelay: Infinity,
    })) {
      if (line === '') continue
      const entry = entryIn(line)
      if (entry === undefined) damaged++
      else yield entry
    }
    if (damaged > 0)
      tell(`audit/${month} has ${damaged} damaged lines, which stay out of the new records`)
  }
}

/** Lines of version 1.1 have no checksum. */
function entryIn(line: string): AuditEntry | undefined {
  const [, record = line.slice(0, -1), sum] = SUMMED.exec(line) ?? []
  const isWhole = sum === undefined || crc32(`${record}}`).toString(16).padStart(8, '0') === sum
  const entry = isWhole ? (parseJson(`${record}}`) as AuditEntry | undefined) : undefined
  return typeof entry?.at === 'string' && typeof entry.action === 'string'
    ? { ...entry, details: entry.details ?? {} }
    : undefined
}
