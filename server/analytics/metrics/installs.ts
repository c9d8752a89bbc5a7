import { plain, sql } from '../../model/sql.ts'
import type { MetricDefinition } from './metric.ts'

/** How many installed, per ROAS type: a whole number. */
export const installs: MetricDefinition<'installs'> = {
  'installs_{roasType}': ({ roasType }) => sql`g.${plain(`${roasType}_installs`)}`,
}
