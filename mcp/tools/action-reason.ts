import type { Recommendation } from '../../client/src/index.ts'
import type { AppDescription } from './tool.ts'

type RoasField<Side extends string> = Extract<keyof Recommendation, `${Side}${string}Roas`>

/** The fields that decide an app's actions, and the cost of the installs that they are about. */
export interface DecidingFields {
  cpi: keyof Recommendation & `${string}Cpi`
  target: RoasField<'target'>
  predicted: RoasField<'predicted'>
}

const INSTALLS = { paid: 'paid', incremental_blended: 'incrementalBlended', full_blended: 'fullBlended' } as const
const TYPES = { paid: 'Paid', incremental_blended: 'IncrementalBlended', full_blended: 'FullBlended' } as const
const REVENUES = { gross: 'Gross', net: 'Net' } as const

export function decidingFields({ targetRoasType, targetRevenueType }: AppDescription): DecidingFields {
  const basis = `${TYPES[targetRoasType]}${REVENUES[targetRevenueType]}Roas` as const
  return { cpi: `${INSTALLS[targetRoasType]}Cpi`, target: `target${basis}`, predicted: `predicted${basis}` }
}

/**
 * Why a recommendation has its action. A missing or non-positive target or prediction is what makes some of them REDUCE; of the
 * two the target is told first, since without one no prediction would do.
 */
export function actionReason(recommendation: Recommendation, { target, predicted }: DecidingFields): string {
  if (recommendation.action === 'SCALE') return 'above_band'
  if (recommendation.action === 'HOLD') return 'within_band'
  if (!isPositive(recommendation[target])) return 'target_missing'
  return isPositive(recommendation[predicted]) ? 'below_band' : 'roas_missing'
}

function isPositive(value: number | null): boolean {
  return value !== null && value > 0
}
