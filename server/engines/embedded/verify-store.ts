import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Print } from '../../delivery/progress.ts'
import { type Catalog, dataFiles, dataParts } from '../../model/catalog.ts'
import { StoreDamaged } from '../../model/store.ts'
import type { DataFile } from '../common/parquet-groups.ts'
import type { Finding, Verification, VerifyOptions } from '../common/stored-files.ts'
import { CATALOG_FILE } from './catalog-file.ts'
import { checkAudit, checkRecords } from './check-records.ts'
import { claimFolder, whenMissing, withLock } from './data-folder.ts'
import { repairKeys } from './repair-keys.ts'
import { repairStore } from './repair-store.ts'
import { FileStates, loadCatalog, loadKeptCatalogs, type StoredCatalog, unknownFiles } from './store-state.ts'
import { TRASH, trashedFiles } from './trash.ts'
import type { VerifiedFiles } from './verified-files.ts'

const REPAIR = 'Stop the service and run `admin verify --repair`, or restore a backup.'
const OF_RECORDS =
  'Restore it from a backup; or revoke the key or remove the user, and make a new one. `admin verify --repair` removes damaged lines of keys.'
const OF_AUDIT = 'Keep the file as evidence, and look for a copy in your backups. Logging continues after the damage.'

/**
 * Checks catalog, data files, keys, users, audit log and trash; a service may run. A repair needs the directory to itself; replaced files
 * move to the trash.
 */
export async function verifyStore(dataDir: string, { repair, print }: VerifyOptions, now: Date = new Date()): Promise<Verification> {
  if (!repair) return await inspect(dataDir, print)
  const claim = await claimFolder(dataDir)
  try {
    return await withLock(dataDir, print, async () => {
      const repaired = [...(await repairStore(dataDir, print, now)), ...(await repairKeys(dataDir, now))]
      return { ...(await inspect(dataDir, print)), repaired }
    })
  } finally {
    claim.release()
  }
}

async function inspect(dataDir: string, print: Print): Promise<Verification> {
  const current = await loadCatalog(dataDir)
  const kept = await loadKeptCatalogs(dataDir)
  const readable = [current, ...kept].flatMap(({ catalog }) => catalog ?? [])
  const states = new FileStates(dataDir, print)
  const findings = [
    ...catalogFindings(current, kept, await hasData(dataDir)),
    ...(await fileFindings(current.catalog ?? readable[0], readable, states)),
    ...(await trashFindings(dataDir, readable, states)),
    ...(await recordFindings(dataDir)),
  ]
  const known = new Set(readable.flatMap(catalog => [...dataFiles(catalog), ...catalog.retired.map(({ file }) => file)]))
  // Without a catalog every file is unknown; the missing catalog is what matters.
  const unknown = readable.length === 0 ? [] : await unknownFiles(dataDir, known)
  findings.push(
    ...unknown.map(file =>
      note(file, 'no catalog names it', 'Nothing reads it and nothing deletes it: move it away if you know that it is not needed.'),
    ),
  )
  return { version: current.catalog?.version ?? null, files: states.files, bytes: states.bytes, findings, repaired: [] }
}

function catalogFindings(current: StoredCatalog, kept: readonly (StoredCatalog & { version: number })[], isStore: boolean): Finding[] {
  const found: Finding[] = []
  const newest = kept[0]
  if (current.catalog === null) {
    if (current.text !== null || isStore) found.push(damage(CATALOG_FILE, current.problem!, REPAIR))
  } else if (newest !== undefined && newest.version > current.catalog.version) {
    found.push(damage(CATALOG_FILE, `is version ${current.catalog.version}, older than ${newest.file}`, REPAIR))
  } else if (newest?.version !== current.catalog.version) {
    found.push(note(CATALOG_FILE, 'has no copy in catalogs/', 'The next import keeps one; `admin verify --repair` does it now.'))
  } else if (newest.text !== current.text && newest.catalog !== null) {
    found.push(damage(CATALOG_FILE, `differs from ${newest.file}, which has the same version`, REPAIR))
  }
  for (const { file, problem } of kept) {
    if (problem !== null)
      found.push(damage(file, problem, 'It is a copy that only a repair needs: `admin verify --repair` moves it to the trash.'))
  }
  return found
}

