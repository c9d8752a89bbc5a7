import { type App, type Catalog, type RunTotals, UNKNOWN } from '../../core/model/catalog.ts'
import { targetTypeColumns } from '../../core/model/classification.ts'
import { joined, literal, numbers, plain, sql, type Sql } from '../../core/model/sql.ts'
import { type Source, unusedColumns } from '../check/source.ts'
import { displayed, staged } from '../check/stage.ts'
import { LISTED_NAMES, formatNames } from '../delivery-faults.ts'
import { RECORDS_DOCUMENT } from '../moved-records.ts'
import type { Workspace } from '../workspace.ts'
import {
  type DeliveredRun,
  describeRun,
  formatNote,
  runNotes,
  succeededRuns,
  withholdsTarget,
} from './run-notes.ts'

/** Notes on a delivery's side effects on results, one line each. */

interface Change {
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
    ...(await runNotes(workspace, runs, change)),
    ...(await spellingNotes(workspace, change.previous)),
    ...appNotes(await deliveredApps(workspace, change)),
  ]
}

/** Names are compared exactly: another spelling means another network. */
async function spellingNotes(workspace: Workspace, previous: Catalog): Promise<string[]> {
  // Earlier rows were reported by their own import.
  const used = await workspace.numbers(sql`SELECT DISTINCT app_id FROM used_names`)
  const before = used.map(
    app => sql`(${numbers([app, previous.files[app]?.identities?.rows ?? 0])})`,
  )
  if (before.length === 0) return []
  const rows =
    await workspace.rows(sql`SELECT names, array_to_string(list_sort(list(app_id)), ', ') AS apps
    FROM (SELECT i.app_id, array_to_string(list_sort(list(DISTINCT network)), ' / ') AS names
      FROM identities i JOIN (VALUES ${joined(before)}) b(app_id, rows) ON b.app_id = i.app_id
      GROUP BY i.app_id, lower(trim(network)) HAVING count(DISTINCT network) > 1 AND bool_or(i.id >= b.rows))
    GROUP BY names ORDER BY names LIMIT 100`)
  return formatNote(
    'networks whose names differ only in case or spaces count as different',
    rows.map(row => `${String(row.names)} (app ${String(row.apps)})`),
  )
}

async function deliveredApps(
  workspace: Workspace,
  { previous, next }: Change,
): Promise<{ before: App | undefined; after: App }[]> {
  const ids = new Set(await workspace.numbers(sql`SELECT app_id FROM ${staged('apps')}`))
  const known = new Map(previous.apps.map(app => [app.app_id, app]))
  return next.apps
    .filter(app => ids.has(app.app_id))
    .map(after => ({ before: known.get(after.app_id), after }))
}

