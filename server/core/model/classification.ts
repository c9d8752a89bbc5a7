import { sum } from '../formulas/sums.ts'
import type {
  Action,
  RevenueType,
  RoasType,
  Status,
} from '../../../generated/vocabulary/vocabulary.ts'
import type { App } from './catalog.ts'

/** Tolerance for rounding; the band's edges are HOLD. */
const SLACK = 1e-9

/** Half-width of the HOLD band where neither an app nor a studio states one. */
export const DEFAULT_THRESHOLD = 0.05

/** Edges of the HOLD band, as shares of the target. */
export function holdBand(threshold: number): [low: number, high: number] {
  return [1 - threshold, 1 + threshold]
}

/** The side of the HOLD band of a share of the target. */
export function sideOf(share: number, threshold: number): 'below' | 'held' | 'above' {
  const [low, high] = holdBand(threshold + SLACK)
  if (share < low) return 'below'
  return share > high ? 'above' : 'held'
}

const ACTIONS = { below: 'REDUCE', held: 'HOLD', above: 'SCALE' } as const

/**
 * Compares predicted with target ROAS at the target DSI, of the app's target types. `threshold` is the half-width of the HOLD band as a
 * share of the target. Missing or non-positive ROAS is REDUCE.
 */
export function classifyAction(
  predicted: number | null,
  target: number | null,
  threshold: number,
): Action {
  if (!isPositive(target) || !isPositive(predicted)) return 'REDUCE'
  return ACTIONS[sideOf(predicted / target, threshold)]
}

/** If both ROAS are missing, the reason is the target: without it a prediction would not help. */
export function actionReason(action: string, predicted: number | null, target: number | null) {
  if (action === 'SCALE') return 'above_band'
  if (action === 'HOLD') return 'within_band'
  if (!isPositive(target)) return 'target_missing'
  return isPositive(predicted) ? 'below_band' : 'roas_missing'
}

function isPositive(roas: number | null): roas is number {
  return roas !== null && roas > 0
}

/** Below this daily spend, in the app's currency, the status is LOW for any score. */
export const LOW_SPEND = 5

/** Scores from which the status is MEDIUM and HIGH. Below the first, nothing is advised. */
export const [LEAST_CONFIDENCE, HIGH_CONFIDENCE] = [0.3, 0.6]

/** `score` 0 to 1 or null; `dailySpend` in app currency; `traditional` false for unknown networks. */
export function classifyStatus(
  score: number | null,
  dailySpend: number,
  traditional: boolean,
): Status {
  if (dailySpend < LOW_SPEND || !traditional || score === null || score < LEAST_CONFIDENCE)
    return 'LOW'
  return score < HIGH_CONFIDENCE ? 'MEDIUM' : 'HIGH'
}

/** The input that decides a status; of several that make it LOW, the first. */
export function statusReason(score: number | null, dailySpend: number, traditional: boolean) {
  if (dailySpend < LOW_SPEND) return 'small_spend'
  if (!traditional) return 'network'
  return score === null ? 'no_score' : 'score'
}

/** Minimum number of past decisions for shares; below it only their number is given. */
export const MIN_DECISIONS = 20

/** Whether two judgments of a campaign point in opposite directions. */
export function areOpposite(action: Action, other: Action): boolean {
  return action !== other && action !== 'HOLD' && other !== 'HOLD'
}

/** For example `predicted_paid_gross_roas`. */
export function roasColumn(
  side: 'target' | 'predicted',
  roasType: RoasType,
  revenueType: RevenueType,
) {
  return `${side}_${roasType}_${revenueType}_roas` as const
}

export function targetTypeColumns(app: Pick<App, 'target_roas_type' | 'target_revenue_type'>) {
  return {
    target: roasColumn('target', app.target_roas_type, app.target_revenue_type),
    predicted: roasColumn('predicted', app.target_roas_type, app.target_revenue_type),
  }
}

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
