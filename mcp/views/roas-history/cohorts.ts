import { rowsOf, type Answer } from '../shell/answers.ts'
import type { Identity } from '../parts/use-targets.ts'

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
