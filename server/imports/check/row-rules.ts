import {
  ALERT_GROUPS,
  ALERT_METRICS,
  EVENT_KINDS,
  PLATFORMS,
  RESPONSE_EVIDENCE,
  REVENUE_TYPES,
  ROAS_TYPES,
} from '../../../generated/vocabulary/vocabulary.ts'
import { WITHHELD_FOR } from '../../core/model/catalog.ts'
import { joined, literal, plain, sql, type Sql } from '../../core/model/sql.ts'
import type { TableName } from '../tables.ts'

/** A rule of a table. SQL over the staged row `s` and the rows joined to it by `JOINS`; a NULL condition is not an error. */
export interface RowRule {
  column: string
  broken: Sql
  rule: string
  /** The words of an enum. */
  words?: readonly string[]
}

export const JOINS: Record<TableName, Sql> = {
  companies: sql``,
  apps: sql``,
  app_access: sql`LEFT JOIN known_companies c ON c.company_id = s.company_id LEFT JOIN known_apps a ON a.app_id = s.app_id`,
  bet_lookbacks: sql`LEFT JOIN known_apps a ON a.app_id = s.app_id`,
  networks: sql``,
  events: sql`LEFT JOIN known_apps a ON a.app_id = s.app_id LEFT JOIN stored_events t ON t.event_id = s.event_id`,
  budgets: sql`LEFT JOIN known_apps a ON a.app_id = s.app_id LEFT JOIN stored_budgets t ON t.budget_id = s.budget_id`,
  runs: sql`LEFT JOIN known_apps a ON a.app_id = s.app_id LEFT JOIN stored_runs t ON t.run_id = s.run_id
    LEFT JOIN (SELECT app_id, list(CAST(dsi AS VARCHAR)) AS dsis FROM app_dsis JOIN apps_with_dsis USING (app_id) GROUP BY app_id) d
    ON d.app_id = s.app_id
    LEFT JOIN (SELECT run_id, list(CAST(dsi AS VARCHAR)) AS dsis FROM moved_dsis GROUP BY run_id) m ON m.run_id = s.run_id`,
  cohorts: run(),
  cohort_revenue: sql`${run()} ${dsi()}`,
  roas_snapshots: sql`${run()} ${dsi()}`,
  recommendations: sql`${run()} LEFT JOIN stored_recommendations t ON t.recommendation_id = s.recommendation_id`,
  alerts: sql`${run()} LEFT JOIN stored_alerts t ON t.alert_id = s.alert_id`,
}

function run(): Sql {
  return sql`LEFT JOIN delivered_runs r ON r.run_id = s.run_id`
}

function dsi(): Sql {
  return sql`LEFT JOIN run_dsis d ON d.run_id = s.run_id AND d.dsi = s.dsi`
}

const DSI = '(0|[1-9][0-9]{0,4})'
const DSIS = `${DSI}(,${DSI})*`
const areDsis = sql`regexp_full_match(s.dsi_values, ${literal(DSIS)})`
const areUntested = sql`regexp_full_match(s.untested_dsis, ${literal(DSIS)})`
const untested = sql`string_split(s.untested_dsis, ',')`
const isLoose = sql`regexp_full_match(s.dsi_values, ${literal(`[\\[({]?\\s*${DSI}(\\s*[,;|\\s]\\s*${DSI})*\\s*[\\])}]?`)})`
const RUN_KINDS = ['recommendation', 'alert'] as const
const COUNTRY = '[A-Z]{2}'
/** Limits that only a mistyped year exceeds. */
const MAX_DAYS_AHEAD = 1000
const MAX_LOOKBACK_DAYS = 366
export const platform = oneOf('platform', PLATFORMS)
/** Rules that every row breaks if a table is missing. */
export const NO_RUN = 'must be a run of this delivery'
export const NO_APP = 'must be an app of this delivery or the store'
export const NO_COMPANY = 'must be a company of this delivery or the store'
export const NO_DSI = `must be one of the app's dsi_values`
export const NO_DSIS = `must be some of the app's dsi_values`
export const NO_COHORT = 'must have a row in cohorts'
export const ALMOST_COHORT = `${NO_COHORT}: one differs only in letter case, or in spaces at the ends of names`
/** The rule for revenue whose cohort may have an error. */
export const FOLLOWS_COHORT = 'must have a row in cohorts: it has one with an error'
const app = fails(
  'app_id',
  sql`s.app_id IS NOT NULL AND a.app_id IS NULL AND getvariable('apps_known')`,
  NO_APP,
)
const company = fails(
  'company_id',
  sql`s.company_id IS NOT NULL AND c.company_id IS NULL AND getvariable('companies_known')`,
  NO_COMPANY,
)
export const country = like('country', COUNTRY, 'must be two capital letters')
const dsiOfApp = fails(
  'dsi',
  sql`r.app_id IN (SELECT app_id FROM apps_with_dsis) AND s.dsi IS NOT NULL AND d.dsi IS NULL`,
  NO_DSI,
)
const installDate = notAfterRun('install_date')
const installsAscend = [
  notLess('incremental_blended_installs', 'paid_installs'),
  notLess('full_blended_installs', 'incremental_blended_installs'),
]

