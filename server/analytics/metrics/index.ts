import type { Metric } from '../../../generated/vocabulary/vocabulary.ts'
import { cpi } from './cpi.ts'
import { installs } from './installs.ts'
import { ltv } from './ltv.ts'
import type { MetricDefinition } from './metric.ts'
import { revenue } from './revenue.ts'
import { roas } from './roas.ts'
import { spend } from './spend.ts'

/** Every metric of the contract: one without a file of its own does not compile. */
const definitions: { [Name in Metric]: MetricDefinition<Name> } = { spend, installs, cpi, revenue, ltv, roas }

/** A column of some metric. */
export type MetricColumn = { [Name in Metric]: keyof MetricDefinition<Name> }[Metric]

/** The formulas of every column of every metric. */
export const formulas = Object.assign({}, ...Object.values(definitions)) as MetricDefinition<Metric>

/** The columns of a metric. */
export function columnsOf(metric: Metric): MetricColumn[] {
  return Object.keys(definitions[metric]) as MetricColumn[]
}

/** Whether any of the metrics varies by DSI, and so looks at revenue. */
export function readsRevenue(metrics: readonly Metric[]): boolean {
  return metrics.some(metric => columnsOf(metric).some(column => column.includes('{dsi}')))
}
