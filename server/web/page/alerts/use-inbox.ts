import { useEffect } from 'preact/hooks'
import type { Alert, Overview, Recommendation } from '../../../../generated/client/models.ts'
import { addDays, utcDate } from '../../../core/model/dates.ts'
import { useChanges, useService } from '../data/use-answer.ts'
import type { Trouble } from '../data/trouble.ts'
import { type Line, linesOf } from './inbox.ts'

/** Days of alerts covered by `firstSeen` and `timesSeen`. */
const LOOKBACK = 60

/** Maximum apps read concurrently, by value of their alerts; each costs a request. */
export const APPS_AT_ONCE = 6

interface Inbox {
  lines: Line[]
  /** By app, as far as asked for and loaded. */
  recommendations: ReadonlyMap<number, readonly Recommendation[]>
  /** Apps whose alerts are in `lines`. */
  known: ReadonlySet<number>
  isLoading: boolean
  trouble: { app: Overview; trouble: Trouble } | null
  again: () => void
}

/** Alerts of these apps, and with `hasCalls` their recommendations. Each response is shared with the app's own page. */
export function useInbox(apps: readonly Overview[], hasCalls = false): Inbox {
  const service = useService()
  const startDate = addDays(utcDate(new Date()), -LOOKBACK)
  useChanges(service)
  const ask = (again: boolean) => {
    for (const { appId } of apps) {
      void service.ask(
        alertsKey(appId, startDate),
        client => client.getAlerts({ appId, startDate, distinct: true }),
        { again },
      )
      if (hasCalls)
        void service.ask(
          recommendationsKey(appId),
          client => client.getRecommendations({ appId }),
          { again },
        )
    }
  }
  useEffect(() => ask(false), [service, apps.map(({ appId }) => appId).join(), startDate])
  const entries = apps.map(app => ({
    app,
    alerts: service.entry<Alert[]>(alertsKey(app.appId, startDate)),
    recommendations: service.entry<Recommendation[]>(recommendationsKey(app.appId)),
  }))
  const failed = entries.find(
    ({ alerts, recommendations }) => alerts.trouble ?? recommendations.trouble,
  )
  const trouble = failed?.alerts.trouble ?? failed?.recommendations.trouble
  return {
    lines: entries.flatMap(({ app, alerts }) =>
      alerts.data === undefined ? [] : linesOf(app, alerts.data),
    ),
    recommendations: new Map(
      entries.map(({ app, recommendations }) => [app.appId, recommendations.data ?? []]),
    ),
    known: new Set(
      entries.flatMap(({ app, alerts }) => (alerts.data === undefined ? [] : [app.appId])),
    ),
    isLoading: entries.some(
      ({ alerts, recommendations }) =>
        (alerts.data === undefined && alerts.trouble === undefined) ||
        (hasCalls && recommendations.data === undefined && recommendations.trouble === undefined),
    ),
    trouble: failed === undefined || trouble === undefined ? null : { app: failed.app, trouble },
    again: () => ask(true),
  }
}

function alertsKey(appId: number, startDate: string): string {
  return JSON.stringify(['alerts', appId, startDate])
}

/** The key of an app's recommendations per campaign. */
function recommendationsKey(appId: number): string {
  return JSON.stringify(['recommendations', appId])
}
