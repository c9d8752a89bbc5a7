import type { Overview, Recommendation } from '../../../generated/client/models.ts'

/** The figures that decide a recommendation, in the app's deciding types. */
export interface Deciding {
  predicted: number | null
  target: number | null
  /** Predicted over target; null if either is missing or not positive. */
  share: number | null
  /** Money a day away from target; null without a share. */
  gap: number | null
}

type Types = Pick<Overview, 'roasType' | 'revenueType'>

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Adds to a recommendation what decides it. */
export function decidingReader({ roasType, revenueType }: Types): (row: Recommendation) => Recommendation & Deciding {
  const name = [...roasType.split('_'), revenueType].map(capitalize).join('')
  return row => {
    const values = row as unknown as Record<string, number | null | undefined>
    const predicted = values[`predicted${name}Roas`] ?? null
    const target = values[`target${name}Roas`] ?? null
    const share = predicted !== null && target !== null && predicted > 0 && target > 0 ? predicted / target : null
    return { ...row, predicted, target, share, gap: share === null ? null : row.dailySpend * Math.abs(share - 1) }
  }
}

/** Target of several campaigns, weighted by their daily spend, as the overview does; null if none has one. */
export function targetOf(calls: readonly (Pick<Recommendation, 'dailySpend'> & Pick<Deciding, 'target'>)[]): number | null {
  let [sum, weight] = [0, 0]
  for (const { target, dailySpend } of calls) {
    if (target === null || target <= 0) continue
    sum += target * dailySpend
    weight += dailySpend
  }
  return weight > 0 ? sum / weight : null
}
