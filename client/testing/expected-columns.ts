import { reportColumns, roasHistoryColumns } from '../../generated/client/columns.ts'
import type { AppSettings } from '../../generated/client/models.ts'
import type { GetReportParameters, GetRoasHistoryParameters } from '../../generated/client/parameters.ts'
import { COLUMNS, METRICS } from '../../generated/vocabulary/vocabulary.ts'
import type { ColumnKind } from '../src/columns.ts'
import { UascopeError } from '../src/errors.ts'
import type { FileRow } from './answers.ts'

export interface Column {
  name: string
  kind: ColumnKind
}

const NAMES = ['platform', 'network', 'campaign', 'country']

/** Parameters with the defaults that the contract declares. */
type WithDefaults<Parameters> = { [Name in keyof Parameters]-?: Exclude<Parameters[Name], undefined> }

/** The columns of a report, in the contract's order. */
export function columnsOfReport(query: GetReportParameters, settings: AppSettings): Column[] {
  const asked = query as WithDefaults<GetReportParameters>
  const dsis = [...(query.dsiValues ?? usualDsis(settings))].sort((a, b) => a - b)
  const names = query.groupBy ?? (asked.granularity === 'campaign' ? NAMES.slice(0, 3) : NAMES)
  const values = { roasType: asked.roasTypes, revenueType: asked.revenueTypes, dsi: dsis }
  const declared = Object.entries(reportColumns).map(([name, kind]) => ({ name, kind }))
  const filled = (name: string) => declared.filter(column => column.name === name).flatMap(column => fill(column, values))
  const metrics = METRICS.filter(metric => asked.metrics.includes(metric)).flatMap(metric =>
    declared.filter(({ name }) => name === metric || name.startsWith(`${metric}_{`)).flatMap(column => fill(column, values)),
  )
  const perDsi = asked.metrics.some(metric => (COLUMNS[metric].by as readonly string[]).includes('dsi'))
  return [
    ...declared.filter(({ name }) => name === 'install_cohort' || (NAMES.includes(name) && (names as readonly string[]).includes(name))),
    ...metrics.flatMap(column => compared(column, query, asked.explain)),
    ...[
      ...(asked.maturity ? [...filled('period_days'), ...(perDsi ? filled('actual_share_d{dsi}') : [])] : []),
      ...(asked.partial && perDsi ? filled('covered_share_d{dsi}') : []),
    ].flatMap(column => (query.compare === undefined ? [column] : [column, { ...column, name: `${column.name}_before` }])),
  ]
}

function usualDsis({ dsiValues, targetDsi }: AppSettings): number[] {
  const usual = dsiValues.filter(dsi => dsi === 7 || dsi === 365)
  return usual.length > 0 ? usual : [targetDsi]
}

function compared(column: Column, { compare }: GetReportParameters, explain: boolean): Column[] {
  if (compare === undefined) return [column]
  const beside = (end: string, kind: ColumnKind = 'number or null') => ({ name: `${column.name}_${end}`, kind })
  const parts = explain && /^(cpi|ltv|roas)_/.test(column.name) ? [beside('mix'), beside('rate')] : []
  return [column, beside('before', column.kind), beside('change'), ...parts]
}

/** A column per value of each placeholder, the first one varying slowest. */
function fill(column: Column, values: Readonly<Record<string, readonly (string | number)[]>>): Column[] {
  const part = /\{(\w+)\}/.exec(column.name)?.[1]
  if (part === undefined) return [column]
  const all = part === 'dsi' ? values[part]! : ORDER[part]!.filter(word => values[part]!.includes(word))
  return all.flatMap(value => fill({ ...column, name: column.name.replace(`{${part}}`, String(value)) }, values))
}

const ORDER: Record<string, readonly string[]> = {
  roasType: ['paid', 'incremental_blended', 'full_blended'],
  revenueType: ['gross', 'net'],
}

/** The columns of a ROAS history, including every age between those of the rows. */
export function columnsOfHistory({ granularity }: GetRoasHistoryParameters, rows: readonly FileRow[]): Column[] {
  const ages = rows
    .flatMap(row => Object.keys(row))
    .flatMap(name => /^roas_age_(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
  const absent = granularity === 'app' ? [...NAMES, 'recommendation_id', 'daily_spend'] : granularity === 'campaign' ? ['country'] : []
  const first = Math.min(...ages)
  const all = ages.length === 0 ? [] : Array.from({ length: Math.max(...ages) - first + 1 }, (_, index) => index + first)
  return Object.entries(roasHistoryColumns)
    .filter(([name]) => !absent.includes(name))
    .flatMap(([name, kind]) => (name.includes('{age}') ? all.map(age => ({ name: `roas_age_${age}`, kind })) : [{ name, kind }]))
}

const PATTERNS = Object.entries({ ...roasHistoryColumns, ...reportColumns }).map(([name, kind]) => ({
  pattern: new RegExp(
    `^${name
      .replace('{column}', '[a-z].*')
      .replaceAll(/\{(dsi|age)\}/g, '\\d+')
      .replaceAll(/\{\w+\}/g, '[a-z_]+')}$`,
  ),
  kind,
}))

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
  return rows.map(row => Object.fromEntries(columns.map(({ name, kind }) => [name, row[name] ?? preset[name] ?? emptyCell(kind)])))
}

function checkCell(name: string, cell: string | number | null | undefined): void {
  const found = PATTERNS.find(({ pattern }) => pattern.test(name))
  if (found === undefined) throw new UascopeError(`${name} is not a column of the contract`)
  const kind = /whole|number/.test(found.kind) ? 'number' : 'string'
  if (typeof cell !== kind && cell !== undefined && cell !== null)
    throw new UascopeError(`${name} must be a ${kind}; got ${JSON.stringify(cell)}`)
}

function emptyCell(kind: ColumnKind): string | number | null {
  if (kind === 'number or null') return null
  return kind === 'number' || kind === 'whole' ? 0 : 'Unknown'
}
