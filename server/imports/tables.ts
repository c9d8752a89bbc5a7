import {
  ALERT_GROUPS,
  ALERT_METRICS,
  EVENT_KINDS,
  PLATFORMS,
  RESPONSE_EVIDENCE,
  REVENUE_TYPES,
  type RevenueType,
  ROAS_TYPES,
  type RoasType,
} from '../../generated/vocabulary/vocabulary.ts'
import {
  type App,
  type AppEvent,
  type BetLookback,
  type Budget,
  type Company,
  WITHHELD_FOR,
} from '../core/model/catalog.ts'
import type { StoredAlert, StoredRecommendation } from '../core/model/store.ts'
import type { CellKind } from './cell-kinds.ts'

export interface TableColumn {
  kind: CellKind
  nullable?: true
  optional?: true
  /** Maximum characters of a text. */
  longest?: number
  /** The only texts allowed. */
  words?: readonly string[]
  /** Pattern of the whole text, and the rule that other texts break. */
  form?: readonly [pattern: string, rule: string]
  least?: number
  most?: number
  /** A column whose value this one must not be below. */
  from?: string
  /** A column that may have a value only if this one has. */
  neededBy?: string
  /** Not after the `max_install_date` of the row's run. */
  untilRun?: true
  /** The rows of which one must have this value. */
  refersTo?: 'companies' | 'apps' | 'runs' | 'dsis'
  /** Kind of the run that `refersTo` names. */
  runKind?: (typeof RUN_KINDS)[number]
}

interface Table {
  columns: Record<string, TableColumn>
  key: string[]
  /** Maximum rows of a table that is in the catalog, which every process keeps in memory. */
  maxRows?: number
}

const RUN_KINDS = ['recommendation', 'alert'] as const

const integer: TableColumn = { kind: 'integer' }
const money: TableColumn = { kind: 'money' }
const ratio: TableColumn = { kind: 'ratio', nullable: true }
const boolean: TableColumn = { kind: 'boolean' }
const timestamp: TableColumn = { kind: 'timestamp' }
const date: TableColumn = { kind: 'date' }
const name: TableColumn = { kind: 'text', longest: 512 }
const text: TableColumn = { kind: 'text', longest: 4000 }
const spend: TableColumn = { ...money, least: 0 }
const share: TableColumn = { ...ratio, least: 0, most: 1 }
const app: TableColumn = { ...integer, refersTo: 'apps' }
const dsi: TableColumn = { ...integer, refersTo: 'dsis' }
/** Limits of an event's texts, in characters. */
export const LONGEST_TITLE = 200
const LONGEST_NOTE = 1000
const optionalName: TableColumn = { ...name, nullable: true }
const optionalText: TableColumn = { ...text, nullable: true }
const optionalDate: TableColumn = { ...date, nullable: true }
const platform: TableColumn = { ...optionalName, words: PLATFORMS }
export const COUNTRY = '[A-Z]{2}'

/** Identity of a cohort within a run and install date; null and empty are equal. */
export const NAMES = ['platform', 'network', 'campaign', 'country'] as const

/** The six cumulative revenues, in the order of every output. */
export const REVENUES = ROAS_TYPES.flatMap(roas =>
  REVENUE_TYPES.map(revenue => `${roas}_${revenue}` as const),
)

export type Revenue = `${RoasType}_${RevenueType}`

/** Installs by ROAS type, ascending: each includes the previous one. */
export const INSTALLS = ROAS_TYPES.map(roas => `${roas}_installs` as const)

const names: Record<(typeof NAMES)[number], TableColumn> = {
  platform,
  network: optionalName,
  campaign: optionalName,
  country: { ...optionalName, form: [COUNTRY, 'must be two capital letters'] },
}
const installs: Record<(typeof INSTALLS)[number], TableColumn> = {
  paid_installs: integer,
  incremental_blended_installs: { ...integer, from: 'paid_installs' },
  full_blended_installs: { ...integer, from: 'incremental_blended_installs' },
}
const revenues = columns(REVENUES, money)
const cohortKey = {
  run_id: runOf('recommendation'),
  install_date: { ...date, untilRun: true } satisfies TableColumn,
  ...names,
}

