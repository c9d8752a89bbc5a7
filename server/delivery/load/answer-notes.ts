import { type App, type Catalog, type RunTotals, UNKNOWN } from '../../model/catalog.ts'
import { decidingColumns } from '../../model/classification.ts'
import { servedRun } from '../../model/runs.ts'
import { date, joined, literal, numbers, plain, sql, type Sql } from '../../model/sql.ts'
import { displayed, staged } from '../check/stage.ts'
import { LISTED_NAMES, formatNames } from '../faults.ts'
import type { Workspace } from '../workspace.ts'
import {
  comparisonNotes,
  type DeliveredRun,
  describeRun,
  formatNote,
  lookbackNotes,
  succeededRuns,
  withholdsTarget,
} from './delivered-runs.ts'

/** Notes on a delivery's side effects on results, one line each. */

export interface Change {
  previous: Catalog
  next: Catalog
  company: number | undefined
  totals: ReadonlyMap<number, RunTotals>
}

export async function answerNotes(workspace: Workspace, change: Change): Promise<string[]> {
  const runs = await succeededRuns(workspace, change.next)
  return [
    ...(await statusNotes(workspace, change)),
    ...(await decisionNotes(workspace, runs)),
    ...(await servedNotes(workspace, runs, change.next)),
    ...(await snapshotNotes(workspace, runs)),
    ...(await forecastNotes(workspace, runs)),
    ...(await lookbackNotes(workspace, runs)),
    ...(await comparisonNotes(workspace, runs, change.next, change.totals)),
    ...(await countryNotes(workspace, runs)),
    ...(await spellingNotes(workspace, change.previous)),
    ...appNotes(await deliveredApps(workspace, change)),
  ]
}

/**
 * Except for ROAS history and forecast accuracy, everything reads one run of an app: what the newest lacks is not found in earlier ones.
 */
async function servedNotes(workspace: Workspace, runs: readonly DeliveredRun[], next: Catalog): Promise<string[]> {
  const holding = async (table: 'cohorts' | 'recommendations'): Promise<Set<number>> =>
    new Set((await workspace.rows(sql`SELECT DISTINCT run_id FROM ${staged(table)}`)).map(row => Number(row.run_id)))
  const [cohorts, recommendations] = [await holding('cohorts'), await holding('recommendations')]
  const served = new Map(runs.map(({ app }) => [app.app_id, servedRun(next, app.app_id, 'recommendation')]))
  const serving = runs.filter(({ run, app }) => served.get(app.app_id)?.run_id === run.run_id)
  const delivered = new Set(runs.map(({ run }) => run.run_id))
  const passedOver = [...served].filter(([, run]) => run !== undefined && !delivered.has(run.run_id))
  const hadSome = new Set(next.runs.filter(run => run.recommendations !== undefined).map(run => run.app_id))
  return [
    ...formatNote(
      'reports and recommendations keep using a run newer than any delivered',
      passedOver.map(([app, run]) => `app ${app} (run ${run?.run_id} of ${run?.created_at})`),
    ),
    ...formatNote(
      'reports are empty, since the newest run has no cohorts',
      serving.filter(({ run }) => !cohorts.has(run.run_id)).map(describeRun),
    ),
    ...formatNote(
      'recommendations are empty, since the newest run has none',
      serving.filter(({ run, app }) => !recommendations.has(run.run_id) && hadSome.has(app.app_id)).map(describeRun),
    ),
  ]
}

async function snapshotNotes(workspace: Workspace, runs: readonly DeliveredRun[]): Promise<string[]> {
  const rows = await workspace.rows(sql`SELECT run_id, list(DISTINCT dsi) AS dsis FROM ${staged('roas_snapshots')} GROUP BY run_id`)
  const dsis = new Map(rows.map(row => [Number(row.run_id), new Set((row.dsis as unknown[]).map(Number))]))
  const without = runs.filter(one => !withholdsTarget(one) && !dsis.get(one.run.run_id)?.has(one.app.target_dsi))
  return formatNote(
    'ROAS history and forecast accuracy at the target DSI have no values from runs without roas_snapshots there',
    without.map(one => `${describeRun(one)} (DSI ${one.app.target_dsi})`),
  )
}

