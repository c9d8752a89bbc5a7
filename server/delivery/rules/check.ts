import { joined, plain, quoted, sql, type Sql } from '../../model/sql.ts'
import { LISTED_FAULTS, type DeliveryFault } from '../delivery-error.ts'
import type { Workspace } from '../workspace.ts'
import { displayed } from '../stage/identities.ts'
import { placeFaults, type Suspect } from './place-faults.ts'
import { JOINS, rulesOf, type RowRule } from './row-rules.ts'
import type { Source } from '../sources/source.ts'
import { ambiguousColumns, keyOf, staged } from '../stage/stage.ts'
import { columnsOf, NAMES, TABLES, type TableName } from '../tables.ts'

/** Faults of one file: the first ones placed, and how many there are. */
export interface Findings {
  faults: DeliveryFault[]
  total: number
}

/** A rule whose message is up to the cell where it names none. */
type FormRule = Omit<RowRule, 'rule'> & { rule?: string }

/**
 * Checks every row of a staged table against every rule. `more`: rules and joins that need
 * tables of the caller, and SQL for the number of a row in the file, from 0.
 */
export async function check(
  workspace: Workspace,
  source: Source,
  company: number | undefined,
  more: { joins: Sql; rules: RowRule[]; row: Sql } = { joins: sql``, rules: [], row: sql`s.rowid` },
): Promise<Findings> {
  const { table } = source
  const unique = [...(await keyRule(workspace, table)), ...(table === 'recommendations' ? await identityRule(workspace) : [])]
  const rules: FormRule[] = [...formRules(source), ...rulesOf(table, company), ...more.rules, ...unique]
  const from = sql`FROM ${staged(table)} s ${JOINS[table]} ${more.joins}`
  const filters = rules.map(({ broken }, index) => sql`count(*) FILTER (WHERE ${broken}) AS rule_${index}`)
  const counts = await workspace.counts(sql`SELECT ${joined(filters)} ${from}`)
  const suspects: Suspect[] = []
  let total = 0
  for (const [index, { column, broken, rule }] of rules.entries()) {
    const count = counts[`rule_${index}`]!
    if (count === 0) continue
    total += count
    const rows = await workspace.rows(sql`SELECT ${more.row} AS row ${from} WHERE ${broken} ORDER BY ALL LIMIT ${LISTED_FAULTS}`)
    suspects.push(...rows.map(({ row }) => ({ row: Number(row), column, ...(rule === undefined ? {} : { rule }) })))
  }
  suspects.sort((one, other) => one.row - other.row)
  return { faults: await placeFaults(workspace, source, suspects.slice(0, LISTED_FAULTS)), total }
}

/** The rules of single cells: not empty unless nullable, and well-formed. */
function formRules({ table, format }: Source): FormRule[] {
  const ambiguous = ambiguousColumns(table)
  return columnsOf(table).flatMap(([column, { kind, nullable, longest }]) => [
    ...(nullable === true ? [] : [{ column, broken: sql`s.${quoted(column)} IS NULL` }]),
    ...(ambiguous.includes(column) ? [{ column, broken: sql`s.malformed & ${2 ** ambiguous.indexOf(column)} <> 0` }] : []),
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
