import { join, relative } from 'node:path'
import { readdir, rm } from 'node:fs/promises'
import type { AuditAction } from '../../../core/access/audit.ts'
import { importInto, type ImportOptions, type ImportSummary } from '../../../imports/load/import.ts'
import type {
  ErasedFiles,
  ImportDestination,
  ImportScope,
  OpenDestination,
} from '../../../imports/import-destination.ts'
import type { Print } from '../../../imports/progress.ts'
import { FILES_OF_FOLDER, rowFaults } from '../../../core/model/catalog-document.ts'
import type { Catalog, Segment } from '../../../core/model/catalog.ts'
import { newId } from '../../../core/model/identities.ts'
import { sql } from '../../../core/model/sql.ts'
import { retiredFiles } from '../../records/import-notes.ts'
import { bringInto, readRecords } from '../../records/move-records.ts'
import { publishCatalog } from '../../records/publish.ts'
import { readCatalog } from '../../records/read-catalog.ts'
import { parquetFiles } from '../common/file-destination.ts'
import { LIMITS, type Limits } from '../common/segment-levels.ts'
import { withScratch } from '../common/write-files.ts'
import { claimFolder, withImportLock } from './folder-locks.ts'
import { DELIVERIES, folderTarget, UNPUBLISHED } from './folder-target.ts'
import { openRecords, type StoreRecords } from './open-records.ts'
import { outdatedFiles, removeRetired, removeUnpublished, sizeOfFiles } from './retired-files.ts'
import { emptyTrash } from './trash.ts'
import { VerifiedFiles } from './verified-files.ts'
import { clearSpoolFolder } from '../../files/spool-folder.ts'
import type { Records } from '../../records/records.ts'
import { heldBy } from '../common/stored-files.ts'
import { filesBelow } from '../../../core/runtime/files.ts'
import { messageOf } from '../../../core/runtime/print.ts'
import { fileNames } from './named-files.ts'

/** The embedded store: immutable Parquet files listed in the records. One lock for all apps, taken on opening. */
export function folderDestination(dataDir: string, limits = LIMITS): ImportDestination {
  return {
    opened: (print, work) =>
      withImportLock(dataDir, print, () =>
        withScratch(dataDir, newId(), async scratch => {
          const records = await openRecords(dataDir, print)
          try {
            return await work(openPlace({ dataDir, records, scratch, print, limits }))
          } finally {
            await records.close()
          }
        }),
      ),
  }
}

/** Actions that no copy of the records may revert. */
const TAKES_AWAY: ReadonlySet<AuditAction> = new Set([
  'access.revoked',
  'company.removed',
  'app.removed',
])

interface Place {
  dataDir: string
  records: StoreRecords
  scratch: string
  print: Print
  limits: Limits
}

function openPlace({ dataDir, records, scratch, print, limits }: Place): OpenDestination {
  let locked: { scope: ImportScope; previous: Catalog; at: Date }
  let erased: ErasedFiles | undefined
  let isPublishing = false
  // A damaged file must not be rewritten with a valid checksum.
  const verified = new VerifiedFiles(dataDir)
  const target = folderTarget(dataDir, file => verified.check(file))
  /** Files from which ids are read, unchecked: checking all of them at each import is too expensive. */
  const idFiles = new Map<string, Segment>()
  return {
    scratch,
    directories: [join(dataDir, DELIVERIES), scratch],

    async lock(scope, at) {
      const previous = await records.transaction(
        held => readCatalog(held, scope, rowFaults(FILES_OF_FOLDER)),
        { readOnly: true },
      )
      locked = { scope, previous, at }
      return previous
    },

    ...parquetFiles({
      target,
      limits,
      apps: () => locked.scope.apps,
      async pathsOfIds(segments) {
        for (const segment of segments) idFiles.set(segment.file, segment)
        return segments.map(({ file }) => join(dataDir, file))
      },
    }),

    records: () => records.transaction(held => readRecords(held, print), { readOnly: true }),

    async publish(next, { action }, moved) {
      const { scope, previous, at } = locked
      isPublishing = true
      const takesAway = TAKES_AWAY.has(action)
      const version = await publishCatalog(records, {
        apps: scope.apps,
        previous,
        next,
        now: at,
        takesAway,
        ...(moved && { also: held => bringInto(held, moved) }),
      })
      // A repair returns to it. Removals have already created one.
      if (!takesAway) await records.keepCopy()
      // The data are published; the next import retries the cleanup.
      await tidy(at).catch((error: unknown) =>
        print(`Old data stay until the next import: ${messageOf(error)}`),
      )
      const requested = (next.erased ?? [])
        .filter(({ since }) => since === at.toISOString())
        .map(({ app_id: app }) => app)
      const apps = new Set([...requested, ...(await unfinishedErasures(records))])
      if (apps.size === 0) return version
      erased = await eraseApps(records, dataDir, apps, at).catch((cause: unknown) => {
        const reason = messageOf(cause)
        if (requested.length > 0)
          throw new Error(
            `The apps are removed, but not all of their files are deleted: ${reason}. Run the command again`,
            { cause },
          )
        print(`Files of apps that were removed stay until the next import: ${reason}`)
        return undefined
      })
      return version
    },

    erased: () => erased,

    async damage() {
      for (const segment of idFiles.values()) await verified.check(segment)
    },

    async abandoned() {
      // The publish may have succeeded: the records show it.
      await (isPublishing ? removeUnpublished(records, dataDir) : target.abandon())
    },
  }

  async function tidy(now: Date): Promise<void> {
    await target.published()
    await removeRetired(records, dataDir, await outdatedFiles(records, now))
    await emptyTrash(dataDir, { now })
    await removeUnpublished(records, dataDir)
  }
}

