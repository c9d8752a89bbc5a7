import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Print } from '../../imports/progress.ts'
import { Workspace } from '../../imports/workspace.ts'
import { type Held, mapFiles } from './common/stored-files.ts'
import { sealed } from './common/checksums.ts'
import type { DataFile } from './common/parquet-groups.ts'
import { withScratch } from './common/write-files.ts'
import { appRowsOf, readCatalog } from '../records/read-catalog.ts'
import type { Database } from '../records/mysql/mysql-database.ts'
import { newImportId } from '../records/import-notes.ts'
import { lockApps } from '../records/locks.ts'
import { dataPlace } from './database/open.ts'
import { writeRows } from '../records/publish.ts'
import { type MovedRecords, readRecords, writeRecords } from '../records/move-records.ts'
import type { Held as HeldRecords } from '../records/records.ts'
import { withImportLock } from './embedded/folder-locks.ts'
import { wholeCatalog } from './embedded/named-files.ts'
import { openRecords } from './embedded/open-records.ts'
import { fileOf, idBounds } from './lake/file-names.ts'
import type { Objects } from './lake/objects/objects.ts'
import { FILES_OF_DATABASE, rowFaults } from '../../core/model/catalog-document.ts'
import { type Catalog, dataFiles } from '../../core/model/catalog.ts'
import { sql } from '../../core/model/sql.ts'
import { StoreDamaged } from '../../core/model/store.ts'
import { TableFiles } from './table-files.ts'

export async function push(options: PushOptions): Promise<Moved & { from: 'folder' | 'database' }> {
  const holder = await dataPlace(options.database)
  if (holder === 'lake') throw new Error('the lake already has data: push into an empty lake')
  if (holder === undefined) return { from: 'folder', ...(await pushFolder(options)) }
  return { from: 'database', ...(await pushTables(options)) }
}

export interface PushOptions {
  database: Database
  objects: Objects
  dataDir: string
  print: Print
}

/**
 * Copies the embedded store, with keys and users, into a lake without data. Resumes, skipping existing files. The data directory stays
 * unchanged.
 */
export async function pushFolder({
  database,
  objects,
  dataDir,
  print,
}: PushOptions): Promise<Moved> {
  return await withImportLock(dataDir, print, async () => {
    const { catalog, records } = await readStore(dataDir, print)
    if (catalog.version === 0)
      throw new Error(`DATA_DIR ${dataDir} contains no store; import data first`)
    await requireEmpty(database)
    const counted = countedFiles(catalog, print)
    const pushed = await withScratch(dataDir, newImportId(), async scratch => {
      const workspace = await Workspace.open(scratch)
      try {
        return await mapFiles(catalog, async (part, held) => {
          const path = join(dataDir, part.file)
          const named = await pushFile({ objects, path, part, held, counted })
          return { ...part, ...named, ...(await idBounds(workspace, held, path)) }
        })
      } finally {
        workspace.close()
      }
    })
    await database.transaction(async held => {
      if (!(await beginWith(held, pushed))) throw notEmpty()
      await writeRecords(held, records)
    })
    return { ...counted.moved(), keys: records.keys.length, users: records.users.length }
  })
}

/** The catalog, keys and users of a data directory. */
async function readStore(
  dataDir: string,
  print: Print,
): Promise<{ catalog: Catalog; records: MovedRecords }> {
  const opened = await openRecords(dataDir, print)
  try {
    const records = await opened.transaction(held => readRecords(held), { readOnly: true })
    return { catalog: await wholeCatalog(opened), records }
  } finally {
    await opened.close()
  }
}

/** Fills an empty catalog; false if it is not empty. */
export async function beginWith(held: HeldRecords, catalog: Catalog): Promise<boolean> {
  const { version, imported_at: at } = catalog
  const { rows } = await held.write(
    sql`UPDATE catalog_state SET seq = ?, imported_at = ? WHERE one = 1 AND seq = 0`,
    [version, at],
  )
  if (rows === 0) return false
  await writeRows(held, { ...catalog, apps: [...appRowsOf(catalog).values()] }, version)
  return true
}

async function requireEmpty(database: Database): Promise<void> {
  const [state] = await database.read(sql`SELECT seq FROM catalog_state`)
  if (Number(state?.['seq'] ?? 0) !== 0) throw notEmpty()
}

