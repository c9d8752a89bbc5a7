import type { Catalog } from '../../core/model/catalog.ts'
import { date, joined, plain, plainList, sql, type Sql } from '../../core/model/sql.ts'
import { allMatch, sqlType } from '../cell-kinds.ts'
import type { OpenDestination } from '../import-destination.ts'
import type { Print } from '../progress.ts'
import { COHORT_SUMS, NAMES, REVENUES } from '../tables.ts'
import type { Workspace } from '../workspace.ts'
import type { Source } from './source.ts'
import { displayed, readRows, sameNames, staged } from './stage.ts'

/** Bits of one integer that records a cohort's DSIs. */
const BITS = 62

/** Numbers the cohorts of valid tables, so that revenue can be loaded. */
export async function numberCohorts(
  workspace: Workspace,
  destination: OpenDestination,
  previous: Catalog,
): Promise<void> {
  await numberIdentities(workspace, destination, previous)
  await orderCohorts(workspace)
}

/**
 * Numbers the keys of the delivery's cohorts and snapshots in `names` (a number `name` per delivered platform, network, campaign and
 * country, where null is empty). Compares bytes.
 */
export async function numberNames(workspace: Workspace): Promise<void> {
  const parts = joined(NAMES.map(name => sql`coalesce(${plain(name)}, '') AS ${plain(name)}`))
  await workspace.run(sql`CREATE TABLE names AS
    SELECT row_number() OVER (ORDER BY ${plainList(NAMES)}) - 1 AS name, * FROM (
      SELECT ${parts} FROM ${staged('cohorts')} UNION SELECT ${parts} FROM ${staged('roas_snapshots')})`)
}

/**
 * Creates `identities` of the apps: each keeps its stored id or gets the next, and an id never changes its meaning; `used_names` by app,
 * and `name_identities`, the identity of each.
 */
async function numberIdentities(
  workspace: Workspace,
  destination: OpenDestination,
  previous: Catalog,
): Promise<void> {
  const used = (['cohorts', 'roas_snapshots'] as const).map(
    table => sql`SELECT DISTINCT r.app_id, n.name FROM ${staged(table)} s JOIN delivered_runs r ON r.run_id = s.run_id
      JOIN names n ON ${sameNames(sql`n`, sql`s`)}`,
  )
  await workspace.run(sql`CREATE TABLE used_names AS ${joined(used, sql` UNION `)}`)
  const names = plainList(NAMES)
  await workspace.run(sql`CREATE TABLE identities (app_id BIGINT, id INTEGER, campaign_id INTEGER,
    ${joined(NAMES.map(name => sql`${plain(name)} VARCHAR`))})`)
  for (const app of await workspace.numbers(sql`SELECT DISTINCT app_id FROM used_names`)) {
    const stored = previous.files[app]?.identities
    if (stored === undefined) continue
    await workspace.run(sql`INSERT INTO identities
      SELECT ${app}, id, campaign_id, ${names} FROM (${await destination.identities(workspace, app, stored)})`)
  }
  const displayedNames = NAMES.map(
    name => sql`${displayed(sql`n.${plain(name)}`)} AS ${plain(name)}`,
  )
  await workspace.run(sql`INSERT INTO identities
    SELECT app_id, coalesce(next, 0) + row_number() OVER (PARTITION BY app_id ORDER BY ${names}) - 1, NULL, ${names} FROM (
      SELECT DISTINCT u.app_id, ${joined(displayedNames)} FROM used_names u JOIN names n ON n.name = u.name
      EXCEPT SELECT app_id, ${names} FROM identities)
    LEFT JOIN (SELECT app_id, max(id) + 1 AS next FROM identities GROUP BY app_id) USING (app_id)`)
  await workspace.run(sql`UPDATE identities i SET campaign_id = first.id FROM (
      SELECT app_id, platform, network, campaign, min(id) AS id FROM identities GROUP BY ALL) first
    WHERE i.campaign_id IS NULL AND i.app_id = first.app_id AND i.platform = first.platform AND i.network = first.network
      AND i.campaign = first.campaign`)
  const same = NAMES.map(name => sql`i.${plain(name)} = ${displayed(sql`n.${plain(name)}`)}`)
  await workspace.run(sql`CREATE TABLE name_identities AS
    SELECT u.app_id, u.name, i.id AS "identity", i.campaign_id FROM used_names u JOIN names n ON n.name = u.name
    JOIN identities i ON i.app_id = u.app_id AND ${joined(same, sql` AND `)}`)
}

/**
 * Creates `cohort_rows` from checked cohorts: one row per cohort, ordered like facts files (run, install date, identity), so
 * that `rowid` numbers the cohorts; `key` packs run, date and name into one integer.
 */
async function orderCohorts(workspace: Workspace): Promise<void> {
  await workspace.run(sql`CREATE TABLE cohort_rows AS
    SELECT r.slot AS run, s.install_date, i."identity", i.campaign_id, ${joined(COHORT_SUMS.map(name => sql`s.${plain(name)}`))},
      ${await cohortKey(workspace, sql`r.slot`, sql`s.install_date`, sql`n.name`)} AS key
    FROM ${staged('cohorts')} s JOIN delivered_runs r ON r.run_id = s.run_id JOIN names n ON ${sameNames(sql`n`, sql`s`)}
    JOIN name_identities i ON i.app_id = r.app_id AND i.name = n.name
    ORDER BY r.slot, s.install_date, i."identity", n.name`)
}