const RULES: Record<TableName, RowRule[]> = {
  companies: [],
  apps: [
    like('currency', '[A-Z]{3}', 'must be an ISO 4217 code of three capital letters'),
    notNegative('action_threshold'),
    oneOf('target_roas_type', ROAS_TYPES),
    oneOf('target_revenue_type', REVENUE_TYPES),
    fails(
      'dsi_values',
      sql`NOT ${areDsis} AND ${isLoose}`,
      'must be whole numbers separated by commas: 7,30, without spaces, brackets or semicolons',
    ),
    fails(
      'dsi_values',
      sql`NOT ${areDsis} AND NOT ${isLoose}`,
      'must be whole numbers separated by commas: 7,30',
    ),
    fails(
      'dsi_values',
      sql`${areDsis} AND len(list_distinct(string_split(s.dsi_values, ','))) < len(string_split(s.dsi_values, ','))`,
      'must not repeat a number',
    ),
    fails(
      'target_dsi',
      sql`${areDsis} AND NOT list_contains(string_split(s.dsi_values, ','), CAST(s.target_dsi AS VARCHAR))`,
      'must be one of dsi_values',
    ),
  ],
  app_access: [company, app],
  bet_lookbacks: [
    app,
    platform,
    fails('start_day', sql`s.start_day >= s.end_day`, 'must be less than end_day'),
    fails('end_day', sql`s.end_day > 30`, 'must be at most 30'),
  ],
  networks: [],
  events: [
    app,
    fails(
      'event_id',
      sql`t.app_id <> s.app_id`,
      "must not be the id of another app's event in the store",
    ),
    oneOf('kind', EVENT_KINDS),
    platform,
    country,
    fails(
      'start_date',
      sql`s.start_date NOT BETWEEN DATE '2000-01-01' AND CAST(getvariable('now') AS DATE) + ${MAX_DAYS_AHEAD}`,
      `must be from 2000-01-01 to ${MAX_DAYS_AHEAD} days from now`,
    ),
    notBefore('end_date', 'start_date'),
    fails(
      'end_date',
      sql`s.end_date > CAST(getvariable('now') AS DATE) + ${MAX_DAYS_AHEAD}`,
      `must not be later than ${MAX_DAYS_AHEAD} days from now`,
    ),
  ],
  budgets: [
    app,
    fails(
      'budget_id',
      sql`t.app_id <> s.app_id`,
      "must not be the id of another app's budget in the store",
    ),
    like('month', '20[0-9]{2}-(0[1-9]|1[0-2])', 'must be a month written YYYY-MM, from 2000-01'),
    platform,
    fails('amount', sql`s.amount <= 0`, 'must be more than 0'),
  ],
  runs: [
    like(
      'withheld_dsis',
      `${DSI}:(${WITHHELD_FOR.join('|')})(,${DSI}:(${WITHHELD_FOR.join('|')}))*`,
      `must be DSIs, each with the reason to withhold it, separated by commas: 180:history,90:backtest`,
    ),
    like('untested_dsis', DSIS, 'must be DSIs separated by commas: 90,180'),
    fails(
      'untested_dsis',
      sql`len(list_distinct(${untested})) < len(${untested})`,
      'must not repeat a DSI',
    ),
    fails(
      'untested_dsis',
      sql`${areUntested} AND NOT list_has_all(coalesce(m.dsis, d.dsis), ${untested})`,
      NO_DSIS,
    ),
    fails(
      'untested_dsis',
      sql`list_has_any(${untested}, list_transform(string_split(s.withheld_dsis, ','), lambda item: split_part(item, ':', 1)))`,
      'must not have a DSI of withheld_dsis, which has no forecasts',
    ),
    fails(
      'run_id',
      sql`t.run_id IS NOT NULL AND NOT t.withdrawn`,
      'must be new: the store has this run, and runs never change',
    ),
    fails(
      'run_id',
      sql`t.withdrawn`,
      'must be new: the store has this run, which is withdrawn and can be restored (`runs restore`), and runs never change',
    ),
    app,
    oneOf('kind', RUN_KINDS),
    oneOf('status', ['succeeded', 'failed']),
    fails(
      'created_at',
      sql`s.created_at > getvariable('now') + INTERVAL 1 DAY`,
      'must be at most one day ahead of the clock',
    ),
    fails(
      'max_install_date',
      sql`s.max_install_date > CAST(s.created_at AS DATE) + 1`,
      'must not be later than the day after created_at',
    ),
    fails(
      'max_install_date',
      sql`s.kind = 'recommendation' AND s.max_install_date IS NULL AND s.malformed = 0`,
      'must not be empty on a recommendation run',
    ),
    fails(
      'max_install_date',
      sql`s.kind = 'alert' AND s.max_install_date IS NOT NULL`,
      'must be empty on an alert run',
    ),
  ],
  cohorts: [
    ...runOf('recommendation'),
    installDate,
    platform,
    country,
    notNegative('spend'),
    ...installsAscend,
  ],
  cohort_revenue: [...runOf('recommendation'), installDate, platform, country, dsiOfApp],
  roas_snapshots: [
    ...runOf('recommendation'),
    installDate,
    platform,
    country,
    dsiOfApp,
    notNegative('spend'),
  ],
  recommendations: [
    taken('recommendation_id'),
    ...runOf('recommendation'),
    oneOf('granularity', ['campaign', 'campaign_geo']),
    platform,
    fails(
      'country',
      sql`NOT regexp_full_match(s.country, ${literal(COUNTRY)}) AND NOT (s.country = 'GLOBAL' AND s.granularity = 'campaign')`,
      'must be two capital letters, or GLOBAL on a campaign row',
    ),
    fromZeroToOne('confidence_score'),
    notNegative('spend'),
    fails('lookback_days', sql`s.lookback_days < 1`, 'must be at least 1'),
    ...installsAscend,
    ...bothOrNeither('lookback_start_date', 'lookback_end_date'),
    notBefore('lookback_end_date', 'lookback_start_date'),
    notAfterRun('lookback_end_date'),
    fails(
      'lookback_start_date',
      sql`s.lookback_start_date < r.max_install_date - ${MAX_LOOKBACK_DAYS}`,
      `must be at most ${MAX_LOOKBACK_DAYS} days before the run's max_install_date`,
    ),
    ...bothOrNeither('predicted_low_roas', 'predicted_high_roas'),
    notLess('predicted_high_roas', 'predicted_low_roas'),
    notNegative('suggested_daily_spend'),
    ...['response_elasticity', 'response_low', 'response_high'].map(fromZeroToOne),
    ...bothOrNeither('response_low', 'response_high'),
    needed('response_elasticity', 'response_low'),
    fails(
      'response_low',
      sql`s.response_low > s.response_elasticity`,
      'must not be greater than response_elasticity',
    ),
    notLess('response_high', 'response_elasticity'),
    notNegative('marginal_roas'),
    oneOf('response_evidence', RESPONSE_EVIDENCE),
  ],
  alerts: [
    taken('alert_id'),
    ...runOf('alert'),
    oneOf('alert_group', ALERT_GROUPS),
    like('country', `${COUNTRY}|GLOBAL`, 'must be two capital letters or GLOBAL'),
    platform,
    notNegative('daily_spend'),
    oneOf('metric', ALERT_METRICS),
  ],
}