/** The columns of stored rows: a column missing on either side does not compile. */
type Kept<Row, More extends string = never> = Record<
  Exclude<keyof Row, 'version'> | More,
  TableColumn
>
type KeptCells<Amount extends string> = Record<keyof typeof cohortKey | 'dsi' | Amount, TableColumn>

export const DSI = '(0|[1-9][0-9]{0,4})'
export const DSIS = `${DSI}(,${DSI})*`
const WITHHELD = `${DSI}:(${WITHHELD_FOR.join('|')})`

/** In the order in which errors are listed. */
export const TABLES = {
  companies: {
    key: ['company_id'],
    maxRows: 10_000,
    columns: { company_id: integer, name } satisfies Kept<Company>,
  },
  apps: {
    key: ['app_id'],
    maxRows: 10_000,
    columns: {
      app_id: integer,
      name,
      created_at: timestamp,
      live: boolean,
      currency: {
        ...text,
        form: ['[A-Z]{3}', 'must be an ISO 4217 code of three capital letters'],
      },
      weekly_aggregation: boolean,
      action_threshold: { ...ratio, least: 0 },
      target_dsi: integer,
      target_roas_type: { ...text, words: ROAS_TYPES },
      target_revenue_type: { ...text, words: REVENUE_TYPES },
      dsi_values: text,
    } satisfies Kept<App>,
  },
  app_access: {
    key: ['company_id', 'app_id'],
    maxRows: 100_000,
    columns: { company_id: { ...integer, refersTo: 'companies' }, app_id: app },
  },
  bet_lookbacks: {
    key: ['app_id', 'platform'],
    maxRows: 40_000,
    columns: {
      app_id: app,
      platform,
      start_day: integer,
      end_day: { ...integer, most: 30 },
    } satisfies Kept<BetLookback>,
  },
  networks: {
    key: ['network'],
    maxRows: 10_000,
    columns: { network: name, traditional: boolean },
  },
  events: {
    key: ['event_id'],
    maxRows: 10_000,
    columns: {
      event_id: integer,
      app_id: app,
      kind: { ...text, words: EVENT_KINDS },
      title: { ...name, longest: LONGEST_TITLE },
      start_date: date,
      end_date: { ...optionalDate, from: 'start_date' },
      ...names,
      note: { ...optionalText, longest: LONGEST_NOTE },
    } satisfies Kept<AppEvent, 'app_id'>,
  },
  budgets: {
    key: ['budget_id'],
    maxRows: 10_000,
    columns: {
      budget_id: integer,
      app_id: app,
      month: {
        ...text,
        form: ['20[0-9]{2}-(0[1-9]|1[0-2])', 'must be a month written YYYY-MM, from 2000-01'],
      },
      platform,
      network: optionalName,
      campaign: optionalName,
      amount: money,
    } satisfies Kept<Budget, 'app_id'>,
  },
  runs: {
    key: ['run_id'],
    maxRows: 20_000,
    columns: {
      run_id: integer,
      app_id: app,
      kind: { ...text, words: RUN_KINDS },
      status: { ...text, words: ['succeeded', 'failed'] },
      created_at: timestamp,
      max_install_date: optionalDate,
      withheld_dsis: {
        ...optionalText,
        optional: true,
        form: [
          `${WITHHELD}(,${WITHHELD})*`,
          'must be DSIs, each with the reason to withhold it, separated by commas: 180:history,90:backtest',
        ],
      },
      untested_dsis: {
        ...optionalText,
        optional: true,
        form: [DSIS, 'must be DSIs separated by commas: 90,180'],
      },
    },
  },
  cohorts: { key: Object.keys(cohortKey), columns: { ...cohortKey, spend, ...installs } },
  cohort_revenue: {
    key: [...Object.keys(cohortKey), 'dsi'],
    columns: { ...cohortKey, dsi, ...revenues } satisfies KeptCells<Revenue>,
  },
  roas_snapshots: {
    key: [...Object.keys(cohortKey), 'dsi'],
    columns: { ...cohortKey, dsi, spend, ...revenues } satisfies KeptCells<Revenue | 'spend'>,
  },
  recommendations: {
    key: ['recommendation_id'],
    columns: {
      recommendation_id: integer,
      run_id: runOf('recommendation'),
      granularity: { ...text, words: ['campaign', 'campaign_geo'] },
      ...names,
      country: optionalName,
      confidence_score: share,
      spend,
      lookback_days: { ...integer, least: 1 },
      ...installs,
      optimisation_dsi: integer,
      target_dsi: integer,
      ...columns(
        (['live', 'paced', 'raw', 'predicted'] as const).map(
          which => `optimisation_${which}_roas` as const,
        ),
        ratio,
      ),
      ...columns(
        REVENUES.flatMap(
          revenue => [`target_${revenue}_roas`, `predicted_${revenue}_roas`] as const,
        ),
        ratio,
      ),
      created_at: timestamp,
      lookback_start_date: { ...optionalDate, optional: true, neededBy: 'lookback_end_date' },
      lookback_end_date: {
        ...optionalDate,
        optional: true,
        neededBy: 'lookback_start_date',
        from: 'lookback_start_date',
        untilRun: true,
      },
      predicted_low_roas: { ...ratio, optional: true, neededBy: 'predicted_high_roas' },
      predicted_high_roas: {
        ...ratio,
        optional: true,
        neededBy: 'predicted_low_roas',
        from: 'predicted_low_roas',
      },
      suggested_daily_spend: { ...spend, nullable: true, optional: true },
      response_elasticity: { ...share, optional: true, neededBy: 'response_low' },
      response_low: { ...share, optional: true, neededBy: 'response_high' },
      response_high: {
        ...share,
        optional: true,
        neededBy: 'response_low',
        from: 'response_elasticity',
      },
      marginal_roas: { ...ratio, least: 0, optional: true },
      response_evidence: { ...optionalText, optional: true, words: RESPONSE_EVIDENCE },
    } satisfies Kept<StoredRecommendation, 'run_id'>,
  },
  alerts: {
    key: ['alert_id'],
    columns: {
      alert_id: integer,
      run_id: runOf('alert'),
      alert_group: { ...text, words: ALERT_GROUPS },
      title: text,
      campaign: optionalName,
      country: {
        ...optionalName,
        form: [`${COUNTRY}|GLOBAL`, 'must be two capital letters or GLOBAL'],
      },
      platform,
      network: optionalName,
      daily_spend: spend,
      summary: text,
      detail: text,
      spend_detail: optionalText,
      recommended_action: optionalText,
      created_at: timestamp,
      metric: { ...optionalText, optional: true, words: ALERT_METRICS },
      ...columns(['value', 'reference', 'change'], { ...ratio, optional: true }),
    } satisfies Kept<StoredAlert>,
  },
} satisfies Record<string, Table>

