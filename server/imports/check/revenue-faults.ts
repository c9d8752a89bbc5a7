import { joined, plain, sql, type Sql } from '../../core/model/sql.ts'
import { type Findings, findingsOf } from '../delivery-faults.ts'
import type { Print } from '../progress.ts'
import { NAMES, REVENUES, TABLES } from '../tables.ts'
import type { Workspace } from '../workspace.ts'
import { locate } from './locate.ts'
import { matchedRevenue } from './revenue.ts'
import {
  ALMOST_COHORT,
  check,
  FOLLOWS_COHORT,
  isMisspelled,
  NO_COHORT,
  type RowRule,
} from './row-rules.ts'
import { numberedRows, type Source } from './source.ts'
import { sameNames, stage, staged, stagingQuery } from './stage.ts'

/**
 * Finds the errors of an invalid `cohort_revenue`. With `revenue_cells` only invalid rows are checked against every rule; otherwise all,
 * which is slow. `most`: see `locate`.
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
  const broken = await check(workspace, source, company, {
    ...(loaded && { row: sql`s.file_row` }),
    ...(areCohortsNamed ? await cohortRules(workspace) : { joins: sql``, rules: [] }),
  })
  return broken === undefined ? findingsOf([]) : await locate(workspace, source, broken, most)
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
