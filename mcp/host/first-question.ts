import type { Texts } from './fields.ts'
import type { App } from './service.ts'

const DAY = 86_400_000

/** A report reaches back this many days, counted from today. */
const MOST_BACK = 455

/**
 * What a view is asked at first, of an app: a longer time, against the target, and what changed, where the tool's own defaults show the
 * latest alone.
 */
export function firstQuestion(view: string, { id, dsiValues, targetDsi, dataThrough }: App): Texts {
  const before = (days: number) => dayBefore(dataThrough, days)
  const questions: Record<string, Texts> = {
    recommendations: { since: before(7) },
    report: {
      metrics: 'spend,installs,cpi,roas',
      dsiValues: [...new Set([dsiValues.find(dsi => dsi >= 7) ?? targetDsi, targetDsi])].join(','),
      installGrouping: 'WEEKLY',
      groupBy: 'NETWORK',
      startDate: before(83),
      limit: '500',
    },
    alerts: { startDate: before(29), ...(before(29) === '' ? {} : { distinct: 'true' }) },
  }
  return { appId: String(id), ...questions[view] }
}

/** YYYY-MM-DD; empty where there are no data, or none of a time that can be asked for. */
function dayBefore(date: string | null, days: number): string {
  if (date === null) return ''
  const time = Date.parse(date) - days * DAY
  return Date.now() - time > MOST_BACK * DAY ? '' : new Date(time).toISOString().slice(0, 10)
}
