import { sum } from '../../core/formulas/sums.ts'
import { groupBy } from '../model/group-by.ts'
import { cumulative, type Vector } from './vectors.ts'

/** A campaign's groups, and the residuals of its model by day. */
export interface Residuals {
  /** The group of each kind: app, platform, network, country. */
  groups: readonly string[]
  values: Vector
  /** Inverse variances; 0 on unknown days. */
  weights: Vector
}

type Weighed = Pick<Residuals, 'values' | 'weights'>

/** Minimum campaigns of a group whose days have a separate effect. */
const LEAST = 3
/** Prior variance of a daily change of demand. */
const DAILY = 0.15 ** 2
/** Prior variance of a campaign's own weekday. */
const WEEKDAY = 0.03 ** 2

/**
 * The trend of an app's demand, for each campaign: cumulative means of the other campaigns' daily changes, so that neither
 * new nor ending campaigns shift it.
 */
export function sharedTrends(all: readonly Weighed[]): Vector[] {
  const changes = all.map(({ values, weights }) => ({
    values: values.map((value, t) => value - (values[t - 1] ?? value)),
    weights: weights.map((weight, t) => 1 / (1 / weight + 1 / (weights[t - 1] ?? 0))),
  }))
  const totals = totalsOf(changes)
  return changes.map(own => cumulative(meansOfOthers(own, totals, DAILY)))
}

/**
 * Effects of single days on a kind of groups, for each campaign: means of the others of its group, shrunk by their variance beyond that of
 * chance.
 */
export function dayEffects(all: readonly Residuals[], kind: number): Vector[] {
  const groupOf = ({ groups }: Residuals): string | undefined => groups[kind]
  const groups = groupBy(all, groupOf)
  const totals = new Map([...groups].map(([name, members]) => [name, totalsOf(members)]))
  const shared = [...totals.values()].flat().filter(({ count }) => count >= LEAST)
  const weights = sum(shared, ({ weight }) => weight)
  const excess = sum(shared, ({ product, weight }) => product ** 2 / weight - 1)
  const variance = weights > 0 ? Math.max(0, excess / weights) : 0
  return all.map(own => meansOfOthers(own, totals.get(groupOf(own)) ?? [], variance))
}

/** A day of several campaigns. */
interface Total {
  /** Sum of weight x value. */
  product: number
  weight: number
  count: number
}

function totalsOf(campaigns: readonly Weighed[]): Total[] {
  const days = campaigns[0]?.values.keys() ?? []
  return [...days].map(t => ({
    product: sum(campaigns, ({ values, weights }) => weights[t]! * values[t]!),
    weight: sum(campaigns, ({ weights }) => weights[t]!),
    count: campaigns.filter(({ weights }) => weights[t]! > 0).length,
  }))
}

/**
 * The shrunk means of a campaign's group without the campaign; 0 if too few are known. A campaign in its own mean would explain itself: its days
 * would look less noisy than they are, and its response would be drawn to the previous round's estimate.
 */
function meansOfOthers(
  { values, weights }: Weighed,
  totals: readonly Total[],
  variance: number,
): Vector {
  return values.map((value, t) => {
    const { product, weight, count } = totals[t]!
    const own = weights[t]!
    return count < LEAST ? 0 : (product - own * value) / (weight - own + 1 / variance)
  })
}

/** Shrunk means of a campaign's weekdays, by day. */
export function weekdayEffects({ values, weights }: Weighed): Vector {
  const effects = Array.from({ length: 7 }, (_, weekday) => {
    const days = [...values.keys()].filter(t => t % 7 === weekday)
    const products = sum(days, t => weights[t]! * values[t]!)
    return products / (sum(days, t => weights[t]!) + 1 / WEEKDAY)
  })
  return values.map((_, t) => effects[t % 7]!)
}
