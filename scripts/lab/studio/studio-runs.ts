import { runId, timestampOf } from '../../../server/forecast/forecast.ts'
import type { DeliveryTable } from '../../../server/imports/load-rows.ts'
import { dateOf, weekdayOf } from '../../../server/core/model/dates.ts'
import type { App } from './apps.ts'

/** A run of an app's forecast on the morning after `day`, its newest install date. Days are counted as in `days`. */
export interface Run {
  app: App
  day: number
  createdAt: Date
  /** A failed run delivers nothing. */
  status: 'succeeded' | 'failed'
  /** Whether its alerts failed. */
  lacksAlerts: boolean
}

/** An app's first run has this many days of installs. */
const FIRST_AFTER = 13

/**
 * Days with a run every Sunday, beyond those before the target DSI: the track record covers half a year, and the interval of yesterday's ROAS
 * needs 20 outcomes.
 */
const WEEKLY = 175

/** The runs of an app, oldest first: daily at the end, Sundays before. The third newest succeeded run has no alerts. */
export function runsOf(app: App, today: number): Run[] {
  const newest = today - app.lastDaysAgo
  const days = Array.from(
    { length: app.firstDaysAgo - app.lastDaysAgo - FIRST_AFTER + 1 },
    (_, index) => newest - index,
  ).filter(
    (day, index) =>
      index < app.dailyRuns || (index < app.targetDsi + WEEKLY && weekdayOf(day) === 7),
  )
  let succeeded = 0
  return days
    .map((day, index): Run => {
      const failed = app.failedRuns.includes(index)
      return {
        app,
        day,
        createdAt: timeOf(day + 1, app),
        status: failed ? 'failed' : 'succeeded',
        lacksAlerts: !failed && ++succeeded === 3,
      }
    })
    .reverse()
}

/** Runs start shortly after midnight UTC, each at an individual second. */
function timeOf(day: number, { id }: App): Date {
  return new Date(
    Date.parse(dateOf(day)) + 180_000 + (id % 10) * 60_000 + ((day * 7919 + id * 104_729) % 59_000),
  )
}

export function failedTable(runs: readonly Run[]): DeliveryTable {
  return {
    name: 'runs',
    rows: runs.map(({ app, day, createdAt, lacksAlerts }) => ({
      run_id: runId(app.id, day, 0, lacksAlerts ? 'alert' : 'recommendation'),
      app_id: app.id,
      kind: lacksAlerts ? 'alert' : 'recommendation',
      status: 'failed',
      created_at: timestampOf(createdAt),
      max_install_date: lacksAlerts ? null : dateOf(day),
      withheld_dsis: null,
    })),
  }
}
