import type { Overview, Recommendation } from '../../../../generated/client/models.ts'
import { meanTarget } from '../../../core/model/classification.ts'
import { camelCase } from '../../../core/model/camel-case.ts'
import { priorityOf } from '../../parts/step-text.tsx'

type Types = Pick<Overview, 'targetRoasType' | 'targetRevenueType'>

/** The figures that decide a recommendation, in the app's deciding types. */
export interface Deciding {
  predictedRoas: number | null
  targetRoas: number | null
  /** Predicted over target; null if either is missing. A prediction of 0 or less is valid. */
  share: number | null
  /** Order of steps with a direction: greater comes first. */
  priority: number
}

/** A recommendation's ROAS of a type, in the app's revenue type. */
export function roasOf(
  row: Recommendation,
  { targetRoasType: roasType, targetRevenueType: revenueType }: Types,
): { predicted: number | null; target: number | null } {
  const values = row as unknown as Record<string, number | null | undefined>
  const of = (side: 'predicted' | 'target') =>
    values[camelCase(`${side}_${roasType}_${revenueType}_roas`)] ?? null
  return { predicted: of('predicted'), target: of('target') }
}

/** Adds to a recommendation the figures that decide it. */
export function decidingReader(types: Types): (row: Recommendation) => Recommendation & Deciding {
  return row => {
    const { predicted: predictedRoas, target: targetRoas } = roasOf(row, types)
    const share =
      predictedRoas !== null && targetRoas !== null && targetRoas > 0
        ? predictedRoas / targetRoas
        : null
    const deciding = { ...row, predictedRoas, targetRoas }
    return { ...deciding, share, priority: priorityOf(deciding, row.step) }
  }
}

/** Target of several campaigns; null if none has one. */
export function targetOf(
  calls: readonly (Pick<Recommendation, 'dailySpend'> & Pick<Deciding, 'targetRoas'>)[],
): number | null {
  return meanTarget(calls.map(({ targetRoas: target, dailySpend }) => ({ target, dailySpend })))
}
