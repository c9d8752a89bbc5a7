import { catalogFault, FILES_OF_DATABASE } from '../model/catalog-document.ts'
import { type Catalog, EMPTY_CATALOG, type RetiredFile } from '../model/catalog.ts'
import { withVersions } from '../model/runs.ts'
import { sql } from '../model/sql.ts'
import { appRowsOf } from './catalog-rows.ts'
import type { Held } from './records.ts'
import { writeRetired, writeRows } from './publish.ts'

const NO_TABLE = 1146

/** Only version 1 wrote it. */
const DOCUMENT_FORMAT = 1

/**
 * Migrates the catalog from one document to rows, all or nothing. If several nodes run this, only one migrates. A running import of an
 * earlier version cannot publish afterwards: its document has another version.
 */
export async function migrateCatalog(held: Held): Promise<void> {
  await held.run(sql`START TRANSACTION`)
  try {
    await bringOver(held)
    await held.run(sql`COMMIT`)
  } catch (error) {
    await held.run(sql`ROLLBACK`).catch(() => undefined)
    // The node that removed the documents has migrated them.
    if ((error as { errno?: number }).errno !== NO_TABLE) throw error
  }
}

async function bringOver(held: Held): Promise<void> {
  const [row] = await held.read(sql`SELECT body FROM catalog WHERE id = 1 FOR UPDATE`)
  const catalog: Document = row === undefined ? { ...EMPTY_CATALOG, retired: [] } : parsed(String(row['body']))
  const { rows: begun } = await held.write(sql`INSERT IGNORE INTO catalog_state (one, seq, imported_at) VALUES (1, ?, ?)`, [
    catalog.version,
    catalog.imported_at,
  ])
  if (begun === 0) return
  const apps = [
    ...appRowsOf(
      catalog,
      catalog.apps.map(app => app.app_id),
    ).values(),
  ]
  await writeRows(held, { ...catalog, apps }, catalog.version)
  await bringRetired(held, catalog)
  await bringNotes(held, catalog)
  await held.write(sql`UPDATE catalog SET version = -1 WHERE id = 1`)
}

function parsed(body: string): Document {
  const catalog = JSON.parse(body) as Document
  if ((catalog.format as number) !== DOCUMENT_FORMAT) throw new Error(`the database's catalog is not of format ${DOCUMENT_FORMAT}`)
  const fault = catalogFault(catalog, FILES_OF_DATABASE)
  if (fault !== undefined) throw new Error(`the database's catalog has a value at ${fault} that no import writes: restore a backup`)
  withVersions(catalog)
  return catalog
}

interface Document extends Catalog {
  retired: Omit<RetiredFile, 'app_id'>[]
}

/** Names of facts contained only the run's id. */
async function bringRetired(held: Held, { runs, retired }: Document): Promise<void> {
  const apps = new Map(runs.map(run => [`facts_${run.run_id}`, run.app_id]))
  await writeRetired(
    held,
    retired.flatMap(({ file, since }) => (apps.has(file) ? [{ file, app: apps.get(file)!, since }] : [])),
  )
}

async function bringNotes(held: Held, { runs }: Catalog): Promise<void> {
  const known = new Set(runs.map(run => run.run_id))
  for (const { body } of await held.read(sql`SELECT body FROM imports`)) {
    const noted = (JSON.parse(String(body)) as { runs: { run_id: number; app_id: number }[] }).runs
    for (const { run_id: run, app_id: app } of noted.filter(({ run_id }) => !known.has(run_id))) {
      await held.write(sql`INSERT IGNORE INTO import_runs (run_id, app_id, owner) VALUES (?, ?, '')`, [run, app])
    }
  }
}
