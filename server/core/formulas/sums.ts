import type { Metric } from '../../../generated/vocabulary/vocabulary.ts'

/**
 * The formulas of `metrics.ts` and `comparison.ts` over sums of groups, for browsers: these sum a filter's remainder
 * without a request. Money is summed as integers of ten-thousandths, as engines do.
 */

/** Values that add up over campaigns and days; all ratios come from them. */
export interface Sums {
  spend: number
  installs: number
  organic: number
  /** Revenue by DSI, in the order of the app's DSIs; null if unknown for a cohort. */
  revenue: readonly (number | null)[]
}

/** Two ranges of the same group. */
export interface Pair {
  now: Sums
  /** Null without a comparison. */
  before: Sums | null
}

/** Adds in the given order. */
export function sum(values: Iterable<number>): number
export function sum<Item>(items: Iterable<Item>, of: (item: Item) => number): number
export function sum(items: Iterable<unknown>, of: (item: unknown) => number = Number): number {
  let total = 0
  for (const item of items) total += of(item)
  return total
}

/** Adds the values at the indexes, in their order. */
export function sumAt(indexes: Iterable<number>, values: ArrayLike<number>): number {
  return sum(indexes, index => values[index]!)
}

/** Money is exact to ten-thousandths of the currency's unit. */
export const MONEY_UNIT = 10_000

function exact(amount: number): number {
  return Math.round(amount * MONEY_UNIT)
}

export function addUp(all: readonly Sums[], dsis: number): Sums {
  let [spend, installs, organic] = [0, 0, 0]
  const revenue = Array.from({ length: dsis }, (): number | null => 0)
  for (const sums of all) {
    spend += exact(sums.spend)
    installs += sums.installs
    organic += sums.organic
    revenue.forEach((sum, index) => {
      const amount = sums.revenue[index] ?? null
      revenue[index] = sum === null || amount === null ? null : sum + exact(amount)
    })
  }
  return {
    spend: spend / MONEY_UNIT,
    installs,
    organic,
    revenue: revenue.map(sum => (sum === null ? null : sum / MONEY_UNIT)),
  }
}

export function addPairs(pairs: readonly Pair[], dsis: number): Pair {
  const before = pairs.flatMap(pair => pair.before ?? [])
  return {
    now: addUp(
      pairs.map(({ now }) => now),
      dsis,
    ),
    before: pairs.length > 0 && before.length === 0 ? null : addUp(before, dsis),
  }
}

/** Days since install until revenue reaches spend, to one decimal, interpolated linearly between DSIs. Null if it never does. */
export function paybackOf({ spend, revenue }: Sums, dsis: readonly number[]): number | null {
  if (spend <= 0) return null
  let known: { dsi: number; amount: number } | null = null
  for (const [index, dsi] of dsis.entries()) {
    const amount = revenue[index] ?? null
    if (amount === null) continue
    if (amount >= spend) {
      if (known === null) return dsi
      return (
        Math.round(
          (known.dsi + ((spend - known.amount) / (amount - known.amount)) * (dsi - known.dsi)) * 10,
        ) / 10
      )
    }
    known = { dsi, amount }
  }
  return null
}

/** The largest DSI with known revenue, by which payback would show. Null without spend, or if no revenue is known. */
export function paybackKnownDsi({ spend, revenue }: Sums, dsis: readonly number[]): number | null {
  return spend <= 0
    ? null
    : (dsis.findLast((_dsi, index) => (revenue[index] ?? null) !== null) ?? null)
}

/** A group's contributions to the change of the total's ratio. */
export interface Contribution {
  /** Null if the group's numerator is unknown, or the total has no denominator. */
  rate: number | null
  /** Null if the total's ratio is unknown. */
  mix: number | null
}

export interface Ratio {
  /** Numerator; null if unknown. */
  top: number | null
  bottom: number
}

function divided({ top, bottom }: Ratio): number | null {
  return top === null || bottom === 0 ? null : top / bottom
}

