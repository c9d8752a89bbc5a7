import type { ImportDestination, OpenDestination } from '../../../imports/import-destination.ts'
import type { Print } from '../../../imports/progress.ts'
import type { Workspace } from '../../../imports/workspace.ts'
import { FILES_OF_DATABASE, rowFaults } from '../../../core/model/catalog-document.ts'
import { literal, numbers, plain, sql, type Sql } from '../../../core/model/sql.ts'
import { chunks } from '../../../core/runtime/slices.ts'
import { StoreTimeout, StoreUnavailable } from '../../../core/model/store.ts'
import { withScratch } from '../common/write-files.ts'
import {
  type Claim,
  claim,
  concludeImport,
  findLeftovers,
  leftoversOfRuns,
  newImportId,
  noteImport,
  READERS_MS,
} from '../../records/import-notes.ts'
import { bringInto, readRecords } from '../../records/move-records.ts'
import { publishCatalog } from '../../records/publish.ts'
import type { HeldConnection } from '../../records/mysql/mysql-connection.ts'
import type { Database } from '../../records/mysql/mysql-database.ts'
import { cleanUp, removeIdentities, removeRuns } from '../database/clean-up.ts'
import { dropFacts, isFacts } from '../database/facts-tables.ts'
import { TableFiles } from './table-files.ts'
import { DeliveryTables } from './write-tables.ts'

const CHUNK = 2000

/** Seconds until the server ends an idle import's transaction, so that others need not wait for its rows. */
const SILENCE = 30

const faultIn = rowFaults(FILES_OF_DATABASE)

/** An import writes through one connection. */
export function databaseDestination(database: Database, dataDir: string): ImportDestination {
  return {
    opened(print, work) {
      const owner = newImportId()
      return withScratch(dataDir, owner, scratch =>
        database.held(async held => {
          await held.run(
            sql`SET SESSION net_read_timeout = ${SILENCE} /*M! , SESSION idle_transaction_timeout = ${SILENCE} */`,
          )
          const claimed: Import['claimed'] = {}
          try {
            return await work(placeOn(database, held, { owner, scratch, print, claimed }))
          } finally {
            // They expire if this fails.
            await claimed.now?.locks.release().catch(() => undefined)
          }
        }),
      )
    },
  }
}

interface Import {
  owner: string
  scratch: string
  print: Print
  claimed: { now?: Claim; isUnsure?: true; isPublished?: true }
}

function placeOn(
  database: Database,
  held: HeldConnection,
  { owner, scratch, print, claimed }: Import,
): OpenDestination {
  let at = new Date()
  const made = new Set<string>()
  let files: TableFiles | undefined
  /** After `lock`. */
  const taken = (): Claim => claimed.now!
  return {
    scratch,
    directories: [scratch],

    async lock(scope, now) {
      at = now
      const onWait = (): void => print('Waiting for another import to finish')
      claimed.now = await claim(database, { owner, scope, faultIn, onWait })
      return claimed.now.catalog
    },

    async identities(workspace, appId, stored) {
      const rows =
        await held.read(sql`SELECT id, campaign_id, platform, network, campaign, country FROM identities
      WHERE app_id = ${appId} AND id < ${stored.rows}`)
      const columns = sql`id INTEGER, campaign_id INTEGER, platform VARCHAR, network VARCHAR, campaign VARCHAR, country VARCHAR`
      return await fill(
        workspace,
        `stored_identities_${appId}`,
        columns,
        rows.map(row =>
          Object.values(row).map(value =>
            Buffer.isBuffer(value) ? literal(value.toString()) : sql`${Number(value)}`,
          ),
        ),
      )
    },

    async takenIds(workspace, _catalog, table, delivered) {
      const id = plain(table === 'recommendations' ? 'recommendation_id' : 'alert_id')
      const ids = (await workspace.rows(delivered)).map(row => Number(row.id))
      const taken: Sql[][] = []
      for (const chunk of chunks(ids, CHUNK)) {
        const some = numbers(chunk)
        // Rows of unpublished imports do not count.
        const rows = await held.read(
          sql`SELECT ${id} AS id FROM ${plain(table)} JOIN catalog_runs USING (run_id) WHERE ${id} IN (${some})`,
        )
        taken.push(...rows.map(row => [sql`${Number(row.id)}`]))
      }
      return await fill(workspace, `taken_${table}`, sql`id BIGINT`, taken)
    },

    stored(workspace, file) {
      files ??= new TableFiles(database, workspace, scratch, taken().catalog)
      return files.make(file)
    },

    records: () => database.transaction(held => readRecords(held, print), { readOnly: true }),

    writer: (workspace, _next, print) =>
      new DeliveryTables(workspace, held, {
        locks: taken().locks,
        scratch,
        print,
        async note(runs) {
          const { locks } = taken()
          for (const leftovers of leftoversOfRuns(taken(), runs))
            await removeRuns(held, locks, leftovers)
          await noteImport(database, locks, runs)
        },
        made,
      }),

    async publish(next, _event, moved) {
      const { locks, catalog: previous } = taken()
      const version = await publishCatalog(database, {
        apps: locks.apps,
        ...{ previous, next, now: at, isRemoved: isFacts },
        async also(held, removed) {
          await concludeImport(held, locks, removed)
          if (moved) await bringInto(held, moved)
        },
      }).catch((error: unknown) => {
        // The publish may have succeeded; the import's notes let the next one clean up.
        if (error instanceof StoreUnavailable || error instanceof StoreTimeout)
          claimed.isUnsure = true
        throw error
      })
      claimed.isPublished = true
      const removeFile = (table: string): Promise<void> => dropFacts(held, table)
      await cleanUp({ database, held, now: at, keepMs: READERS_MS, removeFile, print }, locks, next)
      return version
    },

    async abandoned() {
      if (claimed.now === undefined || claimed.isUnsure || claimed.isPublished) return
      const { locks, catalog } = claimed.now
      for (const table of made) await dropFacts(held, table)
      const own = (await findLeftovers(held, locks.apps)).filter(
        leftovers => leftovers.owner === owner,
      )
      for (const leftovers of own) {
        await removeRuns(held, locks, leftovers)
        await removeIdentities(
          held,
          locks,
          leftovers.appId,
          catalog.files[leftovers.appId]?.identities?.rows ?? 0,
        )
      }
    },
  }
}

async function fill(
  workspace: Workspace,
  name: string,
  columns: Sql,
  rows: readonly (readonly Sql[])[],
): Promise<Sql> {
  await workspace.fill(plain(name), columns, rows)
  return sql`FROM ${plain(name)}`
}
