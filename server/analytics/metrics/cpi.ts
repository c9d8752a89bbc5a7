import { type MetricDefinition, whole } from './metric.ts'

/** Cost per install of the type, in the app's currency: spend / installs. Null without installs. */
export const cpi: MetricDefinition<'cpi'> = {
  'cpi_{roasType}': ({ roasType }) => ({ numerator: whole('spend'), denominator: whole(`${roasType}_installs`) }),
}
