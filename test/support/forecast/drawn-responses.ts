import type { Response } from '../../../server/forecast/response/response.ts'
import type { Known } from '../../../server/forecast/response/suggestion.ts'
import type { ResponseWorld } from '../../../scripts/lab/world/responses.ts'
import type { Chance } from '../../../scripts/lab/world/chance.ts'
import { truthOf } from './response-figures.ts'

export type Learned = Known & Pick<Response, 'campaign'>

/** Standard deviations of the errors of learned responses: one of all campaigns, each campaign's, and that of the value per install. */
const SHARED = 0.03
const OWN = 0.06
const VALUE = 0.03
/** Where managers never moved, or spend follows demand, an interval is wider than any that moves spend. */
const STILL = 0.25
/** Deviations of an end of an 80 % interval. */
const Z80 = 1.2816

/** Responses of a world at today's spend, as wrong as `findResponses` is; errors last. */
export function drawnResponses(
  { nature, campaigns }: ResponseWorld,
  random: Chance,
): () => Learned[] {
  const shared = SHARED * random.normal()
  const isStill = nature.managers === 'never' || nature.lasts > 0
  const deviation = isStill ? STILL : Math.hypot(SHARED, OWN)
  const errors = campaigns.map(() => ({
    response: isStill ? STILL * random.normal() : shared + OWN * random.normal(),
    value: VALUE * random.normal(),
  }))
  return () =>
    nature.spends === 'per install'
      ? []
      : campaigns.map((one, campaign): Learned => {
          const error = errors[campaign]!
          const mean = within(
            truthOf(one, one.series.spend.findLastIndex(spend => spend > 0) + 1) + error.response,
          )
          const [low, high] = [within(mean - Z80 * deviation), within(mean + Z80 * deviation)]
          return { campaign, mean, low, high, value: one.value + error.value }
        })
}

function within(response: number): number {
  return Math.min(1, Math.max(0, response))
}
