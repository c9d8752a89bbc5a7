import { existsSync } from 'node:fs'
import { copyFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Print } from '../../../imports/progress.ts'
import { newId } from '../../../core/model/identities.ts'
import { type Catalog, dataParts } from '../../../core/model/catalog.ts'
import { sql } from '../../../core/model/sql.ts'
import { publishCatalog } from '../../records/publish.ts'
import type { SqliteRecords } from '../../records/sqlite/sqlite-records.ts'
import { checkFile, MISSING } from '../../records/sqlite/check-file.ts'
import { keptCopies } from '../../records/sqlite/copies.ts'
import { bringUpToDate, openRecords as openFile } from '../../records/sqlite/open.ts'
import { RECORDS_FILE } from '../../records/records.ts'
import { makePrivateFolder, syncFile, whenMissing } from '../../../core/runtime/files.ts'
import { withScratch } from '../common/write-files.ts'
import { applyLog, readableEntries } from './apply-log.ts'
import { describeLastBackup } from './backup-manifest.ts'
import { wholeCatalog } from './named-files.ts'
import { openRecords, signsOfAStore, withFile } from './open-records.ts'
import type { FileStates } from '../common/file-states.ts'
import { fileStates } from './store-state.ts'
import { batchOf, moveToTrash } from './trash.ts'

interface Copy {
  path: string
  file: string
  /** Its commit count. */
  change: number
  problem: string | undefined
}

export interface RepairOptions {
  dataDir: string
  print: Print
  now: Date
  /** Finds erased addresses; null if unknown. */
  secret: string | null
}

/** The files of the records. The log and its index belong to the file, and to no other. */
const PARTS = ['', '-wal', '-shm', '-journal'].map(part => `${RECORDS_FILE}${part}`)

/**
 * Repairs a store that no service uses, under the caller's lock. Rows are never mended: damaged records are replaced by the newest intact copy,
 * less what the damaged file's audit log says has ended since. If data files are damaged, the catalog returns to the newest copy whose files
 * are intact. Replaced files move to the trash. Returns its actions, a sentence each.
 */
export async function repairStore(options: RepairOptions): Promise<string[]> {
  const { dataDir, print, now } = options
  const copies: Copy[] = []
  for (const { path, change } of await keptCopies(join(dataDir, RECORDS_FILE)))
    copies.push({ path, file: relative(dataDir, path), change, problem: checkFile(path)[0] })
  const intact = copies.filter(({ problem }) => problem === undefined)
  const lines = await withScratch(dataDir, newId(), scratch =>
    repairRecords(options, intact, scratch),
  )
  const damaged = copies.filter(({ problem }) => problem !== undefined).map(({ file }) => file)
  await moveToTrash(dataDir, damaged, batchOf(now))
  if (damaged.length > 0) lines.push(`Moved to the trash: ${damaged.join(', ')}.`)
  const remaining = intact.filter(({ path }) => existsSync(path))
  lines.push(...(await repairCatalog(dataDir, remaining, print, now)))
  return lines
}

/** Looks at copies of the file in `scratch`: SQLite may delete the log of a file that it has opened later, when another one is there. */
async function repairRecords(
  options: RepairOptions,
  copies: readonly Copy[],
  scratch: string,
): Promise<string[]> {
  const { dataDir, now } = options
  const [newest] = copies
  const problem = await problemOf(dataDir, join(scratch, 'whole'), PARTS.slice(0, 2), newest)
  if (problem === null) return []
  if (problem === MISSING && copies.length === 0 && (await signsOfAStore(dataDir)).length === 0)
    return []
  if (
    problem !== MISSING &&
    (await problemOf(dataDir, join(scratch, 'alone'), PARTS.slice(0, 1), newest)) === null
  ) {
    await moveToTrash(dataDir, PARTS.slice(1), batchOf(now))
    return [
      `Since ${RECORDS_FILE} ${problem}, the store goes on without its log, which moved to the trash: changes of the last moments may be lost.`,
    ]
  }
  if (newest === undefined) {
    const backup = await describeLastBackup(dataDir)
    throw new Error(
      `${RECORDS_FILE} ${problem}, and no copy of it is intact. Restore ${backup}. Nothing was changed`,
    )
  }
  const aside = join(dataDir, `${RECORDS_FILE}.new`)
  try {
    const { lines, hasEnded } = await withChanges(
      options,
      newest,
      join(scratch, 'whole', RECORDS_FILE),
      aside,
    )
    await moveToTrash(dataDir, PARTS, batchOf(now))
    await rename(aside, join(dataDir, RECORDS_FILE))
    await syncFile(dirname(aside))
    // They hold what has ended since.
    if (hasEnded) for (const { path } of copies) await rm(path, { force: true })
    return [
      `Since ${RECORDS_FILE} ${problem}, the store went back to ${newest.file}.`,
      ...lines,
      await lookUpKeys(dataDir),
    ]
  } finally {
    for (const part of ['', '-journal', '.pid']) await rm(`${aside}${part}`, { force: true })
  }
}

