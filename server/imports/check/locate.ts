import { sum } from '../../core/formulas/sums.ts'
import { joined, literal, numbers, plain, quoted, sql, type Sql } from '../../core/model/sql.ts'
import { DATE_FORM, DATE_ORDER, reasonOf, reasons, YEAR_LAST } from '../cell-kinds.ts'
import {
  type Findings,
  FIRST_PLACES,
  listSome,
  LONGEST_VALUE,
  MAX_FAULTS,
  truncate,
} from '../delivery-faults.ts'
import { quoteText } from '../format-faults.ts'
import { NAMES } from '../tables.ts'
import type { Workspace } from '../workspace.ts'
import { dateKind } from '../reader/grammar.ts'
import { linesOfRecords } from '../reader/scan.ts'
import {
  ALMOST_COHORT,
  type Broken,
  NO_COHORT,
  NO_DSIS,
  REFERENCES,
  type RowRule,
} from './row-rules.ts'
import { numberedRows, type Source } from './source.ts'

/** A rule, and the rows of a table that break it. */
interface BrokenRule {
  column: string
  rule: string
  count: number
  /** Row numbers from 0, ascending. */
  rows: number[]
}

/** An error without its cell's text. */
interface Suspect {
  row: number
  broken: BrokenRule
}

/** Locates at most `most` errors, some of each kind; counts all. Many errors cost little more than one. */
export async function locate(
  workspace: Workspace,
  source: Source,
  checked: Broken,
  most: number,
): Promise<Findings> {
  const brokenRules = [
    ...(await formFaults(workspace, source, checked.malformed)),
    ...(await countBroken(workspace, checked.broken, checked.from, checked.row)),
  ]
  for (const broken of brokenRules) broken.rule = await hintOf(workspace, source, broken, checked)
  const suspects = chooseSuspects(brokenRules, most)
  const values = await readValues(workspace, source, suspects)
  const lines =
    source.format === 'csv'
      ? await linesOfRecords(source.path, new Set(suspects.map(({ row }) => row)))
      : undefined
  const placed = suspects.map(({ row, broken }) => ({
    broken,
    cell: {
      row: lines?.get(row) ?? row + 1,
      value: values.get(keyOf(row, broken.column)) ?? null,
    },
  }))
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
  return {
    faults: placed.map(({ broken: { column, rule }, cell: { row, value } }) => ({
      file: source.file,
      row,
      column,
      value,
      rule,
    })),
    groups,
    total: sum(brokenRules, ({ count }) => count),
  }
}

function chooseSuspects(brokenRules: readonly BrokenRule[], most: number): Suspect[] {
  const suspects = (from: number, to?: number): Suspect[] =>
    brokenRules.flatMap(broken => broken.rows.slice(from, to).map(row => ({ row, broken })))
  const byRow = (a: Suspect, b: Suspect): number => a.row - b.row
  const first = suspects(0, FIRST_PLACES)
  const others = suspects(FIRST_PLACES).sort(byRow)
  return [...first, ...others.slice(0, Math.max(0, most - first.length))].sort(byRow)
}

function keyOf(row: number, column: string): string {
  return `${row} ${column}`
}

/** The texts by row and column; null if the only cell is empty. */
async function readValues(
  workspace: Workspace,
  source: Source,
  suspects: readonly Suspect[],
): Promise<Map<string, string | null>> {
  if (suspects.length === 0) return new Map()
  const columns = [...new Set(suspects.map(({ broken }) => broken.column))]
  const cell = (name: string): Sql =>
    sql`coalesce(left(CAST(p.${quoted(name)} AS VARCHAR), ${LONGEST_VALUE}), '')`
  const cases = columns.map(
    (column, index) => sql`WHEN ${index} THEN [${joined(column.split(', ').map(cell))}]`,
  )
  const wanted = suspects.map(
    ({ row, broken }) => sql`(${numbers([row, columns.indexOf(broken.column)])})`,
  )
  const cellRows =
    await workspace.rows(sql`SELECT w.row, w.location, CASE w.location ${joined(cases, sql` `)} END AS cells
    FROM ${numberedRows(source)} p JOIN (VALUES ${joined(wanted)}) w("row", location) ON w.row = p.file_row`)
  return new Map(
    cellRows.map(({ row, location, cells }) => {
      const texts = (cells as string[]).map(truncate)
      const value = texts.length === 1 && texts[0] === '' ? null : texts.join(', ')
      return [keyOf(Number(row), columns[Number(location)]!), value]
    }),
  )
}

