import {
  COLUMNS,
  type Metric,
  METRICS,
  REVENUE_TYPES,
  type RevenueType,
  ROAS_TYPES,
  type RoasType,
} from '../../../../generated/vocabulary/vocabulary.ts'
import { typeWords } from '../../../core/words/names.ts'
import { NOTHING, type Format } from '../../parts/use-format.ts'

export interface MetricColumn {
  name: string
  metric: Metric
  roasType?: RoasType
  revenueType?: RevenueType
  dsi?: number | undefined
}

/** One metric at several DSIs, as a chart shows it. */
export interface Series {
  /** `roas_paid_gross`. */
  name: string
  metric: Metric
  label: string
  /** By DSI, ascending. */
  columns: readonly MetricColumn[]
}

const COLUMN = new RegExp(
  `^(${METRICS.join('|')})(?:_(${ROAS_TYPES.join('|')}))?(?:_(${REVENUE_TYPES.join('|')}))?(?:_d(\\d+))?$`,
)

/** Parses the name of a metric column; null for others. */
export function metricColumn(name: string): MetricColumn | null {
  const match = COLUMN.exec(name)
  if (match === null) return null
  const [, metric, roasType, revenueType, dsi] = match
  return {
    name,
    metric: metric as Metric,
    ...(roasType === undefined ? {} : { roasType: roasType as RoasType }),
    ...(revenueType === undefined ? {} : { revenueType: revenueType as RevenueType }),
    ...(dsi === undefined ? {} : { dsi: Number(dsi) }),
  }
}

export function seriesOf(columns: readonly string[]): Series[] {
  const byName = new Map<string, MetricColumn[]>()
  for (const column of columns.flatMap(name => metricColumn(name) ?? [])) {
    const name = column.name.replace(/_d\d+$/, '')
    byName.set(name, [...(byName.get(name) ?? []), column])
  }
  return [...byName].map(([name, members]) => ({
    name,
    metric: members[0]!.metric,
    label: columnLabel({ ...members[0]!, dsi: undefined }),
    columns: members.toSorted((a, b) => (a.dsi ?? 0) - (b.dsi ?? 0)),
  }))
}

/** The initial series: ROAS, otherwise LTV, otherwise the first. */
export function firstSeries(series: readonly Series[]): Series | undefined {
  return (
    series.find(({ metric }) => metric === 'roas') ??
    series.find(({ metric }) => metric === 'ltv') ??
    series[0]
  )
}

/** A series restricted to one DSI, if it has it. Early and late DSIs differ so much that one would hide the other. */
export function atDsi(series: Series | undefined, dsi: number | undefined): Series | undefined {
  const columns = series?.columns.filter(column => column.dsi === dsi) ?? []
  return series === undefined || dsi === undefined || columns.length === 0
    ? series
    : { ...series, columns }
}

/** `ROAS D7 paid gross`; `ROAS D7` if all columns have the same types. */
export function columnLabel(
  { metric, dsi, roasType, revenueType }: MetricColumn,
  alike = false,
): string {
  const words = [
    COLUMNS[metric].label,
    dsi === undefined ? '' : `D${dsi}`,
    alike ? '' : typeWords(roasType, revenueType),
  ]
  return words.filter(word => word !== '').join(' ')
}

/** The types of all columns (`paid gross`), or null if they differ. */
export function commonTypes(columns: readonly string[]): string | null {
  const metrics = columns.flatMap(name => metricColumn(name) ?? [])
  const roasTypes = new Set(metrics.flatMap(({ roasType }) => roasType ?? []))
  const revenueTypes = new Set(metrics.flatMap(({ revenueType }) => revenueType ?? []))
  if (roasTypes.size > 1 || revenueTypes.size > 1) return null
  return typeWords(...roasTypes, ...revenueTypes)
}

/** Describes the actual share of a value. */
export function maturityWords(share: number | null | undefined, format: Format): string {
  if (share === null || share === undefined) return NOTHING
  if (share >= 1) return 'all actual'
  return share <= 0
    ? 'all forecast'
    : `${format.share(share)} actual, ${format.share(1 - share)} forecast`
}
