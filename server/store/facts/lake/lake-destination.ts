import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportDestination } from '../../../imports/import-destination.ts'
import { FILES_OF_LAKE, rowFaults } from '../../../core/model/catalog-document.ts'
import { DAY_MS } from '../../../core/model/dates.ts'
import { mapAtOnce } from '../../../core/runtime/at-once.ts'
import {
  forgetLeftovers,
  type ImportLeftovers,
  newImportId,
  READERS_MS,
} from '../../records/import-notes.ts'
import type { Database } from '../../records/mysql/mysql-database.ts'
import { sealed } from '../common/checksums.ts'
import type { FileTarget } from '../common/file-target.ts'
import { LIMITS, type Limits } from '../common/segment-levels.ts'
import { parquetFiles, withScratch } from '../common/write-files.ts'
import { databaseImport } from '../database/database-import.ts'
import { dropFacts, isFacts } from '../database/facts-tables.ts'
import { fetchWhole } from './cache/fetch-whole.ts'
import { deleteFile, fileOf, findFilesOf, IMPORT_ID, MAX_PUTS } from './file-names.ts'
import type { Objects } from './objects/objects.ts'

export interface LakeDestinationOptions {
  database: Database
  objects: Objects
  dataDir: string
  /** Days before unlisted files are deleted. */
  keepDays: number
  limits?: Limits
}

/** Uploads files before the catalog, in the database, lists them. */
export function lakeDestination({
  database,
  objects,
  dataDir,
  keepDays,
  limits = LIMITS,
}: LakeDestinationOptions): ImportDestination {
  return {
    opened(print, work) {
      const owner = newImportId()
      return withScratch(dataDir, owner, async scratch => {
        const target = lakeTarget(objects, owner, scratch)
        const held: Database['held'] = use => database.held(use)
        const records = databaseImport({
          ...{ database, owner, print, held, faultIn: rowFaults(FILES_OF_LAKE) },
          keepMs: Math.max(READERS_MS, keepDays * DAY_MS),
          // A store pushed from tables may still have some.
          removeFile: async (held, file) =>
            isFacts(file) ? await dropFacts(held, file) : await removeObject(objects, file),
          removeFilesOf: leftovers => removeObjects(objects, leftovers),
          async removeLeft(locks, leftovers) {
            await removeObjects(objects, leftovers)
            await database.transaction(async held => {
              await forgetLeftovers(held, leftovers)
              await locks.fence(held, [leftovers.appId])
            })
          },
          async discard(_claim, notes) {
            await target.settled()
            await mapAtOnce(target.begun(), file => deleteFile(objects, file))
            await database.transaction(async held => {
              for (const leftovers of notes) await forgetLeftovers(held, leftovers)
            })
          },
        })
        try {
          return await work({
            scratch,
            directories: [scratch],
            ...parquetFiles({
              target: { ...target, prepare: records.note, prepareRewrite: records.noteRewrite },
              limits,
              apps: () => records.claim().locks.apps,
            }),
            ...records.destination,
          })
        } finally {
          await target.settled()
          await records.release()
        }
      })
    },
  }
}

async function removeObjects(objects: Objects, leftovers: ImportLeftovers): Promise<void> {
  if (!IMPORT_ID.test(leftovers.owner)) return
  // Without permission to list uploads, a lifecycle rule must delete them.
  await objects.abortUploads(`${leftovers.owner}/`).catch(() => undefined)
  // In reverse, one by one, so that the next import finds what an interruption leaves.
  await mapAtOnce(
    (await findFilesOf(objects, leftovers)).reverse(),
    file => deleteFile(objects, file),
    1,
  )
}

async function removeObject(objects: Objects, file: string): Promise<void> {
  if (FILES_OF_LAKE.test(file)) await deleteFile(objects, file)
}

interface LakeTarget extends FileTarget {
  begun(): readonly string[]
  /** Resolves when all uploads have ended, successful or not. */
  settled(): Promise<void>
}

function lakeTarget(objects: Objects, importId: string, folder: string): LakeTarget {
  const puts = new Set<Promise<void>>()
  const begun: string[] = []
  let failure: { error: unknown } | undefined
  const requireSound = (): void => {
    if (failure) throw failure.error
  }

  return {
    async begin(name) {
      while (puts.size >= MAX_PUTS) await Promise.race(puts)
      requireSound()
      return { file: fileOf(importId, name), path: join(folder, `${name}.parquet`) }
    },

    async written({ file, path }) {
      const seal = await sealed(path)
      begun.push(file)
      const put = objects
        .put(file, path, seal)
        .then(() => rm(path))
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => puts.delete(put))
      puts.add(put)
      return seal
    },

    async stored(segments) {
      const paths = segments.map(() => join(folder, `${randomBytes(8).toString('hex')}.parquet`))
      const { signal } = new AbortController()
      await mapAtOnce(segments, (segment, index) =>
        fetchWhole(objects, segment, paths[index]!, signal),
      )
      return paths
    },

    release: async paths => void (await mapAtOnce(paths, path => rm(path, { force: true }))),

    begun: () => begun,

    async settled() {
      await Promise.all(puts)
    },

    async sync() {
      await Promise.all(puts)
      requireSound()
    },
  }
}
