import type { ImportDestination, OpenDestination } from '../../../imports/import-destination.ts'
import type { Workspace } from '../../../imports/workspace.ts'
import { FILES_OF_DATABASE, rowFaults } from '../../../core/model/catalog-document.ts'
import { literal, numbers, plain, sql, type Sql } from '../../../core/model/sql.ts'
import { chunks } from '../../../core/runtime/slices.ts'
import { withScratch } from '../common/write-files.ts'
import { newImportId, READERS_MS } from '../../records/import-notes.ts'
import type { HeldConnection } from '../../records/mysql/mysql-connection.ts'
import type { Database } from '../../records/mysql/mysql-database.ts'
import { removeIdentities, removeRuns } from '../database/clean-up.ts'
import { type DatabaseImport, databaseImport } from '../database/database-import.ts'
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
          const made = new Set<string>()
          const records = databaseImport({
            ...{ database, owner, print, faultIn, isRemoved: isFacts, keepMs: READERS_MS },
            held: use => use(held),
            removeFile: dropFacts,
            removeLeft: (locks, leftovers) => removeRuns(held, locks, leftovers),
            async discard({ locks, catalog: { files } }, notes) {
              for (const table of made) await dropFacts(held, table)
              for (const leftovers of notes) {
                const { appId } = leftovers
                await removeRuns(held, locks, leftovers)
                await removeIdentities(held, locks, appId, files[appId]?.identities?.rows ?? 0)
              }
            },
          })
          try {
            return await work({
              scratch,
              directories: [scratch],
              ...tablesOf(database, held, scratch, records),
              ...records.destination,
              writer: (workspace, _next, print) =>
                new DeliveryTables(workspace, held, {
                  ...{ scratch, print, made, note: records.note },
                  locks: records.claim().locks,
                }),
            })
          } finally {
            await records.release()
          }
        }),
      )
    },
  }
}

/** How an import reads stored tables. */
function tablesOf(
  database: Database,
  held: HeldConnection,
  scratch: string,
  records: Pick<DatabaseImport, 'claim'>,
): Pick<OpenDestination, 'identities' | 'takenIds' | 'stored'> {
  let files: TableFiles | undefined
  return {
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
      files ??= new TableFiles(database, workspace, scratch, records.claim().catalog)
      return files.make(file)
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