function appNotes(apps: readonly { before: App | undefined; after: App }[]): string[] {
  const changed = (value: (app: App) => string): string[] =>
    apps.flatMap(({ before, after }) =>
      before === undefined || value(before) === value(after)
        ? []
        : [`app ${after.app_id} (${value(before)}, now ${value(after)})`],
    )
  return [
    ...formatNote(
      'no company can read an app that is not live',
      apps
        .filter(({ before, after }) => !after.live && before?.live !== false)
        .map(({ after }) => `app ${after.app_id}`),
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

async function statusNotes(
  workspace: Workspace,
  { previous, next, company }: Change,
): Promise<string[]> {
  const known = previous.networks.map(({ network }) => [literal(network)])
  await workspace.fill(sql`stored_networks`, sql`network VARCHAR`, known)
  const rows = sql`FROM (SELECT ${displayed(plain('network'))} AS network, confidence_score, run_id FROM ${staged('recommendations')}) s
    JOIN delivered_runs r ON r.run_id = s.run_id WHERE r.status = 'succeeded'`
  const isUnnamed = sql`network = ${literal(UNKNOWN)}`
  const isMissing = sql`NOT (${isUnnamed}) AND network NOT IN (FROM stored_networks UNION SELECT network FROM ${staged('networks')})`
  const counts =
    await workspace.rows(sql`SELECT r.app_id, count(*) FILTER (WHERE ${isMissing}) AS missing,
    count(*) FILTER (WHERE ${isUnnamed}) AS unnamed, count(*) FILTER (WHERE confidence_score IS NULL) AS unscored
    ${rows} GROUP BY r.app_id ORDER BY r.app_id`)
  const counted = (what: 'missing' | 'unnamed' | 'unscored') =>
    counts
      .map(row => ({ app: Number(row.app_id), rows: Number(row[what]) }))
      .filter(({ rows }) => rows > 0)
  const missing =
    counted('missing').length === 0
      ? []
      : await workspace.rows(sql`SELECT network, CAST(count(*) OVER () AS INTEGER) AS networks ${rows} AND ${isMissing}
          GROUP BY network ORDER BY network LIMIT ${LISTED_NAMES}`)
  const names = formatNames(
    missing.map(row => String(row.network)),
    Number(missing[0]?.networks ?? 0),
  )
  const mend =
    company === undefined
      ? 'deliver one for each, with traditional true or false'
      : 'the operator must deliver them'
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
  const [first, ...others] = counts
  const isOne = first !== undefined && others.length === 0
  const apps = isOne ? `of app ${first.app} ` : ''
  const each = isOne
    ? ''
    : ` (${formatNames(counts.map(({ app, rows }) => `app ${app}: ${rows}`))})`
  return [
    `${all === 1 ? '1 recommendation' : `${all} recommendations`} ${apps}${all === 1 ? 'is' : 'are'} ${why}${each}`,
  ]
}

/** An action compares predicted and target ROAS of the app's target types; without either it is REDUCE. */
async function decisionNotes(
  workspace: Workspace,
  runs: readonly DeliveredRun[],
): Promise<string[]> {
  if (runs.length === 0) return []
  const apps = [...new Set(runs.map(({ app }) => app))]
  const appRows = apps.map(
    app =>
      sql`(${numbers([app.app_id, app.target_dsi])}, ${literal(targetTypeColumns(app).target)})`,
  )
  const sides = [...new Set(apps.map(app => targetTypeColumns(app).target))]
  const decides = (side: 'target' | 'predicted'): Sql =>
    sql`CASE a.deciding ${joined(
      sides.map(
        target => sql`WHEN ${literal(target)} THEN s.${plain(target.replace('target', side))}`,
      ),
      sql` `,
    )} END`
  const isMissing = (side: 'target' | 'predicted'): Sql => sql`coalesce(${decides(side)}, 0) <= 0`
  const counts =
    await workspace.rows(sql`SELECT r.run_id, count(*) AS rows, count(*) FILTER (WHERE ${isMissing('target')}) AS targetless,
      count(*) FILTER (WHERE ${isMissing('predicted')}) AS unpredicted, count(*) FILTER (WHERE s.target_dsi <> a.target_dsi) AS elsewhere
    FROM ${staged('recommendations')} s JOIN delivered_runs r ON r.run_id = s.run_id
      JOIN (VALUES ${joined(appRows)}) a(app_id, target_dsi, deciding) ON a.app_id = r.app_id
    WHERE r.status = 'succeeded' GROUP BY r.run_id ORDER BY r.run_id`)
  const byRun = new Map(runs.map(delivered => [delivered.run.run_id, delivered]))
  const kinds: Record<'targetless' | 'unpredicted' | 'elsewhere', string[]> = {
    targetless: [],
    unpredicted: [],
    elsewhere: [],
  }
  for (const row of counts) {
    const delivered = byRun.get(Number(row.run_id))!
    const { target, predicted } = targetTypeColumns(delivered.app)
    const share = (count: unknown, column: string): string =>
      `${describeRun(delivered)} (${String(count)} of ${String(row.rows)}, ${column})`
    if (Number(row.targetless) > 0) kinds.targetless.push(share(row.targetless, target))
    // Young campaigns often lack a prediction; if all do, the column may be wrong.
    if (row.unpredicted === row.rows && !withholdsTarget(delivered))
      kinds.unpredicted.push(share(row.unpredicted, predicted))
    if (Number(row.elsewhere) > 0)
      kinds.elsewhere.push(share(row.elsewhere, `the app's is ${delivered.app.target_dsi}`))
  }
  return [
    ...formatNote(
      'recommendations are REDUCE, since the target ROAS that their app decides by is empty or 0',
      kinds.targetless,
    ),
    ...formatNote(
      'all recommendations are REDUCE, since the predicted ROAS that their app decides by is empty or 0',
      kinds.unpredicted,
    ),
    ...formatNote(
      'recommendations have a target_dsi that differs from that of their app; their targets and predictions use it',
      kinds.elsewhere,
    ),
  ]
}

export function unreadFiles(ignored: readonly string[], hasRecords: boolean): string[] {
  const names = ignored.filter(name => name !== RECORDS_DOCUMENT)
  return [
    ...(names.length === 0
      ? []
      : [`not read, since no table has that name: ${formatNames(names)}`]),
    ...(hasRecords || names.length === ignored.length
      ? []
      : [
          `${RECORDS_DOCUMENT} was not read: --with-records brings its keys, users and withdrawn runs`,
        ]),
  ]
}

export function unusedNote(source: Source): string[] {
  const names = unusedColumns(source)
  if (names.length === 0) return []
  return [
    `${source.file}: the ${names.length === 1 ? 'column' : 'columns'} ${formatNames(names)} ${names.length === 1 ? 'is' : 'are'} not used`,
  ]
}

export function incompleteNote(cohorts: number, apps: readonly number[]): string[] {
  if (cohorts === 0) return []
  const rows = cohorts === 1 ? '1 cohort row' : `${cohorts} cohort rows`
  return [
    `${rows} with spend or installs ${cohorts === 1 ? 'lacks' : 'lack'} a cohort_revenue row for one of the app's dsi_values: ` +
      formatNames(apps.map(id => `app ${id}`)),
  ]
}

const LISTED_COMPANIES = 10

/** `app_access` only adds: reports which other apps the named companies can read, and delivered apps without a reader. */
export async function accessNotes(
  workspace: Workspace,
  previous: Catalog,
  next: Catalog,
): Promise<string[]> {
  const rows = await workspace.rows(sql`SELECT company_id, app_id FROM ${staged('app_access')}`)
  const delivered = new Map<number, Set<number>>()
  for (const row of rows) {
    const [company, app] = [Number(row.company_id), Number(row.app_id)]
    delivered.set(company, (delivered.get(company) ?? new Set()).add(app))
  }
  const byCompany = new Map<number, string[]>()
  for (const { company_id: company, app_id: app } of previous.app_access) {
    if (delivered.get(company)?.has(app) === false)
      byCompany.set(company, [...(byCompany.get(company) ?? []), String(app)])
  }
  const texts = [...byCompany]
    .slice(0, LISTED_COMPANIES)
    .map(
      ([company, apps]) =>
        `company ${company} keeps its access to ${apps.length === 1 ? 'app' : 'apps'} ${formatNames(apps)}: ` +
        'app_access only adds; `admin access revoke` removes it',
    )
  const more = byCompany.size - texts.length
  // Apps that are not live have a separate note.
  const live = new Set(next.apps.filter(app => app.live).map(app => app.app_id))
  const apps = await workspace.numbers(sql`SELECT app_id FROM ${staged('apps')}`)
  const readable = new Set(next.app_access.map(({ app_id: app }) => app))
  const unread = apps.filter(id => live.has(id) && !readable.has(id)).map(String)
  return [
    ...texts,
    ...(more > 0
      ? [`${more} more companies keep their access to apps that app_access does not name`]
      : []),
    ...(unread.length === 0
      ? []
      : [
          `no company can read ${unread.length === 1 ? 'app' : 'apps'} ${formatNames(unread)}: app_access does not name it`,
        ]),
  ]
}
