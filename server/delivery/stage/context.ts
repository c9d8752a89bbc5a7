import { joined, numbers, plain, sql, timestamp, type Sql } from '../../model/sql.ts'
import type { App, Catalog } from '../../model/catalog.ts'
import type { Workspace } from '../workspace.ts'
import type { OpenPlace } from '../place.ts'
import { staged } from './stage.ts'

/**
 * Makes the tables the rules refer to, of what the delivery and the store know together: `known_companies`, `known_apps`,
 * `app_dsis`, `apps_with_dsis` (whose DSIs are well-formed), `delivered_runs` (with a dense `slot`), `run_dsis` (with the dense
 * `slot` of a DSI within its app), `stored_runs` (and which of them are `withdrawn`), and those of the delivery's recommendation and alert
 * ids that the store has
 * already; and the variables `now` and `runs_known` (no run lacks its id).
 * In an import of one `company`'s data the store has no other companies, and only its apps; those of others are `foreign_apps`.
 */
export async function prepareContext(
  workspace: Workspace,
  catalog: Catalog,
  place: OpenPlace,
  now: Date,
  company: number | undefined,
): Promise<void> {
  await workspace.run(sql`SET VARIABLE now = ${timestamp(now)}`)
  await workspace.run(sql`SET VARIABLE runs_known = (SELECT count(*) = count(run_id) FROM ${staged('runs')})`)
  const companies = catalog.companies.map(row => row.company_id).filter(id => company === undefined || id === company)
  if (company !== undefined && companies.length === 0) {
    const { brought } = await workspace.counts(sql`SELECT count(*) AS brought FROM ${staged('companies')} WHERE company_id = ${company}`)
    if (brought === 0) throw new Error(`there is no company ${company}, neither in the store nor in the delivery`)
  }
  const own = new Set(catalog.app_access.filter(row => row.company_id === company).map(row => row.app_id))
  const isKnown = ({ app_id: app }: App): boolean => company === undefined || own.has(app)
  await fill(
    workspace,
    'stored_companies',
    sql`company_id BIGINT`,
    companies.map(id => [id]),
  )
  await fill(
    workspace,
    'stored_runs',
    sql`run_id BIGINT, withdrawn BOOLEAN`,
    catalog.runs.map(run => [run.run_id, run.withdrawn && (company === undefined || own.has(run.app_id)) ? 1 : 0]),
  )
  const dsis = catalog.apps.filter(isKnown).flatMap(app => app.dsi_values.map(dsi => [app.app_id, dsi]))
  await fill(workspace, 'stored_dsis', sql`app_id BIGINT, dsi BIGINT`, dsis)
  await fill(
    workspace,
    'stored_apps',
    sql`app_id BIGINT`,
    catalog.apps.filter(isKnown).map(app => [app.app_id]),
  )
  await fill(
    workspace,
    'foreign_apps',
    sql`app_id BIGINT`,
    catalog.apps.filter(app => !isKnown(app)).map(app => [app.app_id]),
  )
  const apps = staged('apps')
  await workspace.run(sql`CREATE TABLE known_companies AS
    SELECT company_id FROM stored_companies UNION SELECT company_id FROM ${staged('companies')} WHERE company_id IS NOT NULL`)
  await workspace.run(sql`CREATE TABLE known_apps AS
    SELECT app_id FROM stored_apps UNION
    SELECT app_id FROM ${apps} WHERE app_id IS NOT NULL AND app_id NOT IN (SELECT app_id FROM foreign_apps)`)
  await workspace.run(sql`CREATE TABLE app_dsis AS
    SELECT app_id, dsi FROM stored_dsis WHERE app_id NOT IN (SELECT app_id FROM ${apps} WHERE app_id IS NOT NULL)
    UNION SELECT app_id, TRY_CAST(unnest(string_split(dsi_values, ',')) AS BIGINT) FROM ${apps}`)
  await workspace.run(sql`CREATE TABLE apps_with_dsis AS
    SELECT app_id FROM app_dsis GROUP BY app_id HAVING count(*) = count(dsi)`)
  await workspace.run(sql`CREATE TABLE delivered_runs AS
    SELECT row_number() OVER (ORDER BY run_id) - 1 AS slot, * FROM (
      SELECT run_id, any_value(app_id) AS app_id, any_value(kind) AS kind, any_value(status) AS status,
        any_value(max_install_date) AS max_install_date
      FROM ${staged('runs')} WHERE run_id IS NOT NULL GROUP BY run_id)`)
  await workspace.run(sql`CREATE TABLE run_dsis AS
    SELECT r.run_id, r.slot AS run, d.dsi, row_number() OVER (PARTITION BY r.run_id ORDER BY d.dsi) - 1 AS slot
    FROM delivered_runs r JOIN app_dsis d USING (app_id)`)
  for (const [table, id] of [
    ['recommendations', 'recommendation_id'],
    ['alerts', 'alert_id'],
  ] as const) {
    const delivered = sql`SELECT ${plain(id)} AS id FROM ${staged(table)} WHERE ${plain(id)} IS NOT NULL`
    await workspace.run(sql`CREATE TABLE ${plain(`stored_${table}`)} AS
      SELECT DISTINCT id AS ${plain(id)} FROM (${await place.takenIds(workspace, catalog, table, delivered)}) WHERE id IN (${delivered})`)
  }
}

async function fill(workspace: Workspace, name: string, columns: Sql, rows: number[][]): Promise<void> {
  const table = plain(name)
  await workspace.run(sql`CREATE TABLE ${table} (${columns})`)
  for (let start = 0; start < rows.length; start += 10_000) {
    const values = rows.slice(start, start + 10_000).map(row => sql`(${numbers(row)})`)
    await workspace.run(sql`INSERT INTO ${table} VALUES ${joined(values)}`)
  }
}
