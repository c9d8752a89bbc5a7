/** The common scale of all lines: predicted ROAS as a share of target. */
export interface Axis {
  from: number
  to: number
  ticks: readonly number[]
  /** Position of a share, percent of the width, clamped to the edges. */
  place: (ofTarget: number) => number
}

/** Beyond this share a line ends in an arrow, so that one outlier does not squeeze the others. */
const MAX = 2

/** An axis around the target that reaches at least a quarter to either side, in steps of a quarter. */
export function axisOf(shares: readonly (number | null)[]): Axis {
  let [least, most] = [0.75, 1.25]
  for (const share of shares) {
    if (share === null) continue
    least = Math.min(least, share)
    most = Math.max(most, share)
  }
  const from = Math.max(0, Math.floor(least * 4) / 4)
  const to = Math.min(MAX, Math.ceil(most * 4) / 4)
  const step = to - from > 1 ? 0.5 : 0.25
  const ticks = []
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick)
  const place = (share: number) => (100 * (Math.min(to, Math.max(from, share)) - from)) / (to - from)
  return { from, to, ticks, place: share => Math.round(place(share) * 1000) / 1000 }
}
