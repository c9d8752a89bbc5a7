import { sum } from './sums.ts'
/** Target ROAS figures that service and browser both compute. */

/** Mean of targets, weighted by daily spend and summed in order; null if none is above 0, or without spend. */
export function meanTarget(
  rows: Iterable<{ target: number | null; dailySpend: number }>,
): number | null {
  let [spend, aimed] = [0, 0]
  for (const { target, dailySpend } of rows) {
    if (target === null || target <= 0) continue
    spend += dailySpend
    aimed += dailySpend * target
  }
  return spend > 0 ? aimed / spend : null
}

/** Daily money away from target, from the share of target that it returns. */
export function gapOf(dailySpend: number, ofTarget: number): number {
  return dailySpend * Math.abs(ofTarget - 1)
}

interface RoasAlert {
  metric: string | null
  change: number | null
  dailySpend: number
  country: string
}

/**
 * Daily money away from target in ROAS alerts, and the side of the largest. Takes the largest of each place (a campaign's countries) and sums in
 * ascending order. Null without ROAS alerts.
 */
export function gapOfAlerts<Alert extends RoasAlert>(
  alerts: readonly Alert[],
  placeOf: (alert: Alert) => string = ({ country }) => country,
): { gap: number; side: 'below' | 'above' } | null {
  const largest = new Map<string, { gap: number; change: number }>()
  for (const alert of alerts) {
    if (alert.metric !== 'roas' || alert.change === null) continue
    const gap = alert.dailySpend * Math.abs(alert.change)
    const key = placeOf(alert)
    if (gap >= (largest.get(key)?.gap ?? 0)) largest.set(key, { gap, change: alert.change })
  }
  const gaps = [...largest.values()].sort((a, b) => a.gap - b.gap)
  const widest = gaps.at(-1)
  return widest === undefined
    ? null
    : {
        gap: sum(gaps, ({ gap }) => gap),
        side: widest.change < 0 ? 'below' : 'above',
      }
}
