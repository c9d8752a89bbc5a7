import { join } from 'node:path'
import type { MovedRecords } from '../../imports/moved-records.ts'
import type { Print } from '../../imports/progress.ts'
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
import { type Held as HeldRecords, RECORDS_FILE } from '../records/records.ts'
import { sealed } from './common/checksums.ts'
import type { DataFile } from './common/parquet-groups.ts'
import { type Held, mapFiles } from './common/stored-files.ts'
import { withScratch } from './common/write-files.ts'
import { readBackup } from './embedded/backup-manifest.ts'
import {
  type BackedUp,
  type BackupSource,
  backUpStore,
  FileGone,
  unpack,
} from './embedded/backup.ts'
import { DELIVERIES } from './embedded/folder-target.ts'
import { wholeCatalog } from './embedded/named-files.ts'
import { createRecords, openRecords, withFile } from './embedded/open-records.ts'
import { sealOf } from './lake/cache/cache-folder.ts'
import { fetchWhole } from './lake/cache/fetch-whole.ts'
import { fileOf } from './lake/file-names.ts'
import { NoSuchObject, type Objects } from './lake/objects/objects.ts'
import type { OpenLake } from './with-lake.ts'

interface LakeBackup extends OpenLake {
  /** The backup's. */
  folder: string
  print: Print
}

/** Backs up a lake as an embedded store, so that either can be restored from it. */
export async function backUpLake({
  database,
  objects,
  dataDir,
  ...options
}: LakeBackup): Promise<BackedUp> {
  let parts = new Map<string, DataFile>()
  const source: BackupSource = {
    records: database,
    copyRecords: path =>
      withScratch(dataDir, newId(), async scratch => {
        const lake = await readLake(database, options.print)
        parts = lake.parts
        await createRecords(scratch, async held => {
          await held.write(sql`UPDATE store SET id = ? WHERE one = 1`, [lake.storeId])
          await fill(held, lake.catalog)
          await writeRecords(held, lake.records)
        })
        await withFile(join(scratch, RECORDS_FILE), records => records.copyTo(path))
      }),
    async copyFile(file, path) {
      const part = parts.get(file)!
      await fetchWhole(objects, part, path, new AbortController().signal).catch(
        (error: unknown) => {
          throw error instanceof NoSuchObject
            ? new FileGone(error.message, { cause: error })
            : error
        },
      )
      await syncFile(path)
      return sealOf(part)
    },
    others: [],
  }
  return await backUpStore(source, options)
}

interface ReadLake {
  storeId: string
  /** Names its files as an embedded store does. */
  catalog: Catalog
  records: MovedRecords
  /** The lake's files by these names. */
  parts: Map<string, DataFile>
}

async function readLake(database: Database, print: Print): Promise<ReadLake> {
  const { catalog, ...read } = await database.transaction(
    async held => {
      const [row] = await held.read(sql`SELECT id FROM store`)
      return {
        storeId: String(row!['id']),
        catalog: await readWholeCatalog(held, rowFaults(FILES_OF_LAKE)),
        records: await readRecords(held, print),
      }
    },
    { readOnly: true, latest: true },
  )
  if (catalog.version === 0) throw new Error('the lake is empty: nothing was imported yet')
  const names = new Map<string, number>()
  const parts = new Map<string, DataFile>()
  const { erased: _erased, ...renamed } = await mapFiles(catalog, async (part, { table, id }) => {
    const name = `${table}-${id}.parquet`
    // Each import has one file of a name; later ones get a number.
    const number = (names.get(name) ?? 0) + 1
    names.set(name, number)
    const file = `${DELIVERIES}/${number}/${name}`
    parts.set(file, part)
    const { blocks: _blocks, ...copied } = { ...part, file }
    return copied as typeof part
  })
  return { ...read, catalog: renamed, parts }
}

export interface RestoredLake {
  files: number
  keys: number
  users: number
}

/** Restores into a lake without data. Resumes, skipping existing files. */
export async function restoreLake({
  database,
  objects,
  dataDir,
  folder,
  print,
}: LakeBackup): Promise<RestoredLake> {
  const backup = await readBackup(folder)
  return await withScratch(dataDir, newId(), async scratch => {
    await unpack(backup, folder, scratch, print)
    const store = await openRecords(scratch, print)
    const [catalog, records] = await Promise.all([
      wholeCatalog(store),
      store.transaction(held => readRecords(held, print), { readOnly: true }),
    ]).finally(() => store.close())
    await requireEmpty(database)
    const sent = counter(catalog, print)
    const pushed = await mapFiles(catalog, async (part, held) => {
      const named = await send(objects, join(scratch, part.file), part, held)
      sent(named.bytes)
      return { ...part, ...named }
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
