import { sql } from '../../model/sql.ts'
import { covered, type MetricDefinition, revenueSum } from './metric.ts'

/** Revenue up to the DSI minus spend, in the app's currency. Null where revenue is; with `partial`, minus the spend of the same cohorts. */
export const profit: MetricDefinition<'profit'> = {
  'profit_{roasType}_{revenueType}_d{dsi}': (of, { partial }) => sql`(${revenueSum(of, partial)} - ${covered('spend', of, partial)})`,
}
