import { listSome } from '../delivery-faults.ts'
import { literal, numbers, plain, quoted, sql, type Sql } from '../../core/model/sql.ts'
import { DATE_FORM, DATE_ORDER, YEAR_LAST } from '../cell-kinds.ts'
import { quoteText } from '../format-faults.ts'
import { NAMES } from '../tables.ts'
import type { Workspace } from '../workspace.ts'
import { ALMOST_COHORT, NO_COHORT, NO_DSI, NO_DSIS, type RowRule } from './row-rules.ts'
import type { Source } from './source.ts'

/** A rule, and the rows of a table that break it. */
export interface Broken {
  column: string
  rule: string
  count: number
  /** Row numbers from 0, ascending. */
  rows: number[]
}

interface Checked {
  /** The staged rows with their joins. */
  from: Sql
  rules: readonly RowRule[]
}

/** Completes rules that depend on the delivery: available DSIs, the order of day and month, the cohort that differs. */
export async function withHints(
  workspace: Workspace,
  source: Source,
  brokenRules: readonly Broken[],
  checked: Checked,
): Promise<Broken[]> {
  const hinted: Broken[] = []
  for (const broken of brokenRules)
    hinted.push({ ...broken, rule: await hintOf(workspace, source, broken, checked) })
  return hinted
}

async function hintOf(
  workspace: Workspace,
  source: Source,
  { column, rule }: Broken,
  { from, rules }: Checked,
): Promise<string> {
  if (rule === DATE_ORDER) return `${DATE_FORM}: ${await dateHint(workspace, source, column)}`
  const known = rules.find(candidate => candidate.column === column && candidate.rule === rule)
  if (known === undefined) return rule
  if (rule === NO_DSI)
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
  const part = (nth: number): Sql =>
    sql`CAST(regexp_extract(cell, ${literal(YEAR_LAST)}, ${nth}) AS INTEGER)`
  const [sample = {}] = await workspace.rows(sql`
    SELECT min(cell) FILTER (WHERE one > 12) AS day_first, min(cell) FILTER (WHERE other > 12) AS month_first,
      min(cell) FILTER (WHERE one <= 12 AND other <= 12) AS either
    FROM (SELECT cell, ${part(1)} AS one, ${part(2)} AS other FROM (SELECT CAST(${quoted(column)} AS VARCHAR) AS cell FROM ${relation})
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