/** Counts the rows that break each rule, and numbers the first of them by `row`. */
async function countBroken(
  workspace: Workspace,
  rules: readonly RowRule[],
  from: Sql,
  row: Sql,
): Promise<BrokenRule[]> {
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

/** Errors of cells without a value. Only the file shows the reason, so it is reread. */
async function formFaults(
  workspace: Workspace,
  source: Source,
  columns: readonly string[],
): Promise<BrokenRule[]> {
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

/** Completes rules that depend on the delivery: available DSIs, the order of day and month, the cohort that differs. */
async function hintOf(
  workspace: Workspace,
  source: Source,
  { column, rule }: BrokenRule,
  { from, rules }: Broken,
): Promise<string> {
  if (rule === DATE_ORDER) return `${DATE_FORM}: ${await dateHint(workspace, source, column)}`
  const known = rules.find(candidate => candidate.column === column && candidate.rule === rule)
  if (known === undefined) return rule
  if (rule === REFERENCES.dsis.rule)
    return `${rule}: ${await dsiHint(workspace, sql`r.app_id ${from} WHERE ${known.broken}`)}`
  if (rule === NO_DSIS)
    return `${rule}: ${await dsiHint(workspace, sql`s.app_id ${from} WHERE ${known.broken}`)}`
  if (rule === ALMOST_COHORT)
    return (await nameHint(workspace, sql`${from} WHERE ${known.broken}`)) ?? rule
  return rule
}

/** The date order that the file allows. Samples are the smallest, so that files with the same dates give the same text. */
async function dateHint(
  workspace: Workspace,
  { relation }: Source,
  column: string,
): Promise<string> {
  const [sample = {}] = await workspace.rows(sql`
    SELECT min(cell) FILTER (WHERE kind = 'dmy') AS day_first, min(cell) FILTER (WHERE kind = 'mdy') AS month_first,
      min(cell) FILTER (WHERE kind NOT IN ('dmy', 'mdy')) AS either
    FROM (SELECT cell, ${dateKind(sql`cell`)} AS kind FROM (SELECT CAST(${quoted(column)} AS VARCHAR) AS cell FROM ${relation})
      WHERE regexp_full_match(cell, ${literal(YEAR_LAST)}))`)
  const [dayFirst, monthFirst, either] = [sample.day_first, sample.month_first, sample.either].map(
    cell => (cell === null ? undefined : String(cell)),
  )
  if (dayFirst !== undefined && monthFirst !== undefined) {
    return `some dates begin with the day ("${dayFirst}"), others with the month ("${monthFirst}"); export all in one order`
  }
  if (dayFirst !== undefined)
    return `these are day, month, year: "${either ?? dayFirst}" is ${read(either ?? dayFirst, 'day')}${proof(either, dayFirst)}`
  if (monthFirst !== undefined) {
    return `these are month, day, year: "${either ?? monthFirst}" is ${read(either ?? monthFirst, 'month')}${proof(either, monthFirst)}`
  }
  return `"${either}" can be ${read(either!, 'day')} (day first) or ${read(either!, 'month')} (month first)`
}

function proof(either: string | undefined, decides: string): string {
  return either === undefined ? '' : `, since "${decides}" is among them`
}

function read(cell: string, first: 'day' | 'month'): string {
  const [begin, middle, year] = cell.split(/[-/. ]/) as [string, string, string]
  const [day, month] = first === 'day' ? [begin, middle] : [middle, begin]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const LISTED_APPS = 3
const LISTED_DSIS = 20

/** @param app the app of each broken row, with its FROM clause */
async function dsiHint(workspace: Workspace, app: Sql): Promise<string> {
  const appRows = await workspace.rows(
    sql`SELECT DISTINCT app_id FROM (SELECT ${app}) ORDER BY app_id LIMIT ${LISTED_APPS + 1}`,
  )
  const apps = appRows.slice(0, LISTED_APPS).map(row => Number(row.app_id))
  const rows = await workspace.rows(
    sql`SELECT app_id, dsi FROM app_dsis WHERE app_id IN (${numbers(apps)}) ORDER BY app_id, dsi`,
  )
  const dsisOf = (app: number): string[] =>
    rows.filter(row => Number(row.app_id) === app).map(row => String(row.dsi))
  const lists = apps.map(app => ({ app, dsis: listSome(dsisOf(app), LISTED_DSIS) }))
  const [first, ...others] = lists
  if (first !== undefined && others.length === 0) return first.dsis
  return `${lists.map(({ app, dsis }) => `app ${app}: ${dsis}`).join('; ')}${appRows.length > LISTED_APPS ? '; and more apps' : ''}`
}

/** The first name in which a cohort differs; `l` are its `loose_keys`. */
async function nameHint(workspace: Workspace, broken: Sql): Promise<string | undefined> {
  for (const name of NAMES) {
    const [here, there] = [sql`coalesce(s.${plain(name)}, '')`, sql`coalesce(l.${plain(name)}, '')`]
    const [difference] = await workspace.rows(
      sql`SELECT ${here} AS here, ${there} AS there ${broken} AND ${here} <> ${there} ORDER BY here, there LIMIT 1`,
    )
    if (difference !== undefined)
      return `${NO_COHORT}: there ${name} is ${quoteText(String(difference.there))}, here ${quoteText(String(difference.here))}`
  }
  return undefined
}
