import { plain, sql } from '../../model/sql.ts'
import type { ImportScope } from '../place.ts'
import type { Workspace } from '../workspace.ts'
import { staged } from './stage.ts'

/** Tables whose rows name an app; those of the others name a run. */
const OF_APPS = ['apps', 'app_access', 'bet_lookbacks', 'runs'] as const

/** The apps and runs that a staged delivery names, rows at fault among them as far as their ids are well-formed; both ascend. */
export async function deliveredScope(workspace: Workspace): Promise<ImportScope> {
  const apps = new Set<number>()
  for (const table of OF_APPS) for (const id of await ids(workspace, table, 'app_id')) apps.add(id)
  return { apps: [...apps].sort((one, other) => one - other), runs: await ids(workspace, 'runs', 'run_id') }
}

async function ids(workspace: Workspace, table: (typeof OF_APPS)[number], id: 'app_id' | 'run_id'): Promise<number[]> {
  const rows = await workspace.rows(
    sql`SELECT DISTINCT ${plain(id)} AS id FROM ${staged(table)} WHERE ${plain(id)} IS NOT NULL ORDER BY id`,
  )
  return rows.map(row => Number(row.id))
}
