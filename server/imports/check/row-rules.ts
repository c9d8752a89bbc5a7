import { joined, literal, plain, quoted, sql, type Sql } from '../../core/model/sql.ts'
import {
  columnsOf,
  COUNTRY,
  DSI,
  DSIS,
  NAMES,
  type TableColumn,
  type TableName,
  TABLES,
} from '../tables.ts'
import type { Workspace } from '../workspace.ts'
import type { Source } from './source.ts'
import { ambiguousColumns, displayed, keyOf, staged } from './stage.ts'

/** A rule of a table, as SQL that is true, not NULL, for rows that break it. See `joinsOf` for the rows that it may use. */
export interface RowRule {
  column: string
  broken: Sql
  rule: string
}

export const NO_COHORT = 'must have a row in cohorts'
export const ALMOST_COHORT = `${NO_COHORT}: one differs only in letter case, or in spaces at the ends of names`
/** The rule for revenue whose cohort may have an error. */
export const FOLLOWS_COHORT = 'must have a row in cohorts: it has one with an error'

/** The rows of delivery and store to which rows refer, see `prepareContext`; `as` is their name in rules. */
export const REFERENCES = {
  companies: {
    relation: 'known_companies',
    as: 'c',
    rule: 'must be a company of this delivery or the store',
  },
  apps: {
    relation: 'known_apps',
    as: 'a',
    rule: 'must be an app of this delivery or the store',
  },
  runs: { relation: 'delivered_runs', as: 'r', rule: 'must be a run of this delivery' },
  dsis: { relation: 'run_dsis', as: 'd', rule: "must be one of the app's dsi_values" },
}

const areDsis = sql`regexp_full_match(s.dsi_values, ${literal(DSIS)})`
const dsis = sql`string_split(s.dsi_values, ',')`
const isLoose = sql`regexp_full_match(s.dsi_values, ${literal(`[\\[({]?\\s*${DSI}(\\s*[,;|\\s]\\s*${DSI})*\\s*[\\])}]?`)})`
const untested = sql`string_split(s.untested_dsis, ',')`
export const NO_DSIS = `must be some of the app's dsi_values`
/** Limits that only a mistyped year exceeds. */
const MAX_DAYS_AHEAD = 1000
const MAX_LOOKBACK_DAYS = 366
const lastDay = sql`CAST(getvariable('now') AS DATE) + ${MAX_DAYS_AHEAD}`

/** Rules between cells, and with stored rows, by their column and text. */
const CHECKS: Partial<Record<TableName, Readonly<Record<string, Sql>>>> = {
  apps: {
    'target_dsi must be one of dsi_values': sql`${areDsis} AND NOT list_contains(${dsis}, CAST(s.target_dsi AS VARCHAR))`,
    'dsi_values must be whole numbers separated by commas: 7,30, without spaces, brackets or semicolons': sql`NOT ${areDsis} AND ${isLoose}`,
    'dsi_values must be whole numbers separated by commas: 7,30': sql`NOT ${areDsis} AND NOT ${isLoose}`,
    'dsi_values must not repeat a number': sql`${areDsis} AND len(list_distinct(${dsis})) < len(${dsis})`,
  },
  bet_lookbacks: { 'start_day must be less than end_day': sql`s.start_day >= s.end_day` },
  events: {
    "event_id must not be the id of another app's event in the store": sql`t.app_id <> s.app_id`,
    [`start_date must be from 2000-01-01 to ${MAX_DAYS_AHEAD} days from now`]: sql`s.start_date NOT BETWEEN DATE '2000-01-01' AND ${lastDay}`,
    [`end_date must not be later than ${MAX_DAYS_AHEAD} days from now`]: sql`s.end_date > ${lastDay}`,
  },
  budgets: {
    "budget_id must not be the id of another app's budget in the store": sql`t.app_id <> s.app_id`,
    'amount must be more than 0': sql`s.amount <= 0`,
  },
  runs: {
    'run_id must be new: the store has this run, and runs never change': sql`t.run_id IS NOT NULL AND NOT t.withdrawn`,
    'run_id must be new: the store has this run, which is withdrawn and can be restored (`runs restore`), and runs never change': sql`t.withdrawn`,
    'created_at must be at most one day ahead of the clock': sql`s.created_at > getvariable('now') + INTERVAL 1 DAY`,
    'max_install_date must not be later than the day after created_at': sql`s.max_install_date > CAST(s.created_at AS DATE) + 1`,
    'max_install_date must not be empty on a recommendation run': sql`s.kind = 'recommendation' AND s.max_install_date IS NULL AND s.malformed = 0`,
    'max_install_date must be empty on an alert run': sql`s.kind = 'alert' AND s.max_install_date IS NOT NULL`,
    'untested_dsis must not repeat a DSI': sql`len(list_distinct(${untested})) < len(${untested})`,
    [`untested_dsis ${NO_DSIS}`]: sql`regexp_full_match(s.untested_dsis, ${literal(DSIS)}) AND NOT list_has_all(coalesce(
        (SELECT list(CAST(dsi AS VARCHAR)) FROM moved_dsis o WHERE o.run_id = s.run_id),
        (SELECT list(CAST(dsi AS VARCHAR)) FROM app_dsis o JOIN apps_with_dsis USING (app_id) WHERE o.app_id = s.app_id)), ${untested})`,
    'untested_dsis must not have a DSI of withheld_dsis, which has no forecasts': sql`list_has_any(${untested}, list_transform(string_split(s.withheld_dsis, ','), lambda item: split_part(item, ':', 1)))`,
  },
  recommendations: {
    'recommendation_id must be new: the store has this id': sql`t.recommendation_id IS NOT NULL`,
    'country must be two capital letters, or GLOBAL on a campaign row': sql`NOT regexp_full_match(s.country, ${literal(COUNTRY)}) AND NOT (s.country = 'GLOBAL' AND s.granularity = 'campaign')`,
    [`lookback_start_date must be at most ${MAX_LOOKBACK_DAYS} days before the run's max_install_date`]: sql`s.lookback_start_date < r.max_install_date - ${MAX_LOOKBACK_DAYS}`,
    'response_low must not be greater than response_elasticity': sql`s.response_low > s.response_elasticity`,
  },
  alerts: { 'alert_id must be new: the store has this id': sql`t.alert_id IS NOT NULL` },
}

