import { covered, knownRevenue, type MetricDefinition } from './metric.ts'

/**
 * Lifetime value, in the app's currency: revenue up to the DSI / installs of the type. Null without installs, and where the revenue of a cohort
 * is not known.
 */
export const ltv: MetricDefinition<'ltv'> = {
  'ltv_{roasType}_{revenueType}_d{dsi}': (of, { partial }) => ({
    numerator: knownRevenue(of),
    denominator: covered(`${of.roasType}_installs`, of, partial),
  }),
}
