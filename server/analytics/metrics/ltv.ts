import { revenueName } from '../../model/store.ts'
import { type MetricDefinition, ratio } from './metric.ts'

/**
 * Lifetime value, in the app's currency: revenue up to the DSI / installs of the type. Null without installs, and where the revenue of a cohort
 * is not known.
 */
export const ltv: MetricDefinition<'ltv'> = {
  'ltv_{roasType}_{revenueType}_d{dsi}': of => ratio(revenueName(of), `${of.roasType}_installs`),
}
