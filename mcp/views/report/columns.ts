import { NOTHING, type Format } from '../parts/format.ts'

export type Metric = 'spend' | 'installs' | 'cpi' | 'revenue' | 'ltv' | 'roas'

/** A column of numbers: `roas_paid_gross_d7`. */
export interface MetricColumn {
  name: string
  metric: Metric
  roasType?: string
  revenueType?: string
  dsi?: number
}

/** Columns that are one metric at several DSI: what a chart shows. */
export interface Series {
  /** `roas_paid_gross`. */
  name: string
  metric: Metric
  label: string
  /** By DSI, ascending. */
  columns: readonly MetricColumn[]
}

const COLUMN = /^(spend|installs|cpi|revenue|ltv|roas)(?:_(paid|incremental_blended|full_blended))?(?:_(gross|net))?(?:_d(\d+))?$/

/** How metrics are called. */
const METRICS: Record<Metric, string> = { spend: 'Spend', installs: 'Installs', cpi: 'CPI', revenue: 'Revenue', ltv: 'LTV', roas: 'ROAS' }

/** What a column of a report is about; null: none of its metrics. */
export function metricColumn(name: string): MetricColumn | null {
  const found = COLUMN.exec(name)
  if (found === null) return null
  const [, metric, roasType, revenueType, dsi] = found
  return {
    name,
    metric: metric as Metric,
    ...(roasType === undefined ? {} : { roasType }),
    ...(revenueType === undefined ? {} : { revenueType }),
    ...(dsi === undefined ? {} : { dsi: Number(dsi) }),
  }
}

/** The series among columns, in their order. */
export function seriesOf(columns: readonly string[]): Series[] {
  const found = new Map<string, MetricColumn[]>()
  for (const column of columns.flatMap(name => metricColumn(name) ?? [])) {
    const name = column.name.replace(/_d\d+$/, '')
    found.set(name, [...(found.get(name) ?? []), column])
  }
  return [...found].map(([name, members]) => ({
    name,
    metric: members[0]!.metric,
    label: kindLabel(members[0]!),
    columns: members.toSorted((a, b) => (a.dsi ?? 0) - (b.dsi ?? 0)),
  }))
}

/** The series to begin with: ROAS, else LTV, else the first. */
export function firstSeries(series: readonly Series[]): Series | undefined {
  return series.find(({ metric }) => metric === 'roas') ?? series.find(({ metric }) => metric === 'ltv') ?? series[0]
}

/** `ROAS D7 paid gross`. */
export function columnLabel({ dsi, ...column }: MetricColumn): string {
  const [metric = '', ...types] = kindLabel(column).split(' ')
  return [metric, ...(dsi === undefined ? [] : [`D${dsi}`]), ...types].join(' ')
}

function kindLabel({ metric, roasType, revenueType }: Omit<MetricColumn, 'dsi'>): string {
  return [METRICS[metric], roasType?.replace('_', ' '), revenueType].filter(word => word !== undefined).join(' ')
}

/** A metric's value as people read it. */
export function writeMetric(metric: Metric, format: Format): (value: number | null | undefined) => string {
  if (metric === 'roas') return format.roas
  return metric === 'installs' ? format.count : format.money
}

/** The same in the few characters of an axis that ends at `greatest`. */
export function writeTick(metric: Metric, format: Format, greatest: number): (value: number) => string {
  if (metric === 'roas') return greatest < 0.1 ? format.roas : format.share
  if (metric === 'installs') return format.count
  return greatest >= 1000 ? format.shortMoney : format.money
}

/** How much of a value is measured, in words. */
export function maturityWords(share: number | null | undefined, format: Format): string {
  if (share === null || share === undefined) return NOTHING
  if (share >= 1) return 'all actual'
  return share <= 0 ? 'all forecast' : `${format.share(share)} actual, ${format.share(1 - share)} forecast`
}
