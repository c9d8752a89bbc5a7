import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { importInto, type ImportOptions, type ImportSummary } from '../../delivery/load/import.ts'
import type { ErasedFiles, ImportPlace, OpenPlace } from '../../delivery/place.ts'
import type { Print } from '../../delivery/progress.ts'
import { retire } from '../../model/catalog-document.ts'
import { type Catalog, dataFiles, type Segment } from '../../model/catalog.ts'
import { newId } from '../../model/identities.ts'
import { joined, plain, readPath, sql, type Sql } from '../../model/sql.ts'
import { sealed } from '../common/stored-files.ts'
import type { FileTarget } from '../common/file-target.ts'
import { segmentsNear } from '../common/segment-files.ts'
import { LIMITS, type Limits } from '../common/segment-levels.ts'
import { DeliveryFiles, withScratch } from '../common/write-files.ts'
import { readCatalog, writeCatalog } from './catalog-file.ts'
import { eraseApps } from './erase-apps.ts'
import { syncFile, whenMissing, withLock } from './data-folder.ts'
import { DELIVERIES, selectExisting, tidy, UNPUBLISHED } from './trash.ts'
import { sealCatalog, VerifiedFiles } from './verified-files.ts'

/** The embedded store: immutable Parquet files beside a replaceable catalog. One lock for all apps, taken on opening. */
export function folderPlace(dataDir: string, limits = LIMITS): ImportPlace {
  return {
    opened: (print, work) =>
      withLock(dataDir, print, () => withScratch(dataDir, newId(), scratch => work(openPlace({ dataDir, scratch, print, limits })))),
  }
}

function openPlace({ dataDir, scratch, print, limits }: { dataDir: string; scratch: string; print: Print; limits: Limits }): OpenPlace {
  const file = (name: string): Sql => readPath(join(dataDir, name))
  let previous: Catalog
  let at: Date
  let target: FolderTarget | undefined
  let erased: ErasedFiles | undefined
  // A damaged file must not be rewritten with a valid checksum.
  const verified = new VerifiedFiles(dataDir)
  /** Files that ids are read from, unchecked: checking all of them at each import is too expensive. */
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

    async takenIds(workspace, catalog, table, delivered) {
      const [id, segments] =
        table === 'recommendations'
          ? ['recommendation_id', catalog.runs.flatMap(run => run.recommendations ?? [])]
          : ['alert_id', Object.values(catalog.files).flatMap(files => files.alerts)]
      const near = await segmentsNear(workspace, segments, delivered)
      for (const segment of near) idFiles.set(segment.file, segment)
      if (near.length === 0) return sql`SELECT CAST(NULL AS BIGINT) AS id WHERE false`
      return sql`SELECT ${plain(id)} AS id FROM read_parquet([${joined(near.map(segment => file(segment.file)))}])`
    },

    writer(workspace, next, print) {
      target = folderTarget(dataDir, next.version, (segment: Segment) => verified.check(segment))
      return new DeliveryFiles({ workspace, target, next, print, limits })
    },

    async publish(next) {
      const retired = await selectExisting(dataDir, retire(previous, next, at))
      const published = await sealCatalog(dataDir, { ...next, retired }, print)
      // What only changes the catalog, such as a revocation, works on a full disk.
      await writeCatalog(dataDir, published, { makeRoom: target === undefined })
      // The data are published; the next import retries the cleanup.
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

/** Apps removed just now, and those with files left by an interrupted removal. */
function appsToErase(previous: Catalog, published: Catalog, at: Date): { apps: Set<number>; isAsked: boolean } {
  const asked = (published.erased ?? []).filter(({ since }) => since === at.toISOString())
  const left = new Set(published.retired.map(({ app_id: app }) => app))
  const pending = [...(previous.erased ?? []), ...(published.erased ?? [])].filter(({ app_id: app }) => left.has(app))
  return { apps: new Set([...asked, ...pending].map(({ app_id: app }) => app)), isAsked: asked.length > 0 }
}

/** One import's folder, `deliveries/NUMBER`; the number is the catalog's version if free. */
export interface FolderTarget extends FileTarget {
  published(): Promise<void>
  abandon(): Promise<void>
}

export function folderTarget(dataDir: string, version: number, check: (segment: Segment) => Promise<unknown>): FolderTarget {
  let folder: Promise<string> | undefined
  const own = (): Promise<string> => (folder ??= makeFolder(dataDir, version))
  return {
    prepare: async () => void (await own()),
    async begin(name) {
      const file = `${await own()}/${name}.parquet`
      return { file, path: join(dataDir, file) }
    },
    async written({ path }) {
      const { bytes, sha256 } = await sealed(path)
      return { bytes, sha256 }
    },
    async stored(segments) {
      for (const segment of segments) await check(segment)
      return segments.map(({ file }) => join(dataDir, file))
    },
    release: async () => undefined,
    async sync() {
      if (folder === undefined) return
      const path = join(dataDir, await folder)
      for (const name of await readdir(path)) await syncFile(join(path, name))
      for (const parent of [path, join(dataDir, DELIVERIES), dataDir]) await syncFile(parent)
    },
    async published() {
      if (folder !== undefined) await rm(join(dataDir, await folder, UNPUBLISHED), { force: true })
    },
    async abandon() {
      if (folder === undefined) return
      const own = await folder
      const named = [...dataFiles(await readCatalog(dataDir))]
      if (!named.some(file => file.startsWith(`${own}/`))) await rm(join(dataDir, own), { recursive: true, force: true })
    },
  }
}

/** Never an existing folder: it may belong to a catalog that was rolled back. */
async function makeFolder(dataDir: string, version: number): Promise<string> {
  const taken = (await readdir(join(dataDir, DELIVERIES)).catch(whenMissing<string[]>([]))).map(Number).filter(Number.isSafeInteger)
  const folder = `${DELIVERIES}/${Math.max(version, ...taken.map(number => number + 1))}`
  await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 })
  await (await open(join(dataDir, folder, UNPUBLISHED), 'w')).close()
  return folder
}

export async function importDelivery({ dataDir, ...options }: ImportOptions & { dataDir: string }): Promise<ImportSummary> {
  return await importInto(folderPlace(dataDir), options)
}
