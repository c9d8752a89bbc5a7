import { joined, literal, numbers, plain, sql, type Sql } from '../../model/sql.ts'
import { UNKNOWN } from '../../model/catalog.ts'
import { decidingColumns } from '../../model/classification.ts'
import { LISTED_NAMES, some } from '../some.ts'
import { displayed } from '../stage/identities.ts'
import { staged } from '../stage/stage.ts'
import type { Workspace } from '../workspace.ts'
import type { Change } from './answer-notes.ts'
import { listed, nameOf, withholdsTarget, type ToldRun } from './told-run.ts'

/** A recommendation is LOW without a score, and where `networks` does not say that its network is traditional. */
export async function statusNotes(workspace: Workspace, { previous, next, company }: Change): Promise<string[]> {
  await workspace.run(sql`CREATE TABLE known_networks AS SELECT network FROM ${staged('networks')}`)
  for (let start = 0; start < previous.networks.length; start += 10_000) {
    const values = previous.networks.slice(start, start + 10_000).map(({ network }) => sql`(${literal(network)})`)
    await workspace.run(sql`INSERT INTO known_networks VALUES ${joined(values)}`)
  }
  const rows = sql`FROM (SELECT ${displayed(plain('network'))} AS network, confidence_score, run_id FROM ${staged('recommendations')}) s
    JOIN delivered_runs r ON r.run_id = s.run_id WHERE r.status = 'succeeded'`
  const isUnnamed = sql`network = ${literal(UNKNOWN)}`
  const { unnamed, unscored } = await workspace.counts(sql`SELECT count(*) FILTER (WHERE ${isUnnamed}) AS unnamed,
    count(*) FILTER (WHERE confidence_score IS NULL) AS unscored ${rows}`)
  const missing =
    await workspace.rows(sql`SELECT network, CAST(count(*) OVER () AS INTEGER) AS networks, CAST(sum(n) OVER () AS BIGINT) AS n
    FROM (SELECT network, count(*) AS n ${rows} AND NOT (${isUnnamed}) AND network NOT IN (SELECT network FROM known_networks) GROUP BY network)
    ORDER BY network LIMIT ${LISTED_NAMES}`)
  const affected = Number(missing[0]?.n ?? 0)
  const names = some(
    missing.map(row => String(row.network)),
    Number(missing[0]?.networks ?? 0),
  )
  const mend = company === undefined ? 'deliver one for each, with traditional true or false' : 'the operator delivers those'
  return [
    ...(affected === 0
      ? []
      : [
          next.networks.length === 0
            ? `${recommendations(affected)} LOW, whatever the score: there are no networks in the store; ${mend} (${names})`
            : `${recommendations(affected)} LOW, whatever the score: networks has no row for ${names}; ${mend}`,
        ]),
    ...(unnamed === 0 ? [] : [`${recommendations(unnamed!)} LOW, whatever the score: the network is empty`]),
    ...(unscored === 0 ? [] : [`${recommendations(unscored!)} LOW: confidence_score is empty`]),
  ]
}

function recommendations(count: number): string {
  return count === 1 ? '1 recommendation is' : `${count} recommendations are`
}

/** An action compares the predicted and the target ROAS of the app's target types; without one of them it is REDUCE. */
export async function decisionNotes(workspace: Workspace, runs: readonly ToldRun[]): Promise<string[]> {
  if (runs.length === 0) return []
  const apps = [...new Set(runs.map(({ app }) => app))]
  const given = apps.map(app => sql`(${numbers([app.app_id, app.target_dsi])}, ${literal(decidingColumns(app).target)})`)
  const sides = [...new Set(apps.map(app => decidingColumns(app).target))]
  const decides = (side: 'target' | 'predicted'): Sql =>
    sql`CASE a.deciding ${joined(
      sides.map(target => sql`WHEN ${literal(target)} THEN s.${plain(target.replace('target', side))}`),
      sql` `,
    )} END`
  const isMissing = (side: 'target' | 'predicted'): Sql => sql`coalesce(${decides(side)}, 0) <= 0`
  const found = await workspace.rows(sql`SELECT r.run_id, count(*) AS rows, count(*) FILTER (WHERE ${isMissing('target')}) AS targetless,
      count(*) FILTER (WHERE ${isMissing('predicted')}) AS unpredicted, count(*) FILTER (WHERE s.target_dsi <> a.target_dsi) AS elsewhere
    FROM ${staged('recommendations')} s JOIN delivered_runs r ON r.run_id = s.run_id
      JOIN (VALUES ${joined(given)}) a(app_id, target_dsi, deciding) ON a.app_id = r.app_id
    WHERE r.status = 'succeeded' GROUP BY r.run_id ORDER BY r.run_id`)
  const told = new Map(runs.map(one => [one.run.run_id, one]))
  const kinds: Record<'targetless' | 'unpredicted' | 'elsewhere', string[]> = { targetless: [], unpredicted: [], elsewhere: [] }
  for (const row of found) {
    const one = told.get(Number(row.run_id))!
    const { target, predicted } = decidingColumns(one.app)
    const share = (count: unknown, column: string): string => `${nameOf(one)} (${String(count)} of ${String(row.rows)}, ${column})`
    if (Number(row.targetless) > 0) kinds.targetless.push(share(row.targetless, target))
    // That young campaigns have no prediction is common; where none has one the column may be the wrong one.
    if (row.unpredicted === row.rows && !withholdsTarget(one)) kinds.unpredicted.push(share(row.unpredicted, predicted))
    if (Number(row.elsewhere) > 0) kinds.elsewhere.push(share(row.elsewhere, `the app's is ${one.app.target_dsi}`))
  }
  return [
    ...listed('recommendations are REDUCE, since the target ROAS that their app decides by is empty or 0', kinds.targetless),
    ...listed('all recommendations are REDUCE, since the predicted ROAS that their app decides by is empty or 0', kinds.unpredicted),
    ...listed('recommendations have another target_dsi than their app, and their targets and predictions are of that one', kinds.elsewhere),
  ]
}
