import type { Alert, Overview, Recommendation } from '../../../generated/client/models.ts'
import { decidingReader } from '../app/deciding.ts'
import type { Call } from '../app/use-app.ts'
import type { LineIdentity } from '../screen.ts'

/** A campaign with open alerts: a line of the inbox. */
export interface Line {
  key: string
  app: Overview
  platform: string
  network: string
  campaign: string
  country: string
  /** Money a day away from target that its ROAS alerts are about; null without one. */
  gap: number | null
  /** Which side of the target; null without a gap. */
  side: 'below' | 'above' | null
  /** Spend a day: now, if the latest run has a call for it. */
  dailySpend: number
  /** The latest run's recommendation, if it has one. */
  recommendation: Call | null
  /** Largest change first. */
  alerts: readonly Alert[]
  firstSeen: string
  isNew: boolean
}

/** Open alerts by campaign. */
export function linesOf(app: Overview, alerts: readonly Alert[], recommendations: readonly Recommendation[]): Line[] {
  const decide = decidingReader(app)
  const byCampaign = new Map<string, Alert[]>()
  for (const alert of alerts) {
    if (alert.open === false) continue
    const key = keyOf({ ...alert, appId: app.appId })
    byCampaign.set(key, [...(byCampaign.get(key) ?? []), alert])
  }
  return [...byCampaign].map(([key, those]) => {
    const { platform, network, campaign, country } = those[0]!
    const gaps = gapsOf(those)
    const gap = gaps.size === 0 ? null : [...gaps.values()].reduce((sum, { gap }) => sum + gap, 0)
    const widest = [...gaps.values()].sort((a, b) => b.gap - a.gap)[0]
    const found = recommendations.find(row => row.platform === platform && row.network === network && row.campaign === campaign)
    return {
      key,
      app,
      platform,
      network,
      campaign,
      country,
      gap,
      side: widest === undefined ? null : widest.change < 0 ? 'below' : 'above',
      dailySpend: found?.currentDailySpend ?? Math.max(...those.map(({ dailySpend }) => dailySpend)),
      recommendation: found === undefined ? null : decide(found),
      alerts: those.toSorted((a, b) => Math.abs(b.change ?? 0) - Math.abs(a.change ?? 0)),
      firstSeen: those.map(seenFirst).sort()[0]!,
      isNew: those.every(({ timesSeen }) => timesSeen === 1),
    }
  })
}

export function keyOf({ appId, platform, network, campaign }: LineIdentity): string {
  return JSON.stringify([appId, platform, network, campaign])
}

export function identityOf({ app: { appId }, platform, network, campaign }: Line): LineIdentity {
  return { appId, platform, network, campaign }
}

/** The largest gap of the ROAS alerts of each country: what the overview's `openAlertGap` adds up. */
function gapsOf(alerts: readonly Alert[]): Map<string, { gap: number; change: number }> {
  const gaps = new Map<string, { gap: number; change: number }>()
  for (const { metric, change, dailySpend, country } of alerts) {
    if (metric !== 'roas' || change === null) continue
    const gap = dailySpend * Math.abs(change)
    if (gap >= (gaps.get(country)?.gap ?? 0)) gaps.set(country, { gap, change })
  }
  return gaps
}

export function seenFirst({ firstSeen, createdAt }: Alert): string {
  return firstSeen ?? createdAt
}

/** By money away from target, descending; lines without it after those, by spend. `weigh` makes currencies comparable. */
export function rank(lines: readonly Line[], weigh: (currency: string, amount: number) => number): Line[] {
  const value = ({ app, gap }: Line) => (gap === null ? -1 : weigh(app.currency, gap))
  const spend = ({ app, dailySpend }: Line) => weigh(app.currency, dailySpend)
  return lines.toSorted((a, b) => value(b) - value(a) || spend(b) - spend(a) || a.key.localeCompare(b.key))
}
