import type { Workspace } from '../../delivery/workspace.ts'
import type { Segment } from '../../model/catalog.ts'
import { plain, readPath, sql } from '../../model/sql.ts'
import type { Held } from '../common/map-files.ts'

const IDS: Partial<Record<Held['table'], string>> = { recommendations: 'recommendation_id', alerts: 'alert_id' }

/** The smallest and the largest id in a file; none in one whose rows have no ids. */
export async function idBounds(workspace: Workspace, { table }: Held, path: string): Promise<Pick<Segment, 'min_id' | 'max_id'>> {
  const id = IDS[table]
  if (id === undefined) return {}
  const bounds = sql`min(${plain(id)}) AS low, max(${plain(id)}) AS high`
  const { low, high } = await workspace.counts(sql`SELECT ${bounds} FROM read_parquet(${readPath(path)})`)
  return { min_id: low!, max_id: high! }
}