/** Tables whose ids are compared with those of the store. */
const STORED: readonly TableName[] = ['events', 'budgets', 'runs', 'recommendations', 'alerts']

/** Columns with malformed cells and rules that a table's rows break, and how to find the rows. */
export interface Broken {
  malformed: readonly string[]
  broken: readonly RowRule[]
  /** All rules that were checked. */
  rules: readonly RowRule[]
  /** The rows with their joins, and a row's number. */
  from: Sql
  row: Sql
}

interface More {
  joins: Sql
  rules: readonly RowRule[]
  row?: Sql
}

/** Checks every row of a staged table against every rule in one pass; undefined if none is broken. See `locate` for the rest. */
export async function check(
  workspace: Workspace,
  source: Source,
  company: number | undefined,
  { joins, rules: more, row = sql`s.rowid` }: More = { joins: sql``, rules: [] },
): Promise<Broken | undefined> {
  const { table, missing } = source
  const hasAll = ({ column }: { column: string }): boolean =>
    !column.split(', ').some(name => missing.includes(name))
  const cells = cellRules(table).filter(hasAll)
  const unique = await uniqueRules(workspace, table)
  const rules = [...nulRules(source), ...rulesOf(table, company), ...more, ...unique].filter(hasAll)
  const from = sql`FROM ${staged(table)} s ${joinsOf(table)} ${joins}`
  const all = [...cells, ...rules]
  const filters = all.map(
    ({ broken }, index) => sql`count(*) FILTER (WHERE ${broken}) AS rule_${index}`,
  )
  const counts = await workspace.counts(sql`SELECT ${joined(filters)} ${from}`)
  const failing = new Set(all.filter((_, index) => counts[`rule_${index}`]! > 0))
  if (failing.size === 0) return undefined
  const malformed = cells.filter(cell => failing.has(cell)).map(({ column }) => column)
  return {
    malformed: [...new Set(malformed)],
    broken: rules.filter(rule => failing.has(rule)),
    rules,
    from,
    row,
  }
}

