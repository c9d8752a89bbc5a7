import type { ImportPlace, OpenPlace } from '../../delivery/place.ts'
import type { Print } from '../../delivery/progress.ts'
import { rowFaults } from '../../model/catalog-document.ts'
import type { Catalog, Run, Segment } from '../../model/catalog.ts'
import { joined, plain, readPath, sql, type Sql } from '../../model/sql.ts'
import { DeliveryFiles, withScratch } from '../common/write-files.ts'
import { type AppLocks, LockLost } from '../../records/locks.ts'
import {
  type Claim,
  claim,
  concludeImport,
  forgetLeftovers,
  type ImportLeftovers,
  findLeftovers,
  leftoversOfRuns,
  newImportId,
  noteImport,
  noteRewrite,
  READERS_MS,
} from '../../records/import-notes.ts'
import { publishCatalog } from '../../records/publish.ts'
import { cleanUp } from '../database/clean-up.ts'
import { type Database, requireVersion } from '../../records/mysql/database.ts'
import type { Held } from '../../records/records.ts'
import { dropFacts, isFacts } from '../database/facts-tables.ts'
import { notePending } from '../database/open-tables.ts'
import { SCHEMA_OF_FOLDERS } from '../../records/schema.ts'
import { each } from '../common/stored-files.ts'
import type { DataFile } from '../common/parquet-groups.ts'
import { segmentsNear } from '../common/segment-files.ts'
import { LIMITS, type Limits } from '../common/segment-levels.ts'
import { FILES_OF_LAKE, findFilesOf, foldersOf, IMPORT_ID, inTableFolder } from './file-names.ts'
import { type LakeTarget, lakeTarget } from './lake-target.ts'
import type { Objects } from './objects/objects.ts'
import { deleteSealed } from './objects/put-sealed.ts'
import { type AppLogs, type OpenTablesPlace, readLogs, removeOpenTables, showCatalog, tablesOf } from './open-tables.ts'

export interface LakePlaceOptions {
  database: Database
  objects: Objects
  dataDir: string
  /** Days before unnamed files are deleted. */
  keepDays: number
  openTables: OpenTablesPlace
  /** Off: open tables are not written, but removed with their app. */
  withOpenTables: boolean
  limits?: Limits
}

const DAY_MS = 86_400_000

