import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EXPORT_SECRET, describeSecretDamage } from './export-secret.ts'
import { fileAuditLog } from './file-audit-log.ts'
import { readLoggedRecords } from './logged-records.ts'
import { whenMissing } from './record-folder.ts'
import { describeContradiction, readStoredRecords } from './stored-records.ts'

/** A damaged or missing file; `file` is relative to the data directory. */
export interface RecordProblem {
  file: string
  problem: string
}

/**
 * Names every damaged file of keys, users and the export secret in a data directory, what contradicts the audit log, and what that says exists but is
 * missing. Reads only.
 */
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
      problems.push({ file: `${folder}/${id}.json`, problem: `missing; the audit log says that it was ${done} on ${at}` })
    }
    requireFile(kind === 'key' ? 'keys' : 'users/invitations', kind === 'key' ? 'created' : 'invited', created?.at ?? null)
    requireFile('users/connections', 'connected', connectedAt)
  }
  const secret = await readFile(join(dataDir, EXPORT_SECRET), 'utf8').catch(whenMissing(null))
  const problem = secret === null ? null : describeSecretDamage(secret)
  if (problem !== null) problems.push({ file: EXPORT_SECRET, problem })
  return problems
}
