import type { Alert, Overview } from '../../../../generated/client/models.ts'
import { type Alerted, alertedCampaigns, steppedAlert } from '../../parts/alerts/alerted.ts'
import type { StepSubject } from '../../../core/words/step-words.ts'
import type { LineIdentity } from '../screen.ts'

/** A campaign with open alerts: a line of the inbox. */
export interface Line extends Alerted<Alert> {
  app: Overview
  /** Daily spend that the alerts judge. */
  dailySpend: number
  /** What to do, as its alerts say; null without a step. */
  subject: StepSubject | null
  firstSeen: string
  isNew: boolean
}

/** Open alerts by campaign. */
export function linesOf(app: Overview, alerts: readonly Alert[]): Line[] {
  return alertedCampaigns(alerts.filter(({ open }) => open !== false)).map(line => {
    const stepped = steppedAlert(line.alerts)
    return {
      ...line,
      key: keyOf({ ...line, appId: app.appId }),
      app,
      dailySpend: Math.max(...line.alerts.map(({ dailySpend }) => dailySpend)),
      subject: stepped === undefined ? null : { step: stepped.step, country: stepped.country },
      firstSeen: earliest(line.alerts.map(seenFirst)),
      isNew: line.alerts.every(({ timesSeen }) => timesSeen === 1),
    }
  })
}

/** Requires at least one moment. */
export function earliest(moments: readonly string[]): string {
  return moments.reduce((a, b) => (b < a ? b : a))
}

export function keyOf({ appId, platform, network, campaign }: LineIdentity): string {
  return JSON.stringify([appId, platform, network, campaign])
}

export function identityOf({ app: { appId }, platform, network, campaign }: Line): LineIdentity {
  return { appId, platform, network, campaign }
}

export function seenFirst({ firstSeen, createdAt }: Alert): string {
  return firstSeen ?? createdAt
}

/** By money away from target, descending; then lines without it, by spend. `weigh` makes currencies comparable. */
export function rank(
  lines: readonly Line[],
  weigh: (currency: string, amount: number) => number,
): Line[] {
  const value = ({ app, gap }: Line) => (gap === null ? -1 : weigh(app.currency, gap))
  const spend = ({ app, dailySpend }: Line) => weigh(app.currency, dailySpend)
  return lines.toSorted(
    (a, b) => value(b) - value(a) || spend(b) - spend(a) || a.key.localeCompare(b.key),
  )
}
