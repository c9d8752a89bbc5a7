import type { Action } from '../../../generated/vocabulary/vocabulary.ts'
import type { Pacing } from '../config/forecast-config.ts'
import { LEAST_CONFIDENCE } from '../../core/model/classification.ts'
import type { Bid } from '../model/facts.ts'
import type { Day } from '../../core/model/dates.ts'

/** A null name is unknown; a null country means all. */
export interface BidPlace {
  platform: string | null
  network: string | null
  campaign: string
  country: string | null
}

/** A ratio and its first day. */
export interface LiveBid {
  live: number
  since: Day
}

/** Bids at the end of the as-of day: the country's own, else the campaign's; null without either. */
export function bidsAt(bids: readonly Bid[], asOf: Day): (campaign: BidPlace) => LiveBid | null {
  const live = new Map<string, LiveBid>()
  const known = bids.filter(({ day, campaign }) => day <= asOf && campaign !== null)
  for (const bid of [...known].sort((a, b) => a.day - b.day)) {
    const key = keyOf(bid)
    const before = live.get(key)
    if (before?.live !== bid.liveRoas) live.set(key, { live: bid.liveRoas, since: bid.day })
  }
  return campaign =>
    live.get(keyOf(campaign)) ?? live.get(keyOf({ ...campaign, country: null })) ?? null
}

function keyOf({
  platform,
  network,
  campaign,
  country,
}: Omit<BidPlace, 'campaign'> & { campaign: string | null }): string {
  return JSON.stringify([platform, network, campaign, country])
}

/** Bids are rounded to ten-thousandths. */
const SCALE = 10_000

export interface RecommendedBid {
  live: number | null
  raw: number | null
  paced: number | null
}

/**
 * The bid that meets the target: live x target / predicted, since networks deliver another ROAS than their bid, in proportion to it; within
 * the HOLD band the live one. Paced: the allowed step towards it, at most `step` of the live bid, none within `days` of the last change,
 * none on an untrusted forecast. All null without a live bid; raw and paced null without prediction.
 */
export function recommendedBid(
  bid: LiveBid | null,
  { action, target, predicted }: { action: Action; target: number; predicted: number | null },
  { confidence, asOf, pacing }: { confidence: number | null; asOf: Day; pacing: Pacing },
): RecommendedBid {
  if (bid === null) return { live: null, raw: null, paced: null }
  const { live, since } = bid
  if (predicted === null || !(predicted > 0)) return { live, raw: null, paced: null }
  if (action === 'HOLD') return { live, raw: live, paced: live }
  const raw = Math.round(((live * target) / predicted) * SCALE) / SCALE
  if (asOf + 1 - since < pacing.days || confidence === null || confidence < LEAST_CONFIDENCE)
    return { live, raw, paced: live }
  // Round towards the live bid, to stay within the limit.
  const paced =
    raw > live
      ? Math.min(raw, Math.floor(live * (1 + pacing.step) * SCALE + 1e-6) / SCALE)
      : Math.max(raw, Math.ceil(live * (1 - pacing.step) * SCALE - 1e-6) / SCALE)
  return { live, raw, paced }
}
