import { gapOfAlerts } from '../../../core/model/classification.ts'
import { campaignKey, type CampaignName } from '../../../core/words/names.ts'

interface Raised extends CampaignName {
  country: string
  metric: string | null
  change: number | null
  dailySpend: number
  createdAt: string
}

/** A campaign with open alerts. */
export interface Alerted<Alert> extends CampaignName {
  key: string
  /** `GLOBAL` unless all alerts are about one country. */
  country: string
  /** Daily money away from target in its ROAS alerts; null without one. */
  gap: number | null
  /** Side of the target; null without a gap. */
  side: 'below' | 'above' | null
  /** Largest change first. */
  alerts: readonly Alert[]
}

/** Alerts by campaign. */
export function alertedCampaigns<Alert extends Raised>(alerts: readonly Alert[]): Alerted<Alert>[] {
  const byCampaign = new Map<string, Alert[]>()
  for (const alert of alerts)
    byCampaign.set(campaignKey(alert), [...(byCampaign.get(campaignKey(alert)) ?? []), alert])
  return [...byCampaign].map(([key, those]) => {
    const { platform, network, campaign, country } = those[0]!
    return {
      key,
      platform,
      network,
      campaign,
      country: those.every(other => other.country === country) ? country : 'GLOBAL',
      ...(gapOfAlerts(those) ?? { gap: null, side: null }),
      alerts: those.toSorted(
        (a, b) =>
          Math.abs(b.change ?? 0) - Math.abs(a.change ?? 0) ||
          b.createdAt.localeCompare(a.createdAt),
      ),
    }
  })
}

/** The alert whose step is its campaign's: an alert of the whole campaign first, then of a country. Undefined without a step. */
export function steppedAlert<Alert extends { country: string; step: object | null }>(
  alerts: readonly Alert[],
) {
  const stepped = alerts.filter(
    (alert): alert is Alert & { step: NonNullable<Alert['step']> } => alert.step !== null,
  )
  return stepped.find(({ country }) => country === 'GLOBAL') ?? stepped[0]
}
