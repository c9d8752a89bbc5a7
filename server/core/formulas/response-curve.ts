import type { Limit } from './headroom.ts'
import type { Moves } from './moves.ts'
import { deviationWithin, HIGH_SHARE, LOW_SHARE } from './interval.ts'

/** A campaign's revenue as a function of its spend: `R s (x / s) ^ e` a day at daily spend x, where R is the predicted ROAS at today's spend s. */

export interface PlanRow {
  id: number
  network: string
  /** Today's. */
  dailySpend: number
  /** Daily spend after the row's step; null if the step has no price. */
  steppedDailySpend: number | null
  /** The directions in which a plan may move it (`movesBy`). */
  moves: Moves
  /** Limits on raises by the budgets of the row. */
  limits: readonly Limit[]
  /** Predicted ROAS of the target types at the target DSI, at today's spend, with its 80 % interval. */
  predictedRoas: number | null
  predictedLow: number | null
  predictedHigh: number | null
  marginalRoas: number | null
  /** d ln installs / d ln spend, with its 80 % interval. */
  responseElasticity: number | null
  responseLow: number | null
  responseHigh: number | null
  /** Whether forecasts at the target DSI are tested. */
  tested: boolean
}

/** Maximum width of an elasticity's 80 % interval for moving spend. Wider ones say little about the direction of the best move. */
export const MAX_RESPONSE_WIDTH = 0.4

/** Narrower intervals are rounded ones without a width: their response is not known. */
const LEAST_RESPONSE_WIDTH = 1e-9

/** A row whose spend may move. */
export interface Movable {
  spend: number
  roas: number
  /** Elasticity of revenue, below that of installs if value per install falls with spend. */
  elasticity: number
  /** Standard deviation of `elasticity`. */
  deviation: number
}

/** Larger values are not a ROAS, and their sums might overflow. */
export const MAX_ROAS = 1e9

/** Refunds make a net ROAS negative. */
export function hasRevenue<Row extends Pick<PlanRow, 'predictedRoas'>>(
  row: Row,
): row is Row & { predictedRoas: number } {
  return row.predictedRoas !== null && Math.abs(row.predictedRoas) <= MAX_ROAS
}

/** The 80 % interval of a predicted ROAS; null if its error is unknown, or if an end is not a ROAS. */
export function roasInterval({
  predictedLow: low,
  predictedHigh: high,
}: {
  predictedLow: number | null
  predictedHigh: number | null
}) {
  return low === null || high === null || Math.abs(low) > MAX_ROAS || Math.abs(high) > MAX_ROAS
    ? null
    : { low, high }
}

export type ResponseRow = Pick<
  PlanRow,
  | 'predictedRoas'
  | 'marginalRoas'
  | 'responseElasticity'
  | 'responseLow'
  | 'responseHigh'
  | 'tested'
>

interface Response {
  /** Of revenue, from 0 to 1. */
  elasticity: number
  /** Standard deviation of the elasticity. */
  deviation: number
}

/** Null if the response is unknown, too uncertain, or without an interval, or while nobody knows how far off the predicted ROAS is. */
export function knownResponse(row: ResponseRow): Response | null {
  if (!row.tested) return null
  const {
    marginalRoas: marginal,
    responseElasticity: response,
    responseLow: low,
    responseHigh: high,
  } = row
  if (
    !hasRevenue(row) ||
    row.predictedRoas <= 0 ||
    marginal === null ||
    response === null ||
    low === null ||
    high === null
  )
    return null
  if (high - low > MAX_RESPONSE_WIDTH || high - low < LEAST_RESPONSE_WIDTH) return null
  // Value per install moves the interval of installs, whose width stays: most of the uncertainty is theirs.
  return {
    elasticity: Math.min(Math.max(marginal / row.predictedRoas, 0), 1),
    deviation: deviationWithin(low, high),
  }
}

/** The 80 % interval of a normally distributed elasticity that is cut at 0 and 1: its 10th and 90th percentile. */
export function elasticityInterval({ elasticity, deviation }: Response): {
  low: number
  high: number
} {
  const below = (value: number): number => normalShare((value - elasticity) / deviation)
  const [from, to] = [below(0), below(1)]
  const percentile = (share: number): number => {
    let [low, high] = [0, 1]
    for (let halving = 0; halving < 52; halving++) {
      const middle = (low + high) / 2
      if (below(middle) < from + share * (to - from)) low = middle
      else high = middle
    }
    return (low + high) / 2
  }
  return { low: percentile(LOW_SHARE), high: percentile(HIGH_SHARE) }
}

/** Share of a standard normal distribution below a value (G. Marsaglia, "Evaluating the Normal Distribution", 2004). */
function normalShare(value: number): number {
  if (Math.abs(value) > 8) return value > 0 ? 1 : 0
  let [sum, term, before] = [value, value, NaN]
  for (let odd = 3; sum !== before; odd += 2) {
    before = sum
    term *= value ** 2 / odd
    sum += term
  }
  return 0.5 + (sum * Math.exp(-(value ** 2) / 2)) / Math.sqrt(2 * Math.PI)
}

/** Null without evidence. */
export function movableOf(row: ResponseRow & { dailySpend: number }): Movable | null {
  const response = knownResponse(row)
  if (row.dailySpend <= 0 || row.predictedRoas === null || response === null) return null
  return {
    spend: row.dailySpend,
    roas: row.predictedRoas,
    elasticity: response.elasticity,
    deviation: response.deviation,
  }
}

export function revenueAt({ spend, roas, elasticity }: Movable, x: number): number {
  return roas * spend * (x / spend) ** elasticity
}

/** Infinite at no spend, unless revenue is constant or proportional. */
export function marginalAt({ spend, roas, elasticity }: Movable, x: number): number {
  return elasticity === 0 ? 0 : elasticity * roas * (x / spend) ** (elasticity - 1)
}

/** The spend at which the marginal ROAS is `lambda`. Rows of constant marginal ROAS spend nothing above it and any amount below it. */
export function spendAt({ spend, roas, elasticity }: Movable, lambda: number): number {
  const ratio = (elasticity * roas) / lambda
  if (Number.isNaN(ratio)) return Infinity
  return ratio === 1 ? spend : spend * ratio ** (1 / (1 - elasticity))
}
