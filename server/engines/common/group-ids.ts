import type { IdentityName } from '../../model/identities.ts'
import { joined, sql, type Sql } from '../../model/sql.ts'

/** Groups of identities go by the smallest id that has their names. Facts hold the two that are asked for most. */
const STORED: Record<string, Sql> = {
  '': sql`0`,
  'platform,network,campaign': sql`campaign_id`,
  'platform,network,campaign,country': sql`identity`,
}

/** What facts are grouped by: a column of theirs, or `group_id` of `groupIdsSql`. */
export function groupIdSql(groupBy: readonly IdentityName[]): Sql {
  return STORED[groupBy.join()] ?? sql`group_id`
}

/** What joins `group_id` to facts, where they do not have it themselves; `name` writes a name so that engines compare all of it. */
export function joinGroupIds(groupBy: readonly IdentityName[], identities: Sql, name: (of: IdentityName) => Sql): Sql {
  if (groupBy.join() in STORED) return sql``
  return sql` JOIN (SELECT id AS identity, min(id) OVER (PARTITION BY ${joined(groupBy.map(name))}) AS group_id FROM ${identities}) own USING (identity)`
}
