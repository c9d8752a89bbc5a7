import { sql, type Sql } from '../model/sql.ts'
import { covered, ratio, whole } from './metrics/metric.ts'

/**
 * SQL for `covered_share_d<n>`: the share, 0 to 1, of the row's spend with known revenue at the DSI; of its full blended installs if
 * nothing was spent; null if there are none either.
 */
export function coveredShareSql(dsi: number): Sql {
  const share = (sum: 'spend' | 'full_blended_installs'): Sql => ratio({ numerator: covered(sum, { dsi }, true), denominator: whole(sum) })
  return sql`coalesce(${share('spend')}, ${share('full_blended_installs')})`
}