/** Metrics that divide sums. All others add up over groups, except payback. */
export type RatioMetric = 'cpi' | 'ltv' | 'roas'

/** Revenue is that of a DSI. */
type Formula<Value> = (sums: Sums, revenue: number | null) => Value

const RATIOS: Record<RatioMetric, Formula<Ratio>> = {
  cpi: ({ spend, installs }) => ({ top: spend, bottom: installs }),
  ltv: ({ installs }, revenue) => ({ top: revenue, bottom: installs }),
  roas: ({ spend }, revenue) => ({ top: revenue, bottom: spend }),
}

const SUMS: Record<Exclude<Metric, RatioMetric | 'payback'>, Formula<number | null>> = {
  spend: ({ spend }) => spend,
  installs: ({ installs }) => installs,
  organic_installs: ({ organic }) => organic,
  revenue: (_, revenue) => revenue,
  profit: ({ spend }, revenue) => (revenue === null ? null : revenue - spend),
}

/** Whether a metric of groups adds up to that of all, such as money and counts. */
export function isAmount(metric: Metric): boolean {
  return metric in SUMS
}

export function isRatio(metric: Metric): metric is RatioMetric {
  return metric in RATIOS
}

export interface Basis {
  /** The app's DSIs, in the order of `Sums.revenue`. */
  dsis: readonly number[]
  /** The DSI of revenue. */
  dsi: number
}

export function ratioOf(metric: RatioMetric, sums: Sums, basis: Basis): Ratio {
  return RATIOS[metric](sums, revenueOf(sums, basis))
}

function revenueOf({ revenue }: Sums, { dsis, dsi }: Basis): number | null {
  return revenue[dsis.indexOf(dsi)] ?? null
}

/** A metric of a group; null if unknown, or a ratio without a denominator. */
export function valueOf(metric: Metric, sums: Sums, basis: Basis): number | null {
  if (metric === 'payback') return paybackOf(sums, basis.dsis)
  return isRatio(metric)
    ? divided(ratioOf(metric, sums, basis))
    : SUMS[metric](sums, revenueOf(sums, basis))
}

/**
 * Divides the change of a total ratio among groups, as the report does: mix = (s1 - s0) ((m0 + m1) / 2 - (M0 + M1) / 2), rate = (s0 + s1) / 2 (m1 -
 * m0).
 * A group without a denominator in one range takes the other range's ratio, and its numerator counts in `rate`.
 */
export function explain(groups: readonly { now: Ratio; before: Ratio }[]): Contribution[] {
  const total = (of: 'now' | 'before'): Ratio => ({
    top: groups.reduce<number | null>(
      (sum, { [of]: { top } }) => (sum === null || top === null ? null : sum + top),
      0,
    ),
    bottom: groups.reduce((sum, { [of]: { bottom } }) => sum + bottom, 0),
  })
  const [all, allBefore] = [total('now'), total('before')]
  const [now, before] = [divided(all), divided(allBefore)]
  const aside = (top: number, bottom: number, of: Ratio) => (bottom === 0 ? top / of.bottom : 0)
  return groups.map(group => {
    const { top, bottom } = group.now
    const { top: topBefore, bottom: bottomBefore } = group.before
    if (top === null || topBefore === null || all.bottom === 0 || allBefore.bottom === 0)
      return { mix: null, rate: null }
    const m1 = divided(group.now) ?? divided(group.before) ?? 0
    const m0 = divided(group.before) ?? divided(group.now) ?? 0
    const [s1, s0] = [bottom / all.bottom, bottomBefore / allBefore.bottom]
    return {
      mix:
        now === null || before === null ? null : (s1 - s0) * ((m0 + m1) / 2 - (now + before) / 2),
      rate:
        ((s0 + s1) / 2) * (m1 - m0) +
        aside(top, bottom, all) -
        aside(topBefore, bottomBefore, allBefore),
    }
  })
}
