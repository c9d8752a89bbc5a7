import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportDestination, OpenDestination } from '../../../imports/import-destination.ts'
import type { Print } from '../../../imports/progress.ts'
import { FILES_OF_LAKE, rowFaults } from '../../../core/model/catalog-document.ts'
import { readPath, sql } from '../../../core/model/sql.ts'
import { DeliveryFiles, withScratch } from '../common/write-files.ts'
import { type AppLocks, LockLost } from '../../records/locks.ts'
import {
  type Claim,
  claim,
  concludeImport,
  findLeftovers,
  forgetLeftovers,
  type ImportLeftovers,
  leftoversOfRuns,
  newImportId,
  noteImport,
  noteRewrite,
  READERS_MS,
} from '../../records/import-notes.ts'
import { bringInto, readRecords } from '../../records/move-records.ts'
import { publishCatalog } from '../../records/publish.ts'
import { cleanUp } from '../database/clean-up.ts'
import type { Database } from '../../records/mysql/mysql-database.ts'
import { dropFacts, isFacts } from '../database/facts-tables.ts'
import { mapAtOnce } from '../../../core/runtime/at-once.ts'
import { sealed } from '../common/checksums.ts'
import { takenIds } from '../common/segment-files.ts'
import { LIMITS, type Limits } from '../common/segment-levels.ts'
import { deleteFile, fileOf, findFilesOf, IMPORT_ID, MAX_PUTS } from './file-names.ts'
import type { Objects } from './objects/objects.ts'
import type { DataFile } from '../common/parquet-groups.ts'
import type { FileTarget } from '../common/file-target.ts'
import { fetchWhole } from './cache/fetch-whole.ts'
import { DAY_MS } from '../../../core/model/dates.ts'

export interface LakeDestinationOptions {
  database: Database
  objects: Objects
  dataDir: string
  /** Days before unlisted files are deleted. */
  keepDays: number
  limits?: Limits
}

/** Uploads files before the catalog, in the database, lists them. */
export function lakeDestination(options: LakeDestinationOptions): ImportDestination {
  return {
    opened(print, work) {
      const owner = newImportId()
      return withScratch(options.dataDir, owner, async scratch => {
        const claimed: Import['claimed'] = {}
        const note: LakeTarget['prepare'] = async runs => {
          const { locks } = claimed.now!
          for (const leftovers of leftoversOfRuns(claimed.now!, runs))
            await removeLeft(options, locks, leftovers)
          await noteImport(options.database, locks, runs)
        }
        const target = lakeTarget({
          objects: options.objects,
          importId: owner,
          folder: scratch,
          note,
        })
        try {
          return await work(placeOn(options, { owner, scratch, print, target, claimed }))
        } finally {
          await target.settled()
          // They expire if this fails.
          await claimed.now?.locks.release().catch(() => undefined)
        }
      })
    },
  }
}

interface Import {
  owner: string
  scratch: string
  print: Print
  target: LakeTarget
  claimed: { now?: Claim; isUnsure?: true; isPublished?: true }
}

