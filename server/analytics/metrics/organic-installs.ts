import { sql } from '../../model/sql.ts'
import { type MetricDefinition, whole } from './metric.ts'

/** Installs without an ad: full blended minus paid ones. */
export const organicInstalls: MetricDefinition<'organic_installs'> = {
  organic_installs: () => sql`(${whole('full_blended_installs')} - ${whole('paid_installs')})`,
}
