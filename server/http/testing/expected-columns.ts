import { reportColumns as ofReport, roasHistoryColumns } from '../../../generated/client/columns.ts'
import type { AppSettings } from '../../../generated/client/models.ts'
import type {
  GetReportParameters,
  GetRoasHistoryParameters,
} from '../../../generated/client/parameters.ts'
import { namesBy, reportColumns } from '../../answers/analytics/report-columns.ts'
import type { App } from '../../core/model/catalog.ts'
import type { ColumnKind } from '../../../client/src/columns.ts'
import { UascopeError } from '../../../client/src/errors.ts'
import type { FileRow } from './answers.ts'

export interface Column {
  name: string
  kind: ColumnKind
}

const NAMES = ['platform', 'network', 'campaign', 'country']

/** Parameters with the defaults that the contract declares. */
type WithDefaults<Parameters> = {
  [Name in keyof Parameters]-?: Exclude<Parameters[Name], undefined>
}

/** Their values only occur in the columns' formulas, which a file of given cells does not need. */
const ANY_RANGE = { start: '2026-01-01', end: '2026-01-01' }

/** The columns of a report, as the service names and orders them. */
export function columnsOfReport(query: GetReportParameters, settings: AppSettings): Column[] {
  const { granularity, groupBy, compare, ...requested } = query as WithDefaults<GetReportParameters>
  const app = {
    dsi_values: settings.dsiValues,
    target_dsi: settings.targetDsi,
    target_roas_type: settings.targetRoasType,
    target_revenue_type: settings.targetRevenueType,
  } as App
  const columns = reportColumns({
    ...requested,
    app,
    dsiValues: query.dsiValues ?? usualDsis(settings),
    run: undefined,
    range: ANY_RANGE,
    compared: compare === undefined ? undefined : ANY_RANGE,
    grouping: 'total',
    groupBy: namesBy(granularity, groupBy),
    revenue: [],
  })
  return columns.map(({ name }) => ({ name, kind: kindOf(name.replace(/_before$/, ''))! }))
}

function usualDsis({ dsiValues, targetDsi }: AppSettings): number[] {
  const usual = dsiValues.filter(dsi => dsi === 7 || dsi === 365)
  return usual.length > 0 ? usual : [targetDsi]
}

/** The columns of a ROAS history, including every age between those of the rows. */
export function columnsOfHistory(
  { granularity }: GetRoasHistoryParameters,
  rows: readonly FileRow[],
): Column[] {
  const ages = rows
    .flatMap(row => Object.keys(row))
    .flatMap(name => /^roas_age_(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
  const absent =
    granularity === 'app'
      ? [...NAMES, 'recommendation_id', 'daily_spend']
      : granularity === 'campaign'
        ? ['country']
        : []
  const first = Math.min(...ages)
  const all =
    ages.length === 0
      ? []
      : Array.from({ length: Math.max(...ages) - first + 1 }, (_, index) => index + first)
  return Object.entries(roasHistoryColumns)
    .filter(([name]) => !absent.includes(name))
    .flatMap(([name, kind]) =>
      name.includes('{age}')
        ? all.map(age => ({ name: `roas_age_${age}`, kind }))
        : [{ name, kind }],
    )
}

const PATTERNS = Object.entries({ ...roasHistoryColumns, ...ofReport }).map(([name, kind]) => ({
  pattern: new RegExp(
    `^${name
      .replace('{column}', '[a-z].*')
      .replaceAll(/\{(dsi|age)\}/g, '\\d+')
      .replaceAll(/\{\w+\}/g, '[a-z_]+')}$`,
  ),
  kind,
}))

/** Undefined if the contract has no such column. */
function kindOf(name: string): ColumnKind | undefined {
  return PATTERNS.find(({ pattern }) => pattern.test(name))?.kind
}

/**
 * Rows with a cell for each column. Cells of columns that were not requested are omitted.
 * @param preset cells of rows that lack them, by column
 * @throws UascopeError for a column that is not in the contract, or a cell of another type
 */
export function completeRows(
  rows: readonly FileRow[],
  columns: readonly Column[],
  preset: FileRow,
): Record<string, string | number | null>[] {
  for (const row of rows) for (const [name, cell] of Object.entries(row)) checkCell(name, cell)
  return rows.map(row =>
    Object.fromEntries(
      columns.map(({ name, kind }) => [name, row[name] ?? preset[name] ?? emptyCell(kind)]),
    ),
  )
}

function checkCell(name: string, cell: string | number | null | undefined): void {
  const declared = kindOf(name)
  if (declared === undefined) throw new UascopeError(`${name} is not a column of the contract`)
  const kind = /whole|number/.test(declared) ? 'number' : 'string'
  if (typeof cell !== kind && cell !== undefined && cell !== null)
    throw new UascopeError(`${name} must be a ${kind}; got ${JSON.stringify(cell)}`)
}

function emptyCell(kind: ColumnKind): string | number | null {
  if (kind === 'number or null') return null
  return kind === 'number' || kind === 'whole' ? 0 : 'Unknown'
}
