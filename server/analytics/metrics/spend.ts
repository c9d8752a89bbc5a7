import { sql } from '../../model/sql.ts'
import type { MetricDefinition } from './metric.ts'

/** What was spent on the cohorts, in the app's currency; the same for every ROAS type. */
export const spend: MetricDefinition<'spend'> = {
  spend: () => sql`g.spend`,
}