async function cohortKey(workspace: Workspace, run: Sql, day: Sql, name: Sql): Promise<Sql> {
  const none = sql`DATE '2000-01-01'`
  const range = sql`SELECT coalesce(min(install_date), ${none}) AS low, coalesce(max(install_date), ${none}) AS high
    FROM ${staged('cohorts')}`
  const [span = {}] = await workspace.rows(
    sql`SELECT CAST(low AS VARCHAR) AS low, CAST(high AS VARCHAR) AS high FROM (${range})`,
  )
  const { days, names } = await workspace.counts<'days' | 'names'>(
    sql`SELECT high - low + 1 AS days, (SELECT count(*) FROM names) AS names FROM (${range})`,
  )
  const [low, high] = [date(String(span.low)), date(String(span.high))]
  return sql`(${run} * ${days} + CASE WHEN ${day} BETWEEN ${low} AND ${high} THEN ${day} - ${low} END) * ${names} + ${name}`
}

/**
 * Reads `cohort_revenue` into `revenue_cells`: the cohort's number, the DSI's slot and six amounts. Valid data need no further check: each
 * row matched a cohort, a DSI of the app and six amounts.
 */
export async function loadRevenue(
  workspace: Workspace,
  source: Source | undefined,
  print: Print,
): Promise<void> {
  if (source === undefined) {
    const amounts = joined(REVENUES.map(name => sql`${plain(name)} DECIMAL(18,4)`))
    await workspace.run(
      sql`CREATE OR REPLACE TABLE revenue_cells (cohort INTEGER, slot INTEGER, ${amounts})`,
    )
    return
  }
  const amounts = joined(REVENUES.map(name => sql`s.${plain(name)}`))
  const matched = await matchedRevenue(workspace, source, source.relation)
  const query = sql`SELECT CAST(c.cohort AS INTEGER) AS cohort, CAST(d.slot AS INTEGER) AS slot, ${amounts} ${matched}`
  await readRows(workspace, source, sql`revenue_cells`, query, print)
}

/** The rows of `cohort_revenue` with the DSI `d`, the name `n` and the cohort `c` of each, if it has them. */
export async function matchedRevenue(
  workspace: Workspace,
  source: Source,
  relation: Sql,
  more: Sql[] = [],
): Promise<Sql> {
  return sql`FROM (${rawRevenue(source, relation, more)}) s
    LEFT JOIN run_dsis d ON d.run_id = s.run_id AND d.dsi = s.dsi
    LEFT JOIN names n ON ${sameNames(sql`n`, sql`s`)}
    LEFT JOIN (SELECT rowid AS cohort, key FROM cohort_rows) c
      ON c.key = ${await cohortKey(workspace, sql`d.run`, sql`s.install_date`, sql`n.name`)}`
}

/** Rows with malformed cells may have any value except a `dsi`. */
function rawRevenue({ format, cells: all }: Source, relation: Sql, more: Sql[]): Sql {
  const cells = all.filter(({ kind }) => kind !== 'text')
  const wellFormed = allMatch(cells.map(({ name, kind }) => [plain(name), kind]))
  const columns = cells.map(({ name, kind, value: typed }) => {
    if (format === 'parquet') return sql`${typed} AS ${plain(name)}`
    const value = sql`TRY_CAST(${plain(name)} AS ${sqlType(kind)})`
    return name === 'dsi'
      ? sql`CASE WHEN ${wellFormed} THEN ${value} END AS dsi`
      : sql`${value} AS ${plain(name)}`
  })
  return sql`SELECT ${joined([...more, ...NAMES.map(plain), ...columns])} FROM ${relation}`
}

export interface RevenueSummary {
  /** Whether every row has a cohort, a DSI of the app and six amounts, and no cohort repeats a DSI. */
  sound: boolean
  /** Cohorts with spend or installs that lack a row for one of the app's DSIs. */
  incompleteCohorts: number
  /** Apps of these cohorts. */
  incompleteApps: number[]
}

export async function summarizeRevenue(workspace: Workspace): Promise<RevenueSummary> {
  const columns = ['cohort', 'slot', ...REVENUES]
  const filled =
    await workspace.counts(sql`SELECT count(*) AS all, ${joined(columns.map(name => sql`count(${plain(name)}) AS ${plain(name)}`))}
    FROM revenue_cells`)
  const { most } = await workspace.counts<'most'>(
    sql`SELECT coalesce(max(slot), 0) + 1 AS most FROM run_dsis`,
  )
  const different =
    most <= BITS ? sql`bit_count(bit_or(CAST(1 AS BIGINT) << slot))` : sql`count(DISTINCT slot)`
  const isIncomplete = sql`(c.spend > 0 OR c.full_blended_installs > 0) AND coalesce(g.different, 0) < d.dsis`
  const [counts = {}] = await workspace.rows(sql`
    SELECT count(*) FILTER (WHERE g.rows > g.different) AS repeating, count(*) FILTER (WHERE ${isIncomplete}) AS incomplete,
      list_sort(list(DISTINCT r.app_id) FILTER (WHERE ${isIncomplete})) AS apps
    FROM cohort_rows c JOIN delivered_runs r ON r.slot = c.run
    LEFT JOIN (SELECT run, count(*) AS dsis FROM run_dsis GROUP BY run) d ON d.run = c.run
    LEFT JOIN (
      SELECT cohort, count(*) AS rows, ${different} AS different FROM revenue_cells WHERE slot IS NOT NULL GROUP BY cohort
    ) g ON g.cohort = c.rowid`)
  const sound = Number(counts.repeating) === 0 && columns.every(name => filled[name] === filled.all)
  const apps = (counts.apps ?? []) as unknown[]
  return { sound, incompleteCohorts: Number(counts.incomplete), incompleteApps: apps.map(Number) }
}
