import { PLATFORMS } from '../../../generated/vocabulary/vocabulary.ts'
import { betLookback, type Catalog } from '../../model/catalog.ts'
import { joined, literal, numbers, sql } from '../../model/sql.ts'
import { staged } from '../check/stage.ts'
import type { Workspace } from '../workspace.ts'

/** Fills in the install dates that recommendations judge where the delivery gives none, so that later settings do not change them. */
export async function fixLookbacks(workspace: Workspace, next: Catalog): Promise<void> {
  const rows = await workspace.rows(sql`SELECT DISTINCT app_id FROM delivered_runs WHERE kind = 'recommendation'`)
  const settings = rows.flatMap(({ app_id: app }) =>
    [...PLATFORMS, ''].map(platform => {
      const { start_day: start, end_day: end } = betLookback(next.bet_lookbacks, Number(app), platform)
      return sql`(${Number(app)}, ${literal(platform)}, ${numbers([start, end])})`
    }),
  )
  if (settings.length === 0) return
  await workspace.run(sql`UPDATE ${staged('recommendations')} s
    SET lookback_start_date = r.max_install_date - CAST(l.end_day AS INTEGER), lookback_end_date = r.max_install_date - CAST(l.start_day AS INTEGER)
    FROM delivered_runs r JOIN (VALUES ${joined(settings)}) l(app_id, platform, start_day, end_day) ON l.app_id = r.app_id
    WHERE r.run_id = s.run_id AND l.platform = coalesce(s.platform, '') AND s.lookback_start_date IS NULL`)
}
