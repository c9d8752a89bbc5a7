import type { App } from './apps.ts'
import { dateOf, startOf, weekdayOf } from '../model/days.ts'

/** One row of `runs`, and what the demo delivers of it. Days are counted as in `days`. */
export interface Run {
  run_id: number
  app: App
  kind: 'recommendation' | 'alert'
  status: 'succeeded' | 'failed'
  created_at: string
  /** The newest install date that it saw; an alert run's is that of the recommendations it read. */
  day: number
  /** Whether `cohorts` and `cohort_revenue` hold it in full. */
  isFull: boolean
}

const firstRunId = 4001

/** An app's first run sees as many days of installs. */
const firstRunAfter = 13

/** The newest install dates of which an app has a run, newest first: every day lately, Sundays before. */
export function runDaysOf(app: App, today: number): number[] {
  const newest = today - app.lastDaysAgo
  const days = Array.from({ length: app.firstDaysAgo - app.lastDaysAgo - firstRunAfter + 1 }, (_, index) => newest - index)
  return days.filter((day, index) => index < app.dailyRuns || weekdayOf(day) === 7)
}

/**
 * The runs of the apps, numbered in the order of their creation. A recommendation run sees installs up to the day before it ran;
 * the alert run that reads it follows eleven minutes later. The alert run two before the newest failed.
 */
export function runsOf(apps: readonly App[], today: number): Run[] {
  const planned = apps.flatMap((app, order) => {
    const days = runDaysOf(app, today)
    // No other run keeps the snapshots of a month's first Sunday: such a run is repeated on the same day.
    const mayFail = days.filter(day => !isFirstSunday(day))
    const failures = new Set(app.failedRuns.map(index => mayFail[index]))
    let succeeded = 0
    return days.flatMap(day => {
      const failed = failures.has(day)
      const rank = failed ? Infinity : succeeded++
      const run: Omit<Run, 'run_id'> = {
        app,
        kind: 'recommendation',
        status: failed ? 'failed' : 'succeeded',
        created_at: timestamp(day + 1, order),
        day,
        isFull: rank < app.fullRuns,
      }
      const alert: Omit<Run, 'run_id'> = {
        ...run,
        kind: 'alert',
        status: rank === 2 ? 'failed' : 'succeeded',
        created_at: timestamp(day + 1, order + 11),
        isFull: false,
      }
      return rank < app.alertedRuns ? [run, alert] : [run]
    })
  })
  return planned
    .sort((one, other) => (one.created_at < other.created_at ? -1 : 1))
    .map((run, index) => ({ run_id: firstRunId + index, ...run }))
}

/** Runs start shortly after midnight UTC; each one at its own odd second. */
function timestamp(day: number, minute: number): string {
  const milliseconds = 180_000 + minute * 60_000 + ((day * 7919 + minute * 104_729) % 59_000)
  return `${dateOf(day)}T${new Date(milliseconds).toISOString().slice(11)}`
}

/**
 * The first install date of which a run keeps snapshots at a DSI; it keeps all days from there on. Every run keeps the ISO weeks
 * whose actual value may be new, or whose forecast is young, and the month so far. A month's first Sunday keeps every month that
 * has become actual since the one before: so each cohort is seen growing up, by weeks at first, by months later.
 */
export function snapshotsFrom({ app, day }: Pick<Run, 'app' | 'day'>, dsi: number): number {
  if (weekdayOf(day) < 7) return startOf(day - Math.min(dsi + 12, 20), 'weekly')
  if (isFirstSunday(day)) return startOf(day - dsi - 42, 'monthly')
  return Math.min(startOf(day - (dsi <= app.targetDsi ? Math.min(dsi + 12, 42) : 20), 'weekly'), startOf(day, 'monthly'))
}

function isFirstSunday(day: number): boolean {
  return weekdayOf(day) === 7 && day - startOf(day, 'monthly') < 7
}
