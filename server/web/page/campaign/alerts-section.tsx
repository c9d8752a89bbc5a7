import type { Alert } from '../../../../generated/client/models.ts'
import { gapOfAlerts } from '../../../core/model/classification.ts'
import { addDays, utcDate } from '../../../core/model/dates.ts'
import { isSameCampaign } from '../../../core/words/names.ts'
import { Advice } from '../../parts/alerts/alert-text.tsx'
import { alertWords } from '../../parts/alerts/alert-words.ts'
import type { App } from '../app/use-app.ts'
import { type Answer, useAnswer } from '../data/use-answer.ts'
import type { CampaignIdentity } from '../screen.ts'
import { Loaded } from '../trouble-notice.tsx'

/** Days of alerts, equal to the inbox's so that one response serves both. */
const ALERT_DAYS = 60

export function useAlerts({ overview: { appId } }: App, campaign: CampaignIdentity) {
  const startDate = addDays(utcDate(new Date()), -ALERT_DAYS)
  const answer = useAnswer(['alerts', appId, startDate], client =>
    client.getAlerts({ appId, startDate, distinct: true }),
  )
  return {
    ...answer,
    data: answer.data?.filter(row => row.inLatestRun === true && isSameCampaign(row, campaign)),
  }
}

interface AlertsOfProps {
  app: App
  answer: Answer<Alert[]>
}

/** The campaign's open alerts, the most money first. */
export function AlertsOf({ app, answer }: AlertsOfProps) {
  const { format } = app.context
  const gapOf = (alert: Alert) => gapOfAlerts([alert])?.gap ?? null
  const byGap = (a: Alert, b: Alert) =>
    (gapOf(b) ?? -1) - (gapOf(a) ?? -1) || b.dailySpend - a.dailySpend
  return (
    <section aria-labelledby="h-alerts">
      <h3 id="h-alerts">Alerts</h3>
      <Loaded what="The alerts" answer={answer} block="small-sk">
        {alerts =>
          alerts.length === 0 ? (
            <p class="m">No open alerts.</p>
          ) : (
            <ul class="lines">
              {alerts.toSorted(byGap).map(alert => {
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
                      {alert.timesSeen === 1 ? 'new' : `${alert.timesSeen} times`} since{' '}
                      {format.day(alert.firstSeen)}
                    </span>
                  </li>
                )
              })}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
