import type { App } from '../../core/model/catalog.ts'
import { targetTypeColumns } from '../../core/model/classification.ts'
import type { Identity, IdentityName } from '../../core/model/identities.ts'
import { forEachInSlices } from '../../core/runtime/slices.ts'
import { type Session, sql } from '../../core/model/sql.ts'
import type { ReportGroups, StoredRecommendation } from '../../core/model/store.ts'

/** An identity of the level, the report's group with it, and its target ROAS. */
export type TargetRow = readonly [id: number, groupId: number, target: number]

/** One row per identity with a target above 0, from the campaign's recommendation with the highest daily spend. */
export async function targetRows(
  app: App,
  identities: readonly Identity[],
  recommendations: readonly StoredRecommendation[],
  { level, groupBy }: { level: readonly IdentityName[]; groupBy: readonly IdentityName[] },
): Promise<TargetRow[]> {
  const { target } = targetTypeColumns(app)
  const spendOf = ({ spend, lookback_days: days }: StoredRecommendation) => spend / days
  const byName = new Map<string, StoredRecommendation>()
  await forEachInSlices(recommendations, row => {
    const known = byName.get(keyOf(row, level))
    if (!known || spendOf(row) > spendOf(known)) byName.set(keyOf(row, level), row)
  })
  const groups = new Map<string, number>()
  const rows = new Map<number, TargetRow>()
  await forEachInSlices(identities, identity => {
    const group = keyOf(identity, groupBy)
    groups.set(group, Math.min(groups.get(group) ?? identity.id, identity.id))
  })
  await forEachInSlices(identities, identity => {
    const value = byName.get(keyOf(identity, level))?.[target] ?? null
    const id = level.includes('country') ? identity.id : identity.campaign_id
    const groupId = groupBy.length === 0 ? 0 : groups.get(keyOf(identity, groupBy))!
    if (value !== null && value > 0) rows.set(id, [id, groupId, value])
  })
  return [...rows.values()]
}

function keyOf(row: Pick<Identity, IdentityName>, names: readonly IdentityName[]): string {
  return JSON.stringify(names.map(name => row[name]))
}

/** Writes each row's target, weighted by spend, into the temporary table `targets`; rows without spend on an identity with a target have none. */
export async function writeTargets(
  session: Session,
  rows: readonly TargetRow[],
  relations: ReportGroups,
): Promise<void> {
  await session.run(
    sql`CREATE TEMP TABLE own_targets (id INTEGER, identity INTEGER, target DOUBLE)`,
  )
  await session.append('own_targets', rows)
  // Sums of doubles depend on their order: equal targets are summed exactly, different ones in ascending order.
  await session.run(sql`CREATE TEMP TABLE targets AS
SELECT install_cohort, identity, CASE
  WHEN min(target) = max(target) THEN min(target)
  ELSE sum(spend * target ORDER BY target) / sum(spend ORDER BY target) END AS target
FROM (
  SELECT s.install_cohort, t.identity, t.target, sum(s.spend)::DOUBLE AS spend
  FROM (${await relations.level()}) s JOIN own_targets t ON t.id = s.identity
  GROUP BY ALL HAVING sum(s.spend) > 0
) GROUP BY install_cohort, identity`)
}
