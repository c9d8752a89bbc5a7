import type { Run } from '../model/catalog.ts'
import { date, joined, sql, type Sql, timestamp } from '../model/sql.ts'
import type { SnapshotGroups, SnapshotGroupsQuery } from '../model/store.ts'

/** Of several runs that saw the same newest install date the newest speaks for it: one run per age of a cohort. `runs` oldest first. */
export function runsByAge(runs: readonly Run[]): Run[] {
  return [...new Map(runs.map(run => [run.max_install_date, run])).values()]
}

function runsTable(runs: readonly Run[]): Sql {
  return joined(runs.map(run => sql`(${run.run_id}::BIGINT, ${date(run.max_install_date!)}, ${timestamp(new Date(run.created_at))})`))
}

/**
 * What runs said of cohorts: `install_cohort`, `identity`, `spend`, `revenue`, `age` (days from the period's start to the run's latest
 * install date), the run's `created_at` and `max_install_date`. A run whose snapshots begin within a period saw a part of that cohort,
 * and says nothing of it. Needs a run.
 */
export async function cohortsByAge({ runs }: SnapshotGroupsQuery, relations: SnapshotGroups): Promise<Sql> {
  return sql`
SELECT g.install_cohort, g.identity, g.spend, g.revenue, (r.max_install_date - g.install_cohort)::INTEGER AS age, r.created_at, r.max_install_date
FROM (${await relations.groups()}) g JOIN (${await relations.beginnings()}) b USING (run_id)
  JOIN (VALUES ${runsTable(runs)}) r(run_id, max_install_date, created_at) USING (run_id)
WHERE b.first_install_date <= g.install_cohort`
}
