import { Between } from './expected.ts'

/** What a step costs and brings a day: changes of spend and of the revenue of a day's installs, and what they are worth at the target. */
export interface Price {
  spendChange: number | null
  revenueChange: number | null
  revenueChangeLow: number | Between | null
  revenueChangeHigh: number | Between | null
  gain: number | null
  gainLow: number | Between | null
  gainHigh: number | Between | null
  bounds: boolean
}

interface Priced {
  predicted: number
  target: number
  /** Today's spend, and the change of it as a share. */
  from: number
  share: number
  response: { marginal: number; elasticity: number; low: number; high: number } | null
  /** 80 % interval of the predicted ROAS. */
  interval: { low: number; high: number }
}

function held(value: number): number {
  return Math.min(1, Math.max(0, value))
}

/** Digits of the currency's minor unit. */
export function currencyDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits!
}

/** The 10th and 90th percentile of a normal distribution cut at 0 and 1, by adding up its density. */
function percentilesOf(mean: number, width: number): [low: number, high: number] {
  const points = 4000
  const [from, to] = [Math.max(0, mean - 4 * width), Math.min(1, mean + 4 * width)]
  const at = (part: number) => from + ((part + 0.5) / points) * (to - from)
  const density = Array.from({ length: points }, (_, part) =>
    Math.exp(-0.5 * (((at(part) - mean) * 2 * 1.2815515655446004) / width) ** 2),
  )
  const all = density.reduce((sum, one) => sum + one, 0)
  const percentile = (share: number) => {
    let sum = 0
    return at(density.findIndex(one => (sum += one) >= share * all))
  }
  return [percentile(0.1), percentile(0.9)]
}

export function priceOf({ predicted, target, from, share, response, interval }: Priced): Price {
  const spendChange = from * share
  const gainOf = (revenue: number) => revenue / target - spendChange
  if (response === null) {
    // With no elasticity nothing is lost or won, with one of 1 the predicted ROAS.
    const [low, high] = [0, predicted * spendChange].sort((a, b) => a - b) as [number, number]
    return {
      spendChange,
      revenueChange: null,
      revenueChangeLow: low,
      revenueChangeHigh: high,
      gain: null,
      gainLow: gainOf(low),
      gainHigh: gainOf(high),
      bounds: true,
    }
  }
  const elasticity = held(response.marginal / predicted)
  const ends = percentilesOf(elasticity, response.high - response.low)
  const revenueOf = (roas: number, e: number) => roas * from * ((1 + share) ** e - 1)
  const revenue = revenueOf(predicted, elasticity)
  // A delivered interval may leave out the prediction.
  const corners = [interval.low, predicted, interval.high].flatMap(roas =>
    ends.map(end => revenueOf(roas, end)),
  )
  const [least, most] = [Math.min(...corners, revenue), Math.max(...corners, revenue)]
  // How the two errors are put together is the service's; the ends lie between today's value and the worst of both, with room for rounding.
  const slack = 0.5 * (most - least) + 1e-9
  const low = new Between(least - slack, revenue + 1e-9)
  const high = new Between(revenue - 1e-9, most + slack)
  const gains = (range: Between) => new Between(gainOf(range.low), gainOf(range.high))
  return {
    spendChange,
    revenueChange: revenue,
    revenueChangeLow: low,
    revenueChangeHigh: high,
    gain: gainOf(revenue),
    gainLow: gains(low),
    gainHigh: gains(high),
    bounds: false,
  }
}
