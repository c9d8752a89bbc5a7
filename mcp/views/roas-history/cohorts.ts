import type { Identity } from '../parts/use-targets.ts'
import { type Answer, rowsOf } from '../parts/read-result.ts'

/** How the ROAS estimate of one install cohort moved as it aged. */
export interface Cohort {
  key: string
  /** First install date. */
  cohort: string
  /** Its campaign, as far as rows are split: `IOS · Meta Ads · Alpha`; empty for all. */
  campaign: string
  identity: Identity
  dailySpend: number
  /** Ascending by age, in days after the cohort's first. */
  estimates: readonly { age: number; value: number }[]
}

const IDENTITY = ['platform', 'network', 'campaign', 'country'] as const

/** The cohorts of an answer, in its order. */
export function cohortsOf(answer: Answer<'svc_get_roas_history'>): Cohort[] {
  return rowsOf<string | number | null | Readonly<Record<string, number>>>(answer).map(row => {
    const identity: Identity = Object.fromEntries(
      IDENTITY.flatMap(name => (row[name] === undefined ? [] : [[name, String(row[name] ?? '')]])),
    )
    const ages = row['roas_by_age']
    const estimates = Object.entries(typeof ages === 'object' && ages !== null ? ages : {})
      .map(([age, value]) => ({ age: Number(age), value }))
      .sort((a, b) => a.age - b.age)
    const campaign = Object.values(identity).join(' · ')
    const cohort = String(row['install_cohort'])
    const spend = row['daily_spend']
    return {
      key: JSON.stringify([cohort, identity]),
      cohort,
      campaign,
      identity,
      dailySpend: typeof spend === 'number' ? spend : 0,
      estimates,
    }
  })
}

/** The campaigns of cohorts, those with the highest spend first. */
export function campaignsOf(cohorts: readonly Cohort[]): string[] {
  const spend = new Map<string, number>()
  for (const { campaign, dailySpend } of cohorts) spend.set(campaign, Math.max(spend.get(campaign) ?? 0, dailySpend))
  return [...spend].sort(([, a], [, b]) => b - a).map(([campaign]) => campaign)
}

/** Every age that some cohort has an estimate at, ascending. */
export function agesOf(cohorts: readonly Cohort[]): number[] {
  return [...new Set(cohorts.flatMap(({ estimates }) => estimates.map(({ age }) => age)))].sort((a, b) => a - b)
}

/** How what was known of several cohorts at one age lies. */
export interface Spread {
  age: number
  cohorts: number
  low: number
  median: number
  high: number
}

/** Of how many cohorts there is a spread at least. */
export const LEAST = 3

/** Median, and the range that holds the middle 80 %, over the cohorts at each age that enough of are known. */
export function spreadOf(cohorts: readonly Cohort[]): Spread[] {
  const ages = agesOf(cohorts)
  const byAge = ages.map((): number[] => [])
  for (const cohort of cohorts) {
    knownAt(cohort, ages).forEach((known, index) => known !== null && byAge[index]!.push(known.value))
  }
  return byAge.flatMap((values, index) => {
    if (values.length < LEAST) return []
    values.sort((a, b) => a - b)
    return [
      { age: ages[index]!, cohorts: values.length, low: quantile(values, 0.1), median: quantile(values, 0.5), high: quantile(values, 0.9) },
    ]
  })
}

/** A quantile of ascending values, interpolated between the two that it lies between. */
export function quantile(ascending: readonly number[], share: number): number {
  const place = (ascending.length - 1) * share
  const below = Math.floor(place)
  const [a, b] = [ascending[below]!, ascending[Math.min(below + 1, ascending.length - 1)]!]
  return a + (b - a) * (place - below)
}

/** At most this many ages are told in words. */
const MOST = 4

/** Some of what is known by age, evenly chosen, the first and the last among them. */
export function agesToTell<AtAge>(all: readonly AtAge[]): readonly AtAge[] {
  if (all.length <= MOST) return all
  return Array.from({ length: MOST }, (_, index) => all[Math.round((index * (all.length - 1)) / (MOST - 1))]!)
}

/** An estimate as it was known at an age: made then, or earlier. */
export interface Known {
  age: number
  value: number
}

/**
 * What was known of a cohort at each of ascending ages: the newest estimate until then. Null before its first, and after its last: runs
 * are days apart, and a cohort that was not looked at on the very day is no other cohort.
 */
export function knownAt({ estimates }: Pick<Cohort, 'estimates'>, ages: readonly number[]): (Known | null)[] {
  let next = 0
  return ages.map(age => {
    while (next < estimates.length && estimates[next]!.age <= age) next += 1
    const newest = estimates[next - 1]
    return newest !== undefined && (newest.age === age || next < estimates.length) ? newest : null
  })
}
