import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { finishErasure } from './audit/erase-lines.ts'
import { syncFile } from './catalog-file.ts'
import { fileAuditLog } from './file-audit-log.ts'
import { type LoggedRecord, readLoggedRecords } from './logged-records.ts'
import { CONTRADICTED, REVOKED, whenMissing } from './record-folder.ts'
import { describeContradiction, readStoredRecords, type StoredRecord } from './stored-records.ts'
import { ASIDE, removeFile, replaceRecord } from './write-record.ts'

/** Age, in ms, of a file that nobody is writing any more. */
const LEFT_BEHIND = 3_600_000

/**
 * Seals the records of earlier versions in a data directory; may be repeated, interrupted, and run beside a service. Until then nothing but the audit log
 * can tell damage in them: a record that contradicts it is not sealed but set aside, under another name, and told.
 */
export async function sealRecords(dataDir: string, tell: (line: string) => void): Promise<void> {
  await finishErasure(join(dataDir, 'audit'))
  let logged: Map<string, LoggedRecord> | undefined
  for await (const stored of readStoredRecords(dataDir)) {
    if ('problem' in stored.opened || stored.opened.isSealed) continue
    logged ??= await readLoggedRecords(fileAuditLog(join(dataDir, 'audit')).entries())
    const contradiction = describeContradiction(stored, logged.get(stored.target))
    if (contradiction === null) await seal(dataDir, stored, stored.opened.record)
    else await setAside(dataDir, stored, `${stored.folder}/${stored.name} ${contradiction}. It is set aside: run \`admin verify\``, tell)
  }
  for (const folder of ['keys', 'users/invitations', 'users/connections', 'audit']) await removeLeftBehind(join(dataDir, folder))
}

async function seal(dataDir: string, { folder, name }: StoredRecord, record: object): Promise<void> {
  const dir = join(dataDir, folder)
  const file = await stat(join(dir, name)).catch(whenMissing(null))
  if (file === null) return
  if (name.endsWith(REVOKED)) {
    const { revoked_at: revoked = null } = record as { revoked_at?: string | null }
    await replaceRecord(dir, name, { ...record, revoked_at: revoked ?? file.mtime.toISOString() }, { inode: file.ino, time: file.mtime })
    return
  }
  await replaceRecord(dir, name, record, { inode: file.ino })
  // Revoked in the very moment by another process.
  const isRevoked = await stat(join(dir, name.replace(/\.json$/, REVOKED))).catch(whenMissing(null))
  if (isRevoked !== null) await removeFile(dir, name)
}

async function setAside(dataDir: string, { folder, name }: StoredRecord, line: string, tell: (line: string) => void): Promise<void> {
  const path = join(dataDir, folder, name)
  const aside = path.replace(/\.json$/, '')
  const isTaken = (await stat(aside + CONTRADICTED).catch(whenMissing(null))) !== null
  await rename(path, `${aside}${isTaken ? `.${Date.now()}` : ''}${CONTRADICTED}`).catch(whenMissing(undefined))
  await syncFile(join(dataDir, folder))
  tell(line)
}

/** Best effort. */
async function removeLeftBehind(dir: string): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    if (!name.endsWith(ASIDE)) continue
    const file = await stat(join(dir, name)).catch(whenMissing(null))
    if (file !== null && Date.now() - file.mtimeMs > LEFT_BEHIND) await rm(join(dir, name), { force: true })
  }
}
