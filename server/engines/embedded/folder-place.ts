import { join } from 'node:path'
import type { Catalog, Segment } from '../../model/catalog.ts'
import { retire } from '../../model/retired-files.ts'
import { joined, plain, readPath, sql, type Sql } from '../../model/sql.ts'
import { newId } from '../../model/new-id.ts'
import type { ErasedFiles, ImportPlace, OpenPlace } from '../../delivery/place.ts'
import type { Print } from '../../delivery/progress.ts'
import { withScratch } from '../common/scratch.ts'
import { DeliveryFiles } from '../common/write-files.ts'
import { readCatalog, writeCatalog } from './catalog-file.ts'
import { appsToErase, eraseApps } from './erase-apps.ts'
import { folderTarget, type FolderTarget } from './folder-target.ts'
import { withLock } from './lock.ts'
import { sealCatalog } from './seal-catalog.ts'
import { DELIVERIES, stillThere, tidy } from './tidy.ts'
import { VerifiedFiles } from './verified-files.ts'

/**
 * The embedded store under a data directory: immutable Parquet files beside a catalog that is replaced. It has one lock for all apps, which an
 * import takes on opening it.
 */
export function folderPlace(dataDir: string): ImportPlace {
  return {
    opened: (print, work) =>
      withLock(dataDir, print, () => withScratch(dataDir, newId(), scratch => work(openPlace(dataDir, scratch, print)))),
  }
}

function openPlace(dataDir: string, scratch: string, print: Print): OpenPlace {
  const file = (name: string): Sql => readPath(join(dataDir, name))
  let previous: Catalog
  let at: Date
  let target: FolderTarget | undefined
  let erased: ErasedFiles | undefined
  // A damaged file must not be read into a new one, whose checksum would be right.
  const verified = new VerifiedFiles(dataDir)
  /** Files that ids are read from, unchecked: all of the store's at each import would cost too much. */
  const idFiles = new Map<string, Segment>()
  return {
    scratch,
    directories: [join(dataDir, DELIVERIES), scratch],

    async lock(_scope, now) {
      at = now
      previous = await readCatalog(dataDir)
      return structuredClone(previous)
    },

    async identities(_workspace, _appId, stored) {
      await verified.check(stored)
      return sql`FROM read_parquet(${file(stored.file)})`
    },

    async takenIds(_workspace, catalog, table) {
      const [id, segments] =
        table === 'recommendations'
          ? ['recommendation_id', catalog.runs.flatMap(run => run.recommendations ?? [])]
          : ['alert_id', Object.values(catalog.files).flatMap(files => files.alerts)]
      for (const segment of segments) idFiles.set(segment.file, segment)
      if (segments.length === 0) return sql`SELECT CAST(NULL AS BIGINT) AS id WHERE false`
      return sql`SELECT ${plain(id)} AS id FROM read_parquet([${joined(segments.map(segment => file(segment.file)))}])`
    },

    writer(workspace, next, print) {
      target = folderTarget(dataDir, next.version, (segment: Segment) => verified.check(segment))
      return new DeliveryFiles(workspace, target, next, print)
    },

    async publish(next) {
      const retired = await stillThere(dataDir, retire(previous, next, at))
      const published = await sealCatalog(dataDir, { ...next, retired }, print)
      await writeCatalog(dataDir, published)
      // The data are visible: what cannot be removed now is removed after the next import.
      await (async () => {
        await target?.published()
        await tidy(dataDir, published, at)
      })().catch((error: unknown) =>
        print(`Old data stay until the next import: ${error instanceof Error ? error.message : String(error)}`),
      )
      const { apps, isAsked } = appsToErase(previous, published, at)
      if (apps.size > 0) {
        erased = await eraseApps({ dataDir, scratch, previous, published, apps }).catch((cause: unknown) => {
          const reason = cause instanceof Error ? cause.message : String(cause)
          if (isAsked)
            throw new Error(`The apps are removed, but not all of their files are deleted: ${reason}. Run the command again`, { cause })
          print(`Files of apps that were removed stay until the next import: ${reason}`)
          return undefined
        })
      }
      return next.version
    },

    erased: () => erased,

    async damage() {
      for (const segment of idFiles.values()) await verified.check(segment)
    },

    abandoned: async () => target?.abandon(),
    refused: async () => undefined,
  }
}
