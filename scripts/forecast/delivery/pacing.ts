import { leastConfidence } from '../../../server/pipeline/thresholds.ts'
import type { Config } from '../config/config.ts'
import type { Day } from '../facts.ts'
import type { LiveBid } from './bids.ts'

/** Decimals of recommended bids: hundredths of a percent. */
const scale = 10_000

export interface RecommendedBid {
  live: number | null
  raw: number | null
  paced: number | null
}

/**
 * The bid at which the target is met: optimisation ROAS x target / predicted. Paced is the step towards it that the rules allow: at most `step` of the
 * live bid, none within `days` of the last change, and none on a forecast that nobody is sure of. All null without a live bid, raw and
 * paced where nothing is predicted or aimed at.
 */
export function recommendedBid(
  bid: LiveBid | null,
  { optimisation, target, predicted }: { optimisation: number | null; target: number; predicted: number | null },
  { confidence, asOf, pacing }: { confidence: number | null; asOf: Day; pacing: Config['pacing'] },
): RecommendedBid {
  if (bid === null) return { live: null, raw: null, paced: null }
  const { live, since } = bid
  if (optimisation === null || !(optimisation > 0) || predicted === null || !(predicted > 0)) return { live, raw: null, paced: null }
  const raw = Math.round(((optimisation * target) / predicted) * scale) / scale
  if (asOf + 1 - since < pacing.days || confidence === null || confidence < leastConfidence) return { live, raw, paced: live }
  // A step that is cut short is rounded towards the live bid, so that it stays within the limit.
  const paced =
    raw > live
      ? Math.min(raw, Math.floor(live * (1 + pacing.step) * scale + 1e-6) / scale)
      : Math.max(raw, Math.ceil(live * (1 - pacing.step) * scale - 1e-6) / scale)
  return { live, raw, paced }
}