async function fileFindings(catalog: Catalog | undefined, readable: readonly Catalog[], states: FileStates): Promise<Finding[]> {
  const found: Finding[] = []
  const parts = catalog === undefined ? [] : dataParts(catalog)
  const own = new Set(parts.map(keyOf))
  const earlier = unique(readable.flatMap(one => dataParts(one)).filter(part => !own.has(keyOf(part))))
  states.expect([...parts, ...earlier])
  for (const part of parts) {
    const { problem, copy } = await states.of(part)
    if (problem === null) continue
    found.push(damage(part.file, problem, copy === undefined ? REPAIR : `An intact copy is in ${copy}. ${REPAIR}`))
  }
  for (const part of earlier) {
    const { problem, copy } = await states.of(part)
    if (problem === null || copy !== undefined || problem === 'is missing') continue
    found.push(note(part.file, `${problem}; only earlier catalogs name it`, 'A repair cannot return to those catalogs.'))
  }
  return found
}

async function trashFindings(dataDir: string, readable: readonly Catalog[], states: FileStates): Promise<Finding[]> {
  const seals = new Map(readable.flatMap(catalog => dataParts(catalog)).map(part => [part.file, part]))
  const found: Finding[] = []
  for (const [name, paths] of await trashedFiles(dataDir)) {
    const seal = seals.get(name)
    if (seal?.sha256 === undefined) continue
    for (const path of paths) {
      const { problem } = await states.of({ ...seal, file: path })
      if (problem !== null) found.push(note(path, problem, 'It was removed before, and is deleted within 7 days.'))
    }
  }
  const names = await readdir(join(dataDir, TRASH)).catch(whenMissing<string[]>([]))
  const foreign = names.filter(name => !/^\d{4}-\d{2}-\d{2}T[\d-]+\.\d{3}Z$/.test(name))
  found.push(...foreign.map(name => note(`${TRASH}/${name}`, 'is not of the trash', 'Nothing deletes it.')))
  return found
}

async function recordFindings(dataDir: string): Promise<Finding[]> {
  const records = (await checkRecords(dataDir)).map(({ file, problem }) => damage(file, problem, OF_RECORDS))
  const { problems, notes } = await checkAudit(join(dataDir, 'audit'))
  const place = (file: string, line: number | undefined): string => `audit/${file}${line === undefined ? '' : `, line ${line}`}`
  return [
    ...records,
    ...problems.map(({ file, line, problem }) => damage(place(file, line), problem, OF_AUDIT)),
    ...notes.map(({ file, line, problem }) => note(place(file, line), problem, 'If you moved it away, ignore this.')),
  ]
}

async function hasData(dataDir: string): Promise<boolean> {
  const found = await Promise.all(
    ['deliveries', 'keys', 'users', 'audit'].map(name =>
      stat(join(dataDir, name)).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.includes(true)
}

function unique(parts: readonly DataFile[]): DataFile[] {
  return [...new Map(parts.map(part => [keyOf(part), part])).values()]
}

function keyOf({ file, sha256 = '' }: DataFile): string {
  return `${file} ${sha256}`
}

function damage(file: string, problem: string, advice: string): Finding {
  return { file, problem, advice, kind: 'damage' }
}

function note(file: string, problem: string, advice: string): Finding {
  return { file, problem, advice, kind: 'note' }
}

/** Milliseconds before the first pass, and between passes. */
const FIRST_AFTER = 10 * 60_000
const BETWEEN = 24 * 3_600_000

/** Average read rate, bytes a second: about 1 % of a processor. */
const RATE = 20e6

/** Rereads every data file now and then, to find decay before a request does. Never keeps the process alive. */
export function scrub(files: () => Promise<readonly DataFile[]>, verified: VerifiedFiles): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const { signal } = stopped
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal, ref: false })
  const pass = async (): Promise<void> => {
    for (const file of await files()) {
      // `verified` reports damage once.
      await verified.checkAgain(file).catch(ignoreDamage)
      await pause(((file.bytes ?? 0) / RATE) * 1000)
    }
  }
  const run = async (): Promise<void> => {
    await pause(FIRST_AFTER)
    for (;;) {
      // Retried in the next pass.
      await pass().catch(() => signal.throwIfAborted())
      await pause(BETWEEN)
    }
  }
  const running = run().catch(() => undefined)
  return {
    async stop() {
      stopped.abort()
      await running
    },
  }
}

function ignoreDamage(error: unknown): void {
  if (!(error instanceof StoreDamaged)) throw error
}
