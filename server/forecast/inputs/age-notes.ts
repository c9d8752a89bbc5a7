import type { Workspace } from '../../imports/workspace.ts'
import { sql } from '../../core/model/sql.ts'
import { partsSql } from './row-key.ts'

/** Minimum steps between ages that show how revenue depends on age. */
const FEWEST_STEPS = 50
/** Shares of steps: daily revenue falls in about half of them, cumulative revenue never does. */
const CUMULATIVE = { falls: 0.02, rises: 0.3 }

/** Notes on ages of daily revenue (`revenue`, by key) that suggest that they start at 1, or that sums are cumulative. */
export async function ageNotes(workspace: Workspace, raws: number): Promise<string[]> {
  const { age, cohort } = partsSql(raws)
  const { rows = 0, first = 0 } = await workspace.counts(
    sql`SELECT count(*) AS rows, coalesce(min(${age}), 0) AS first FROM revenue WHERE gross > 0`,
  )
  const {
    steps = 0,
    falls = 0,
    rises = 0,
  } = await workspace.counts(sql`SELECT count(*) AS steps, count(*) FILTER (WHERE gross < before) AS falls,
      count(*) FILTER (WHERE gross > before) AS rises
    FROM (SELECT gross, lag(gross) OVER (PARTITION BY ${cohort} ORDER BY ${age}) AS before FROM revenue) WHERE before IS NOT NULL AND gross + before > 0`)
  return [
    ...(rows > 0 && first === 1
      ? [
          'revenue: no row has the age 0. If 1 is the day of the install, add first_age: 1 to its input.',
        ]
      : []),
    ...(steps >= FEWEST_STEPS &&
    falls <= CUMULATIVE.falls * steps &&
    rises >= CUMULATIVE.rises * steps
      ? [
          'revenue: it hardly ever falls from one age to the next. If it is the sum up to each age, add cumulative: true to its input.',
        ]
      : []),
  ]
}
