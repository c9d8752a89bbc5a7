import { type MetricDefinition, whole } from './metric.ts'

/** Spend on the cohorts in the app's currency; the same for every ROAS type. */
export const spend: MetricDefinition<'spend'> = {
  spend: () => whole('spend'),
}
