import { sql, type Sql } from '../model/sql.ts'
import { covered, ratio, whole } from './metrics/metric.ts'

/**
 * SQL for `covered_share_d<n>`: the share, 0 to 1, of the row's spend whose revenue at the DSI is known; of its full blended installs where
 * nothing was spent; null where there are none either.
 */
export function coveredShareSql(dsi: number): Sql {
  const share = (sum: 'spend' | 'full_blended_installs'): Sql => ratio(covered(sum, { dsi }, true), whole(sum))
  return sql`coalesce(${share('spend')}, ${share('full_blended_installs')})`
}
