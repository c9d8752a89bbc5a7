import { sql } from '../../model/sql.ts'
import type { Database } from '../mysql/database.ts'
import { heldBy, isOfRun } from './file-names.ts'

/** Whether the catalog names a file of the lake at this moment. */
export async function isNamed({ small }: Pick<Database, 'small'>, file: string): Promise<boolean> {
  const { table, id } = heldBy(file) ?? { table: '', id: -1 }
  const rows = await small.read(
    isOfRun(table) ? sql`SELECT body FROM catalog_runs WHERE run_id = ${id}` : sql`SELECT body FROM catalog_apps WHERE app_id = ${id}`,
    { latest: true },
  )
  return rows.some(({ body }) => String(body).includes(`"file":"${file}"`))
}
