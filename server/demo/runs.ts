import { addDays } from '../model/dates.ts'
import type { App } from './apps.ts'

/** One row of `runs`, and what the demo delivers of it. */
export interface Run {
  run_id: number
  app_id: number
  kind: 'recommendation' | 'alert'
  status: 'succeeded' | 'failed'
  created_at: string
  max_install_date: string | null
  /** Whether `cohorts` and `cohort_revenue` hold it in full. */
  is_full: boolean
  /** Whether it carries recommendations; on an alert run, alerts about those of `source_run_id`. */
  is_reported: boolean
  source_run_id: number | null
}

const firstRunId = 4001

/**
 * The runs of the apps, numbered in the order of their creation. A recommendation run sees installs up to the day before it ran;
 * the alert run that reads it follows eleven minutes later. The alert run two before the newest failed.
 */
export function runsOf(apps: readonly App[], today: string): Run[] {
  const planned = apps.flatMap((app, order) => {
    const succeeded = app.runDaysAgo.filter(days => !app.failedDaysAgo.includes(days))
    return app.runDaysAgo.flatMap(days => {
      const rank = succeeded.indexOf(days)
      const recommendation: Omit<Run, 'run_id' | 'source_run_id'> = {
        app_id: app.id,
        kind: 'recommendation',
        status: rank === -1 ? 'failed' : 'succeeded',
        created_at: timestamp(today, days - 1, order),
        max_install_date: addDays(today, -days),
        is_full: rank !== -1 && rank < app.fullRuns,
        is_reported: rank !== -1 && rank < app.reportedRuns,
      }
      if (!recommendation.is_reported) return [recommendation]

      const failed = rank === 2
      const alert: Omit<Run, 'run_id' | 'source_run_id'> = {
        ...recommendation,
        kind: 'alert',
        status: failed ? 'failed' : 'succeeded',
        created_at: timestamp(today, days - 1, order + 11),
        max_install_date: null,
        is_full: false,
        is_reported: !failed,
      }
      return [recommendation, alert]
    })
  })

  const numbered = planned
    .sort((one, other) => (one.created_at < other.created_at ? -1 : 1))
    .map((run, index) => ({ ...run, run_id: firstRunId + index }))
  return numbered.map(run => ({ ...run, source_run_id: run.kind === 'alert' ? sourceOf(run, numbered) : null }))
}

/** The newest recommendation run of the app before an alert run. */
function sourceOf(alert: Omit<Run, 'source_run_id'>, runs: Array<Omit<Run, 'source_run_id'>>): number | null {
  const earlier = runs.filter(
    run => run.app_id === alert.app_id && run.kind === 'recommendation' && run.status === 'succeeded' && run.created_at < alert.created_at,
  )
  return earlier.at(-1)?.run_id ?? null
}

/** Runs start shortly after midnight UTC; each one at its own odd second. */
function timestamp(today: string, daysAgo: number, minute: number): string {
  const milliseconds = 180_000 + minute * 60_000 + ((daysAgo * 7919 + minute * 104_729) % 59_000)
  return `${addDays(today, -daysAgo)}T${new Date(milliseconds).toISOString().slice(11)}`
}
