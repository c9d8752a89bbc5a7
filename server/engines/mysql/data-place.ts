import { FILES_OF_DATABASE } from '../../model/catalog-shape.ts'
import { sql } from '../../model/sql.ts'
import type { Database } from './database.ts'

/** Where the data are that the catalog of a database names; undefined where it names none yet. */
export async function dataPlace(database: Pick<Database, 'read'>): Promise<'database' | 'lake' | undefined> {
  // An app's files come with nearly all of its runs.
  const [app] = await database.read(sql`SELECT body FROM catalog_apps WHERE LOCATE('"file":', body) > 0 LIMIT 1`)
  const [row] = app ? [app] : await database.read(sql`SELECT body FROM catalog_runs WHERE LOCATE('"file":', body) > 0 LIMIT 1`)
  const file = /"file":"([^"]*)"/.exec(String(row?.['body']))?.[1]
  return file === undefined ? undefined : FILES_OF_DATABASE.test(file) ? 'database' : 'lake'
}

/** @throws an Error for the operator where the data are elsewhere */
export async function requireDataIn(database: Pick<Database, 'read'>, place: 'database' | 'lake'): Promise<void> {
  const found = await dataPlace(database)
  if (found === undefined || found === place) return
  throw new Error(
    found === 'lake'
      ? 'the data are in a lake: set LAKE_URL, as on the other nodes'
      : 'the data are in the database itself: move them with `npm run -s admin -- lake push`, or start without LAKE_URL',
  )
}
