import type { Alert, Overview, Recommendation } from '../../../../generated/client/models.ts'
import { type Alerted, alertedCampaigns } from '../../parts/alerted.ts'
import { isSameCampaign } from '../../../../mcp/words/names.ts'
import { decidingReader } from '../app/deciding.ts'
import type { Call } from '../app/use-app.ts'
import type { LineIdentity } from '../screen.ts'

/** A campaign with open alerts: a line of the inbox. */
export interface Line extends Alerted<Alert> {
  app: Overview
  /** Daily spend: the current one, if the latest run recommends the campaign. */
  dailySpend: number
  /** The latest run's recommendation, if any. */
  recommendation: Call | null
  firstSeen: string
  isNew: boolean
}

/** Open alerts by campaign. */
export function linesOf(app: Overview, alerts: readonly Alert[], recommendations: readonly Recommendation[]): Line[] {
  const decide = decidingReader(app)
  return alertedCampaigns(alerts.filter(({ open }) => open !== false)).map(line => {
    const found = recommendations.find(row => isSameCampaign(row, line))
    return {
      ...line,
      key: keyOf({ ...line, appId: app.appId }),
      app,
      dailySpend: found?.currentDailySpend ?? Math.max(...line.alerts.map(({ dailySpend }) => dailySpend)),
      recommendation: found === undefined ? null : decide(found),
      firstSeen: line.alerts.map(seenFirst).sort()[0]!,
      isNew: line.alerts.every(({ timesSeen }) => timesSeen === 1),
    }
  })
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
export function rank(lines: readonly Line[], weigh: (currency: string, amount: number) => number): Line[] {
  const value = ({ app, gap }: Line) => (gap === null ? -1 : weigh(app.currency, gap))
  const spend = ({ app, dailySpend }: Line) => weigh(app.currency, dailySpend)
  return lines.toSorted((a, b) => value(b) - value(a) || spend(b) - spend(a) || a.key.localeCompare(b.key))
}
