import { sql } from '../../model/sql.ts'
import { staged } from '../check/stage.ts'
import type { Workspace } from '../workspace.ts'
import { describeRun, type DeliveredRun, formatNote, isOtherUnit, rounded } from './run-notes.ts'

/**
 * Runs whose tables give the same spend in different units: that of campaigns' recommendations against that of cohorts on the dates they
 * judge. Needs no earlier run.
 */
export async function unitNotes(workspace: Workspace, runs: readonly DeliveredRun[]): Promise<string[]> {
  const rows = await workspace.rows(sql`SELECT s.run_id, s.spend, sum(c.spend)::DOUBLE AS cohorts FROM (
      SELECT run_id, sum(spend)::DOUBLE AS spend, min(lookback_start_date) AS first, max(lookback_end_date) AS last FROM ${staged('recommendations')}
      WHERE granularity = 'campaign' GROUP BY run_id) s
    JOIN delivered_runs r ON r.run_id = s.run_id JOIN cohort_rows c ON c.run = r.slot AND c.install_date BETWEEN s.first AND s.last
    GROUP BY ALL ORDER BY s.run_id`)
  const named = new Map(runs.map(one => [one.run.run_id, describeRun(one)]))
  return formatNote(
    "spend of recommendations and of cohorts on the dates they judge differ as much as units do; check the currency's unit of both",
    rows
      .map(row => ({ run: Number(row['run_id']), spend: Number(row['spend']), cohorts: Number(row['cohorts']) }))
      .filter(({ run, spend, cohorts }) => named.has(run) && isOtherUnit(spend, cohorts))
      .map(({ run, spend, cohorts }) => `${named.get(run)!} (${rounded(spend)}, cohorts ${rounded(cohorts)})`),
  )
}
