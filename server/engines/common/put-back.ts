import { open, readFile, stat } from 'node:fs/promises'
import type { AuditEntry } from '../../access/audit/audit-log.ts'
import type { Storage } from './storage.ts'

/** A backup that was restored. */
export interface PutBack {
  /** When this was found, ISO 8601. */
  foundAt: string
  /** What the newest entry of the audit log was then; null where there was none. */
  stateOf: string | null
}

/** What a machine notes of a store, in a file of its own. */
interface Seen {
  /** When it was written, in ms since 1970; not before the file came to be, whatever the clocks say. */
  at: number
  /** The newest entry of the audit log. */
  entry: Pick<AuditEntry, 'at' | 'action' | 'target'> | null
  putBack: PutBack | null
}

/**
 * Looks whether the store was put back to an earlier state since this machine looked last: its audit log lacks the entry that was the newest, or the note
 * itself is a copy, as in a data directory that was restored. Answers the latest time this was found. What it tells of is noted in the audit log, and told
 * to `tell`, once.
 */
export async function lookForPutBack(
  { audit, seenFile }: Pick<Storage, 'audit' | 'seenFile'>,
  tell: (line: string) => void,
): Promise<PutBack | null> {
  const seen = await readSeen(seenFile)
  let newest: AuditEntry | null = null
  for await (const entry of audit.entries({ last: 1 })) newest = entry
  const isBack = seen !== null && ((await isCopy(seenFile, seen.at)) || (newest !== null && (await lacks({ audit }, seen.entry, newest))))
  const putBack = isBack ? { foundAt: new Date().toISOString(), stateOf: newest?.at ?? null } : (seen?.putBack ?? null)
  if (isBack) {
    tell(putBackText(putBack!))
    await audit.append({ action: 'store.restored', actor: 'service', target: 'store', details: { stateOf: putBack!.stateOf } })
  }
  if (isBack || seen === null || seen.entry?.at !== newest?.at) {
    await writeSeen(seenFile, newest && { at: newest.at, action: newest.action, target: newest.target }, putBack)
  }
  return putBack
}

/** What people are told. */
export function putBackText({ foundAt, stateOf }: PutBack): string {
  return (
    `Note: on ${foundAt} the store was found put back to ${stateOf === null ? 'an earlier state' : `what it was on ${stateOf}`}, from a backup or a copy. ` +
    'Keys, users, companies, access and runs that were ended after that are there again: `admin revived` names them'
  )
}

async function readSeen(path: string): Promise<Seen | null> {
  try {
    const seen = JSON.parse(await readFile(path, 'utf8')) as Seen
    return typeof seen.at === 'number' ? seen : null
  } catch {
    return null
  }
}

async function writeSeen(path: string, entry: Seen['entry'], putBack: PutBack | null): Promise<void> {
  // In its place: a new file would look like a copy's.
  const file = await open(path, 'a', 0o600)
  try {
    const at = Math.max(Date.now(), (await file.stat()).birthtimeMs)
    await file.truncate()
    await file.writeFile(JSON.stringify({ at, entry, putBack } satisfies Seen))
  } finally {
    await file.close()
  }
}

/** Whether a file came to be after it was written, as copies do. */
async function isCopy(path: string, writtenAt: number): Promise<boolean> {
  return (await stat(path)).birthtimeMs > writtenAt
}

/** Whether a log has lost an entry: clocks of machines differ, so that a later one may say that it is older. Old ones may have been moved away. */
async function lacks({ audit }: Pick<Storage, 'audit'>, seen: Seen['entry'], newest: AuditEntry): Promise<boolean> {
  if (seen === null || newest.at >= seen.at) return false
  for await (const { at, action, target } of audit.entries({ since: seen.at.slice(0, 10), action: seen.action })) {
    if (at === seen.at && action === seen.action && target === seen.target) return false
  }
  return true
}
