import { type Alerted, alertedCampaigns } from '../../parts/alerts/alerted.ts'
import { type Signal, stakeOf } from './signals.ts'

/** A campaign with open alerts: one line of the view. Its name is empty if the alerts concern all campaigns of the platform. */
export interface AlertedCampaign extends Alerted<Signal> {
  dailySpend: number
  isNew: boolean
}

/** Open alerts by campaign: the most money away from target first, then those without a gap, by spend. */
export function campaignsOf(signals: readonly Signal[]): AlertedCampaign[] {
  return alertedCampaigns(signals.filter(({ state }) => state !== 'closed'))
    .map(line => ({
      ...line,
      dailySpend: stakeOf(line.alerts),
      isNew: line.alerts.every(({ state }) => state === 'new'),
    }))
    .sort(
      (a, b) =>
        (b.gap ?? -1) - (a.gap ?? -1) || b.dailySpend - a.dailySpend || a.key.localeCompare(b.key),
    )
}

/** Daily money away from target, and the number of campaigns. */
export function totalGap(campaigns: readonly AlertedCampaign[]): { money: number; count: number } {
  const off = campaigns.filter(({ gap }) => gap !== null)
  return { money: off.reduce((sum, { gap }) => sum + gap!, 0), count: off.length }
}
