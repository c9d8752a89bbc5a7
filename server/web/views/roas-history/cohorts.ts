import { type Identity, identityOf } from '../../parts/use-targets.ts'
import { type Answer, numberOf, rowsOf } from '../../parts/read-result.ts'
import { HIGH_SHARE, LOW_SHARE, quantile } from '../../../core/formulas/interval.ts'

export interface Cohort {
  key: string
  /** First install date. */
  cohort: string
  /** Campaign, to the extent that rows are grouped: `IOS · Meta Ads · Alpha`; empty for all. */
  campaign: string
  identity: Identity
  dailySpend: number
  /** Ascending by age, days after the cohort's first install date. */
  estimates: readonly { age: number; value: number }[]
}

export function cohortsOf(answer: Answer<'svc_get_roas_history'>): Cohort[] {
  return rowsOf<unknown>(answer).map(row => {
    const identity = identityOf(row)
    const campaign = Object.values(identity).join(' · ')
    const cohort = String(row['install_cohort'])
    return {
      key: JSON.stringify([cohort, identity]),
      cohort,
      campaign,
      identity,
      dailySpend: numberOf(row['daily_spend']) ?? 0,
      estimates: estimatesOf(row['roas_by_age']),
    }
  })
}

/** The estimates of a row, ascending by age. */
export function estimatesOf(byAge: unknown): Cohort['estimates'] {
  return Object.entries((byAge ?? {}) as Record<string, number>)
    .map(([age, value]) => ({ age: Number(age), value }))
    .sort((a, b) => a.age - b.age)
}

/** Campaigns, highest spend first. */
export function campaignsOf(cohorts: readonly Cohort[]): string[] {
  const spend = new Map<string, number>()
  for (const { campaign, dailySpend } of cohorts)
    spend.set(campaign, Math.max(spend.get(campaign) ?? 0, dailySpend))
  return [...spend].sort(([, a], [, b]) => b - a).map(([campaign]) => campaign)
}

/** All ages with an estimate, ascending. */
export function agesOf(cohorts: readonly Cohort[]): number[] {
  return [...new Set(cohorts.flatMap(({ estimates }) => estimates.map(({ age }) => age)))].sort(
    (a, b) => a - b,
  )
}

export interface Spread {
  age: number
  cohorts: number
  low: number
  median: number
  high: number
}

/** Minimum cohorts for a spread: fewer say little. */
export const MIN = 5

/** Median and middle 80% over cohorts, at each age with enough of them. */
export function spreadOf(cohorts: readonly Cohort[]): Spread[] {
  const ages = agesOf(cohorts)
  const byAge = ages.map((): number[] => [])
  for (const cohort of cohorts) {
    knownAt(cohort, ages).forEach(
      (known, index) => known !== null && byAge[index]!.push(known.value),
    )
  }
  return byAge.flatMap((values, index) => {
    if (values.length < MIN) return []
    values.sort((a, b) => a - b)
    return [
      {
        age: ages[index]!,
        cohorts: values.length,
        low: quantile(values, LOW_SHARE),
        median: quantile(values, 0.5),
        high: quantile(values, HIGH_SHARE),
      },
    ]
  })
}

/** The newest estimate at an age, possibly from an earlier age. */
export interface Known {
  age: number
  value: number
}

/**
 * The newest estimate of a cohort at each of ascending ages, since runs are days apart. Null before the first estimate and after the last.
 */
export function knownAt(
  { estimates }: Pick<Cohort, 'estimates'>,
  ages: readonly number[],
): (Known | null)[] {
  let next = 0
  return ages.map(age => {
    while (next < estimates.length && estimates[next]!.age <= age) next += 1
    const newest = estimates[next - 1]
    return newest !== undefined && (newest.age === age || next < estimates.length) ? newest : null
  })
}
