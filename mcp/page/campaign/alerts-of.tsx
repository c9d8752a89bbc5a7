import type { Alert } from '../../../generated/client/models.ts'
import { alertWords, gapOfAlerts } from '../../views/parts/alert-words.ts'
import { Advice } from '../alerts/alert-line.tsx'
import type { Trouble } from '../data/trouble.ts'
import type { App } from '../app/use-app.ts'

interface AlertsOfProps {
  app: App
  rows: readonly Alert[] | undefined
  trouble: Trouble | null
}

/** The campaign's open alerts, those about most money first. */
export function AlertsOf({ app, rows, trouble }: AlertsOfProps) {
  const { format } = app.context
  const gapOf = (alert: Alert) => gapOfAlerts([alert])?.gap ?? null
  const sorted = rows?.toSorted((a, b) => (gapOf(b) ?? -1) - (gapOf(a) ?? -1) || b.dailySpend - a.dailySpend)
  return (
    <section aria-labelledby="h-alerts">
      <h3 id="h-alerts">Alerts</h3>
      {trouble !== null && <p class="m">Did not load. {trouble.message}</p>}
      {sorted === undefined && trouble === null && <span class="sk small-sk" role="status" aria-label="Loading" />}
      {sorted?.length === 0 && <p class="m">No open alerts.</p>}
      <ul class="al">
        {sorted?.map(alert => {
          const gap = gapOf(alert)
          const side = (alert.change ?? 0) < 0 ? 'below' : 'above'
          return (
            <li key={alert.id}>
              <span class="nm">
                {alert.country !== 'GLOBAL' && `${alert.country}: `}
                <bdi>{alertWords(alert, app.context.targetDsi, format)}</bdi>
                <Advice alert={alert} />
              </span>
              {gap === null ? (
                <span>{format.rate(alert.dailySpend)} spend</span>
              ) : (
                <span class={`${side} b`}>
                  {format.rate(gap)} {side === 'below' ? 'short' : 'above'}
                </span>
              )}
              <span class="m s">
                {alert.timesSeen === 1 ? 'new' : `${alert.timesSeen} times`} since {format.day(alert.firstSeen)}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
