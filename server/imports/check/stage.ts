import { type Catalog, UNKNOWN } from '../../core/model/catalog.ts'
import {
  joined,
  literal,
  numbers,
  plain,
  quoted,
  sql,
  type Sql,
  timestamp,
} from '../../core/model/sql.ts'
import { truncatedSql, sqlType } from '../cell-kinds.ts'
import { DeliveryError } from '../delivery-faults.ts'
import type { ImportScope, OpenDestination } from '../import-destination.ts'
import type { MovedRun } from '../moved-records.ts'
import { type Print, reporter } from '../progress.ts'
import {
  columnsOf,
  NAMES,
  type TableColumn,
  TABLE_NAMES,
  type TableName,
  TABLES,
} from '../tables.ts'
import type { Workspace } from '../workspace.ts'
import { unreadable } from '../reader/unreadable.ts'
import type { Source } from './source.ts'

export function staged(table: TableName): Sql {
  return plain(`staged_${table}`)
}

/** Columns in which NULL means empty or malformed; `malformed` has a bit for each, in this order. */
export function ambiguousColumns(table: TableName): string[] {
  return columnsOf(table)
    .filter(([, column]) => isAmbiguous(column))
    .map(([name]) => name)
}

function isAmbiguous({ kind, nullable }: TableColumn): boolean {
  return nullable === true && kind !== 'text'
}

/** Creates a table even if the delivery lacks it, so that checks are the same. */
export async function prepare(
  workspace: Workspace,
  sources: Source[],
  table: TableName,
): Promise<void> {
  if (sources.some(source => source.table === table)) return
  const columns = columnsOf(table).map(([name, { kind }]) => sql`${quoted(name)} ${sqlType(kind)}`)
  await workspace.run(
    sql`CREATE TABLE ${staged(table)} (${joined([...columns, sql`malformed BIGINT`])})`,
  )
}

export async function stage(workspace: Workspace, source: Source, print: Print): Promise<void> {
  await readRows(
    workspace,
    source,
    staged(source.table),
    stagingQuery(source, source.relation),
    print,
  )
}

export function stagingQuery({ cells }: Source, relation: Sql, more: Sql[] = []): Sql {
  const columns = cells.map(({ name, longest, value }) => {
    const cell = longest === undefined ? value : truncatedSql(value, longest)
    return sql`${cell} AS ${quoted(name)}`
  })
  const bits = cells.filter(isAmbiguous).map(({ name, value }, bit) => {
    const empty = sql`nullif(CAST(${quoted(name)} AS VARCHAR), '')`
    return sql`CASE WHEN ${empty} IS NOT NULL AND (${value}) IS NULL THEN CAST(${2 ** bit} AS BIGINT) ELSE 0 END`
  })
  return sql`SELECT ${joined([...more, ...columns])}, ${joined([sql`CAST(0 AS BIGINT)`, ...bits], sql` + `)} AS malformed FROM ${relation}`
}

/** Refuses the delivery if the file does not yield all its rows. */
export async function readRows(
  workspace: Workspace,
  source: Source,
  table: Sql,
  query: Sql,
  print: Print,
): Promise<void> {
  try {
    await workspace.run(sql`CREATE OR REPLACE TABLE ${table} AS ${query}`, reporter(print, source))
  } catch (error) {
    throw /Out of Memory|No space left|Could not write/i.test(String(error))
      ? error
      : await unreadable(source, error)
  }
  const { rows } = await workspace.counts(sql`SELECT count(*) AS rows FROM ${table}`)
  if (rows === source.rows) return
  throw new DeliveryError([
    {
      file: source.file,
      rule: `must be readable to its end: only ${rows} of ${source.rows} rows are`,
    },
  ])
}

/** SQL equality of names; null and empty are the same. */
export function sameNames(a: Sql, right: Sql): Sql {
  return joined(
    NAMES.map(name => sql`${a}.${plain(name)} = coalesce(${right}.${plain(name)}, '')`),
    sql` AND `,
  )
}

export function displayed(name: Sql): Sql {
  return sql`coalesce(nullif(${name}, ''), ${literal(UNKNOWN)})`
}

/** SQL list of a table's key for grouping; null and empty names are equal. */
export function keyOf(table: TableName): Sql[] {
  const { columns, key } = TABLES[table] as {
    columns: Record<string, { nullable?: true }>
    key: string[]
  }
  return key.map(name =>
    columns[name]?.nullable === true ? sql`coalesce(${quoted(name)}, '')` : quoted(name),
  )
}

/**
 * Creates the tables to which rules refer, from delivery and store together: `known_companies`, `known_apps`, `app_dsis`, `apps_with_dsis`
 * (well-formed DSIs), `delivered_runs` (with a dense `slot`), `run_dsis` (with the DSI's dense `slot` within its run), `stored_runs` (with
 * `withdrawn`), `stored_events`, `stored_budgets`, and the delivered ids of recommendations and alerts that the store has; and the variables
 * `now`, `runs_known`, `apps_known` and `companies_known` (the file was read, and every row has an id). In an import of one `company`'s data
 * the store has only its apps; those of others are `foreign_apps`.
 */
