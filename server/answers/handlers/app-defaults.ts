import {
  METRICS,
  REVENUE_TYPES,
  type RevenueType,
  ROAS_TYPES,
  type RoasType,
} from '../../../generated/vocabulary/vocabulary.ts'
import type { Requests } from '../../../generated/operations.ts'
import { parseSort, withSortedFilters } from '../analytics/file.ts'
import { hasDsis } from '../analytics/metrics.ts'
import { namesBy, reportColumns, revenueColumns } from '../analytics/report-columns.ts'
import { type Fault, nearestName, quote } from '../../core/checks/faults.ts'
import { invalidParameters } from '../../core/checks/problem.ts'
import type { App, Run } from '../../core/model/catalog.ts'
import {
  comparedRange,
  type DateRange,
  defaultGrouping,
  type InstallGrouping,
  type ReportGrouping,
  reportRange,
  type TooEarly,
  utcDate,
} from '../../core/model/dates.ts'

export type ReportQuery = Requests['getReport']['query']

/** A report's parameters with defaults; equal values give the same file, whatever the order of lists. */
export type ResolvedReport = Omit<
  ReportQuery,
  'installGrouping' | 'dsiValues' | 'startDate' | 'endDate' | 'explain' | 'targets'
> & {
  explain?: true
  targets?: true
} & Required<Pick<ReportQuery, 'installGrouping' | 'dsiValues' | 'startDate' | 'endDate'>>

/** Fills in app-dependent defaults. @throws `invalid_parameter` with everything that the app does not support */
export function resolveReport(
  app: App,
  run: Run | undefined,
  query: ReportQuery,
  now: Date,
): ResolvedReport {
  const faults = new AppFaults()
  const installGrouping = faults.grouping(app, query.installGrouping, [
    'weekly',
    'monthly',
    'total',
  ])
  const dsiValues = hasDsis(query.metrics) ? (query.dsiValues ?? defaultDsiValues(app)) : []
  faults.dsiValues(app, 'dsiValues', dsiValues)
  const today = utcDate(now)
  const range = faults.range(reportRange(query, run, today))
  const compared =
    query.compare === undefined
      ? undefined
      : faults.range(comparedRange(query.compare, range, run, today), 'compare')
  const groupBy = namesBy(query.granularity, query.groupBy)
  const content = {
    ...query,
    app,
    dsiValues,
    run,
    range,
    compared,
    grouping: installGrouping,
    groupBy,
  }
  const columns = (): string[] =>
    reportColumns({ ...content, revenue: revenueColumns(content) }).map(({ name }) => name)
  if (query.sort !== undefined) faults.sort(columns(), parseSort(query.sort))
  faults.throwAny()
  const { groupBy: _groupBy, offset: _offset, explain, targets, ...others } = query
  const asUsual = content.groupBy.join() === namesBy(query.granularity).join()
  return {
    ...withSortedFilters(others),
    ...(!asUsual && { groupBy: content.groupBy.length > 0 ? content.groupBy : ['none'] }),
    ...(query.offset && { offset: query.offset }),
    ...(compared && { compare: `${compared.start}..${compared.end}` }),
    ...(explain && { explain }),
    ...(targets && { targets }),
    installGrouping,
    metrics: METRICS.filter(metric => query.metrics.includes(metric)),
    roasTypes: ROAS_TYPES.filter(type => query.roasTypes.includes(type)),
    revenueTypes: REVENUE_TYPES.filter(type => query.revenueTypes.includes(type)),
    dsiValues: dsiValues.toSorted((a, b) => a - b),
    startDate: range.start,
    endDate: range.end,
  }
}

function defaultDsiValues(app: App): number[] {
  const usual = [7, 365].filter(dsi => app.dsi_values.includes(dsi))
  return usual.length > 0 ? usual : [app.target_dsi]
}

