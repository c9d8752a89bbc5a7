import type { Workspace } from '../../imports/workspace.ts'
import { plainList, sql, type Sql } from '../../core/model/sql.ts'
import { TEXTS } from './input-rows.ts'

/**
 * Notes on payments that equal another one of their file in every column and have no id: only their exporter knows if they are duplicates.
 * `rows`: from `rowsOf`.
 */
export async function identicalNotes(
  workspace: Workspace,
  rows: Sql,
  currency: string,
): Promise<string[]> {
  const event = sql`file, user_id, install_time, event_time, event_name, value, net, kind, ${plainList(TEXTS)}`
  const { count, sum } =
    await workspace.counts(sql`SELECT coalesce(sum(copies - 1), 0) AS count, coalesce(sum(value * (copies - 1)), 0) AS sum FROM (
      SELECT value, count(*) AS copies FROM (${rows}) WHERE NOT skipped AND event_id = '' AND value <> 0 GROUP BY ${event} HAVING count(*) > 1)`)
  if (count === 0) return []
  const are =
    count === 1
      ? '1 row is equal to another of its file in every column'
      : `${count} rows are equal to others of their file in every column`
  return [
    `revenue: ${are} (${sum!.toFixed(2)} ${currency}): ${count === 1 ? 'it counts' : 'they count'}. If it is the same payment, map event_id, or export without it.`,
  ]
}
