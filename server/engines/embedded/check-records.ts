import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditDetails, AuditEntry } from '../../access/audit.ts'
import { endOfDay } from '../../access/keys.ts'
import { comparableAddress } from '../../access/users.ts'
import { MONTH_FILE, parseLine, readLines, readSizes, SIZES } from './audit-lines.ts'
import { isCalendarDate } from '../../model/dates.ts'
import { fileAuditLog } from './audit-log.ts'
import { ERASING, finishErasure } from './erase-lines.ts'
import { ASIDE, CONTRADICTED, readRecordText, replaceRecord, REVOKED, syncFile, whenMissing } from './data-folder.ts'
import { KEY_FILE, keyLines } from './key-file.ts'
import { type LooseKey, upgradeKeys } from './loose-keys.ts'
import { describeSecretDamage, EXPORT_SECRET } from './records.ts'
import { CONNECTION, type Invitation, INVITATION, KEY, openRecord, type RecordKind, type StoredKey } from './sealed-record.ts'

interface RecordProblem {
  file: string
  problem: string
}

/** Finds damaged and missing files of keys, users and the export secret, and contradictions to the audit log. Reads only. */
export async function checkRecords(dataDir: string): Promise<RecordProblem[]> {
  const logged = await readLoggedRecords(fileAuditLog(join(dataDir, 'audit')).entries())
  const problems: RecordProblem[] = []
  const found = new Set<string>()
  for await (const stored of readStoredRecords(dataDir)) {
    const { folder, name, target, opened } = stored
    found.add(`${folder} ${target}`)
    const problem = 'problem' in opened ? opened.problem : describeContradiction(stored, logged.get(target))
    if (problem !== null) problems.push({ file: `${folder}/${name}`, problem })
  }
  for (const [target, { created, connectedAt, endedAt }] of logged) {
    if (endedAt !== null) continue
    const [kind, id] = target.split(':') as [string, string]
    const requireFile = (folder: string, done: string, at: string | null): void => {
      if (at === null || found.has(`${folder} ${target}`)) return
      const [file, what] = folder === 'keys' ? [`keys/${KEY_FILE}`, `key ${id} is missing`] : [`${folder}/${id}.json`, 'missing']
      problems.push({ file, problem: `${what}; the audit log says that it was ${done} on ${at}` })
    }
    requireFile(kind === 'key' ? 'keys' : 'users/invitations', kind === 'key' ? 'created' : 'invited', created?.at ?? null)
    requireFile('users/connections', 'connected', connectedAt)
  }
  const secret = await readFile(join(dataDir, EXPORT_SECRET), 'utf8').catch(whenMissing(null))
  const problem = secret === null ? null : describeSecretDamage(secret)
  if (problem !== null) problems.push({ file: EXPORT_SECRET, problem })
  return problems
}

interface StoredRecord {
  folder: string
  /** A file, or a line of the key file. */
  name: string
  target: string
  opened: { record: object; isSealed: boolean } | { problem: string }
}

const FOLDERS: readonly (readonly [folder: string, kind: RecordKind<object>, target: string])[] = [
  ['keys', KEY, 'key'],
  ['users/invitations', INVITATION, 'user'],
  ['users/connections', CONNECTION, 'user'],
]

/** Records in files of their own, and keys in the key file. */
export async function* readStoredRecords(dataDir: string): AsyncGenerator<StoredRecord> {
  const bytes = await readFile(join(dataDir, 'keys', KEY_FILE)).catch(whenMissing(Buffer.alloc(0)))
  for (const { number, opened } of keyLines(bytes)) {
    const id = 'problem' in opened ? (opened.id ?? 'unknown') : opened.record.id
    yield {
      folder: 'keys',
      name: `${KEY_FILE}, line ${number}`,
      target: `key:${id}`,
      opened: 'problem' in opened ? opened : { ...opened, isSealed: true },
    }
  }
  yield* readLooseRecords(dataDir)
}

