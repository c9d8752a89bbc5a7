/** A campaign's place among others, and what its model leaves unexplained. */
export interface Residuals {
  /** The group of each kind: app, platform, network, country. */
  groups: readonly string[]
  /** NaN where unknown. */
  values: Float64Array
  /** Inverse variances. */
  weights: Float64Array
}

/** Fewest campaigns of a group whose days have an effect of their own: a campaign must not explain itself. */
const LEAST = 3
/** Prior variance of a change of demand from one day to the next. */
const DAILY = 0.15 ** 2

/**
 * The course of demand of a whole app: cumulated means of the campaigns' changes from one day to the next, so that neither new campaigns
 * nor those that end shift it.
 */
export function commonCourse(all: readonly Residuals[], days: number): Float64Array {
  const course = new Float64Array(days)
  for (let t = 1; t < days; t++) {
    let [sum, weight, count] = [0, 0, 0]
    for (const { values, weights } of all) {
      const change = values[t]! - values[t - 1]!
      if (Number.isNaN(change)) continue
      const own = 1 / (1 / weights[t]! + 1 / weights[t - 1]!)
      sum += own * change
      weight += own
      count++
    }
    course[t] = course[t - 1]! + (count >= LEAST ? sum / (weight + 1 / DAILY) : 0)
  }
  return course
}

/** Effects of single days on a kind of groups, by group: means, shrunk by their variance over what chance explains. */
export function dayEffects(all: readonly Residuals[], kind: number, days: number): Map<string, Float64Array> {
  const members = new Map<string, Residuals[]>()
  for (const one of all) {
    const group = one.groups[kind]!
    const some = members.get(group)
    if (some === undefined) members.set(group, [one])
    else some.push(one)
  }
  const means: { group: string; t: number; sum: number; weight: number }[] = []
  let [above, below] = [0, 0]
  for (const [group, some] of members) {
    for (let t = 0; t < days; t++) {
      let [sum, weight, count] = [0, 0, 0]
      for (const { values, weights } of some) {
        if (Number.isNaN(values[t]!)) continue
        sum += weights[t]! * values[t]!
        weight += weights[t]!
        count++
      }
      if (count < LEAST) continue
      means.push({ group, t, sum, weight })
      above += sum ** 2 / weight - 1
      below += weight
    }
  }
  const variance = below > 0 ? Math.max(0, above / below) : 0
  const effects = new Map([...members.keys()].map(group => [group, new Float64Array(days)]))
  if (variance === 0) return effects
  for (const { group, t, sum, weight } of means) effects.get(group)![t] = sum / (weight + 1 / variance)
  return effects
}

/** Shrunk weekday means of one campaign's residuals. */
export function weekdayEffects({ values, weights }: Residuals): Float64Array {
  const sums = new Float64Array(7)
  const totals = new Float64Array(7)
  values.forEach((value, t) => {
    if (Number.isNaN(value)) return
    sums[t % 7]! += weights[t]! * value
    totals[t % 7]! += weights[t]!
  })
  return sums.map((sum, weekday) => sum / (totals[weekday]! + 1 / WEEKDAY))
}

/** Prior variance of a campaign's own weekday. */
const WEEKDAY = 0.03 ** 2
