import type { Workspace } from '../../delivery/workspace.ts'
import type { Segment } from '../../model/catalog.ts'
import { joined, sql, type Sql } from '../../model/sql.ts'

/** Those of some segments whose smallest and largest id have one of the relation `delivered` between them: no other holds any of its ids. */
export async function segmentsNear(workspace: Workspace, segments: readonly Segment[], delivered: Sql): Promise<Segment[]> {
  if (segments.length === 0) return []
  const bounds = segments.map(({ min_id: low = 0, max_id: high = Number.MAX_SAFE_INTEGER }, index) => sql`(${index}, ${low}, ${high})`)
  const rows = await workspace.rows(sql`SELECT index FROM (VALUES ${joined(bounds)}) bounds (index, low, high)
    WHERE EXISTS (SELECT 1 FROM (${delivered}) delivered WHERE delivered.id BETWEEN low AND high) ORDER BY index`)
  return rows.map(row => segments[Number(row['index'])]!)
}