interface SnapshotRequest {
  dsi: number | undefined
  installGrouping: InstallGrouping
  roasType: RoasType | undefined
  revenueType: RevenueType | undefined
}

/**
 * Fills in app-dependent defaults; adds unsupported values to `faults`.
 * @param rangeOf the range of a DSI
 */
export function resolveSnapshots(
  app: App,
  requested: SnapshotRequest,
  faults: AppFaults,
  rangeOf: (dsi: number) => DateRange | TooEarly,
) {
  const grouping = faults.grouping(app, requested.installGrouping)
  const dsi = requested.dsi ?? app.target_dsi
  faults.dsiValues(app, 'dsi', [dsi])
  const range = faults.range(rangeOf(dsi))
  const types = {
    roasType: requested.roasType ?? app.target_roas_type,
    revenueType: requested.revenueType ?? app.target_revenue_type,
  }
  return {
    range,
    what: { dsi, grouping, ...types },
    parameters: {
      dsi,
      installGrouping: grouping,
      ...types,
      startDate: range.start,
      endDate: range.end,
    },
  }
}

/** Collects a request's app-dependent errors, to report them together. */
export class AppFaults {
  readonly #faults: Fault[] = []

  /** `others` are groupings that every app supports. */
  grouping<Grouping extends ReportGrouping>(
    app: App,
    requested: Grouping | undefined,
    others: readonly Grouping[] = [
      'weekly',
      'monthly',
    ] as readonly InstallGrouping[] as readonly Grouping[],
  ): Grouping | InstallGrouping {
    if (app.weekly_aggregation && requested === 'daily') {
      this.#faults.push({
        parameter: 'installGrouping',
        message: 'daily is not available: this app requires weekly prediction aggregation',
        allowed: [...others],
      })
    }
    return requested ?? defaultGrouping(app.weekly_aggregation)
  }

  dsiValues(app: App, parameter: string, requested: readonly number[]): void {
    const missing = requested.filter(dsi => !app.dsi_values.includes(dsi))
    if (missing.length === 0) return
    const allowed = app.dsi_values.map(String)
    this.#faults.push({
      parameter,
      message: `not available for this app: ${missing.join(', ')}; use any of ${allowed.join(', ')}`,
      allowed,
    })
  }

  /** Lists only the first and last numbered column. */
  sort(
    columns: readonly string[],
    requested: { column: string } | undefined,
    numbered: readonly string[] = [],
  ): void {
    if (!requested || columns.includes(requested.column) || numbered.includes(requested.column))
      return
    const ends = [...new Set([...numbered.slice(0, 1), ...numbered.slice(-1)])]
    const nearest = nearestName(requested.column, columns)
    const hint =
      nearest === undefined
        ? `use one of ${[...columns, ends.join(' to ')].filter(Boolean).join(', ')}`
        : `did you mean ${nearest}?`
    this.#faults.push({
      parameter: 'sort',
      message: `${quote(requested.column)} is not a column of this result; ${hint}`,
      allowed: [...columns, ...ends],
    })
  }

  range(
    resolved: DateRange | TooEarly,
    parameter: 'startDate' | 'compare' = 'startDate',
  ): DateRange {
    if (!('earliest' in resolved)) return resolved
    const { earliest, start } = resolved
    const message =
      start === undefined
        ? `must not be before ${earliest}, the earliest date supported`
        : `must not begin before ${earliest}, the earliest date supported; it would begin on ${start}`
    this.#faults.push({ parameter, message })
    return { start: earliest, end: earliest }
  }

  since(requested: string | undefined, day: string | undefined): void {
    if (requested === undefined || day === undefined || requested <= day) return
    this.#faults.push({
      parameter: 'since',
      message: `must not be after ${day}, the day of the run that is returned`,
    })
  }

  /** @throws `invalid_parameter` with all collected faults, if any */
  throwAny(): void {
    if (this.#faults.length > 0) throw invalidParameters(this.#faults)
  }
}
