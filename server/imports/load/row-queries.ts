import { joined, plain, plainList, quoted, sql, type Sql } from '../../core/model/sql.ts'
import { chunks } from '../../core/runtime/slices.ts'
import type { Workspace } from '../workspace.ts'
import type { NumberedDsi, NumberedRun } from '../import-destination.ts'
import { displayed, sameNames, staged } from '../check/stage.ts'
import { COHORT_SUMS, columnsOf, NAMES, REVENUES, type TableName } from '../tables.ts'

/** The stored rows of a checked delivery, as SQL over the workspace's tables, the same for every engine. `more` columns come first. */

export function identityRows(appId: number): Sql {
  return sql`SELECT id, campaign_id, ${plainList(NAMES)} FROM identities WHERE app_id = ${appId} ORDER BY id`
}

interface FactRows {
  query: Sql
  rows: number
  first: string
  last: string
}

/**
 * A run's cohorts `c` with revenues as columns by DSI, roughly ordered by install date and identity: enough to skip data,
 * while a full sort of wide rows is expensive. Without spend and installs a missing revenue row counts as zeros, so that its group is not
 * null. Undefined without cohorts.
 */
export async function factRows(
  workspace: Workspace,
  run: NumberedRun,
  dsis: readonly NumberedDsi[],
  more: readonly Sql[] = [],
): Promise<FactRows | undefined> {
  const bounds = sql`FROM cohort_rows WHERE run = ${run.slot}`
  const isIdle = sql`spend = 0 AND full_blended_installs = 0`
  const { rows, low, high, idle } = await workspace.counts<'rows' | 'low' | 'high' | 'idle'>(
    sql`SELECT count(*) AS rows, min(rowid) AS low, max(rowid) AS high,
    count(*) FILTER (WHERE ${isIdle}) AS idle ${bounds}`,
  )
  if (rows === 0) return undefined
  const [dates = {}] = await workspace.rows(
    sql`SELECT min(install_date) AS first, max(install_date) AS last ${bounds}`,
  )
  const amounts = dsis.flatMap(({ dsi, slot }) =>
    REVENUES.map(name => {
      const amount =
        dsis.length <= MAX_JOINS ? sql`d${slot}.${plain(name)}` : plain(`${name}_d${slot}`)
      const counted =
        idle === 0 ? amount : sql`CASE WHEN c.idle THEN coalesce(${amount}, 0) ELSE ${amount} END`
      return sql`${counted} AS ${plain(`${name}_d${dsi}`)}`
    }),
  )
  const cells = ({ slot }: NumberedDsi): Sql => sql`LEFT JOIN (SELECT * FROM revenue_cells
    WHERE slot = ${slot} AND cohort BETWEEN ${low} AND ${high}) d${slot} ON d${slot}.cohort = c.cohort`
  const joins =
    dsis.length <= MAX_JOINS ? dsis.map(cells) : await joinedParts(workspace, bounds, dsis, cells)
  const columns = ['install_date', 'identity', 'campaign_id', ...COHORT_SUMS].map(
    name => sql`c.${quoted(name)}`,
  )
  const query = sql`SELECT ${joined([...more, ...columns, ...amounts])}
    FROM (SELECT CAST(rowid AS INTEGER) AS cohort, ${isIdle} AS idle, * ${bounds}) c ${joined(joins, sql` `)}`
  return { query, rows, first: String(dates.first), last: String(dates.last) }
}

/** Parallel joins; each needs memory, even if small. */
const MAX_JOINS = 50

/** Joins several DSIs at a time into tables, since one join per DSI would exhaust memory; columns are `<revenue>_d<slot>`. */
async function joinedParts(
  workspace: Workspace,
  cohorts: Sql,
  dsis: readonly NumberedDsi[],
  cells: (dsi: NumberedDsi) => Sql,
): Promise<Sql[]> {
  const joins: Sql[] = []
  for (const part of chunks(dsis, MAX_JOINS)) {
    const columns = part.flatMap(({ slot }) =>
      REVENUES.map(name => sql`d${slot}.${plain(name)} AS ${plain(`${name}_d${slot}`)}`),
    )
    const table = plain(`revenue_part_${joins.length}`)
    await workspace.run(sql`CREATE OR REPLACE TABLE ${table} AS SELECT c.cohort, ${joined(columns)}
      FROM (SELECT CAST(rowid AS INTEGER) AS cohort ${cohorts}) c ${joined(part.map(cells), sql` `)}`)
    joins.push(sql`JOIN ${table} ON ${table}.cohort = c.cohort`)
  }
  return joins
}

export function recommendationRows(runId: number): Sql {
  return namedRows('recommendations', sql`s.run_id = ${runId}`)
}

export function alertRows(appId: number): Sql {
  return namedRows(
    'alerts',
    sql`s.run_id IN (SELECT run_id FROM delivered_runs WHERE app_id = ${appId})`,
  )
}

export function snapshotRows(appId: number, more: readonly Sql[] = []): Sql {
  return sql`
  SELECT ${joined([...more, sql`s.run_id`])}, s.install_date, i."identity", i.campaign_id, CAST(s.dsi AS INTEGER) AS dsi,
    s.spend, ${joined(REVENUES.map(name => sql`s.${plain(name)}`))}
  FROM ${staged('roas_snapshots')} s JOIN delivered_runs r ON r.run_id = s.run_id JOIN names n ON ${sameNames(sql`n`, sql`s`)}
  JOIN name_identities i ON i.app_id = r.app_id AND i.name = n.name WHERE r.app_id = ${appId}`
}

function namedRows(table: TableName, condition: Sql): Sql {
  const columns = columnsOf(table).map(([name]) => {
    const column = sql`s.${quoted(name)}`
    return (NAMES as readonly string[]).includes(name)
      ? sql`${displayed(column)} AS ${plain(name)}`
      : column
  })
  return sql`SELECT ${joined(columns)} FROM ${staged(table)} s WHERE ${condition}`
}

export async function countOf(workspace: Workspace, rows: Sql): Promise<number> {
  const { count } = await workspace.counts<'count'>(sql`SELECT count(*) AS count FROM (${rows})`)
  return count
}
