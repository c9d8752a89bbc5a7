import { copyFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Print } from '../../imports/progress.ts'
import { type Catalog, dataParts } from '../../model/catalog.ts'
import { publishCatalog } from '../../records/publish.ts'
import type { SqliteRecords } from '../../records/sqlite/sqlite-records.ts'
import { checkFile, MISSING } from '../../records/sqlite/check-file.ts'
import { keptCopies } from '../../records/sqlite/copies.ts'
import { RECORDS_FILE, type Row } from '../../records/records.ts'
import { syncFile } from '../../runtime/sync-file.ts'
import { wholeCatalog } from './named-files.ts'
import { openRecords, signsOfAStore, withFile } from './open-records.ts'
import { FileStates } from './store-state.ts'
import { batchOf, moveToTrash } from './trash.ts'
import { joined, plain, plainList, sql } from '../../model/sql.ts'
import { isIntact } from '../../records/seals.ts'
import { connect, type Connection } from '../../records/sqlite/driver.ts'
import { sealedTables } from '../../records/sqlite/sealing.ts'

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

interface Found {
  name: string
  rows: Row[]
  isComplete: boolean
}

/**
 * Copies readable, intact rows of a damaged file into `records`, which is an older copy of it. Keys, users and audit entries are taken
 * one by one, the catalog as a whole or not at all. Returns the number of rows, and the parts that were lost.
 */
async function salvage(records: SqliteRecords, damaged: string): Promise<{ taken: number; lost: string[] }> {
  const found = readTables(damaged)
  const catalog = found.filter(({ name }) => isOfCatalog(name))
  const isCatalogWhole = catalog.length > 0 && catalog.every(({ isComplete }) => isComplete)
  const wanted = found.filter(({ name }) => name !== 'store' && (isCatalogWhole || !isOfCatalog(name)))
  await records.transaction(async held => {
    for (const { name, rows, isComplete } of wanted) {
      if (isComplete) await held.run(sql`DELETE FROM ${plain(name)}`)
      for (const { seal: _, ...row } of rows) {
        const columns = Object.keys(row)
        await held.write(
          sql`INSERT OR REPLACE INTO ${plain(name)} (${plainList(columns)}) VALUES (${joined(columns.map(() => sql`?`))})`,
          Object.values(row),
        )
      }
    }
  })
  const lost = wanted.filter(({ isComplete }) => !isComplete).map(({ name }) => `some records of ${name} since the copy`)
  return {
    taken: wanted.reduce((sum, { rows }) => sum + rows.length, 0),
    lost: isCatalogWhole ? lost : [...lost, 'imports since the copy'],
  }
}

function isOfCatalog(name: string): boolean {
  return name.startsWith('catalog_') || name === 'retired_files'
}

function readTables(file: string): Found[] {
  let connection: Connection | undefined
  try {
    connection = connect(file)
    return sealedTables(connection).map(name => readTable(connection!, name))
  } catch {
    return []
  } finally {
    connection?.close()
  }
}

function readTable(connection: Connection, name: string): Found {
  try {
    const rows = connection.all(sql`SELECT * FROM ${plain(name)} NOT INDEXED`)
    const intact = rows.filter(row => isIntact(name, row))
    const [check] = connection.all(sql`PRAGMA integrity_check(${plain(name)})`)
    return { name, rows: intact, isComplete: intact.length === rows.length && Object.values(check!)[0] === 'ok' }
  } catch {
    return { name, rows: [], isComplete: false }
  }
}
