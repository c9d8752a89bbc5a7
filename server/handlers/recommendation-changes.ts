import type { StoredRecommendation } from '../model/store.ts'
import { forEachInSlices } from '../sharing/slices.ts'
import type { PreviousRecommendation, Recommendation } from './shown-recommendations.ts'

/** What is the same from run to run, among rows of one granularity. */
export function identityOf({ platform, network, campaign, country }: StoredRecommendation): string {
  return JSON.stringify([platform, network, campaign, country])
}

/** A run's rows by identity: of several with the same one, which earlier versions let in, the one that spends most a day. */
export async function byIdentity(rows: readonly StoredRecommendation[]): Promise<Map<string, StoredRecommendation>> {
  const found = new Map<string, StoredRecommendation>()
  await forEachInSlices(rows, row => {
    const known = found.get(identityOf(row))
    if (!known || row.spend / row.lookback_days > known.spend / known.lookback_days) found.set(identityOf(row), row)
  })
  return found
}

/** The row with what it was before, null where it was not recommended, and what has changed. */
export function compared(now: Recommendation, previous: PreviousRecommendation | null): Recommendation {
  return { ...now, previous, change: !previous ? 'new' : previous.action === now.action ? 'none' : 'action' }
}