/** Single cells must be well-formed, and not empty unless nullable. Both faults are NULL in the staged row; the file shows which. */
function cellRules(table: TableName): Omit<RowRule, 'rule'>[] {
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

/** Runs identify recommendations by displayed names: an empty name equals `Unknown`. */
async function uniqueRules(workspace: Workspace, table: TableName): Promise<RowRule[]> {
  const key = {
    column: TABLES[table].key.join(', '),
    rule: 'must not repeat the key of an earlier row',
  }
  const identity = {
    column: ['run_id', 'granularity', ...NAMES].join(', '),
    rule: 'must not repeat the identity of an earlier row of the run (an empty name is the name Unknown)',
  }
  const names = NAMES.map(name => displayed(plain(name)))
  return [
    ...(await unrepeated(workspace, table, keyOf(table), key)),
    ...(table === 'recommendations'
      ? await unrepeated(workspace, table, [sql`run_id`, sql`granularity`, ...names], identity)
      : []),
  ]
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

/** The rows that rules of the staged row `s` may use: those of `REFERENCES`, and `t`, the stored row with the same id. */
function joinsOf(table: TableName): Sql {
  const joins = columnsOf(table).flatMap(([name, { refersTo }]) => {
    if (refersTo === undefined) return []
    const { relation, as } = REFERENCES[refersTo]
    return [joinOf(relation, as, refersTo === 'dsis' ? ['run_id', 'dsi'] : [name])]
  })
  if (STORED.includes(table)) joins.push(joinOf(`stored_${table}`, 't', TABLES[table].key))
  return joined(joins, sql` `)
}

function joinOf(relation: string, as: string, columns: readonly string[]): Sql {
  const on = columns.map(name => sql`${plain(as)}.${plain(name)} = s.${plain(name)}`)
  return sql`LEFT JOIN ${plain(relation)} ${plain(as)} ON ${joined(on, sql` AND `)}`
}

/**
 * The rules of a table in the order of its columns, for a full import or one of a company's data, for which other companies' data do not
 * exist. (An id used by another company cannot be hidden, since ids are global.)
 */
function rulesOf(table: TableName, company: number | undefined): RowRule[] {
  const columns = columnsOf(table)
  const rules = [
    ...columns.flatMap(([name, column]) => columnRules(name, column)),
    ...Object.entries(CHECKS[table] ?? {}).map(([text, broken]) => {
      const [column, ...rule] = text.split(' ')
      return { column: column!, broken, rule: rule.join(' ') }
    }),
  ]
  const order = columns.map(([name]) => name)
  return (company === undefined ? rules : ofCompany(table, rules, company)).sort(
    (a, b) => order.indexOf(a.column) - order.indexOf(b.column),
  )
}

function columnRules(column: string, of: TableColumn): RowRule[] {
  const { kind, longest, words, form, least, most, from, neededBy, untilRun, refersTo, runKind } =
    of
  const cell = sql`s.${plain(column)}`
  const rules: [broken: Sql, rule: string][] = []
  if (refersTo !== undefined) {
    const { as, rule } = REFERENCES[refersTo]
    const areKnown =
      refersTo === 'dsis'
        ? sql`r.app_id IN (SELECT app_id FROM apps_with_dsis)`
        : sql`getvariable(${literal(`${refersTo}_known`)})`
    const isMissing = sql`${cell} IS NOT NULL AND ${plain(as)}.${plain(column)} IS NULL`
    rules.push([sql`${isMissing} AND ${areKnown}`, rule])
  }
  // An invalid run is reported once, not again for each row.
  if (runKind !== undefined)
    rules.push([
      sql`r.kind = ${literal(runKind === 'alert' ? 'recommendation' : 'alert')}`,
      `must be a run of kind ${runKind}`,
    ])
  if (longest !== undefined)
    rules.push([sql`length(${cell}) > ${longest}`, `must have at most ${longest} characters`])
  if (words !== undefined)
    rules.push([
      sql`${cell} NOT IN (${joined(words.map(literal))})`,
      `must be one of ${words.join(', ')}`,
    ])
  if (form !== undefined)
    rules.push([sql`NOT regexp_full_match(${cell}, ${literal(form[0])})`, form[1]])
  if (least !== undefined && most !== undefined)
    rules.push([sql`${cell} NOT BETWEEN ${least} AND ${most}`, `must be from ${least} to ${most}`])
  else if (least !== undefined)
    rules.push([
      sql`${cell} < ${least}`,
      least === 0 ? 'must not be negative' : `must be at least ${least}`,
    ])
  else if (most !== undefined) rules.push([sql`${cell} > ${most}`, `must be at most ${most}`])
  // A malformed cell is reported by its own rule.
  if (neededBy !== undefined)
    rules.push([
      sql`s.${plain(neededBy)} IS NOT NULL AND ${cell} IS NULL AND s.malformed = 0`,
      `must not be empty where ${neededBy} is given`,
    ])
  if (from !== undefined)
    rules.push([
      sql`${cell} < s.${plain(from)}`,
      `must not be ${kind === 'date' ? 'before' : 'less than'} ${from}`,
    ])
  if (untilRun === true)
    rules.push([sql`${cell} > r.max_install_date`, "must not be after the run's max_install_date"])
  return rules.map(([broken, rule]) => ({ column, broken, rule }))
}

function ofCompany(table: TableName, rules: readonly RowRule[], company: number): RowRule[] {
  const itself = {
    column: 'company_id',
    broken: sql`s.company_id <> ${company}`,
    rule: `must be ${company}: this import accepts only that company`,
  }
  const own = rules.map(rule => {
    if (rule.rule === REFERENCES.companies.rule) return itself
    if (rule.rule !== REFERENCES.apps.rule) return rule
    return { ...rule, rule: `must be an app of company ${company}, or a new one of this delivery` }
  })
  if (table === 'companies') own.push(itself)
  if (table === 'apps')
    own.push({
      column: 'app_id',
      broken: sql`s.app_id IN (SELECT app_id FROM foreign_apps)`,
      rule: `must be an app of company ${company}, or a new one`,
    })
  if (table === 'networks')
    own.push({
      column: 'network',
      broken: sql`true`,
      rule: 'not allowed with --company: networks are shared by all companies',
    })
  return own
}

/** Whether a cell of the row `s` breaks a rule of its column. */
export function isMisspelled(column: string, of: TableColumn): Sql {
  const broken = columnRules(column, of).map(rule => sql`coalesce(${rule.broken}, false)`)
  return sql`(${joined(broken, sql` OR `)})`
}
