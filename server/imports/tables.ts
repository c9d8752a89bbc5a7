import {
  REVENUE_TYPES,
  type RevenueType,
  ROAS_TYPES,
  type RoasType,
} from '../../generated/vocabulary/vocabulary.ts'
import type { App, AppEvent, BetLookback, Budget, Company } from '../core/model/catalog.ts'
import type { StoredAlert, StoredRecommendation } from '../core/model/store.ts'
import type { CellKind } from './cell-kinds.ts'

export interface TableColumn {
  kind: CellKind
  nullable?: true
  optional?: true
  /** Maximum characters of a text. */
  longest?: number
}

interface Table {
  columns: Record<string, TableColumn>
  key: string[]
}

const integer: TableColumn = { kind: 'integer' }
const money: TableColumn = { kind: 'money' }
const ratio: TableColumn = { kind: 'ratio', nullable: true }
const boolean: TableColumn = { kind: 'boolean' }
const timestamp: TableColumn = { kind: 'timestamp' }
const date: TableColumn = { kind: 'date' }
const name: TableColumn = { kind: 'text', longest: 512 }
const text: TableColumn = { kind: 'text', longest: 4000 }
/** Limits of an event's texts, in characters. */
export const LONGEST_TITLE = 200
const LONGEST_NOTE = 1000
const optionalName: TableColumn = { ...name, nullable: true }
const optionalText: TableColumn = { ...text, nullable: true }
const optionalDate: TableColumn = { ...date, nullable: true }

/** Identity of a cohort within a run and install date; null and empty are equal. */
export const NAMES = ['platform', 'network', 'campaign', 'country'] as const

/** The six cumulative revenues, in the order of every output. */
export const REVENUES = ROAS_TYPES.flatMap(roas =>
  REVENUE_TYPES.map(revenue => `${roas}_${revenue}` as const),
)

export type Revenue = `${RoasType}_${RevenueType}`

/** Installs by ROAS type, ascending: each includes the previous one. */
export const INSTALLS = ROAS_TYPES.map(roas => `${roas}_installs` as const)

const names = columns(NAMES, optionalName)
const installs = columns(INSTALLS, integer)
const revenues = columns(REVENUES, money)
const cohortKey = { run_id: integer, install_date: date, ...names }

/** The columns of stored rows: a column missing on either side does not compile. */
type Kept<Row, More extends string = never> = Record<
  Exclude<keyof Row, 'version'> | More,
  TableColumn
>
type KeptCells<Amount extends string> = Record<keyof typeof cohortKey | 'dsi' | Amount, TableColumn>

