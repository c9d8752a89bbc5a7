import type { Action, RevenueType, RoasType, Status } from '../../generated/vocabulary/vocabulary.ts'
import type { App } from './catalog.ts'

/** Room for rounding at the band's edges, which belong to HOLD. */
const SLACK = 1e-9

/**
 * What to do with a campaign's spend: predicted against target ROAS, both at the target DSI and of the app's target types.
 * `threshold` is the half-width of the HOLD band as a share of the target. Missing or non-positive ROAS is REDUCE.
 */
export function classifyAction(predicted: number | null, target: number | null, threshold: number): Action {
  if (!isPositive(target) || !isPositive(predicted)) return 'REDUCE'
  const off = predicted / target - 1
  if (Math.abs(off) <= threshold + SLACK) return 'HOLD'
  return off > 0 ? 'SCALE' : 'REDUCE'
}

/**
 * Why an action is what it is. A missing or non-positive ROAS makes some of them REDUCE; if both are, the target is named first,
 * since without one no prediction would do.
 */
export function actionReason(action: string, predicted: number | null, target: number | null) {
  if (action === 'SCALE') return 'above_band'
  if (action === 'HOLD') return 'within_band'
  if (!isPositive(target)) return 'target_missing'
  return isPositive(predicted) ? 'below_band' : 'roas_missing'
}

function isPositive(roas: number | null): roas is number {
  return roas !== null && roas > 0
}

/** Confidence tier. `score` 0 to 1 or null; `dailySpend` in app currency; `traditional` false for networks that are unknown. */
export function classifyStatus(score: number | null, dailySpend: number, traditional: boolean): Status {
  if (dailySpend < 5 || !traditional || score === null || score < 0.3) return 'LOW'
  return score < 0.6 ? 'MEDIUM' : 'HIGH'
}

/** Name of the stored column that holds the `side` ROAS of a type, for example `predicted_paid_gross_roas`. */
export function roasColumn(side: 'target' | 'predicted', roasType: RoasType, revenueType: RevenueType) {
  return `${side}_${roasType}_${revenueType}_roas` as const
}

/** The two columns that decide the app's actions. */
export function decidingColumns(app: Pick<App, 'target_roas_type' | 'target_revenue_type'>) {
  return {
    target: roasColumn('target', app.target_roas_type, app.target_revenue_type),
    predicted: roasColumn('predicted', app.target_roas_type, app.target_revenue_type),
  }
}
