import { joined, plain, quoted, sql, type Sql } from '../../model/sql.ts'
import type { DeliveryFault } from '../delivery-error.ts'
import type { FaultGroup } from '../fault-groups.ts'
import type { Workspace } from '../workspace.ts'
import { displayed } from '../stage/identities.ts'
import { MOST_PLACED, placeBroken, type Broken } from './place-faults.ts'
import { formFaults } from './form-faults.ts'
import { JOINS, rulesOf, type RowRule } from './row-rules.ts'
import type { Source } from '../sources/source.ts'
import { ambiguousColumns, keyOf, staged } from '../stage/stage.ts'
import { columnsOf, NAMES, TABLES, type TableName } from '../tables.ts'

/** Faults of one file: the first ones placed, what kinds there are, and how many altogether. */
export interface Findings {
  faults: DeliveryFault[]
  groups: FaultGroup[]
  total: number
}

/** What is checked beyond the rules of the table. */
interface More {
  /** Tables of the caller that its rules need. */
  joins: Sql
  rules: RowRule[]
  /** SQL for the number of a row in the file, from 0. */
  row: Sql
}

/**
 * Checks every row of a staged table against every rule, and places at most `most` faults, though some of each kind.
 * What is at fault is counted in one pass, and looked for in a second one: that many are costs little more than that one is.
 */
export async function check(
  workspace: Workspace,
  source: Source,
  company: number | undefined,
  most: number,
  more: More = { joins: sql``, rules: [], row: sql`s.rowid` },
): Promise<Findings> {
  const { table } = source
  const unique = [...(await keyRule(workspace, table)), ...(table === 'recommendations' ? await identityRule(workspace) : [])]
  const forms = cellRules(table)
  const rules = [...sizeRules(source), ...rulesOf(table, company), ...more.rules, ...unique]
  const from = sql`FROM ${staged(table)} s ${JOINS[table]} ${more.joins}`
  const filters = [...forms, ...rules].map(({ broken }, index) => sql`count(*) FILTER (WHERE ${broken}) AS rule_${index}`)
  const counts = await workspace.counts(sql`SELECT ${joined(filters)} ${from}`)
  const malformed = forms.filter((_, index) => counts[`rule_${index}`]! > 0).map(({ column }) => column)
  const broken = rules.filter((_, index) => counts[`rule_${forms.length + index}`]! > 0)
  const found: Broken[] = [
    ...(await formFaults(workspace, source, [...new Set(malformed)])),
    ...(await brokenRules(workspace, broken, from, more.row)),
  ]
  return await placeBroken(workspace, source, found, most)
}

/** Of each of some rules how many rows break it, and the first of them. */
async function brokenRules(workspace: Workspace, rules: readonly RowRule[], from: Sql, row: Sql): Promise<Broken[]> {
  if (rules.length === 0) return []
  const columns = rules.map(
    ({ broken }, index) =>
      sql`count(*) FILTER (WHERE ${broken}) AS count_${index}, min(${row}, ${MOST_PLACED}) FILTER (WHERE ${broken}) AS rows_${index}`,
  )
  const [counted = {}] = await workspace.rows(sql`SELECT ${joined(columns)} ${from}`)
  return rules.map(({ column, rule }, index) => ({
    column,
    rule,
    count: Number(counted[`count_${index}`]),
    rows: (counted[`rows_${index}`] as unknown[]).map(Number),
  }))
}

/** The rules of single cells: not empty unless nullable, and well-formed. Both leave nothing in the staged row; the file tells which it was. */
function cellRules(table: TableName): { column: string; broken: Sql }[] {
  const ambiguous = ambiguousColumns(table)
  return columnsOf(table).flatMap(([column, { nullable }]) => [
    ...(nullable === true ? [] : [{ column, broken: sql`s.${quoted(column)} IS NULL` }]),
    ...(ambiguous.includes(column) ? [{ column, broken: sql`s.malformed & ${2 ** ambiguous.indexOf(column)} <> 0` }] : []),
  ])
}

/** What a text must not have in it, or too much of. */
function sizeRules({ table, format }: Source): RowRule[] {
  return columnsOf(table).flatMap(([column, { kind, longest }]) => [
    ...(longest === undefined
      ? []
      : [{ column, broken: sql`length(s.${quoted(column)}) > ${longest}`, rule: `must have at most ${longest} characters` }]),
    ...(kind === 'text' && format === 'parquet'
      ? [{ column, broken: sql`contains(s.${quoted(column)}, chr(0))`, rule: 'must not contain a NUL character' }]
      : []),
  ])
}

function keyRule(workspace: Workspace, table: TableName): Promise<RowRule[]> {
  const column = TABLES[table].key.join(', ')
  return unrepeated(workspace, table, keyOf(table), { column, rule: 'must not repeat the key of an earlier row' })
}

/** What tells a recommendation from the others of its run is what is displayed: an empty name is the same as `Unknown`. */
function identityRule(workspace: Workspace): Promise<RowRule[]> {
  const names = NAMES.map(name => displayed(plain(name)))
  return unrepeated(workspace, 'recommendations', [sql`run_id`, sql`granularity`, ...names], {
    column: ['run_id', 'granularity', ...NAMES].join(', '),
    rule: 'must not repeat the identity of an earlier row of the run (an empty name is the name Unknown)',
  })
}

/** The rule that no two rows have the same `parts`, if any have. */
async function unrepeated(workspace: Workspace, table: TableName, parts: Sql[], rule: Omit<RowRule, 'broken'>): Promise<RowRule[]> {
  const complete = joined(
    parts.map(part => sql`${part} IS NOT NULL`),
    sql` AND `,
  )
  const rows = sql`FROM ${staged(table)} WHERE ${complete}`
  const { all, different } = await workspace.counts(
    sql`SELECT count(*) AS different, coalesce(sum(n), 0) AS all FROM (SELECT count(*) AS n ${rows} GROUP BY ${joined(parts)})`,
  )
  if (all === different) return []
  const numbered = sql`SELECT rowid AS row, row_number() OVER (PARTITION BY ${joined(parts)} ORDER BY rowid) AS nth ${rows}`
  return [{ ...rule, broken: sql`s.rowid IN (SELECT row FROM (${numbered}) WHERE nth > 1)` }]
}
