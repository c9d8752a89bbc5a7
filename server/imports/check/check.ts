import {
  joined,
  literal,
  numbers,
  plain,
  quoted,
  readPath,
  sql,
  type Sql,
} from '../../core/model/sql.ts'
import { reasonOf, reasons } from '../cell-kinds.ts'
import {
  type DeliveryFault,
  type Findings,
  findingsOf,
  FIRST_PLACES,
  LONGEST_VALUE,
  MAX_FAULTS,
  truncate,
} from '../delivery-faults.ts'
import { columnsOf, NAMES, type TableName, TABLES } from '../tables.ts'
import type { Workspace } from '../workspace.ts'
import { findRecords } from './csv-file.ts'
import { type Broken, withHints } from './hints.ts'
import { JOINS, type RowRule, rulesOf } from './row-rules.ts'
import type { Source } from './source.ts'
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
  const rules = [...sizeRules(source), ...rulesOf(table, company), ...more.rules, ...unique].filter(
    hasAll,
  )
  const from = sql`FROM ${staged(table)} s ${JOINS[table]} ${more.joins}`
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
  return await placeBroken(
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
      sql`count(*) FILTER (WHERE ${broken}) AS count_${index}, min(${row}, ${MAX_PLACED}) FILTER (WHERE ${broken}) AS rows_${index}`,
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

function sizeRules({ table, format }: Source): RowRule[] {
  return columnsOf(table).flatMap(([column, { kind, longest }]) => [
    ...(longest === undefined
      ? []
      : [
          {
            column,
            broken: sql`length(s.${quoted(column)}) > ${longest}`,
            rule: `must have at most ${longest} characters`,
          },
        ]),
    ...(kind === 'text' && format === 'parquet'
      ? [
          {
            column,
            broken: sql`contains(s.${quoted(column)}, chr(0))`,
            rule: 'must not contain a NUL character',
          },
        ]
      : []),
  ])
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
  const rows = sql`SELECT *, row_number() OVER () - 1 AS file_row FROM ${source.relation}`
  return await countBroken(
    workspace,
    rules,
    sql`FROM (SELECT file_row, ${joined(judged)} FROM (${rows}))`,
    sql`file_row`,
  )
}

const MAX_PLACED = MAX_FAULTS

/** An error without its cell's text. */
interface Suspect {
  row: number
  broken: Broken
}

interface Place {
  row: number
  values: Map<string, string | null>
}

/** Reads the invalid cells from the file: the first of each rule, up to `most` in total. */
async function placeBroken(
  workspace: Workspace,
  source: Source,
  brokenRules: readonly Broken[],
  most: number,
): Promise<Findings> {
  const suspects = chooseSuspects(brokenRules, most)
  const places = await (source.format === 'csv'
    ? csvPlaces(source, suspects)
    : parquetPlaces(workspace, source, suspects))
  const placed = suspects.map(({ row, broken }) => {
    const location = places.get(row)
    const value = location?.values.get(broken.column) ?? null
    return { broken, cell: { row: location?.row ?? row + 1, value } }
  })
  const faults = placed.map(
    ({ broken: { column, rule }, cell: { row, value } }): DeliveryFault => ({
      file: source.file,
      row,
      column,
      value,
      rule,
    }),
  )
  const groups = brokenRules.map(broken => ({
    file: source.file,
    column: broken.column,
    rule: broken.rule,
    count: broken.count,
    first: placed
      .filter(suspect => suspect.broken === broken)
      .slice(0, FIRST_PLACES)
      .map(({ cell }) => cell),
  }))
  groups.sort((a, b) => (a.first[0]?.row ?? 0) - (b.first[0]?.row ?? 0))
  return { faults, groups, total: brokenRules.reduce((sum, { count }) => sum + count, 0) }
}

function chooseSuspects(brokenRules: readonly Broken[], most: number): Suspect[] {
  const suspects = (from: number, to?: number): Suspect[] =>
    brokenRules.flatMap(broken => broken.rows.slice(from, to).map(row => ({ row, broken })))
  const byRow = (a: Suspect, b: Suspect): number => a.row - b.row
  const first = suspects(0, FIRST_PLACES)
  const others = suspects(FIRST_PLACES).sort(byRow)
  return [...first, ...others.slice(0, Math.max(0, most - first.length))].sort(byRow)
}

async function csvPlaces(
  { path, header }: Source,
  suspects: readonly Suspect[],
): Promise<Map<number, Place>> {
  const columns = new Map<number, string[]>()
  for (const { row, broken } of suspects)
    columns.set(row, [...(columns.get(row) ?? []), broken.column])
  const places = new Map<number, Place>()
  await findRecords(path, new Set(columns.keys()), (row, line, cells) => {
    const cell = (name: string): string => cells[header.indexOf(name)] ?? ''
    const values = columns
      .get(row)!
      .map(
        column => [column, valueOf(column.split(', ').map(name => truncate(cell(name))))] as const,
      )
    places.set(row, { row: line, values: new Map(values) })
  })
  return places
}

async function parquetPlaces(
  workspace: Workspace,
  source: Source,
  suspects: readonly Suspect[],
): Promise<Map<number, Place>> {
  const places = new Map<number, Place>()
  if (suspects.length === 0) return places
  const columns = [...new Set(suspects.map(({ broken }) => broken.column))]
  const cell = (name: string) =>
    source.header.includes(name)
      ? sql`coalesce(left(CAST(p.${plain(name)} AS VARCHAR), ${LONGEST_VALUE}), '')`
      : literal('')
  const cases = columns.map(
    (column, index) => sql`WHEN ${index} THEN [${joined(column.split(', ').map(cell))}]`,
  )
  const wanted = suspects.map(
    ({ row, broken }) => sql`(${numbers([row, columns.indexOf(broken.column)])})`,
  )
  const cellRows =
    await workspace.rows(sql`SELECT w.row, w.place, CASE w.place ${joined(cases, sql` `)} END AS cells
    FROM read_parquet(${readPath(source.path)}, file_row_number = true) p JOIN (VALUES ${joined(wanted)}) w("row", place) ON w.row = p.file_row_number`)
  for (const { row: index, place: location, cells } of cellRows) {
    const row = Number(index)
    const known = places.get(row) ?? { row: row + 1, values: new Map<string, string | null>() }
    places.set(row, known)
    known.values.set(columns[Number(location)]!, valueOf(cells as string[]))
  }
  return places
}

/** Null if the only cell is empty. */
function valueOf(cells: readonly string[]): string | null {
  return cells.length > 1 ? cells.join(', ') : cells[0] === '' ? null : cells[0]!
}