/**
 * The rules of a table, for a full import or one of a company's data, for which other companies' data do not exist. (An id used by
 * another company cannot be hidden, since ids are global.)
 */
export function rulesOf(table: TableName, only: number | undefined): RowRule[] {
  if (only === undefined) return RULES[table]
  const own = { ...app, rule: `must be an app of company ${only}, or a new one of this delivery` }
  const itself = fails(
    'company_id',
    sql`s.company_id <> ${only}`,
    `must be ${only}: this import accepts only that company`,
  )
  switch (table) {
    case 'companies':
      return [...RULES[table], itself]
    case 'apps':
      return [
        ...RULES[table],
        {
          ...own,
          broken: sql`s.app_id IN (SELECT app_id FROM foreign_apps)`,
          rule: `must be an app of company ${only}, or a new one`,
        },
      ]
    case 'networks':
      return [
        fails(
          'network',
          sql`true`,
          'not allowed with --company: networks are shared by all companies',
        ),
      ]
    default:
      return RULES[table].map(rule => (rule === app ? own : rule === company ? itself : rule))
  }
}

/** The words that a column may have. */
export function wordsOf(table: TableName, column: string): readonly string[] | undefined {
  return RULES[table].find(rule => rule.column === column && rule.words !== undefined)?.words
}