/** Null if the file is intact and not older than a copy. */
async function problemOf(
  dataDir: string,
  folder: string,
  parts: readonly string[],
  newest: Copy | undefined,
): Promise<string | null> {
  if (!existsSync(join(dataDir, RECORDS_FILE))) return MISSING
  const file = join(folder, RECORDS_FILE)
  await makePrivateFolder(dirname(file))
  for (const part of parts)
    await copyFile(join(dataDir, part), join(folder, part)).catch(whenMissing(undefined))
  const [problem] = checkFile(file)
  if (problem !== undefined) return problem
  try {
    const { records } = await openFile(folder, { tell: () => undefined, signs: async () => [] })
    const { count } = await records.lastCommit().finally(() => records.close())
    return newest !== undefined && count < newest.change
      ? `is older than its copy ${newest.file}`
      : null
  } catch (error) {
    return (error as Error).message
  }
}

/** Makes `aside` from the copy and what the log of the damaged file says has ended since. */
async function withChanges(
  { now, secret }: RepairOptions,
  copy: Copy,
  damaged: string,
  aside: string,
): ReturnType<typeof applyLog> {
  await copyFile(copy.path, aside)
  await bringUpToDate(aside)
  const done = await withFile(aside, async records => {
    const [last] = await records.read(sql`SELECT MAX(id) AS id FROM audit`)
    return await applyLog(records, readableEntries(damaged, Number(last!['id'])), { secret, now })
  })
  await syncFile(aside)
  return done
}

/** A key that its own hash does not find would be refused. */
async function lookUpKeys(dataDir: string): Promise<string> {
  const records = await openRecords(dataDir)
  try {
    const keys = await records.read(sql`SELECT id, sha256 FROM api_keys`)
    for (const { id, sha256 } of keys) {
      const [row] = await records.readExact(sql`SELECT id FROM api_keys WHERE sha256 = ?`, [
        sha256!,
      ])
      if (row?.['id'] !== id)
        throw new Error(
          `the key ${String(id)} is not found by its hash: restore ${await describeLastBackup(dataDir)}`,
        )
    }
    return `Looked up ${keys.length} keys: all are found.`
  } finally {
    await records.close()
  }
}

async function repairCatalog(
  dataDir: string,
  copies: readonly Copy[],
  print: Print,
  now: Date,
): Promise<string[]> {
  if (checkFile(join(dataDir, RECORDS_FILE))[0] === MISSING) return []
  const records = await openRecords(dataDir)
  try {
    const current = await wholeCatalog(records)
    const states = fileStates(dataDir, print)
    states.expect(dataParts(current))
    if (await states.isWhole(current)) return []
    for (const { path, file } of copies) {
      const earlier = await withFile(path, wholeCatalog)
      if (earlier.runs.length === 0 || !(await states.isWhole(earlier))) continue
      return [await returnTo(records, { current, earlier, file, now })]
    }
    return [await describeLost(current, states)]
  } finally {
    await records.close()
  }
}

interface Return {
  current: Catalog
  earlier: Catalog
  file: string
  now: Date
}

async function returnTo(
  records: SqliteRecords,
  { current, earlier, file, now }: Return,
): Promise<string> {
  const next = withRights(earlier, current)
  const apps = [...new Set([...current.apps, ...earlier.apps].map(app => app.app_id))]
  const version = await publishCatalog(records, { apps, previous: current, next, now })
  const lost = current.runs
    .filter(run => next.runs.every(other => other.run_id !== run.run_id))
    .map(run => run.run_id)
  const runs =
    lost.length === 0 ? 'no run is lost' : `runs ${lost.join(', ')} are lost: import them again`
  const from = `data version ${earlier.version}, imported ${earlier.imported_at}`
  return `Since data files are damaged, the store went back to the catalog of ${file} (${from}), as version ${version}; ${runs}. Access stays as it was.`
}

/** An earlier catalog with the current rights: it must not reactivate access, withdrawn runs or erased apps. */
function withRights(earlier: Catalog, now: Catalog): Catalog {
  const apps = new Set(now.apps.map(app => app.app_id))
  const stays = ({ app_id: app }: { app_id: number }): boolean => apps.has(app)
  const withdrawn = new Map(now.runs.map(run => [run.run_id, run.withdrawn]))
  return {
    ...earlier,
    version: now.version + 1,
    companies: now.companies,
    apps: earlier.apps.filter(stays),
    app_access: now.app_access.filter(({ app_id: app }) =>
      earlier.apps.some(other => other.app_id === app),
    ),
    bet_lookbacks: earlier.bet_lookbacks.filter(stays),
    runs: earlier.runs.filter(stays).map(({ withdrawn: before, ...run }) => {
      const state = withdrawn.has(run.run_id) ? withdrawn.get(run.run_id) : before
      return state === undefined ? run : { ...run, withdrawn: state }
    }),
    files: Object.fromEntries(
      Object.entries(earlier.files).filter(([app]) => apps.has(Number(app))),
    ),
    ...(now.erased && { erased: now.erased }),
  }
}

async function describeLost(catalog: Catalog, states: FileStates): Promise<string> {
  const lost: string[] = []
  for (const part of dataParts(catalog))
    if ((await states.problemOf(part)) !== null) lost.push(part.file)
  return (
    `No copy of the records names files that are all whole, and no copy is left of ${lost.join(', ')}. ` +
    'Requests that need these files get 503; all others work. Restore a backup.'
  )
}