function notEmpty(): Error {
  return new Error(
    'the database already has data: set DATABASE_URL to an empty database, and start no service on it before (it would load the demo)',
  )
}

export interface Moved {
  files: number
  /** Number and bytes of newly sent files. */
  sent: number
  bytes: number
  keys: number
  users: number
}

export interface CountedFiles {
  add(bytes: number, sent: boolean): void
  moved(): Omit<Moved, 'keys' | 'users'>
}

const TELL_MS = 2000

export function countedFiles(catalog: Catalog, print: Print): CountedFiles {
  const total = dataFiles(catalog).size
  let [files, sent, bytes] = [0, 0, 0]
  let reportedAt = performance.now()
  return {
    add(size, isSent) {
      files++
      if (isSent) [sent, bytes] = [sent + 1, bytes + size]
      if (performance.now() - reportedAt < TELL_MS) return
      reportedAt = performance.now()
      print(
        `${files} of ${total} files exist, ${sent} of them sent now (${Math.round(bytes / 1e6)} MB)`,
      )
    },
    moved: () => ({ files, sent, bytes }),
  }
}

/**
 * Uploads a file unless it exists or differs from what was written. Names contain the content's hash and uploads are atomic, so an existing
 * object is the same file.
 */
export async function pushFile({
  objects,
  path,
  part,
  held: { table, id },
  counted,
}: {
  objects: Objects
  path: string
  part: DataFile
  held: Held
  counted: CountedFiles
}): Promise<DataFile> {
  const seal = await sealed(path)
  if (part.sha256 !== undefined && part.sha256 !== seal.sha256) {
    throw new StoreDamaged(
      part.file,
      `${part.file} fails its checksum, and was not pushed: run \`admin verify\`. Run the push again once it is repaired`,
    )
  }
  const file = fileOf(seal.sha256.slice(0, 16), `${table}-${id}`)
  const isThere = (await objects.size(file)) === seal.bytes
  if (!isThere) await objects.put(file, path, seal)
  counted.add(seal.bytes, !isThere)
  return { file, ...seal }
}

/**
 * Copies database tables into the lake, then lists all files in the catalog at once. Imports wait. Tables stay; nodes started without the
 * lake fail from then on.
 */
export async function pushTables({
  database,
  objects,
  dataDir,
  print,
}: PushOptions): Promise<Moved> {
  print(
    'Imports now wait. Nodes serve from the database until the push ends, and then fail: restart them with LAKE_URL at once.',
  )
  const owner = newImportId()
  return await withScratch(dataDir, owner, async scratch => {
    const ids = (await database.read(sql`SELECT app_id FROM catalog_apps`)).map(row =>
      Number(row['app_id']),
    )
    const locks = await lockApps(database, owner, ids, () =>
      print('Waiting for an import to finish'),
    )
    const workspace = await Workspace.open(scratch)
    try {
      const faultIn = rowFaults(FILES_OF_DATABASE)
      const catalog = await database.transaction(
        held => readCatalog(held, { apps: ids, runs: [] }, faultIn),
        {
          readOnly: true,
          latest: true,
        },
      )
      const counted = countedFiles(catalog, print)
      const tables = new TableFiles(database, workspace, scratch, catalog)
      const pushed = await mapFiles(
        catalog,
        async (part, held) => {
          const path = await tables.make(held)
          const named = {
            ...(await pushFile({ objects, path, part, held, counted })),
            ...(await idBounds(workspace, held, path)),
          }
          await rm(path)
          return { ...part, ...named }
        },
        1,
      )
      await database.transaction(async held => {
        const { rows } = await held.write(
          sql`UPDATE catalog_state SET seq = seq + 1 WHERE one = 1 AND seq = ?`,
          [catalog.version],
        )
        if (rows === 0)
          throw new Error('an import added an app or company during the push; run it again')
        await locks.free(held)
        const apps = [...appRowsOf(pushed, ids).values()]
        await writeRows(
          held,
          { companies: [], apps, networks: [], runs: [], changedRuns: pushed.runs },
          catalog.version + 1,
        )
      })
      return { ...counted.moved(), keys: 0, users: 0 }
    } finally {
      workspace.close()
      await locks.release().catch(() => undefined)
    }
  })
}
