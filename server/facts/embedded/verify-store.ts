import { join, relative } from 'node:path'
import { findContradictions } from '../../access/contradictions.ts'
import type { Print } from '../../imports/progress.ts'
import { type Catalog, dataParts, type RetiredFile } from '../../model/catalog.ts'
import { checkFile, MISSING } from '../../records/sqlite/check-file.ts'
import { keptCopies } from '../../records/sqlite/copies.ts'
import { auditLog } from '../../records/audit-log.ts'
import { keyStore } from '../../records/key-store.ts'
import { RECORDS_FILE } from '../../records/records.ts'
import { userStore } from '../../records/user-store.ts'
import type { DataFile } from '../common/parquet-groups.ts'
import type { Verification, VerifyOptions } from '../common/stored-files.ts'
import { damage, type Finding, note } from '../../model/finding.ts'
import { EXPORT_SECRET, secretProblem } from './export-secret.ts'
import { claimFolder, withLock } from './folder-locks.ts'
import { wholeCatalog } from './named-files.ts'
import { signsOfAStore, withFile } from './open-records.ts'
import { repairStore } from './repair-store.ts'
import { retiredFiles } from './retired-files.ts'
import { FileStates, unknownFiles } from './store-state.ts'
import { foreignInTrash, TRASH } from './trash.ts'

const REPAIR = 'Stop the service and run `admin verify --repair`, or restore a backup.'
const OF_COPY = 'It is a copy that only a repair needs: `admin verify --repair` moves it to the trash.'
const OF_SECRET = 'Restore it from a backup, or delete it: download links made before then stop working.'
const OF_CONTRADICTION = 'Revoke the key or remove the user, and make a new one. Or restore a backup.'
const OF_RECORD =
  'Requests that need it fail; all others work. `admin verify --repair` takes it from a copy. Or revoke the key, or remove the user.'

/**
 * Checks records, their copies, data files and trash; a service may run. A repair needs exclusive use of the directory; replaced files move
 * to the trash.
 */
export async function verifyStore(dataDir: string, { repair, print }: VerifyOptions, now: Date = new Date()): Promise<Verification> {
  if (!repair) return await inspect(dataDir, print)
  const claim = await claimFolder(dataDir)
  try {
    return await withLock(dataDir, print, async () => {
      const repaired = await repairStore(dataDir, print, now)
      return { ...(await inspect(dataDir, print)), repaired }
    })
  } finally {
    claim.release()
  }
}

interface Stored {
  file: string
  problems: string[]
  /** Null if it cannot be read. */
  catalog: Catalog | null
  retired: RetiredFile[]
}

/** Reads the records file or a copy of it. */
export async function loadRecords(dataDir: string, path: string): Promise<Stored> {
  const file = relative(dataDir, path)
  const problems = checkFile(path)
  if (problems[0] === MISSING) return { file, problems, catalog: null, retired: [] }
  try {
    return {
      file,
      problems,
      ...(await withFile(path, async records => ({ catalog: await wholeCatalog(records), retired: await retiredFiles(records) }))),
    }
  } catch (error) {
    return { file, problems: problems.length > 0 ? problems : [(error as Error).message], catalog: null, retired: [] }
  }
}

const NEW: Verification = { version: 0, files: 0, bytes: 0, findings: [], repaired: [] }

async function inspect(dataDir: string, print: Print): Promise<Verification> {
  const path = join(dataDir, RECORDS_FILE)
  const current = await loadRecords(dataDir, path)
  const copies: Stored[] = []
  const recordCopies = await keptCopies(path)
  for (const copy of recordCopies) copies.push(await loadRecords(dataDir, copy.path))
  if (
    current.problems.length === 0 &&
    recordCopies[0] !== undefined &&
    (await withFile(path, records => records.count())) < recordCopies[0].change
  ) {
    current.problems.push(`is older than ${copies[0]!.file}`)
  }
  if (current.problems[0] === MISSING && copies.length === 0 && (await signsOfAStore(dataDir)).length === 0) return NEW
  const states = new FileStates(dataDir, print)
  const findings = [
    ...(await recordFindings(dataDir, current, copies)),
    ...(await fileFindings(current, copies, states)),
    ...(await foreignInTrash(dataDir)).map(name => note(`${TRASH}/${name}`, 'does not belong in the trash', 'Nothing deletes it.')),
  ]
  const all = [current, ...copies]
  const known = new Set(
    all.flatMap(({ catalog, retired }) => [...(catalog === null ? [] : dataParts(catalog)), ...retired].map(({ file }) => file)),
  )
  // Without records every file is unknown, and missing files matter.
  const unknown = all.every(({ catalog }) => catalog === null) ? [] : await unknownFiles(dataDir, known)
  findings.push(
    ...unknown.map(file =>
      note(file, 'no record names it', 'Nothing reads it and nothing deletes it: move it away if you know that it is not needed.'),
    ),
  )
  return { version: current.catalog?.version ?? null, files: states.files, bytes: states.bytes, findings, repaired: [] }
}

async function recordFindings(dataDir: string, current: Stored, copies: readonly Stored[]): Promise<Finding[]> {
  const found = current.problems.map(problem => damage(current.file, problem, current.catalog === null ? REPAIR : OF_RECORD))
  if (current.problems.length === 0) {
    const contradictions = await withFile(join(dataDir, RECORDS_FILE), records =>
      findContradictions({ keys: keyStore(records), users: userStore(records), audit: auditLog(records) }),
    )
    found.push(
      ...contradictions.map(({ target, problem }) => damage(`${current.file}, ${target.replace(':', ' ')}`, problem, OF_CONTRADICTION)),
    )
  }
  const secret = await secretProblem(dataDir)
  if (secret !== null) found.push(damage(EXPORT_SECRET, secret, OF_SECRET))
  found.push(...copies.flatMap(({ file, problems }) => problems.map(problem => damage(file, problem, OF_COPY))))
  return found
}

async function fileFindings(current: Stored, copies: readonly Stored[], states: FileStates): Promise<Finding[]> {
  const found: Finding[] = []
  const readable = [current, ...copies].flatMap(({ catalog }) => catalog ?? [])
  const parts = readable.length === 0 ? [] : dataParts(readable[0]!)
  const own = new Set(parts.map(keyOf))
  const earlier = unique(readable.flatMap(catalog => dataParts(catalog)).filter(part => !own.has(keyOf(part))))
  states.expect([...parts, ...earlier])
  for (const part of parts) {
    const problem = await states.problemOf(part)
    if (problem !== null) found.push(damage(part.file, problem, REPAIR))
  }
  for (const part of earlier) {
    const problem = await states.problemOf(part)
    if (problem === null || problem === 'is missing') continue
    found.push(note(part.file, `${problem}; only earlier records name it`, 'A repair cannot return to those records.'))
  }
  return found
}

function unique(parts: readonly DataFile[]): DataFile[] {
  return [...new Map(parts.map(part => [keyOf(part), part])).values()]
}

function keyOf({ file, sha256 = '' }: DataFile): string {
  return `${file} ${sha256}`
}