/** Revenue that contradicts what the run says of itself, or that falls as cohorts age. */
async function forecastNotes(workspace: Workspace, runs: readonly DeliveredRun[]): Promise<string[]> {
  const withheld = runs.flatMap(({ run }) =>
    (run.withheld ?? []).map(({ dsi }) => sql`(${numbers([run.run_id, dsi])}, ${date(run.max_install_date!)})`),
  )
  const forecast =
    withheld.length === 0
      ? []
      : await workspace.rows(sql`SELECT d.run_id, d.dsi, count(*) AS rows FROM revenue_cells v JOIN cohort_rows c ON c.rowid = v.cohort
          JOIN run_dsis d ON d.run = c.run AND d.slot = v.slot
          JOIN (VALUES ${joined(withheld)}) w(run_id, dsi, last) ON w.run_id = d.run_id AND w.dsi = d.dsi
          WHERE c.install_date + CAST(d.dsi AS INTEGER) > w.last GROUP BY d.run_id, d.dsi ORDER BY d.run_id, d.dsi`)
  // Full blended revenue includes the others; one sum keeps this cheap.
  const falls = sql`arg_max(full_blended_gross, slot) < max(full_blended_gross)`
  const falling = await workspace.rows(sql`SELECT r.run_id, count(*) AS cohorts
    FROM (SELECT cohort FROM revenue_cells GROUP BY cohort HAVING ${falls}) f JOIN cohort_rows c ON c.rowid = f.cohort
      JOIN delivered_runs r ON r.slot = c.run GROUP BY r.run_id ORDER BY r.run_id`)
  const named = new Map(runs.map(one => [one.run.run_id, describeRun(one)]))
  const describe = (row: { run_id?: unknown }): string => named.get(Number(row.run_id)) ?? `run ${String(row.run_id)}`
  return [
    ...formatNote(
      'runs deliver forecasts at DSIs that they withhold; these forecasts are served',
      forecast.map(row => `${describe(row)} (DSI ${String(row.dsi)}, ${String(row.rows)} cohorts)`),
    ),
    ...formatNote(
      'full blended gross revenue falls as cohorts age, although it is cumulative',
      falling.map(row => `${describe(row)} (${String(row.cohorts)} cohorts)`),
    ),
  ]
}

/** `GLOBAL` stands for several countries: filters and alerts take it so. */
async function countryNotes(workspace: Workspace, runs: readonly DeliveredRun[]): Promise<string[]> {
  const rows = await workspace.rows(sql`SELECT r.run_id, count(*) AS campaigns
    FROM (SELECT run, campaign_id FROM cohort_rows GROUP BY ALL HAVING count(DISTINCT "identity") = 1) c JOIN delivered_runs r ON r.slot = c.run
      JOIN identities i ON i.app_id = r.app_id AND i.id = c.campaign_id
      JOIN ${staged('recommendations')} s ON s.run_id = r.run_id AND s.granularity = 'campaign' AND s.country = 'GLOBAL'
        AND ${joined(
          (['platform', 'network', 'campaign'] as const).map(name => sql`i.${plain(name)} = ${displayed(sql`s.${plain(name)}`)}`),
          sql` AND `,
        )}
    GROUP BY r.run_id ORDER BY r.run_id`)
  const counts = new Map(rows.map(row => [Number(row.run_id), String(row.campaigns)]))
  return formatNote(
    'campaigns with cohorts of a single country are recommended as GLOBAL; give their country',
    runs.flatMap(one => (counts.has(one.run.run_id) ? [`${describeRun(one)} (${counts.get(one.run.run_id)})`] : [])),
  )
}

/** Names are compared exactly: a different spelling means a different network. */
async function spellingNotes(workspace: Workspace, previous: Catalog): Promise<string[]> {
  // Earlier rows were reported by their own import.
  const used = new Set((await workspace.rows(sql`SELECT DISTINCT app_id FROM used_names`)).map(row => Number(row.app_id)))
  const before = [...used].map(app => sql`(${numbers([app, previous.files[app]?.identities?.rows ?? 0])})`)
  if (before.length === 0) return []
  const rows = await workspace.rows(sql`SELECT names, array_to_string(list_sort(list(app_id)), ', ') AS apps
    FROM (SELECT i.app_id, array_to_string(list_sort(list(DISTINCT network)), ' / ') AS names
      FROM identities i JOIN (VALUES ${joined(before)}) b(app_id, rows) ON b.app_id = i.app_id
      GROUP BY i.app_id, lower(trim(network)) HAVING count(DISTINCT network) > 1 AND bool_or(i.id >= b.rows))
    GROUP BY names ORDER BY names LIMIT 100`)
  return formatNote(
    'networks whose names differ only in case or spaces count as different',
    rows.map(row => `${String(row.names)} (app ${String(row.apps)})`),
  )
}

async function deliveredApps(workspace: Workspace, { previous, next }: Change): Promise<{ before: App | undefined; after: App }[]> {
  const rows = await workspace.rows(sql`SELECT app_id FROM ${staged('apps')}`)
  const ids = new Set(rows.map(row => Number(row.app_id)))
  const known = new Map(previous.apps.map(app => [app.app_id, app]))
  return next.apps.filter(app => ids.has(app.app_id)).map(after => ({ before: known.get(after.app_id), after }))
}

