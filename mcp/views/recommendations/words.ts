import type { Format } from '../parts/format.ts'
import type { Line } from './lines.ts'

const REASONS: Record<string, string> = {
  above_band: 'above the band',
  within_band: 'within the band',
  below_band: 'below the band',
  roas_missing: 'no predicted ROAS',
  target_missing: 'no target',
}

/** Why the action is what it is. */
export function reasonOf({ actionReason }: Line): string {
  return REASONS[actionReason] ?? actionReason
}

/** `paid gross`, from the types that decide. */
export function typeWords(context: { targetRoasType: string; targetRevenueType: string }): string {
  return `${context.targetRoasType} ${context.targetRevenueType}`.toLowerCase().replaceAll('_', ' ')
}

/** What to do about the bid: the ROAS target live in the network against the recommended one. */
export function bidOf({ live, paced }: Line, format: Format): { what: string; advice: string } {
  if (live === null && paced === null) return { what: '–', advice: 'no ROAS bid' }
  if (live === null || paced === null) return { what: format.roas(live ?? paced), advice: live === null ? 'recommended' : 'live' }
  // Alike is what reads alike.
  if (format.roas(live) === format.roas(paced)) return { what: format.roas(live), advice: 'keep' }
  return { what: `${format.roas(live)} → ${format.roas(paced)}`, advice: paced > live ? 'raise' : 'lower' }
}

/** A line in one sentence, as the chat is told of it. */
export function sentenceOf(line: Line, format: Format): string {
  const { platform, network, country, campaign, action, dailySpend, predicted, target, bidDsi } = line
  const bid = bidOf(line, format)
  return [
    `${campaign} (${[platform, network, country].join(', ')}): ${action}, ${reasonOf(line)}`,
    `${format.money(dailySpend)} a day`,
    `predicted ROAS ${format.roas(predicted)} against target ${format.roas(target)}`,
    `${line.status} confidence`,
    ...(bid.advice === 'raise' || bid.advice === 'lower' ? [`${bid.advice} the D${bidDsi} ROAS bid ${bid.what}`] : []),
    ...(line.previousAction !== null && line.previousAction !== action ? [`was ${line.previousAction}`] : []),
  ].join('; ')
}