export type TableName = keyof typeof TABLES
export type ColumnOf<Name extends TableName> = keyof (typeof TABLES)[Name]['columns'] & string

/** The use of each cohort column in facts: it identifies the cohort, or is summed in groups of cohorts. */
const USE_IN_FACTS: Record<ColumnOf<'cohorts'>, 'name' | 'sum'> = {
  ...filled(['run_id', 'install_date', ...NAMES], 'name'),
  ...filled(['spend', ...INSTALLS], 'sum'),
}

/** Columns of facts beside revenues, in their order. */
export const COHORT_SUMS = (Object.keys(USE_IN_FACTS) as ColumnOf<'cohorts'>[]).filter(
  name => USE_IN_FACTS[name] === 'sum',
)

/** Maximum rows of tables without `maxRows`. */
const MANY = 2 ** 31

export function maxRowsOf(table: TableName): number {
  return (TABLES[table] as Table).maxRows ?? MANY
}

export const TABLE_NAMES = Object.keys(TABLES) as TableName[]

/** By name, in order of definition. */
export function columnsOf(table: TableName): [string, TableColumn][] {
  return Object.entries(TABLES[table].columns)
}

function runOf(kind: (typeof RUN_KINDS)[number]): TableColumn {
  return { ...integer, refersTo: 'runs', runKind: kind }
}

function columns<Name extends string>(
  of: readonly Name[],
  column: TableColumn,
): Record<Name, TableColumn> {
  return filled(of, column)
}

export function filled<Name extends string, Value>(
  names: readonly Name[],
  value: Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map(name => [name, value])) as Record<Name, Value>
}