/** In the order in which errors are listed. */
export const TABLES = {
  companies: {
    key: ['company_id'],
    columns: { company_id: integer, name } satisfies Kept<Company>,
  },
  apps: {
    key: ['app_id'],
    columns: {
      app_id: integer,
      name,
      created_at: timestamp,
      live: boolean,
      currency: text,
      weekly_aggregation: boolean,
      action_threshold: ratio,
      target_dsi: integer,
      target_roas_type: text,
      target_revenue_type: text,
      dsi_values: text,
    } satisfies Kept<App>,
  },
  app_access: { key: ['company_id', 'app_id'], columns: { company_id: integer, app_id: integer } },
  bet_lookbacks: {
    key: ['app_id', 'platform'],
    columns: {
      app_id: integer,
      platform: optionalName,
      start_day: integer,
      end_day: integer,
    } satisfies Kept<BetLookback>,
  },
  networks: { key: ['network'], columns: { network: name, traditional: boolean } },
  events: {
    key: ['event_id'],
    columns: {
      event_id: integer,
      app_id: integer,
      kind: text,
      title: { ...name, longest: LONGEST_TITLE },
      start_date: date,
      end_date: optionalDate,
      ...names,
      note: { ...optionalText, longest: LONGEST_NOTE },
    } satisfies Kept<AppEvent, 'app_id'>,
  },
  budgets: {
    key: ['budget_id'],
    columns: {
      budget_id: integer,
      app_id: integer,
      month: text,
      platform: optionalName,
      network: optionalName,
      campaign: optionalName,
      amount: money,
    } satisfies Kept<Budget, 'app_id'>,
  },
  runs: {
    key: ['run_id'],
    columns: {
      run_id: integer,
      app_id: integer,
      kind: text,
      status: text,
      created_at: timestamp,
      max_install_date: optionalDate,
      ...columns(['withheld_dsis', 'untested_dsis'], { ...optionalText, optional: true }),
    },
  },
  cohorts: { key: Object.keys(cohortKey), columns: { ...cohortKey, spend: money, ...installs } },
  cohort_revenue: {
    key: [...Object.keys(cohortKey), 'dsi'],
    columns: { ...cohortKey, dsi: integer, ...revenues } satisfies KeptCells<Revenue>,
  },
  roas_snapshots: {
    key: [...Object.keys(cohortKey), 'dsi'],
    columns: { ...cohortKey, dsi: integer, spend: money, ...revenues } satisfies KeptCells<
      Revenue | 'spend'
    >,
  },
  recommendations: {
    key: ['recommendation_id'],
    columns: {
      recommendation_id: integer,
      run_id: integer,
      granularity: text,
      ...names,
      confidence_score: ratio,
      spend: money,
      lookback_days: integer,
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
      ...columns(['lookback_start_date', 'lookback_end_date'], { ...optionalDate, optional: true }),
      ...columns(['predicted_low_roas', 'predicted_high_roas'], { ...ratio, optional: true }),
      suggested_daily_spend: { ...money, nullable: true, optional: true },
      ...columns(['response_elasticity', 'response_low', 'response_high', 'marginal_roas'], {
        ...ratio,
        optional: true,
      }),
      response_evidence: { ...optionalText, optional: true },
    } satisfies Kept<StoredRecommendation, 'run_id'>,
  },
  alerts: {
    key: ['alert_id'],
    columns: {
      alert_id: integer,
      run_id: integer,
      alert_group: text,
      title: text,
      campaign: optionalName,
      country: optionalName,
      platform: optionalName,
      network: optionalName,
      daily_spend: money,
      summary: text,
      detail: text,
      spend_detail: optionalText,
      recommended_action: optionalText,
      created_at: timestamp,
      metric: { ...optionalText, optional: true },
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

const MANY = 2 ** 31

/** Maximum rows of each table. Tables with low limits are in the catalog, which every process keeps in memory. */
export const MAX_ROWS: Record<TableName, number> = {
  companies: 10_000,
  apps: 10_000,
  app_access: 100_000,
  bet_lookbacks: 40_000,
  networks: 10_000,
  events: 10_000,
  budgets: 10_000,
  runs: 20_000,
  cohorts: MANY,
  cohort_revenue: MANY,
  roas_snapshots: MANY,
  recommendations: MANY,
  alerts: MANY,
}

export const TABLE_NAMES = Object.keys(TABLES) as TableName[]

/** By name, in order of definition. */
export function columnsOf(table: TableName): [string, TableColumn][] {
  return Object.entries(TABLES[table].columns)
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

/** A column's names in exporters and spreadsheets. */
const OTHER_NAMES: Record<string, readonly string[]> = {
  install_date: ['date', 'day', 'cohort', 'cohort date', 'cohort day', 'install day'],
  platform: ['os', 'os name'],
  network: ['channel', 'media source', 'partner', 'ad network'],
  campaign: ['campaign name'],
  country: ['country code', 'geo'],
  spend: ['cost', 'ad spend', 'total spend', 'total cost'],
  dsi: ['age', 'day', 'days since install', 'cohort age'],
}

/** Maximum length of a name for comparison. */
export const LONGEST_NAME = 100
const UNIT = /\s*[([][^()[\]]*[)\]]\s*$/

/** Drops letter case, spaces, `_` and `-`. */
export function fold(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/gu, '')
}

/** The column that a header's cell names in a different spelling: `Install Date`, `Spend (USD)`. */
export function columnMeant(cell: string, columns: readonly string[]): string | undefined {
  if (cell.length > LONGEST_NAME) return undefined
  const name = fold(cell.replace(UNIT, ''))
  return (
    columns.find(column => fold(column) === name) ??
    columns.find(column => OTHER_NAMES[column]?.some(other => fold(other) === name))
  )
}
