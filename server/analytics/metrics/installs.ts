import { type MetricDefinition, whole } from './metric.ts'

/** How many installed, per ROAS type: a whole number. */
export const installs: MetricDefinition<'installs'> = {
  'installs_{roasType}': ({ roasType }) => whole(`${roasType}_installs`),
}