export async function importDelivery({
  dataDir,
  ...options
}: ImportOptions & { dataDir: string }): Promise<ImportSummary> {
  return await importInto(folderDestination(dataDir), options)
}

/**
 * Deletes every byte of erased apps: built files, trash and data files. Files in the records go last, so that the next import notices an
 * interruption. Files whose name does not show their app stay and are listed.
 */
async function eraseApps(
  records: Records,
  dataDir: string,
  apps: ReadonlySet<number>,
  now: Date,
): Promise<ErasedFiles> {
  const deleted = { files: 0, bytes: 0 }
  const add = ({ files, bytes }: { files: number; bytes: number }): void => {
    deleted.files += files
    deleted.bytes += bytes
  }
  for (const name of await readdir(dataDir))
    if (/^spool(-.+)?$/.test(name)) add(await clearSpoolFolder(join(dataDir, name)))
  for (const file of await spilled(dataDir)) add(await remove(dataDir, file))
  // Replaced stores contain every app.
  add(await emptyTrash(dataDir, { now, days: 0 }))

  const retired = await retiredFiles(records)
  const listed = new Set([...(await fileNames(records)), ...retired.map(({ file }) => file)])
  const appOf = await appsOfFiles(records)
  const unknown: string[] = []
  for (const file of await filesOf(dataDir, DELIVERIES)) {
    if (listed.has(file) || file.endsWith(`/${UNPUBLISHED}`)) continue
    const app = appOf(file)
    if (app === undefined) unknown.push(file)
    else if (apps.has(app)) add(await remove(dataDir, file))
  }
  const own = retired.filter(({ app_id: app }) => apps.has(app))
  add(await removeRetired(records, dataDir, own, true))
  return { deleted, unknown }
}

/** Erased apps that still have files. */
async function unfinishedErasures(records: Records): Promise<number[]> {
  const erased = await records.read(
    sql`SELECT DISTINCT r.app_id FROM retired_files r JOIN catalog_apps a ON a.app_id = r.app_id WHERE INSTR(a.body, '"removed":') > 0`,
  )
  return erased.map(row => Number(row['app_id']))
}

/** By the app's or run's id in a file's name. */
async function appsOfFiles(records: Records): Promise<(file: string) => number | undefined> {
  const runs = new Map(
    (await records.read(sql`SELECT run_id, app_id FROM catalog_runs`)).map(row => [
      row['run_id'],
      Number(row['app_id']),
    ]),
  )
  return file => {
    const { table, id = NaN } = heldBy(file) ?? {}
    return table === undefined || table === 'facts' || table === 'recommendations'
      ? runs.get(id)
      : id
  }
}

async function remove(dataDir: string, file: string): Promise<{ files: number; bytes: number }> {
  const removed = await sizeOfFiles(dataDir, [{ file }])
  await rm(join(dataDir, file), { force: true })
  return removed
}

/** A running service deletes its own files. */
async function spilled(dataDir: string): Promise<string[]> {
  const claim = await claimFolder(dataDir).catch(() => null)
  if (claim === null) return []
  try {
    return await filesOf(dataDir, 'spill')
  } finally {
    claim.release()
  }
}

async function filesOf(dataDir: string, folder: string): Promise<string[]> {
  return (await filesBelow(join(dataDir, folder))).map(path => relative(dataDir, path))
}
