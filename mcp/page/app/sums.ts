/** Money is added as integers of ten-thousandths, as the service does: a sum does not depend on the order of its rows. */

/** Figures that can be added up over campaigns and days; all ratios come from them. */
export interface Sums {
  spend: number
  installs: number
  organic: number
  /** Revenue by DSI, in the order of the app's DSIs; null: not known for all cohorts. */
  revenue: readonly (number | null)[]
}

/** Two ranges of the same group. */
export interface Pair {
  now: Sums
  /** Null without a comparison. */
  before: Sums | null
}

const UNIT = 10_000

function exact(amount: number): number {
  return Math.round(amount * UNIT)
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
  return { spend: spend / UNIT, installs, organic, revenue: revenue.map(sum => (sum === null ? null : sum / UNIT)) }
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

/** Days since install until revenue reaches spend, to one decimal: linear between DSIs. Null if it does not. */
export function paybackOf({ spend, revenue }: Sums, dsis: readonly number[]): number | null {
  if (spend <= 0) return null
  let known: { dsi: number; amount: number } | null = null
  for (const [index, dsi] of dsis.entries()) {
    const amount = revenue[index] ?? null
    if (amount === null) continue
    if (amount >= spend) {
      if (known === null) return dsi
      return Math.round((known.dsi + ((spend - known.amount) / (amount - known.amount)) * (dsi - known.dsi)) * 10) / 10
    }
    known = { dsi, amount }
  }
  return null
}

/** A group's contributions to the change of the total's ratio. */
export interface Contribution {
  rate: number
  mix: number
}

interface Ratio {
  /** Numerator; null: not known. */
  top: number | null
  bottom: number
}

function valueOf({ top, bottom }: Ratio): number | null {
  return top === null || bottom === 0 ? null : top / bottom
}

/**
 * Divides the change of a total ratio among groups, as the report does: mix = (s1 - s0) ((m0 + m1) / 2 - (M0 + M1) / 2), rate = (s0 + s1) / 2 (m1 - m0).
 * A group without a denominator in one range takes the other range's ratio, and what it adds to the total's numerator counts in `rate`. Null if
 * a total is not known.
 */
export function explain(groups: readonly { now: Ratio; before: Ratio }[]): Contribution[] | null {
  const total = (of: 'now' | 'before'): Ratio => ({
    top: groups.reduce<number | null>((sum, { [of]: { top } }) => (sum === null || top === null ? null : sum + top), 0),
    bottom: groups.reduce((sum, { [of]: { bottom } }) => sum + bottom, 0),
  })
  const [all, allBefore] = [total('now'), total('before')]
  const [now, before] = [valueOf(all), valueOf(allBefore)]
  if (now === null || before === null) return null
  const aside = ({ top, bottom }: Ratio, of: Ratio) => (bottom === 0 ? (top ?? 0) / of.bottom : 0)
  return groups.map(group => {
    const m1 = valueOf(group.now) ?? valueOf(group.before) ?? 0
    const m0 = valueOf(group.before) ?? valueOf(group.now) ?? 0
    const [s1, s0] = [group.now.bottom / all.bottom, group.before.bottom / allBefore.bottom]
    return {
      mix: (s1 - s0) * ((m0 + m1) / 2 - (now + before) / 2),
      rate: ((s0 + s1) / 2) * (m1 - m0) + aside(group.now, all) - aside(group.before, allBefore),
    }
  })
}
