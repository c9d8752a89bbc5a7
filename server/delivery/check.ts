import { LISTED_FAULTS, type Fault } from './delivery-error.ts'
import { quoted, type Engine } from './engine.ts'
import { displayed } from './identities.ts'
import { placeFaults } from './place-faults.ts'
import { JOINS, RULES, type Rule } from './rules.ts'
import type { Source } from './source.ts'
import { ambiguousColumns, keyOf, staged } from './stage.ts'
import { columnsOf, NAMES, TABLES, type TableName } from './tables.ts'

/** Faults of one file: the first ones placed, and how many there are. */
export interface Findings {
  faults: Fault[]
  total: number
}

/** A fault whose cell has not been looked up yet; `row` counts from 0. No `rule`: the form of the cell says what is wrong. */
export interface Suspect {
  row: number
  column: string
  rule?: string
}

/** A rule whose message is up to the cell where it names none. */
type FormRule = Omit<Rule, 'rule'> & { rule?: string }

/**
 * Checks every row of a staged table against every rule. `more`: rules and joins that need
 * tables of the caller, and SQL for the number of a row in the file, from 0.
 */
export async function check(
  engine: Engine, source: Source, more: { joins: string, rules: Rule[], row: string } = { joins: '', rules: [], row: 's.rowid' },
): Promise<Findings> {
  const { table } = source
  const unique = [...await keyRule(engine, table), ...(table === 'recommendations' ? await identityRule(engine) : [])]
  const rules: FormRule[] = [...formRules(source), ...RULES[table], ...more.rules, ...unique]
  const from = `FROM ${staged(table)} s ${JOINS[table]} ${more.joins}`
  const filters = rules.map(({ broken }, index) => `count(*) FILTER (WHERE ${broken}) AS rule_${index}`)
  const counts = await engine.counts(`SELECT ${filters.join(', ')} ${from}`)
  const suspects: Suspect[] = []
  let total = 0
  for (const [index, { column, broken, rule }] of rules.entries()) {
    const count = counts[`rule_${index}`]!
    if (count === 0) continue
    total += count
    const rows = await engine.rows(`SELECT ${more.row} AS row ${from} WHERE ${broken} ORDER BY ALL LIMIT ${LISTED_FAULTS}`)
    suspects.push(...rows.map(({ row }) => ({ row: Number(row), column, ...(rule === undefined ? {} : { rule }) })))
  }
  suspects.sort((one, other) => one.row - other.row)
  return { faults: await placeFaults(engine, source, suspects.slice(0, LISTED_FAULTS)), total }
}

/** The rules of single cells: not empty unless nullable, and well-formed. */
function formRules({ table, format }: Source): FormRule[] {
  const ambiguous = ambiguousColumns(table)
  return columnsOf(table).flatMap(([column, { kind, nullable }]) => [
    ...(nullable === true ? [] : [{ column, broken: `s.${quoted(column)} IS NULL` }]),
    ...(ambiguous.includes(column) ? [{ column, broken: `s.malformed & ${2 ** ambiguous.indexOf(column)} <> 0` }] : []),
    ...(kind === 'text' && format === 'parquet'
      ? [{ column, broken: `contains(s.${quoted(column)}, chr(0))`, rule: 'must not contain a NUL character' }]
      : []),
  ])
}

function keyRule(engine: Engine, table: TableName): Promise<Rule[]> {
  const column = TABLES[table].key.join(', ')
  return unrepeated(engine, table, keyOf(table), { column, rule: 'must not repeat the key of an earlier row' })
}

/** What tells a recommendation from the others of its run is what is displayed: an empty name is the same as `Unknown`. */
function identityRule(engine: Engine): Promise<Rule[]> {
  const names = NAMES.map((name) => displayed(name))
  return unrepeated(engine, 'recommendations', ['run_id', 'granularity', ...names], {
    column: ['run_id', 'granularity', ...NAMES].join(', '),
    rule: 'must not repeat the identity of an earlier row of the run (an empty name is the name Unknown)',
  })
}

/** The rule that no two rows have the same `parts`, if any have. */
async function unrepeated(
  engine: Engine, table: TableName, parts: string[], rule: Omit<Rule, 'broken'>,
): Promise<Rule[]> {
  const complete = parts.map((part) => `${part} IS NOT NULL`).join(' AND ')
  const rows = `FROM ${staged(table)} WHERE ${complete}`
  const { all, different } = await engine.counts(
    `SELECT count(*) AS different, coalesce(sum(n), 0) AS all FROM (SELECT count(*) AS n ${rows} GROUP BY ${parts.join(', ')})`)
  if (all === different) return []
  const numbered = `SELECT rowid AS row, row_number() OVER (PARTITION BY ${parts.join(', ')} ORDER BY rowid) AS nth ${rows}`
  return [{ ...rule, broken: `s.rowid IN (SELECT row FROM (${numbered}) WHERE nth > 1)` }]
}
