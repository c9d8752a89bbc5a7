import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findDifferences } from '../../../core/access/evidence.ts'
import type { Print } from '../../../imports/progress.ts'
import { type Catalog, dataParts, type RetiredFile } from '../../../core/model/catalog.ts'
import { checkFile, MISSING } from '../../records/sqlite/check-file.ts'
import { keptCopies } from '../../records/sqlite/copies.ts'
import { auditLog } from '../../records/audit-log.ts'
import { retiredFiles } from '../../records/import-notes.ts'
import { keyStore } from '../../records/key-store.ts'
import { RECORDS_FILE } from '../../records/records.ts'
import { userStore } from '../../records/user-store.ts'
import type { DataFile } from '../common/parquet-groups.ts'
import type { Verification, VerifyOptions } from '../common/storage.ts'
import { damage, type Finding, note } from '../../../core/model/finding.ts'
import { EXPORT_SECRET, intactSecret, secretProblem } from './export-secret.ts'
import { claimFolder, withImportLock } from './folder-locks.ts'
import { wholeCatalog } from './named-files.ts'
import { openRecords, signsOfAStore, withFile } from './open-records.ts'
import { repairStore } from './repair-store.ts'
import type { FileStates } from '../common/file-states.ts'
import { fileStates, unknownFiles } from './store-state.ts'
import { foreignInTrash, TRASH } from './trash.ts'

const REPAIR = 'Stop the service and run `admin verify --repair`, or restore a backup.'
const OF_COPY =
  'It is a copy that only a repair needs: `admin verify --repair` moves it to the trash.'
const OF_SECRET =
  'Restore it from a backup, or delete it: download links made before then stop working.'
const OF_CONTRADICTION =
  'Revoke the key or remove the user, and make a new one. Or restore a backup.'
const OF_RECORD =
  'Requests that need it fail; all others work. Revoke the key, or remove the user. Or `admin verify --repair` returns to a copy.'

/**
 * Checks records, their copies, data files and trash; a service may run. A repair needs exclusive use of the directory; replaced files move
 * to the trash.
 */
export async function verifyStore(
  dataDir: string,
  { repair, print, secret = null }: VerifyOptions,
  now: Date = new Date(),
): Promise<Verification> {
  if (!repair) return await inspect(dataDir, print)
  const claim = await claimFolder(dataDir)
  try {
    return await withImportLock(dataDir, print, async () => {
      const repaired = await repairStore({
        dataDir,
        print,
        now,
        secret: secret ?? (await intactSecret(dataDir)),
      })
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
async function loadRecords(dataDir: string, path: string, print: Print): Promise<Stored> {
  const file = relative(dataDir, path)
  print(`Checking the pages of ${file}`, true)
  const problems = checkFile(path, records => print(`Checked ${records} records of ${file}`, true))
  if (problems[0] === MISSING) return { file, problems, catalog: null, retired: [] }
  try {
    return {
      file,
      problems,
      ...(await withFile(path, async records => ({
        catalog: await wholeCatalog(records),
        retired: await retiredFiles(records),
      }))),
    }
  } catch (error) {
    return {
      file,
      problems: problems.length > 0 ? problems : [(error as Error).message],
      catalog: null,
      retired: [],
    }
  }
}

const NEW: Verification = { version: 0, files: 0, bytes: 0, findings: [], repaired: [] }

async function inspect(dataDir: string, print: Print): Promise<Verification> {
  const path = join(dataDir, RECORDS_FILE)
  const refusal = existsSync(path) ? await refusalOf(dataDir, print) : null
  const current = await loadRecords(dataDir, path, print)
  if (current.problems.length === 0 && refusal !== null) current.problems.push(refusal)
  const copies: Stored[] = []
  for (const copy of await keptCopies(path))
    copies.push(await loadRecords(dataDir, copy.path, print))
  if (
    current.problems[0] === MISSING &&
    copies.length === 0 &&
    (await signsOfAStore(dataDir)).length === 0
  )
    return NEW
  const states = fileStates(dataDir, print)
  const findings = [
    ...(await recordFindings(dataDir, current, copies)),
    ...(await fileFindings(current, copies, states)),
    ...(await foreignInTrash(dataDir)).map(name =>
      note(`${TRASH}/${name}`, 'does not belong in the trash', 'Nothing deletes it.'),
    ),
  ]
  const all = [current, ...copies]
  const known = new Set(
    all.flatMap(({ catalog, retired }) =>
      [...(catalog === null ? [] : dataParts(catalog)), ...retired].map(({ file }) => file),
    ),
  )
  // Without records every file is unknown, and missing files matter.
  const unknown = all.every(({ catalog }) => catalog === null)
    ? []
    : await unknownFiles(dataDir, known)
  findings.push(
    ...unknown.map(file =>
      note(
        file,
        'no record names it',
        'Nothing reads it and nothing deletes it: move it away if you know that it is not needed.',
      ),
    ),
  )
  return {
    version: current.catalog?.version ?? null,
    files: states.files,
    bytes: states.bytes,
    findings,
    repaired: [],
  }
}

/** Why no command and no service could use the records. Brings those of an earlier version up to date. */
async function refusalOf(dataDir: string, print: Print): Promise<string | null> {
  try {
    await (await openRecords(dataDir, print)).close()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

async function recordFindings(
  dataDir: string,
  current: Stored,
  copies: readonly Stored[],
): Promise<Finding[]> {
  const findings = current.problems.map(problem =>
    damage(current.file, problem, current.catalog === null ? REPAIR : OF_RECORD),
  )
  if (current.problems.length === 0) {
    const differences = await withFile(join(dataDir, RECORDS_FILE), async records =>
      findDifferences([auditLog(records).entries()], {
        keys: await keyStore(records).list(),
        users: await userStore(records).list(),
      }),
    )
    findings.push(
      ...differences.map(({ kind, id, problem }) =>
        damage(`${current.file}, ${kind} ${id}`, problem, OF_CONTRADICTION),
      ),
    )
  }
  const secret = await secretProblem(dataDir)
  if (secret !== null) findings.push(damage(EXPORT_SECRET, secret, OF_SECRET))
  findings.push(
    ...copies.flatMap(({ file, problems }) =>
      problems.map(problem => damage(file, problem, OF_COPY)),
    ),
  )
  return findings
}

async function fileFindings(
  current: Stored,
  copies: readonly Stored[],
  states: FileStates,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const readable = [current, ...copies].flatMap(({ catalog }) => catalog ?? [])
  const parts = readable.length === 0 ? [] : dataParts(readable[0]!)
  const own = new Set(parts.map(keyOf))
  const earlier = unique(
    readable.flatMap(catalog => dataParts(catalog)).filter(part => !own.has(keyOf(part))),
  )
  states.expect([...parts, ...earlier])
  findings.push(...(await states.damages(parts, REPAIR)))
  for (const part of earlier) {
    const problem = await states.problemOf(part)
    if (problem === null || problem === 'is missing') continue
    findings.push(
      note(
        part.file,
        `${problem}; only earlier records name it`,
        'A repair cannot return to those records.',
      ),
    )
  }
  return findings
}

function unique(parts: readonly DataFile[]): DataFile[] {
  return [...new Map(parts.map(part => [keyOf(part), part])).values()]
}

function keyOf({ file, sha256 = '' }: DataFile): string {
  return `${file} ${sha256}`
}