function appNotes(apps: readonly { before: App | undefined; after: App }[]): string[] {
  const changed = (value: (app: App) => string): string[] =>
    apps
      .filter(({ before, after }) => before !== undefined && value(before) !== value(after))
      .map(({ before, after }) => `app ${after.app_id} (${value(before!)}, now ${value(after)})`)
  return [
    ...formatNote(
      'no company can read an app that is not live',
      apps.filter(({ before, after }) => !after.live && before?.live !== false).map(({ after }) => `app ${after.app_id}`),
    ),
    ...formatNote(
      'a new currency converts nothing: amounts of earlier runs stay in the previous one',
      changed(app => app.currency),
    ),
    ...formatNote(
      'new targets also apply to recommendations of earlier runs',
      changed(app => `DSI ${app.target_dsi} ${app.target_roas_type} ${app.target_revenue_type}`),
    ),
  ]
}

async function statusNotes(workspace: Workspace, { previous, next, company }: Change): Promise<string[]> {
  await workspace.run(sql`CREATE TABLE known_networks AS SELECT network FROM ${staged('networks')}`)
  for (let start = 0; start < previous.networks.length; start += 10_000) {
    const values = previous.networks.slice(start, start + 10_000).map(({ network }) => sql`(${literal(network)})`)
    await workspace.run(sql`INSERT INTO known_networks VALUES ${joined(values)}`)
  }
  const rows = sql`FROM (SELECT ${displayed(plain('network'))} AS network, confidence_score, run_id FROM ${staged('recommendations')}) s
    JOIN delivered_runs r ON r.run_id = s.run_id WHERE r.status = 'succeeded'`
  const isUnnamed = sql`network = ${literal(UNKNOWN)}`
  const isMissing = sql`NOT (${isUnnamed}) AND network NOT IN (SELECT network FROM known_networks)`
  const counts = await workspace.rows(sql`SELECT r.app_id, count(*) FILTER (WHERE ${isMissing}) AS missing,
    count(*) FILTER (WHERE ${isUnnamed}) AS unnamed, count(*) FILTER (WHERE confidence_score IS NULL) AS unscored
    ${rows} GROUP BY r.app_id ORDER BY r.app_id`)
  const counted = (what: 'missing' | 'unnamed' | 'unscored') =>
    counts.map(row => ({ app: Number(row.app_id), rows: Number(row[what]) })).filter(({ rows }) => rows > 0)
  const missing =
    counted('missing').length === 0
      ? []
      : await workspace.rows(sql`SELECT network, CAST(count(*) OVER () AS INTEGER) AS networks ${rows} AND ${isMissing}
          GROUP BY network ORDER BY network LIMIT ${LISTED_NAMES}`)
  const names = formatNames(
    missing.map(row => String(row.network)),
    Number(missing[0]?.networks ?? 0),
  )
  const mend = company === undefined ? 'deliver one for each, with traditional true or false' : 'the operator must deliver them'
  return [
    ...lowNote(
      counted('missing'),
      next.networks.length === 0
        ? `LOW, whatever the score: there are no networks in the store; ${mend} (${names})`
        : `LOW, whatever the score: networks has no row for ${names}; ${mend}`,
    ),
    ...lowNote(counted('unnamed'), 'LOW, whatever the score: the network is empty'),
    ...lowNote(counted('unscored'), 'LOW: confidence_score is empty'),
  ]
}

/** Counts the recommendations of each app. */
function lowNote(counts: readonly { app: number; rows: number }[], why: string): string[] {
  const all = counts.reduce((sum, { rows }) => sum + rows, 0)
  if (all === 0) return []
  const apps = counts.length === 1 ? `of app ${counts[0]!.app} ` : ''
  const each = counts.length === 1 ? '' : ` (${formatNames(counts.map(({ app, rows }) => `app ${app}: ${rows}`))})`
  return [`${all === 1 ? '1 recommendation' : `${all} recommendations`} ${apps}${all === 1 ? 'is' : 'are'} ${why}${each}`]
}

/** An action compares the predicted and the target ROAS of the app's target types; without one of them it is REDUCE. */
async function decisionNotes(workspace: Workspace, runs: readonly DeliveredRun[]): Promise<string[]> {
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
    const share = (count: unknown, column: string): string => `${describeRun(one)} (${String(count)} of ${String(row.rows)}, ${column})`
    if (Number(row.targetless) > 0) kinds.targetless.push(share(row.targetless, target))
    // Young campaigns often have no prediction; if none has one, the column may be wrong.
    if (row.unpredicted === row.rows && !withholdsTarget(one)) kinds.unpredicted.push(share(row.unpredicted, predicted))
    if (Number(row.elsewhere) > 0) kinds.elsewhere.push(share(row.elsewhere, `the app's is ${one.app.target_dsi}`))
  }
  return [
    ...formatNote('recommendations are REDUCE, since the target ROAS that their app decides by is empty or 0', kinds.targetless),
    ...formatNote('all recommendations are REDUCE, since the predicted ROAS that their app decides by is empty or 0', kinds.unpredicted),
    ...formatNote(
      'recommendations have a target_dsi that differs from that of their app; their targets and predictions use it',
      kinds.elsewhere,
    ),
  ]
}
