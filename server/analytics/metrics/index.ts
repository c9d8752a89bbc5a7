import type { Metric } from '../../../generated/vocabulary/vocabulary.ts'
import { cpi } from './cpi.ts'
import { installs } from './installs.ts'
import { ltv } from './ltv.ts'
import type { MetricDefinition } from './metric.ts'
import { organicInstalls } from './organic-installs.ts'
import { payback } from './payback.ts'
import { profit } from './profit.ts'
import { revenue } from './revenue.ts'
import { roas } from './roas.ts'
import { spend } from './spend.ts'

const definitions: { [Name in Metric]: MetricDefinition<Name> } = {
  spend,
  installs,
  cpi,
  revenue,
  ltv,
  roas,
  profit,
  organic_installs: organicInstalls,
  payback,
}

export type MetricColumn = { [Name in Metric]: keyof MetricDefinition<Name> }[Metric]

export const formulas = Object.assign({}, ...Object.values(definitions)) as MetricDefinition<Metric>

export function columnsOf(metric: Metric): MetricColumn[] {
  return Object.keys(definitions[metric]) as MetricColumn[]
}

/** Whether some of the metrics have a column per requested DSI. */
export function hasDsis(metrics: readonly Metric[]): boolean {
  return metrics.some(metric => columnsOf(metric).some(column => column.includes('{dsi}')))
}
