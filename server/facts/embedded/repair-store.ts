import { copyFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Print } from '../../imports/progress.ts'
import { type Catalog, dataParts } from '../../model/catalog.ts'
import { publishCatalog } from '../../records/publish.ts'
import type { SqliteRecords } from '../../records/sqlite/sqlite-records.ts'
import { checkFile, MISSING } from '../../records/sqlite/check-file.ts'
import { keptCopies } from '../../records/sqlite/copies.ts'
import { RECORDS_FILE } from '../../records/records.ts'
import { syncFile } from '../../runtime/sync-file.ts'
import { wholeCatalog } from './named-files.ts'
import { openRecords, signsOfAStore, withFile } from './open-records.ts'
import { salvage } from './salvage.ts'
import { FileStates } from './store-state.ts'
import { batchOf, moveToTrash } from './trash.ts'

interface Copy {
  path: string
  file: string
  problem: string | undefined
}

/**
 * Repairs a store that no service uses, under the caller's lock. Damaged records are replaced by the newest intact copy plus all keys,
 * users and audit entries that can still be read; if data files are damaged, the catalog returns to the newest copy whose files are intact.
 * Replaced files move to the trash. Returns its actions, a sentence each.
 */
export async function repairStore(dataDir: string, print: Print, now: Date): Promise<string[]> {
  const path = join(dataDir, RECORDS_FILE)
  const copies: Copy[] = []
  for (const { path: copy } of await keptCopies(path))
    copies.push({ path: copy, file: relative(dataDir, copy), problem: checkFile(copy)[0] })
  const sound = copies.filter(({ problem }) => problem === undefined)
  const lines = await repairRecords(dataDir, sound, now)
  const damaged = copies.filter(({ problem }) => problem !== undefined).map(({ file }) => file)
  await moveToTrash(dataDir, damaged, batchOf(now))
  if (damaged.length > 0) lines.push(`Moved to the trash: ${damaged.join(', ')}.`)
  lines.push(...(await repairCatalog(dataDir, sound, print, now)))
  return lines
}

async function repairRecords(dataDir: string, copies: readonly Copy[], now: Date): Promise<string[]> {
  const path = join(dataDir, RECORDS_FILE)
  const problem = await problemOfRecords(dataDir)
  if (problem === null) return []
  if (problem === MISSING && copies.length === 0 && (await signsOfAStore(dataDir)).length === 0) return []
  const [newest] = copies
  if (newest === undefined)
    throw new Error(`${RECORDS_FILE} ${problem}, and there is no copy of it that is whole. Restore a backup. Nothing was changed`)
  const aside = `${path}.new`
  await copyFile(newest.path, aside)
  const { taken, lost } = await withFile(aside, records => salvage(records, path))
  await syncFile(aside)
  await moveToTrash(dataDir, [RECORDS_FILE, `${RECORDS_FILE}-journal`], batchOf(now))
  await rename(aside, path)
  for (const name of [`${aside}-journal`]) await rm(name, { force: true })
  await syncFile(dirname(path))
  const records = lost.length === 0 ? 'nothing is lost' : `these may be lost: ${lost.join(', ')}`
  return [
    `Since ${RECORDS_FILE} ${problem}, the store went back to ${newest.file}, with ${taken} records that could still be read; ${records}.`,
  ]
}

/** Null if intact and not older than a copy. */
async function problemOfRecords(dataDir: string): Promise<string | null> {
  const [problem] = checkFile(join(dataDir, RECORDS_FILE))
  if (problem !== undefined) return problem
  try {
    await (await openRecords(dataDir)).close()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

async function repairCatalog(dataDir: string, copies: readonly Copy[], print: Print, now: Date): Promise<string[]> {
  if (checkFile(join(dataDir, RECORDS_FILE))[0] === MISSING) return []
  const records = await openRecords(dataDir)
  try {
    const current = await wholeCatalog(records)
    const states = new FileStates(dataDir, print)
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

async function returnTo(records: SqliteRecords, { current, earlier, file, now }: Return): Promise<string> {
  const next = withRights(earlier, current)
  const apps = [...new Set([...current.apps, ...earlier.apps].map(app => app.app_id))]
  const version = await publishCatalog(records, { apps, previous: current, next, now })
  const lost = current.runs.filter(run => next.runs.every(other => other.run_id !== run.run_id)).map(run => run.run_id)
  const runs = lost.length === 0 ? 'no run is lost' : `runs ${lost.join(', ')} are lost: import them again`
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
    app_access: now.app_access.filter(({ app_id: app }) => earlier.apps.some(other => other.app_id === app)),
    bet_lookbacks: earlier.bet_lookbacks.filter(stays),
    runs: earlier.runs.filter(stays).map(({ withdrawn: before, ...run }) => {
      const state = withdrawn.has(run.run_id) ? withdrawn.get(run.run_id) : before
      return state === undefined ? run : { ...run, withdrawn: state }
    }),
    files: Object.fromEntries(Object.entries(earlier.files).filter(([app]) => apps.has(Number(app)))),
    ...(now.erased && { erased: now.erased }),
  }
}

async function describeLost(catalog: Catalog, states: FileStates): Promise<string> {
  const lost: string[] = []
  for (const part of dataParts(catalog)) if ((await states.problemOf(part)) !== null) lost.push(part.file)
  return (
    `No copy of the records names files that are all whole, and no copy is left of ${lost.join(', ')}. ` +
    'Requests that need these files get 503; all others work. Restore a backup.'
  )
}
