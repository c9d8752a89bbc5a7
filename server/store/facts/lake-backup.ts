import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Print } from '../../imports/progress.ts'
import { Workspace } from '../../imports/workspace.ts'
import { FILES_OF_LAKE, rowFaults } from '../../core/model/catalog-document.ts'
import { type Catalog, dataFiles } from '../../core/model/catalog.ts'
import { newId } from '../../core/model/identities.ts'
import { sql } from '../../core/model/sql.ts'
import { StoreDamaged } from '../../core/model/store.ts'
import { syncFile } from '../../core/runtime/files.ts'
import { readRecords, writeRecords } from '../records/move-records.ts'
import type { Database } from '../records/mysql/mysql-database.ts'
import { writeRows } from '../records/publish.ts'
import { appRowsOf, readWholeCatalog } from '../records/read-catalog.ts'
import type { Held as HeldRecords } from '../records/records.ts'
import { sealed } from './common/checksums.ts'
import type { DataFile } from './common/parquet-groups.ts'
import { type Held, mapFiles } from './common/stored-files.ts'
import { withScratch } from './common/write-files.ts'
import { readBackup } from './embedded/backup-manifest.ts'
import { type BackedUp, backUp, unpack } from './embedded/backup.ts'
import { withImportLock } from './embedded/folder-locks.ts'
import { DELIVERIES } from './embedded/folder-target.ts'
import { wholeCatalog } from './embedded/named-files.ts'
import { createRecords, isUnused, openRecords } from './embedded/open-records.ts'
import { sealOf } from './lake/cache/cache-folder.ts'
import { fetchWhole } from './lake/cache/fetch-whole.ts'
import { fileOf, idBounds } from './lake/file-names.ts'
import type { Objects } from './lake/objects/objects.ts'
import type { OpenLake } from './with-lake.ts'

interface LakeBackup extends OpenLake {
  /** The backup's. */
  folder: string
  print: Print
}

/** Pulls the lake into `pulled`, a temporary embedded store, and backs that up. */
export async function backUpLake(options: LakeBackup & { pulled: string }): Promise<BackedUp> {
  const { folder, pulled, print } = options
  // An interrupted pull continues; a complete one is outdated.
  if (!(await isUnused(pulled))) await rm(pulled, { recursive: true })
  await mkdir(pulled, { recursive: true, mode: 0o700 })
  await pull(options, pulled)
  const done = await backUp({ dataDir: pulled, folder, print })
  await rm(pulled, { recursive: true })
  return done
}

export interface RestoredLake {
  files: number
  keys: number
  users: number
}

/** Restores into a lake without data. Resumes, skipping existing files. */
export async function restoreLake(options: LakeBackup): Promise<RestoredLake> {
  const { folder, dataDir, print } = options
  const backup = await readBackup(folder)
  return await withScratch(dataDir, newId(), async scratch => {
    const store = join(scratch, 'store')
    await unpack(backup, folder, store, print)
    return await push(options, store)
  })
}

/** Copies a lake into a new embedded store, without rebuilding its files. Resumes, keeping existing files. */
async function pull({ database, objects, print }: LakeBackup, store: string): Promise<void> {
  await withImportLock(store, print, async () => {
    const [catalog, records] = await database.transaction(
      async held =>
        [
          await readWholeCatalog(held, rowFaults(FILES_OF_LAKE)),
          await readRecords(held, print),
        ] as const,
      { readOnly: true, latest: true },
    )
    if (catalog.version === 0) throw new Error('the lake is empty: nothing was imported yet')
    const moved = counter(catalog, print)
    const names = new Map<string, number>()
    const pulled = await mapFiles(catalog, async (part, { table, id }) => {
      const name = `${table}-${id}.parquet`
      // Each import has one file of a name; later ones get a number.
      const number = (names.get(name) ?? 0) + 1
      names.set(name, number)
      const file = `${DELIVERIES}/${number}/${name}`
      await fetchTo(objects, part, join(store, file))
      moved(part.bytes ?? 0)
      const { blocks: _blocks, ...copied } = { ...part, file }
      return copied as typeof part
    })
    for (const number of new Set(names.values()))
      await syncFile(join(store, DELIVERIES, String(number)))
    await syncFile(join(store, DELIVERIES)).catch(() => undefined)
    const { erased: _erased, ...made } = pulled
    // Last, since records mark a store.
    await createRecords(store, async held => {
      await fill(held, made)
      await writeRecords(held, records)
    })
  })
}

/** Keeps a whole file that exists. */
async function fetchTo(objects: Objects, part: DataFile, path: string): Promise<void> {
  const seal = sealOf(part)
  const there = await stat(path).catch(() => undefined)
  if (there?.size === seal.bytes && (await sealed(path)).sha256 === seal.sha256) return
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const aside = `${path}.part`
  await rm(aside, { force: true })
  await fetchWhole(objects, part, aside, new AbortController().signal)
  await syncFile(aside)
  await rename(aside, path)
}

async function push(
  { database, objects, print }: LakeBackup,
  store: string,
): Promise<RestoredLake> {
  return await withImportLock(store, print, async () => {
    const opened = await openRecords(store, print)
    const [catalog, records] = await Promise.all([
      wholeCatalog(opened),
      opened.transaction(held => readRecords(held, print), { readOnly: true }),
    ]).finally(() => opened.close())
    await requireEmpty(database)
    const moved = counter(catalog, print)
    const pushed = await withScratch(store, newId(), async scratch => {
      const workspace = await Workspace.open(scratch)
      try {
        return await mapFiles(catalog, async (part, held) => {
          const path = join(store, part.file)
          const named = await send(objects, path, part, held)
          moved(named.bytes)
          return { ...part, ...named, ...(await idBounds(workspace, held, path)) }
        })
      } finally {
        workspace.close()
      }
    })
    await database.transaction(async held => {
      if (!(await fill(held, pushed))) throw notEmpty()
      await writeRecords(held, records)
    })
    return {
      files: dataFiles(catalog).size,
      keys: records.keys.length,
      users: records.users.length,
    }
  })
}

/** Fills an empty catalog; false if it is not empty. */
async function fill(held: HeldRecords, catalog: Catalog): Promise<boolean> {
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

const TELL_MS = 2000

/** Reports each file, with its bytes. */
function counter(catalog: Catalog, print: Print): (bytes: number) => void {
  const total = dataFiles(catalog).size
  let [files, bytes, reportedAt] = [0, 0, performance.now()]
  return size => {
    files++
    bytes += size
    if (performance.now() - reportedAt < TELL_MS) return
    reportedAt = performance.now()
    print(`${files} of ${total} files exist (${Math.round(bytes / 1e6)} MB)`)
  }
}

/**
 * Uploads a file unless it exists or differs from what was written. Names contain the content's hash and uploads are atomic, so an existing
 * object is the same file.
 */
async function send(
  objects: Objects,
  path: string,
  part: DataFile,
  { table, id }: Held,
): Promise<Required<Pick<DataFile, 'bytes'>> & DataFile> {
  const seal = await sealed(path)
  if (part.sha256 !== undefined && part.sha256 !== seal.sha256)
    throw new StoreDamaged(
      part.file,
      `${part.file} fails its checksum, and was not restored: run \`admin verify\``,
    )
  const file = fileOf(seal.sha256.slice(0, 16), `${table}-${id}`)
  if ((await objects.size(file)) !== seal.bytes) await objects.put(file, path, seal)
  return { file, ...seal }
}
