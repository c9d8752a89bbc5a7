import { covered, knownRevenue, type MetricDefinition } from './metric.ts'

/** Return on ad spend (0.5 is 50 %): revenue up to the DSI / spend. Null without spend or if a cohort's revenue is unknown. */
export const roas: MetricDefinition<'roas'> = {
  'roas_{roasType}_{revenueType}_d{dsi}': (of, { partial }) => ({
    numerator: knownRevenue(of),
    denominator: covered('spend', of, partial),
  }),
}
