import type { ImportPlace, OpenPlace } from '../../delivery/place.ts'
import type { Print } from '../../delivery/progress.ts'
import { rowFaults } from '../../model/catalog-shape.ts'
import type { Segment } from '../../model/catalog.ts'
import { joined, plain, readPath, sql, type Sql } from '../../model/sql.ts'
import { StoreUnavailable } from '../../model/store.ts'
import { withScratch } from '../common/scratch.ts'
import { DeliveryFiles } from '../common/write-files.ts'
import { type Claim, claim, newImportId } from '../mysql/catalog/claim.ts'
import { forgetLeft, leftOf, noteImport } from '../mysql/catalog/import-notes.ts'
import { LockLost } from '../mysql/catalog/locks.ts'
import { publishCatalog } from '../mysql/catalog/publish.ts'
import { forgetRetired, READERS_MS } from '../mysql/catalog/retired.ts'
import type { Database } from '../mysql/database.ts'
import { each } from '../common/each.ts'
import { FILES_OF_LAKE, filesOf, IMPORT_ID } from './file-names.ts'
import { type LakeTarget, lakeTarget } from './lake-target.ts'
import type { Objects } from './objects/objects.ts'
import { deleteSealed } from './objects/put-sealed.ts'
import { segmentsNear } from './segments-near.ts'

export interface LakePlaceOptions {
  database: Database
  objects: Objects
  dataDir: string
  /** Days for which files stay that are no longer named. */
  keepDays: number
}

const DAY_MS = 86_400_000

/** The lake as imports see it: files that are put before rows of the catalog, in the database, name them. */
export function lakePlace(options: LakePlaceOptions): ImportPlace {
  return {
    opened(print, work) {
      const owner = newImportId()
      return withScratch(options.dataDir, owner, async scratch => {
        const claimed: Import['claimed'] = {}
        const note: LakeTarget['prepare'] = runs => noteImport(options.database, claimed.now!.locks, runs)
        const target = lakeTarget({ objects: options.objects, importId: owner, folder: scratch, note })
        try {
          return await work(placeOn(options, { owner, scratch, print, target, claimed }))
        } finally {
          await target.settled()
          // They end by themselves where this fails.
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
  claimed: { now?: Claim; isUnsure?: true }
}

function placeOn({ database, objects, keepDays }: LakePlaceOptions, { owner, scratch, print, target, claimed }: Import): OpenPlace {
  let at = new Date()
  const read = async (segments: readonly Segment[]): Promise<Sql> =>
    sql`FROM read_parquet([${joined((await target.stored(segments)).map(readPath))}])`

  /** What dead imports have put of the apps, and what was retired long enough ago. */
  const removeUnused = async ({ locks, left, retired }: Claim): Promise<void> => {
    for (const part of left) {
      if (IMPORT_ID.test(part.owner)) await each(filesOf(part), file => deleteSealed(objects, file))
      await database.transaction(async held => {
        await forgetLeft(held, part)
        await locks.fence(held, [part.appId])
      })
    }
    await each(
      retired.filter(file => FILES_OF_LAKE.test(file)),
      async file => {
        await deleteSealed(objects, file)
        await forgetRetired(database, file)
      },
    )
  }

  return {
    scratch,
    directories: [scratch],

    async lock(scope, now) {
      at = now
      claimed.now = await claim(database, {
        owner,
        scope,
        now,
        faultIn: rowFaults(FILES_OF_LAKE),
        onWait: () => print('Waiting for another import to finish'),
        keepMs: Math.max(READERS_MS, keepDays * DAY_MS),
      })
      await removeUnused(claimed.now).catch((error: unknown) => {
        // Nothing that is served depends on it, nor who may read it.
        if (!(error instanceof StoreUnavailable)) throw error
        print(`What is no longer needed stays in the lake until the next import: ${error.message}`)
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

    writer: (workspace, _version, print) => new DeliveryFiles(workspace, target, print),

    async publish(next) {
      const { locks, catalog: previous } = claimed.now!
      claimed.isUnsure = true
      try {
        return await publishCatalog(database, { locks, previous, next, now: at })
      } catch (error) {
        if (error instanceof LockLost) delete claimed.isUnsure
        throw error
      }
    },

    async abandoned() {
      await target.settled()
      // What was to be published may be so, whatever came back: what is noted then is for the next import to remove.
      if (claimed.now === undefined || claimed.isUnsure) return
      await each(target.begun(), file => deleteSealed(objects, file))
      const own = (await leftOf(database, claimed.now.locks.apps)).filter(left => left.owner === owner)
      await database.transaction(async held => {
        for (const left of own) await forgetLeft(held, left)
      })
    },

    refused: async () => undefined,
  }
}
