import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Print } from '../../imports/progress.ts'
import { mapFiles } from './common/stored-files.ts'
import { sealed } from './common/checksums.ts'
import type { DataFile } from './common/parquet-groups.ts'
import type { Database } from '../records/mysql/mysql-database.ts'
import { readWholeCatalog } from '../records/read-catalog.ts'
import { readRecords, writeRecords } from '../records/move-records.ts'
import { withImportLock } from './embedded/folder-locks.ts'
import { DELIVERIES } from './embedded/folder-target.ts'
import { createRecords, isUnused } from './embedded/open-records.ts'
import { sealOf } from './lake/cache/cache-folder.ts'
import { fetchWhole } from './lake/cache/fetch-whole.ts'
import type { Objects } from './lake/objects/objects.ts'
import { FILES_OF_LAKE, rowFaults } from '../../core/model/catalog-document.ts'
import { syncFile } from '../../core/runtime/files.ts'
import { beginWith, countedFiles, type Moved } from './push.ts'

export interface PullOptions {
  database: Database
  objects: Objects
  folder: string
  print: Print
}

/** Copies a lake into a new embedded store with keys and users. Resumes, keeping existing files. */
export async function pullFolder({
  database,
  objects,
  folder,
  print,
}: PullOptions): Promise<Moved> {
  return await withImportLock(folder, print, async () => {
    if (!(await isUnused(folder)))
      throw new Error(`${folder} already holds a store: name a new folder`)
    const [catalog, records] = await database.transaction(
      async held =>
        [await readWholeCatalog(held, rowFaults(FILES_OF_LAKE)), await readRecords(held)] as const,
      { readOnly: true, latest: true },
    )
    if (catalog.version === 0) throw new Error('the lake is empty: nothing was imported yet')
    const counted = countedFiles(catalog, print)
    const names = new Map<string, number>()
    const pulled = await mapFiles(catalog, async (part, { table, id }) => {
      const name = `${table}-${id}.parquet`
      // Each import has one file of a name; later ones get a number.
      const number = (names.get(name) ?? 0) + 1
      names.set(name, number)
      const file = `${DELIVERIES}/${number}/${name}`
      const isFetched = await fetchTo(objects, part, join(folder, file))
      counted.add(part.bytes ?? 0, isFetched)
      const { blocks: _blocks, ...copied } = { ...part, file }
      return copied as typeof part
    })
    for (const number of new Set(names.values()))
      await syncFile(join(folder, DELIVERIES, String(number)))
    await syncFile(join(folder, DELIVERIES)).catch(() => undefined)
    const { erased: _erased, ...made } = pulled
    // Last, since records mark a store.
    await createRecords(folder, async held => {
      await beginWith(held, made)
      await writeRecords(held, records)
    })
    return { ...counted.moved(), keys: records.keys.length, users: records.users.length }
  })
}

/** False if it exists. */
async function fetchTo(objects: Objects, part: DataFile, path: string): Promise<boolean> {
  const seal = sealOf(part)
  const there = await stat(path).catch(() => undefined)
  if (there?.size === seal.bytes && (await sealed(path)).sha256 === seal.sha256) return false
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const aside = `${path}.part`
  await rm(aside, { force: true })
  await fetchWhole(objects, part, aside, new AbortController().signal)
  await syncFile(aside)
  await rename(aside, path)
  return true
}