function fails(column: string, broken: Sql, rule: string): RowRule {
  return { column, broken, rule }
}

/** An invalid run is reported once, not again for each row. */
function runOf(kind: (typeof RUN_KINDS)[number]): RowRule[] {
  const other = kind === 'alert' ? 'recommendation' : 'alert'
  return [
    fails(
      'run_id',
      sql`s.run_id IS NOT NULL AND r.run_id IS NULL AND getvariable('runs_known')`,
      NO_RUN,
    ),
    fails('run_id', sql`r.kind = ${literal(other)}`, `must be a run of kind ${kind}`),
  ]
}

function taken(column: string): RowRule {
  return fails(column, sql`t.${plain(column)} IS NOT NULL`, 'must be new: the store has this id')
}

function oneOf(column: string, values: readonly string[]): RowRule {
  const list = joined(values.map(literal))
  return {
    ...fails(
      column,
      sql`s.${plain(column)} NOT IN (${list})`,
      `must be one of ${values.join(', ')}`,
    ),
    words: values,
  }
}

function like(column: string, pattern: string, rule: string): RowRule {
  return {
    column,
    broken: sql`NOT regexp_full_match(s.${plain(column)}, ${literal(pattern)})`,
    rule,
  }
}

function notLess(column: string, other: string): RowRule {
  return fails(
    column,
    sql`s.${plain(column)} < s.${plain(other)}`,
    `must not be less than ${other}`,
  )
}

function notAfterRun(column: string): RowRule {
  return fails(
    column,
    sql`s.${plain(column)} > r.max_install_date`,
    `must not be after the run's max_install_date`,
  )
}

function notBefore(column: string, other: string): RowRule {
  return fails(column, sql`s.${plain(column)} < s.${plain(other)}`, `must not be before ${other}`)
}

/** A malformed cell is reported by its own rule. */
function needed(column: string, other: string): RowRule {
  const isMissing = sql`s.${plain(other)} IS NOT NULL AND s.${plain(column)} IS NULL AND s.malformed = 0`
  return fails(column, isMissing, `must not be empty where ${other} is given`)
}

/** Both given or both empty. */
function bothOrNeither(column: string, other: string): RowRule[] {
  return [needed(other, column), needed(column, other)]
}

function fromZeroToOne(column: string): RowRule {
  return fails(column, sql`s.${plain(column)} NOT BETWEEN 0 AND 1`, 'must be from 0 to 1')
}

function notNegative(column: string): RowRule {
  return fails(column, sql`s.${plain(column)} < 0`, 'must not be negative')
}