/** Files that disappear before they are read are left out. */
async function* readLooseRecords(dataDir: string): AsyncGenerator<StoredRecord> {
  for (const [folder, kind, target] of FOLDERS) {
    const names = new Set(await readdir(join(dataDir, folder)).catch(whenMissing<string[]>([])))
    for (const name of [...names].sort()) {
      const [, id, end] = /^(.*)(\.json|\.revoked|\.contradicted)$/.exec(name) ?? []
      if (id === undefined || (end === '.json' && names.has(id + REVOKED))) continue
      const text = await readRecordText(join(dataDir, folder, name))
      if (text === null) continue
      const opened = end === CONTRADICTED ? { problem: 'set aside: it contradicts the audit log' } : openRecord(kind, id, text)
      yield { folder, name, target: `${target}:${id}`, opened }
    }
  }
}

/** Null if consistent. */
function describeContradiction({ folder, name, opened }: StoredRecord, logged: LoggedRecord | undefined): string | null {
  // Connections belong to their invitation; a revoked key is useless anyway.
  if ('problem' in opened || logged === undefined || folder === 'users/connections' || name.endsWith(REVOKED)) return null
  const { created, endedAt } = logged
  const { record } = opened
  if (((record as Partial<StoredKey>).revoked_at ?? null) !== null) return null
  if (created !== null) {
    const { company_id: company } = record as StoredKey | Invitation
    if (created.companyId !== company) {
      return `says company ${company}; the audit log says that it was created for company ${created.companyId} on ${created.at}`
    }
    const difference = folder === 'keys' ? expiryDifference(record as StoredKey, created) : addressDifference(record as Invitation, created)
    if (difference !== null) return difference
  }
  return endedAt !== null ? `is active; the audit log says that it was ${folder === 'keys' ? 'revoked' : 'removed'} on ${endedAt}` : null
}

function expiryDifference({ expires_at: stored }: StoredKey, { at, details }: NonNullable<LoggedRecord['created']>): string | null {
  const { expires } = details
  if (expires !== null && !(typeof expires === 'string' && isCalendarDate(expires))) return null
  const logged = expires === null ? null : endOfDay(expires)
  if (logged === stored) return null
  return `expires at ${stored ?? 'no time'}; the audit log says that it was created on ${at} to expire at ${logged ?? 'no time'}`
}

function addressDifference({ email }: Invitation, { at, details }: NonNullable<LoggedRecord['created']>): string | null {
  const logged = typeof details['email'] === 'string' ? comparableAddress(details['email']) : null
  if (logged === null || logged === comparableAddress(email)) return null
  return `has an address that differs from the one invited on ${at} by the audit log`
}

interface LoggedRecord {
  /** Creation; null if its month was moved away. */
  created: { at: string; companyId: number | undefined; details: AuditDetails } | null
  connectedAt: string | null
  /** Null while active. */
  endedAt: string | null
}

const CREATES = new Set(['key.created', 'user.invited'])
const CHANGES = new Set([...CREATES, 'user.connected', 'key.revoked', 'user.removed', 'user.erased'])

/** Keys and users by target, `key:ID` or `user:ID`, according to the log, without failed actions. */
async function readLoggedRecords(entries: AsyncIterable<AuditEntry>): Promise<Map<string, LoggedRecord>> {
  const logged = new Map<string, LoggedRecord>()
  const before = new Map<string, LoggedRecord | undefined>()
  for await (const entry of entries) {
    const action = entry.action.replace(/\.failed$/, '')
    if (!CHANGES.has(action)) continue
    const targets = action === 'user.erased' ? listOf(entry.details['users']).map(id => `user:${id}`) : [entry.target]
    for (const target of targets) {
      const known = logged.get(target)
      const now = change(known ?? { created: null, connectedAt: null, endedAt: null }, action, entry)
      const state = action === entry.action ? now : before.get(target)
      before.set(target, known)
      if (state === undefined) logged.delete(target)
      else logged.set(target, state)
    }
  }
  return logged
}

function change(known: LoggedRecord, action: string, { at, companyId, details }: AuditEntry): LoggedRecord {
  if (CREATES.has(action)) return { created: { at, companyId, details }, connectedAt: null, endedAt: null }
  return action === 'user.connected' ? { ...known, connectedAt: at } : { ...known, endedAt: known.endedAt ?? at }
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : []
}

interface AuditProblem {
  file: string
  line?: number
  problem: string
}

/** Months that were moved away are notes, not damage. */
interface AuditCheck {
  problems: AuditProblem[]
  notes: AuditProblem[]
}

/**
 * Checks the log in `dir` for damaged lines, truncated files and missing months. An operator may move past months away (a note); the
 * current one, by `now` (ms since 1970), must exist. Reads only.
 */