function placeOn(
  options: LakeDestinationOptions,
  { owner, scratch, print, target, claimed }: Import,
): OpenDestination {
  const { database, objects, keepDays, limits = LIMITS } = options
  let at = new Date()
  const fetched = async (file: DataFile): Promise<string> => {
    const [path] = await target.stored([file])
    return path!
  }
  return {
    scratch,
    directories: [scratch],

    async lock(scope, now) {
      at = now
      claimed.now = await claim(database, {
        owner,
        scope,
        faultIn: rowFaults(FILES_OF_LAKE),
        onWait: () => print('Waiting for another import to finish'),
      })
      return claimed.now.catalog
    },

    identities: async (_workspace, _appId, stored) =>
      sql`FROM read_parquet(${readPath(await fetched(stored))})`,

    async takenIds(workspace, catalog, table, delivered) {
      const apps = new Set(claimed.now!.locks.apps)
      const segments =
        table === 'recommendations'
          ? catalog.runs
              .filter(run => apps.has(run.app_id))
              .flatMap(run => run.recommendations ?? [])
          : [...apps].flatMap(app => catalog.files[app]?.alerts ?? [])
      return await takenIds(workspace, { table, segments, delivered }, near => target.stored(near))
    },

    stored: (_workspace, { part }) => fetched(part),

    records: () => database.transaction(held => readRecords(held, print), { readOnly: true }),

    writer(workspace, next, print) {
      const writer = new DeliveryFiles({ workspace, target, next, print, limits })
      const without = writer.without.bind(writer)
      writer.without = async (table, appId, stored, runs) => {
        const { locks } = claimed.now!
        for (const leftovers of leftoversOfRuns(claimed.now!, idsOf(runs.slice(0, 1))))
          await removeLeft(options, locks, leftovers)
        if (stored.length > 0 && runs.length > 0)
          await noteRewrite(database, locks, appId, runs[0]!)
        return await without(table, appId, stored, runs)
      }
      return writer
    },

    async publish(next, _event, moved) {
      const { locks, catalog: previous } = claimed.now!
      claimed.isUnsure = true
      const version = await publishCatalog(database, {
        apps: locks.apps,
        ...{ previous, next, now: at },
        async also(held, removed) {
          await concludeImport(held, locks, removed)
          if (moved) await bringInto(held, moved)
        },
      }).catch((error: unknown) => {
        if (error instanceof LockLost) delete claimed.isUnsure
        throw error
      })
      claimed.isPublished = true
      const keepMs = Math.max(READERS_MS, keepDays * DAY_MS)
      await database
        .held(held =>
          cleanUp(
            {
              ...{ database, held, now: at, keepMs, print },
              // A store pushed from tables may still have some.
              removeFile: async file =>
                isFacts(file) ? await dropFacts(held, file) : await removeObject(objects, file),
              removeFilesOf: leftovers => removeObjects(objects, leftovers),
            },
            locks,
            next,
          ),
        )
        .catch((error: unknown) => print(`Old data stay until the next import: ${String(error)}`))
      return version
    },

    async abandoned() {
      await target.settled()
      // The publish may have succeeded; the next import cleans up.
      if (claimed.now === undefined || claimed.isUnsure || claimed.isPublished) return
      await mapAtOnce(target.begun(), file => deleteFile(objects, file))
      const own = (await findLeftovers(database, claimed.now.locks.apps)).filter(
        leftovers => leftovers.owner === owner,
      )
      await database.transaction(async held => {
        for (const leftovers of own) await forgetLeftovers(held, leftovers)
      })
    },
  }
}

function idsOf(runs: readonly number[]): { run_id: number }[] {
  return runs.map(run_id => ({ run_id }))
}

async function removeLeft(
  { database, objects }: LakeDestinationOptions,
  locks: AppLocks,
  leftovers: ImportLeftovers,
): Promise<void> {
  await removeObjects(objects, leftovers)
  await database.transaction(async held => {
    await forgetLeftovers(held, leftovers)
    await locks.fence(held, [leftovers.appId])
  })
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

interface LakeTargetOptions {
  objects: Objects
  importId: string
  folder: string
  /** Lists runs before their files are uploaded. */
  note: (runs: readonly { run_id: number; app_id: number }[]) => Promise<void>
}

interface LakeTarget extends FileTarget {
  stored(files: readonly DataFile[]): Promise<string[]>
  begun(): readonly string[]
  /** Resolves when all uploads have ended, successful or not. */
  settled(): Promise<void>
}

function lakeTarget({ objects, importId, folder, note }: LakeTargetOptions): LakeTarget {
  const puts = new Set<Promise<void>>()
  const begun: string[] = []
  let failure: { error: unknown } | undefined
  const requireSound = (): void => {
    if (failure) throw failure.error
  }

  return {
    prepare: note,

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
