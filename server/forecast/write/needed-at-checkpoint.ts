import { checkpointOf } from '../../core/formulas/checkpoint.ts'
import { meanTarget } from '../../core/model/classification.ts'
import type { Config } from '../config/forecast-config.ts'
import { percent } from '../model/alert-rules.ts'
import type { Recommendation } from './recommend.ts'

/** The ROAS that cohorts need at a tested DSI to reach the target, as a sentence; none without a checkpoint. */
export function neededAtCheckpoint(
  { dsi: targetDsi }: Config['targets'],
  dsi: number | undefined,
  rows: readonly Recommendation[],
): string[] {
  const campaigns = rows.filter(({ granularity }) => granularity === 'campaign')
  const courses = campaigns.map(
    ({ campaign, dailySpend, atCheckpoint, prediction, interval }, id) => ({
      id,
      network: campaign.network ?? '',
      dailySpend,
      roas: atCheckpoint,
      predictedRoas: prediction,
      predictedLow: interval?.low ?? null,
      predictedHigh: interval?.high ?? null,
    }),
  )
  const checkpoint = checkpointOf(courses, { dsi, targetDsi, targetRoas: meanTarget(campaigns) })
  if (checkpoint === null) return []
  const { targetRoas, neededLow, neededHigh, roas } = checkpoint
  const [low, high] = [percent(neededLow), percent(neededHigh)]
  const needed = low === high ? low : `${low} to ${high}`
  return [
    `To reach ${percent(targetRoas)} by D${targetDsi}, cohorts need ${needed} at D${dsi}; these have ${percent(roas)}.`,
  ]
}