/** Uploads files before the catalog, in the database, names them. */
export function lakePlace(options: LakePlaceOptions): ImportPlace {
  return {
    opened(print, work) {
      const owner = newImportId()
      return withScratch(options.dataDir, owner, async scratch => {
        const claimed: Import['claimed'] = {}
        const note: LakeTarget['prepare'] = async runs => {
          const { locks } = claimed.now!
          for (const left of leftoversOfRuns(claimed.now!, runs)) await removeLeft(options, locks, left)
          await noteImport(options.database, locks, runs)
        }
        const { objects, withOpenTables } = options
        const target = lakeTarget({ objects, importId: owner, folder: scratch, withOpenTables, note })
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

function placeOn(options: LakePlaceOptions, { owner, scratch, print, target, claimed }: Import): OpenPlace {
  const { database, objects, keepDays, openTables, withOpenTables, limits = LIMITS } = options
  let at = new Date()
  let reading: Promise<AppLogs> | undefined
  // The logs of the locked apps, beside other work.
  const readAhead = (): void => {
    if (withOpenTables) reading ??= readLogs(openTables, { locks: claimed.now!.locks, scratch, now: at })
  }
  const read = async (segments: readonly Segment[]): Promise<Sql> =>
    sql`FROM read_parquet([${joined((await target.stored(segments)).map(readPath))}])`

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

    identities: (_workspace, _appId, stored) => read([stored]),

    async takenIds(workspace, catalog, table, delivered) {
      const apps = new Set(claimed.now!.locks.apps)
      const [id, segments] =
        table === 'recommendations'
          ? ['recommendation_id', catalog.runs.filter(run => apps.has(run.app_id)).flatMap(run => run.recommendations ?? [])]
          : ['alert_id', [...apps].flatMap(app => catalog.files[app]?.alerts ?? [])]
      const near = await segmentsNear(workspace, segments, delivered)
      if (near.length === 0) return sql`SELECT CAST(NULL AS BIGINT) AS id WHERE false`
      return sql`SELECT ${plain(id)} AS id FROM (${await read(near)})`
    },

    writer(workspace, next, print) {
      readAhead()
      const writer = new DeliveryFiles({ workspace, target, next, print, limits })
      const without = writer.without.bind(writer)
      writer.without = async (table, appId, stored, runs) => {
        const { locks } = claimed.now!
        for (const left of leftoversOfRuns(claimed.now!, idsOf(runs.slice(0, 1)))) await removeLeft(options, locks, left)
        if (stored.length > 0 && runs.length > 0) await noteRewrite(database, locks, appId, runs[0]!)
        return await without(table, appId, stored, runs)
      }
      return writer
    },

    async publish(delivered) {
      const { locks, catalog: previous } = claimed.now!
      readAhead()
      let next = delivered
      for (const app of withOpenTables ? locks.apps : []) next = await moveIntoFolders(target, next, app, print)
      claimed.isUnsure = true
      const also = async (held: Held, seq: number, removed: readonly Run[]): Promise<void> => {
        await notePending(held, locks.apps, seq)
        if (withOpenTables) await requireVersion(held, SCHEMA_OF_FOLDERS)
        await concludeImport(held, locks, removed)
      }
      const version = await publishCatalog(database, { apps: locks.apps, previous, next, now: at, also }).catch((error: unknown) => {
        if (error instanceof LockLost) delete claimed.isUnsure
        throw error
      })
      claimed.isPublished = true
      const show = async (): Promise<void> => {
        const logs = await reading
        if (logs === undefined) return
        await showCatalog(openTables, { catalog: next, seq: version, locks, scratch, now: at, logs, footers: target.footers }, print)
      }
      const showing = show()
      const keepMs = Math.max(READERS_MS, keepDays * DAY_MS)
      await database
        .held(held =>
          cleanUp(
            {
              ...{ database, held, now: at, keepMs, print },
              // A store pushed from tables may still have some.
              removeFile: async file => (isFacts(file) ? await dropFacts(held, file) : await removeObject(objects, file)),
              removeFilesOf: left => removeObjects(objects, left),
              removeOpenTables: async app => {
                // Reading a log writes the checkpoint that a killed import left out.
                await reading
                await removeOpenTables(openTables, app)
              },
              beside: showing,
            },
            locks,
            next,
          ),
        )
        .catch((error: unknown) => print(`Old data stay until the next import: ${String(error)}`))
      await showing
      return version
    },

    async abandoned() {
      await target.settled()
      // The publish may have succeeded; the next import cleans up what was noted.
      if (claimed.now === undefined || claimed.isUnsure || claimed.isPublished) return
      await each(target.begun(), file => deleteSealed(objects, file))
      const own = (await findLeftovers(database, claimed.now.locks.apps)).filter(left => left.owner === owner)
      await database.transaction(async held => {
        for (const left of own) await forgetLeftovers(held, left)
      })
    },

    refused: async () => undefined,
  }
}

/** Copies what open tables show of an app into their folders, unless it is there: several readers find files only there. */
async function moveIntoFolders(target: LakeTarget, catalog: Catalog, app: number, print: Print): Promise<Catalog> {
  const flat = tablesOf(catalog, app).flatMap(({ files }) => files.filter(({ file }) => !file.startsWith('app-')))
  if (flat.length === 0) return catalog
  print(`Copying ${flat.length} files of app ${app} into the folders of its open tables`)
  for (const part of flat) {
    const [path] = await target.stored([part])
    await target.written({ file: inTableFolder(app, part.file), path: path! })
    // One at a time: they may be large.
    await target.sync()
  }
  const copied = new Set(flat.map(({ file }) => file))
  const moved = <Part extends DataFile>(part: Part): Part =>
    copied.has(part.file) ? { ...part, file: inTableFolder(app, part.file) } : part
  const { identities, snapshots, ...others } = catalog.files[app]!
  const files = { ...others, ...(identities && { identities: moved(identities) }), snapshots: snapshots.map(moved) }
  const runs = catalog.runs.map(run => (run.facts ? { ...run, facts: moved(run.facts) } : run))
  return { ...catalog, runs, files: { ...catalog.files, [app]: files } }
}

function idsOf(runs: readonly number[]): { run_id: number }[] {
  return runs.map(run_id => ({ run_id }))
}

async function removeLeft({ database, objects }: LakePlaceOptions, locks: AppLocks, left: ImportLeftovers): Promise<void> {
  await removeObjects(objects, left)
  await database.transaction(async held => {
    await forgetLeftovers(held, left)
    await locks.fence(held, [left.appId])
  })
}

async function removeObjects(objects: Objects, left: ImportLeftovers): Promise<void> {
  if (!IMPORT_ID.test(left.owner)) return
  // Keys without the right to list uploads leave them to a lifecycle rule.
  for (const folder of foldersOf(left)) await objects.abortUploads(folder).catch(() => undefined)
  // The last first, one by one: what an interruption leaves is found again.
  await each((await findFilesOf(objects, left)).reverse(), file => deleteSealed(objects, file), 1)
}

async function removeObject(objects: Objects, file: string): Promise<void> {
  if (FILES_OF_LAKE.test(file)) await deleteSealed(objects, file)
}
