import { gapOfAlerts } from '../parts/alert-words.ts'
import { type Signal, stakeOf } from './signals.ts'

/** A campaign with open alerts: one line of the view. */
export interface AlertedCampaign {
  key: string
  platform: string
  network: string
  /** Empty if the alerts are about all campaigns of the platform. */
  campaign: string
  /** `GLOBAL` unless all alerts are about one country. */
  country: string
  /** Money a day away from target that its ROAS alerts are about; null without one. */
  gap: number | null
  side: 'below' | 'above' | null
  dailySpend: number
  isNew: boolean
  /** Largest change first. */
  signals: readonly Signal[]
}

export function campaignKey({ platform, network, campaign }: Pick<Signal, 'platform' | 'network' | 'campaign'>): string {
  return JSON.stringify([platform, network, campaign])
}

/** Open alerts by campaign: the most money away from target first, those without it after them, by spend. */
export function campaignsOf(signals: readonly Signal[]): AlertedCampaign[] {
  const byCampaign = new Map<string, Signal[]>()
  for (const signal of signals) {
    if (signal.state === 'closed') continue
    const key = campaignKey(signal)
    byCampaign.set(key, [...(byCampaign.get(key) ?? []), signal])
  }
  return [...byCampaign]
    .map(([key, those]) => campaignOf(key, those))
    .sort((a, b) => (b.gap ?? -1) - (a.gap ?? -1) || b.dailySpend - a.dailySpend || a.key.localeCompare(b.key))
}

function campaignOf(key: string, signals: readonly Signal[]): AlertedCampaign {
  const { platform, network, campaign, country } = signals[0]!
  const { gap, side } = gapOfAlerts(signals) ?? { gap: null, side: null }
  return {
    key,
    platform,
    network,
    campaign,
    country: signals.every(other => other.country === country) ? country : 'GLOBAL',
    gap,
    side,
    dailySpend: stakeOf(signals),
    isNew: signals.every(({ state }) => state === 'new'),
    signals: signals.toSorted((a, b) => Math.abs(b.change ?? 0) - Math.abs(a.change ?? 0) || b.createdAt.localeCompare(a.createdAt)),
  }
}

/** Daily money away from target, and in how many campaigns. */
export function totalGap(campaigns: readonly AlertedCampaign[]): { money: number; count: number } {
  const off = campaigns.filter(({ gap }) => gap !== null)
  return { money: off.reduce((sum, { gap }) => sum + gap!, 0), count: off.length }
}
