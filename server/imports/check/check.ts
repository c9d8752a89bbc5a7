import { joined, plain, quoted, sql, type Sql } from '../../core/model/sql.ts'
import { reasonOf, reasons } from '../cell-kinds.ts'
import { type Findings, findingsOf, MAX_FAULTS } from '../delivery-faults.ts'
import { columnsOf, NAMES, type TableName, TABLES } from '../tables.ts'
import type { Workspace } from '../workspace.ts'
import { type Broken, locate, withHints } from './locate.ts'
import { joinsOf, type RowRule, rulesOf } from './row-rules.ts'
import { numberedRows, type Source } from './source.ts'
import { displayed, ambiguousColumns, keyOf, staged } from './stage.ts'

interface More {
  joins: Sql
  rules: RowRule[]
  row: Sql
}

/**
 * Checks every row of a staged table against every rule, and locates at most `most` errors, some of each kind. One pass counts and a second
 * locates: many errors cost little more than one.
 */
export async function check(
  workspace: Workspace,
  source: Source,
  company: number | undefined,
  most: number,
  more: More = { joins: sql``, rules: [], row: sql`s.rowid` },
): Promise<Findings> {
  const { table } = source
  const hasAll = ({ column }: { column: string }): boolean =>
    !column.split(', ').some(name => source.missing.includes(name))
  const unique = [
    ...(await keyRule(workspace, table)),
    ...(table === 'recommendations' ? await identityRule(workspace) : []),
  ]
  const forms = cellRules(table).filter(hasAll)
  const rules = [...nulRules(source), ...rulesOf(table, company), ...more.rules, ...unique].filter(
    hasAll,
  )
  const from = sql`FROM ${staged(table)} s ${joinsOf(table)} ${more.joins}`
  const all = [...forms, ...rules]
  const filters = all.map(
    ({ broken }, index) => sql`count(*) FILTER (WHERE ${broken}) AS rule_${index}`,
  )
  const counts = await workspace.counts(sql`SELECT ${joined(filters)} ${from}`)
  const failing = new Set(all.filter((_, index) => counts[`rule_${index}`]! > 0))
  const malformed = forms.filter(form => failing.has(form)).map(({ column }) => column)
  const broken = rules.filter(rule => failing.has(rule))
  const brokenRules: Broken[] = [
    ...(await formFaults(workspace, source, [...new Set(malformed)])),
    ...(await countBroken(workspace, broken, from, more.row)),
  ]
  if (brokenRules.length === 0) return findingsOf([])
  return await locate(
    workspace,
    source,
    await withHints(workspace, source, brokenRules, { from, rules }),
    most,
  )
}

/** Counts the rows that break each rule, and numbers the first of them by `row`. */
async function countBroken(
  workspace: Workspace,
  rules: readonly RowRule[],
  from: Sql,
  row: Sql,
): Promise<Broken[]> {
  if (rules.length === 0) return []
  const columns = rules.map(
    ({ broken }, index) =>
      sql`count(*) FILTER (WHERE ${broken}) AS count_${index}, min(${row}, ${MAX_FAULTS}) FILTER (WHERE ${broken}) AS rows_${index}`,
  )
  const [counted = {}] = await workspace.rows(sql`SELECT ${joined(columns)} ${from}`)
  return rules
    .map(({ column, rule }, index) => ({
      column,
      rule,
      count: Number(counted[`count_${index}`]),
      rows: ((counted[`rows_${index}`] ?? []) as unknown[]).map(Number),
    }))
    .filter(({ count }) => count > 0)
}

/** Single cells must be well-formed, and not empty unless nullable. Both faults are NULL in the staged row; the file shows which. */
function cellRules(table: TableName): { column: string; broken: Sql }[] {
  const ambiguous = ambiguousColumns(table)
  return columnsOf(table).flatMap(([column, { nullable }]) => [
    ...(nullable === true ? [] : [{ column, broken: sql`s.${quoted(column)} IS NULL` }]),
    ...(ambiguous.includes(column)
      ? [{ column, broken: sql`s.malformed & ${2 ** ambiguous.indexOf(column)} <> 0` }]
      : []),
  ])
}

/** A CSV with such characters is refused as a file. */
function nulRules({ table, format }: Source): RowRule[] {
  if (format === 'csv') return []
  return columnsOf(table)
    .filter(([, { kind }]) => kind === 'text')
    .map(([column]) => ({
      column,
      broken: sql`contains(s.${quoted(column)}, chr(0))`,
      rule: 'must not contain a NUL character',
    }))
}

function keyRule(workspace: Workspace, table: TableName): Promise<RowRule[]> {
  const column = TABLES[table].key.join(', ')
  return unrepeated(workspace, table, keyOf(table), {
    column,
    rule: 'must not repeat the key of an earlier row',
  })
}

/** Runs identify recommendations by displayed names: an empty name equals `Unknown`. */
function identityRule(workspace: Workspace): Promise<RowRule[]> {
  const names = NAMES.map(name => displayed(plain(name)))
  return unrepeated(workspace, 'recommendations', [sql`run_id`, sql`granularity`, ...names], {
    column: ['run_id', 'granularity', ...NAMES].join(', '),
    rule: 'must not repeat the identity of an earlier row of the run (an empty name is the name Unknown)',
  })
}

async function unrepeated(
  workspace: Workspace,
  table: TableName,
  parts: Sql[],
  rule: Omit<RowRule, 'broken'>,
): Promise<RowRule[]> {
  const complete = joined(
    parts.map(part => sql`${part} IS NOT NULL`),
    sql` AND `,
  )
  const rows = sql`FROM ${staged(table)} WHERE ${complete}`
  // Different hashes prove different keys, in a third less time than keys with texts.
  const { all, different } = await workspace.counts(
    sql`SELECT count(*) AS different, coalesce(sum(n), 0) AS all FROM (SELECT count(*) AS n ${rows} GROUP BY hash(${joined(parts)}))`,
  )
  if (all === different) return []
  const numbered = sql`SELECT rowid AS row, row_number() OVER (PARTITION BY ${joined(parts)} ORDER BY rowid) AS nth ${rows}`
  return [{ ...rule, broken: sql`s.rowid IN (SELECT row FROM (${numbered}) WHERE nth > 1)` }]
}

/** Errors of cells without a value. Only the file shows the reason, so it is reread. */
async function formFaults(
  workspace: Workspace,
  source: Source,
  columns: readonly string[],
): Promise<Broken[]> {
  if (columns.length === 0) return []
  const cells = source.cells.filter(({ name }) => columns.includes(name))
  const judged = cells.map(({ name, kind, nullable, value }, index) => {
    const text = sql`nullif(CAST(${quoted(name)} AS VARCHAR), '')`
    const isLeft = nullable === true ? sql`${text} IS NOT NULL AND ` : sql``
    return sql`CASE WHEN ${isLeft}(${value}) IS NULL THEN ${reasonOf(kind, text)} END AS reason_${index}`
  })
  const rules = cells.flatMap(({ name: column, kind, nullable = false }, index) =>
    reasons(kind, nullable).map((rule, reason) => ({
      column,
      rule,
      broken: sql`reason_${index} = ${reason}`,
    })),
  )
  return await countBroken(
    workspace,
    rules,
    sql`FROM (SELECT file_row, ${joined(judged)} FROM ${numberedRows(source)})`,
    sql`file_row`,
  )
}
