import { date, joined, plain, sql, type Sql } from '../../core/model/sql.ts'
import { allMatch, sqlType } from '../cell-kinds.ts'
import type { Print } from '../progress.ts'
import { COHORT_SUMS, NAMES, REVENUES, TABLES } from '../tables.ts'
import type { Workspace } from '../workspace.ts'
import type { Findings } from '../delivery-faults.ts'
import { check } from './check.ts'
import {
  ALMOST_COHORT,
  FOLLOWS_COHORT,
  isMisspelled,
  NO_COHORT,
  type RowRule,
} from './row-rules.ts'
import { numberedRows, type Source } from './source.ts'
import { readRows, sameNames, stage, staged, stagingQuery } from './stage.ts'

/** Bits of one integer that records a cohort's DSIs. */
const BITS = 62

/**
 * Creates `cohort_rows` from checked cohorts: one row per cohort, ordered like facts files (run, install date, identity), so
 * that `rowid` numbers the cohorts; `key` packs run, date and name into one integer.
 */
export async function orderCohorts(workspace: Workspace): Promise<void> {
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

async function matchedRevenue(
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

/**
 * Finds the errors of an invalid `cohort_revenue`. With `revenue_cells` only invalid rows are checked against every rule; otherwise all,
 * which is slow. `most`: see `check`.
 */
export async function checkRevenue(
  workspace: Workspace,
  source: Source,
  company: number | undefined,
  {
    loaded,
    most,
    print,
    areCohortsNamed,
  }: { loaded: boolean; most: number; print: Print; areCohortsNamed: boolean },
): Promise<Findings> {
  print(`${source.file}: looking for errors`)
  if (loaded) await stageSuspects(workspace, source)
  else await stage(workspace, source, print)
  const row = loaded ? sql`s.file_row` : sql`s.rowid`
  return await check(workspace, source, company, most, {
    row,
    ...(areCohortsNamed ? await cohortRules(workspace) : { joins: sql``, rules: [] }),
  })
}

const COLUMN = TABLES.cohorts.key.join(', ')

/**
 * Rules for revenue without a cohort, unless its own key is invalid. `loose_keys` has the cohorts' keys without letter case and spaces at
 * the ends of names, and one spelling of each; `faulty_names` network and campaign of cohorts with an invalid key, which is reported there.
 */
async function cohortRules(workspace: Workspace): Promise<{ joins: Sql; rules: RowRule[] }> {
  const cohorts = staged('cohorts')
  const { platform, country } = TABLES.cohorts.columns
  const areMisspelled = sql`(${isMisspelled('platform', platform)} OR ${isMisspelled('country', country)})`
  await workspace.run(sql`CREATE OR REPLACE TABLE cohort_keys AS
    SELECT DISTINCT s.run_id, s.install_date, n.* FROM ${cohorts} s JOIN names n ON ${sameNames(sql`n`, sql`s`)}`)
  const spellings = joined(NAMES.map(name => sql`min(${plain(name)}) AS ${plain(name)}`))
  await workspace.run(sql`CREATE OR REPLACE TABLE loose_keys AS
    SELECT run_id, install_date, ${looseNames(NAMES)} AS names, ${spellings} FROM ${cohorts} s GROUP BY 1, 2, 3`)
  await workspace.run(sql`CREATE OR REPLACE TABLE faulty_names AS
    SELECT DISTINCT ${looseNames(FREE_NAMES)} AS names FROM ${cohorts} s
    WHERE s.run_id IS NULL OR s.install_date IS NULL OR ${areMisspelled}`)
  const orphan = sql`r.kind = 'recommendation' AND s.install_date <= r.max_install_date AND k.name IS NULL AND NOT ${areMisspelled}`
  return {
    joins: sql`LEFT JOIN cohort_keys k ON k.run_id = s.run_id AND k.install_date = s.install_date AND ${sameNames(sql`k`, sql`s`)}
      LEFT JOIN loose_keys l ON l.run_id = s.run_id AND l.install_date = s.install_date AND l.names = ${looseNames(NAMES)}
      LEFT JOIN faulty_names f ON f.names = ${looseNames(FREE_NAMES)}`,
    rules: [
      {
        column: COLUMN,
        rule: NO_COHORT,
        broken: sql`${orphan} AND l.names IS NULL AND f.names IS NULL`,
      },
      { column: COLUMN, rule: ALMOST_COHORT, broken: sql`${orphan} AND l.names IS NOT NULL` },
      {
        column: COLUMN,
        rule: FOLLOWS_COHORT,
        broken: sql`${orphan} AND l.names IS NULL AND f.names IS NOT NULL`,
      },
    ],
  }
}

/** Names without a rule that a cell could break. */
const FREE_NAMES = ['network', 'campaign'] as const

/** Names of the row `s`. */
function looseNames(names: readonly (typeof NAMES)[number][]): Sql {
  return sql`[${joined(names.map(name => sql`lower(trim(coalesce(s.${plain(name)}, '')))`))}]`
}

/** Stages the file's invalid rows with their numbers as `file_row`. Joins reorder rows, so they are numbered first. */
async function stageSuspects(workspace: Workspace, source: Source): Promise<void> {
  await workspace.run(sql`CREATE OR REPLACE TABLE repeated AS
    SELECT cohort, slot FROM revenue_cells WHERE cohort IS NOT NULL AND slot IS NOT NULL
    GROUP BY cohort, slot HAVING count(*) > 1`)
  await workspace.run(sql`DROP TABLE revenue_cells`)
  const numbered = numberedRows(source)
  const missing = [sql`c.cohort`, sql`d.slot`, ...REVENUES.map(name => sql`s.${plain(name)}`)].map(
    value => sql`${value} IS NULL`,
  )
  await workspace.run(sql`CREATE OR REPLACE TABLE suspects AS
    SELECT s.file_row ${await matchedRevenue(workspace, source, numbered, [sql`file_row`])}
    LEFT JOIN repeated p ON p.cohort = c.cohort AND p.slot = d.slot
    WHERE ${joined(missing, sql` OR `)} OR p.cohort IS NOT NULL`)
  const rows = sql`(SELECT * FROM ${numbered} WHERE file_row IN (SELECT file_row FROM suspects))`
  await workspace.run(
    sql`CREATE OR REPLACE TABLE ${staged(source.table)} AS ${stagingQuery(source, rows, [sql`file_row`])}`,
  )
}
