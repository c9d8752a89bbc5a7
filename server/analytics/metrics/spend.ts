import { type MetricDefinition, whole } from './metric.ts'

/** What was spent on the cohorts, in the app's currency; the same for every ROAS type. */
export const spend: MetricDefinition<'spend'> = {
  spend: () => whole('spend'),
}
