/** A campaign's groups, and the residuals of its model. */
export interface Residuals {
  /** The group of each kind: app, platform, network, country. */
  groups: readonly string[]
  /** NaN if unknown. */
  values: Float64Array
  /** Inverse variances. */
  weights: Float64Array
}

/** Minimum campaigns of a group whose days have a separate effect. */
const LEAST = 3
/** Prior variance of a daily change of demand. */
const DAILY = 0.15 ** 2

/**
 * The trend of demand of a whole app, for each campaign: cumulative means of the other campaigns' daily changes, so that neither
 * new nor ending campaigns shift it.
 */
export function sharedTrends(all: readonly Residuals[], days: number): Float64Array[] {
  const trends = all.map(() => new Float64Array(days))
  for (let t = 1; t < days; t++) {
    const means = meansOfOthers(
      all.map(({ values, weights }) => ({
        value: values[t]! - values[t - 1]!,
        weight: 1 / (1 / weights[t]! + 1 / weights[t - 1]!),
      })),
      DAILY,
    )
    trends.forEach((trend, c) => (trend[t] = trend[t - 1]! + means[c]!))
  }
  return trends
}

/**
 * Effects of single days on a kind of groups, for each campaign: means of the others of its group, shrunk by their variance beyond that of
 * chance.
 */
export function dayEffects(all: readonly Residuals[], kind: number, days: number): Float64Array[] {
  const names = new Set(all.map(({ groups }) => groups[kind]!))
  const members = [...names].map(name => [...all.keys()].filter(c => all[c]!.groups[kind] === name))
  const onDays = members.map(group =>
    Array.from({ length: days }, (_, t) =>
      group.map(c => ({ value: all[c]!.values[t]!, weight: all[c]!.weights[t]! })),
    ),
  )
  let [above, below] = [0, 0]
  for (const some of onDays.flat()) {
    const { sum, weight, count } = total(some)
    if (count < LEAST) continue
    above += sum ** 2 / weight - 1
    below += weight
  }
  const variance = below > 0 ? Math.max(0, above / below) : 0
  const effects = all.map(() => new Float64Array(days))
  if (variance === 0) return effects
  onDays.forEach((group, n) =>
    group.forEach((some, t) =>
      meansOfOthers(some, variance).forEach((mean, at) => (effects[members[n]![at]!]![t] = mean)),
    ),
  )
  return effects
}

/** A campaign's value on a day, NaN if unknown. */
interface Weighed {
  value: number
  weight: number
}

function total(some: readonly Weighed[]): { sum: number; weight: number; count: number } {
  const known = some.filter(({ value }) => !Number.isNaN(value))
  const add = (of: (item: Weighed) => number): number =>
    known.reduce((all, item) => all + of(item), 0)
  return {
    sum: add(item => item.weight * item.value),
    weight: add(item => item.weight),
    count: known.length,
  }
}

/**
 * The shrunk mean of all others, for each; 0 if too few are known. A campaign in its own mean would explain itself: its days would look less
 * noisy than they are, and its response would be drawn to the previous round's estimate.
 */
function meansOfOthers(some: readonly Weighed[], variance: number): number[] {
  const { sum, weight, count } = total(some)
  if (count < LEAST) return some.map(() => 0)
  return some.map(item => {
    const own = Number.isNaN(item.value)
      ? { sum: 0, weight: 0 }
      : { sum: item.weight * item.value, weight: item.weight }
    return (sum - own.sum) / (weight - own.weight + 1 / variance)
  })
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
