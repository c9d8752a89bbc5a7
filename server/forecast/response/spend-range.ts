/** Smallest weekly spend within 90 days, and the largest before the last week, divided by the last week's. */
export interface SpendRange {
  least: number
  most: number
}

const RANGE_DAYS = 90
const WEEK = 7

/**
 * Minimum and maximum of the weekly sums of the last 90 days; single days may be accidents. The return of the last week's spend is
 * still unknown.
 */
export function spendRangeOf(spend: Float64Array): SpendRange {
  const week = (end: number): number =>
    spend.subarray(end - WEEK, end).reduce((sum, value) => sum + value, 0)
  const last = spend.length < WEEK ? 0 : week(spend.length)
  if (!(last > 0)) return { least: 1, most: 1 }
  const range = { least: 1, most: 0 }
  for (let end = spend.length; end >= Math.max(WEEK, spend.length - RANGE_DAYS + WEEK); end--) {
    const ratio = week(end) / last
    if (!(ratio > 0)) continue
    range.least = Math.min(range.least, ratio)
    if (end <= spend.length - WEEK) range.most = Math.max(range.most, ratio)
  }
  return range
}