export async function prepareContext(
  workspace: Workspace,
  catalog: Catalog,
  {
    destination,
    now,
    company,
    runs,
    unread,
  }: {
    destination: OpenDestination
    now: Date
    company: number | undefined
    runs: readonly MovedRun[]
    unread: ReadonlySet<TableName>
  },
): Promise<void> {
  await workspace.run(sql`SET VARIABLE now = ${timestamp(now)}`)
  for (const table of ['companies', 'apps', 'runs'] as const) {
    const isKnown = unread.has(table) ? sql`false` : sql`count(*) = count(${joined(keyOf(table))})`
    await workspace.run(
      sql`SET VARIABLE ${plain(`${table}_known`)} = (SELECT ${isKnown} FROM ${staged(table)})`,
    )
  }
  const companies = catalog.companies
    .map(row => row.company_id)
    .filter(id => company === undefined || id === company)
  if (company !== undefined && companies.length === 0 && !unread.has('companies')) {
    const { brought } = await workspace.counts(
      sql`SELECT count(*) AS brought FROM ${staged('companies')} WHERE company_id = ${company}`,
    )
    if (brought === 0)
      throw new Error(`company ${company} is in neither the store nor the delivery`)
  }
  const own = new Set(
    catalog.app_access.filter(row => row.company_id === company).map(row => row.app_id),
  )
  const isOwn = ({ app_id: app }: { app_id: number }): boolean =>
    company === undefined || own.has(app)
  const files = Object.entries(catalog.files)
  const stored: Record<string, [columns: Sql, rows: number[][]]> = {
    stored_companies: [sql`company_id BIGINT`, companies.map(id => [id])],
    stored_apps: [sql`app_id BIGINT`, catalog.apps.filter(isOwn).map(app => [app.app_id])],
    foreign_apps: [
      sql`app_id BIGINT`,
      catalog.apps.filter(app => !isOwn(app)).map(app => [app.app_id]),
    ],
    stored_dsis: [
      sql`app_id BIGINT, dsi BIGINT`,
      catalog.apps.filter(isOwn).flatMap(app => app.dsi_values.map(dsi => [app.app_id, dsi])),
    ],
    stored_runs: [
      sql`run_id BIGINT, withdrawn BOOLEAN`,
      catalog.runs.map(run => [run.run_id, run.withdrawn && isOwn(run) ? 1 : 0]),
    ],
    moved_dsis: [
      sql`run_id BIGINT, dsi BIGINT`,
      runs.flatMap(({ run_id: id, dsi_values: dsis = [] }) => dsis.map(dsi => [id, dsi])),
    ],
    stored_events: [
      sql`event_id BIGINT, app_id BIGINT`,
      files.flatMap(([app, { events = [] }]) => events.map(row => [row.event_id, Number(app)])),
    ],
    stored_budgets: [
      sql`budget_id BIGINT, app_id BIGINT`,
      files.flatMap(([app, { budgets = [] }]) => budgets.map(row => [row.budget_id, Number(app)])),
    ],
  }
  for (const [name, [columns, rows]] of Object.entries(stored))
    await workspace.fill(
      plain(name),
      columns,
      rows.map(row => [numbers(row)]),
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
    SELECT app_id FROM app_dsis WHERE ${unread.has('apps') ? sql`false` : sql`true`} GROUP BY app_id HAVING count(*) = count(dsi)`)
  await workspace.run(sql`CREATE TABLE delivered_runs AS
    SELECT row_number() OVER (ORDER BY run_id) - 1 AS slot, * FROM (
      SELECT run_id, any_value(app_id) AS app_id, any_value(kind) AS kind, any_value(status) AS status,
        any_value(max_install_date) AS max_install_date
      FROM ${staged('runs')} WHERE run_id IS NOT NULL GROUP BY run_id)`)
  await workspace.run(sql`CREATE TABLE run_dsis AS
    SELECT r.run_id, r.slot AS run, d.dsi, row_number() OVER (PARTITION BY r.run_id ORDER BY d.dsi) - 1 AS slot
    FROM delivered_runs r JOIN (FROM moved_dsis UNION ALL
      SELECT r.run_id, a.dsi FROM delivered_runs r JOIN app_dsis a USING (app_id) WHERE r.run_id NOT IN (SELECT run_id FROM moved_dsis)
    ) d USING (run_id)`)
  for (const [table, id] of [
    ['recommendations', 'recommendation_id'],
    ['alerts', 'alert_id'],
  ] as const) {
    const delivered = sql`SELECT ${plain(id)} AS id FROM ${staged(table)} WHERE ${plain(id)} IS NOT NULL`
    await workspace.run(sql`CREATE TABLE ${plain(`stored_${table}`)} AS
      SELECT DISTINCT id AS ${plain(id)} FROM (${await destination.takenIds(workspace, catalog, table, delivered)}) WHERE id IN (${delivered})`)
  }
}

/** The apps and runs in a staged delivery, including invalid rows with well-formed ids; both ascend. */
export async function deliveredScope(workspace: Workspace): Promise<ImportScope> {
  const idsOf = async (id: Sql, tables: readonly TableName[]): Promise<number[]> => {
    const all = tables.map(table => sql`SELECT ${id} AS id FROM ${staged(table)}`)
    return await workspace.numbers(
      sql`SELECT id FROM (${joined(all, sql` UNION `)}) WHERE id IS NOT NULL ORDER BY id`,
    )
  }
  const ofApps = TABLE_NAMES.filter(table => 'app_id' in TABLES[table].columns)
  return { apps: await idsOf(sql`app_id`, ofApps), runs: await idsOf(sql`run_id`, ['runs']) }
}
