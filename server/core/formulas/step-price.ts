import type { components } from '../../../generated/types.ts'
import {
  elasticityInterval,
  knownResponse,
  MAX_ROAS,
  type ResponseRow,
  roasInterval,
} from './response-curve.ts'

/** The daily effect of a change of daily spend, in the app's currency. */
export type Price = Pick<
  components['schemas']['Step'],
  | 'spendChange'
  | 'revenueChange'
  | 'revenueChangeLow'
  | 'revenueChangeHigh'
  | 'gain'
  | 'gainLow'
  | 'gainHigh'
  | 'bounds'
>

export const UNPRICED: Price = {
  spendChange: null,
  revenueChange: null,
  revenueChangeLow: null,
  revenueChangeHigh: null,
  gain: null,
  gainLow: null,
  gainHigh: null,
  bounds: false,
}

export interface Priced extends ResponseRow {
  /** Above 0. */
  targetRoas: number
  /** 80 % interval of the predicted ROAS; null if its error is unknown. */
  predictedLow: number | null
  predictedHigh: number | null
}

/** The price of changing daily spend from `from`, above 0, to `to`. */
export function priceOf(row: Priced, from: number, to: number): Price {
  const spendChange = to - from
  const { low, middle, high, bounds } = revenueChanges(row, from, to)
  const gainOf = (revenueChange: number): number => revenueChange / row.targetRoas - spendChange
  const price: Price = {
    spendChange,
    revenueChange: middle,
    revenueChangeLow: low,
    revenueChangeHigh: high,
    gain: middle === null ? null : gainOf(middle),
    gainLow: gainOf(low),
    gainHigh: gainOf(high),
    bounds,
  }
  return Object.values(price).every(value => typeof value !== 'number' || Number.isFinite(value))
    ? price
    : UNPRICED
}

/**
 * With a known response, errors of response and predicted ROAS are independent: distances to the ends of their intervals add up as squares.
 * With an unknown one, revenue stays (elasticity 0) or follows the spend (1).
 */
function revenueChanges(
  row: Priced,
  from: number,
  to: number,
): { low: number; middle: number | null; high: number; bounds: boolean } {
  const predicted = row.predictedRoas ?? NaN
  const change = (roas: number, elasticity: number): number =>
    roas * from * ((to / from) ** elasticity - 1)
  const response = knownResponse(row)
  if (response === null) {
    const all = Math.abs(predicted) > MAX_ROAS ? NaN : predicted * (to - from)
    return { low: Math.min(0, all), middle: null, high: Math.max(0, all), bounds: true }
  }
  const middle = change(predicted, response.elasticity)
  const interval = elasticityInterval(response)
  const roas = roasInterval(row) ?? { low: predicted, high: predicted }
  const ends = [
    [change(predicted, interval.low), change(predicted, interval.high)],
    [change(roas.low, response.elasticity), change(roas.high, response.elasticity)],
  ]
  const below = ends.map(pair => Math.max(0, middle - Math.min(...pair)))
  const above = ends.map(pair => Math.max(0, Math.max(...pair) - middle))
  return {
    low: middle - Math.hypot(...below),
    middle,
    high: middle + Math.hypot(...above),
    bounds: false,
  }
}