export async function checkAudit(dir: string, now: number = Date.now()): Promise<AuditCheck> {
  const names = await readdir(dir).catch(whenMissing<string[]>([]))
  const [problems, notes]: [AuditProblem[], AuditProblem[]] = [[], []]
  for (const file of names.filter(name => MONTH_FILE.test(name)).sort()) {
    for await (const { bytes, number } of readLines(join(dir, file))) {
      if (parseLine(bytes.toString()) === null) problems.push({ file, line: number, problem: 'damaged: incomplete entry' })
    }
  }
  const sizes = await readSizes(dir)
  if (sizes === 'damaged') problems.push({ file: SIZES, problem: 'damaged; the next entry rewrites it' })
  if (sizes !== null && sizes !== 'damaged') {
    for (const [file, { bytes, lost }] of Object.entries(sizes).sort()) {
      const found = await stat(join(dir, file)).catch(whenMissing(null))
      if (found !== null) {
        const missing = lost + Math.max(0, bytes - found.size)
        if (missing > 0) problems.push({ file, problem: `damaged: ${missing} bytes are missing` })
      } else if (file.slice(0, 7) >= new Date(now).toISOString().slice(0, 7)) problems.push({ file, problem: 'missing' })
      else notes.push({ file, problem: `missing: it had ${bytes} bytes; moved away, or lost` })
    }
  }
  if (names.includes(ERASING))
    notes.push({ file: ERASING, problem: 'an erasure was interrupted: the next start of the service completes it' })
  return { problems, notes }
}

/** Age, ms, after which a temporary file is abandoned. */
const LEFT_BEHIND = 3_600_000

/**
 * Seals records of earlier versions, and moves their keys into the key file; repeatable, may be interrupted, and is safe beside a service.
 * Until then only the audit log can reveal damage: a contradicting record is set aside under another name and reported.
 */
export async function sealRecords(dataDir: string, tell: (line: string) => void): Promise<void> {
  await finishErasure(join(dataDir, 'audit'))
  let logged: Map<string, LoggedRecord> | undefined
  const keys: LooseKey[] = []
  for await (const stored of readLooseRecords(dataDir)) {
    if ('problem' in stored.opened) continue
    const { record, isSealed } = stored.opened
    if (isSealed) {
      if (stored.folder === 'keys') keys.push({ name: stored.name, record: record as StoredKey })
      continue
    }
    logged ??= await readLoggedRecords(fileAuditLog(join(dataDir, 'audit')).entries())
    const contradiction = describeContradiction(stored, logged.get(stored.target))
    if (contradiction === null && stored.folder === 'keys') keys.push({ name: stored.name, record: record as StoredKey })
    else if (contradiction === null) await seal(dataDir, stored, record)
    else await setAside(dataDir, stored, `${stored.folder}/${stored.name} ${contradiction}. It is set aside: run \`admin verify\``, tell)
  }
  await upgradeKeys(join(dataDir, 'keys'), keys)
  for (const folder of ['keys', 'users/invitations', 'users/connections', 'audit']) await removeLeftBehind(join(dataDir, folder))
}

async function seal(dataDir: string, { folder, name }: StoredRecord, record: object): Promise<void> {
  const dir = join(dataDir, folder)
  const file = await stat(join(dir, name)).catch(whenMissing(null))
  if (file !== null) await replaceRecord(dir, name, record, { inode: file.ino })
}

async function setAside(dataDir: string, { folder, name }: StoredRecord, line: string, tell: (line: string) => void): Promise<void> {
  const path = join(dataDir, folder, name)
  const aside = path.replace(/\.json$/, '')
  const isTaken = (await stat(aside + CONTRADICTED).catch(whenMissing(null))) !== null
  await rename(path, `${aside}${isTaken ? `.${Date.now()}` : ''}${CONTRADICTED}`).catch(whenMissing(undefined))
  await syncFile(join(dataDir, folder))
  tell(line)
}

async function removeLeftBehind(dir: string): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    if (!name.endsWith(ASIDE)) continue
    const file = await stat(join(dir, name)).catch(whenMissing(null))
    if (file !== null && Date.now() - file.mtimeMs > LEFT_BEHIND) await rm(join(dir, name), { force: true })
  }
}
