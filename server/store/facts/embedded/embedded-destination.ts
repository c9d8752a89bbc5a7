import { join } from 'node:path'
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
import { bringInto, readRecords } from '../../records/move-records.ts'
import { publishCatalog } from '../../records/publish.ts'
import { readCatalog } from '../../records/read-catalog.ts'
import { LIMITS, type Limits } from '../common/segment-levels.ts'
import { parquetFiles, withScratch } from '../common/write-files.ts'
import { withImportLock } from './folder-locks.ts'
import { DELIVERIES, folderTarget } from './folder-target.ts'
import { openRecords, type StoreRecords } from './open-records.ts'
import { cleanUp, eraseApps, removeUnpublished, unfinishedErasures } from './clean-up.ts'
import { VerifiedFiles } from './verified-files.ts'
import { messageOf } from '../../../core/runtime/print.ts'

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
      await target
        .published()
        .then(() => cleanUp(records, dataDir, at))
        .catch((error: unknown) =>
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

    // The publish may have succeeded: the records show it.
    abandoned: () => removeUnpublished(records, dataDir),
  }
}

export async function importDelivery({
  dataDir,
  ...options
}: ImportOptions & { dataDir: string }): Promise<ImportSummary> {
  return await importInto(folderDestination(dataDir), options)
}
