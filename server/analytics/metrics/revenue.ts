import { type MetricDefinition, revenueSum } from './metric.ts'

/** Revenue up to the DSI, in the app's currency. Null where the revenue of a cohort is not known. */
export const revenue: MetricDefinition<'revenue'> = {
  'revenue_{roasType}_{revenueType}_d{dsi}': (of, { partial }) => revenueSum(of, partial),
}
