import type { Limits } from './baseline.ts'
import { type Compared, Rates } from './expected.ts'
import type { Floor } from './floor.ts'
import type { Finding, SegmentFinding } from './finding.ts'
import type { Scopes } from './scopes.ts'
import { isPartOf, type Segment } from './segments.ts'
import { type DayValues, type Series, valuesOn } from './series.ts'
import type { Grid } from '../model/grid.ts'
import { sum, sumAt } from '../../core/formulas/sums.ts'

const VOLUME: Limits = { up: Math.log(1.6), down: Math.log(1.8), sigmas: 4.5 }
/**
 * `moved`: limits of one side's surplus over the other side's deficit, and inverse. `sigmas` are those of paid installs against their spend;
 * organic ones vary too much to be certain.
 */
const SPLIT = { each: 0.2, both: Math.log(2), sigmas: 7, moved: 0.3 }
const EACH: Limits = { up: SPLIT.each, down: SPLIT.each, sigmas: 0 }
const LEAST = { installs: 20 }
const HALF_LIFE = 7
const PRIOR_INSTALLS = 5
const WEEK = 7
/** Minimum days with spend or installs in the last week for a unit to be compared. */
const ACTIVE = 5

/** Judges spend against installs, all installs, and paid against organic ones. */
export class InstallDay {
  private readonly series: Series
  private readonly scopes: Scopes
  private readonly cost: Rates
  private readonly floor: Floor

  constructor(series: Series, scopes: Scopes, floor: Floor) {
    this.series = series
    this.floor = floor
    this.scopes = scopes
    this.cost = new Rates(series, HALF_LIFE)
  }

  /** Also returns the input of later days, with usual values in place of wrong ones. */
  next(day: number): { findings: SegmentFinding[]; learned: DayValues } {
    const { units, firstDay } = this.series
    const today = valuesOn(this.series, day)
    const { installs, spend } = today
    // Organic installs cost nothing.
    const rates = this.cost
      .all(PRIOR_INSTALLS)
      .map((rate, u) => (units.organic[u] === 0 ? rate : 0))
    const [recent, recentSpend] = [
      this.recent(day, this.series.installs),
      this.recent(day, this.series.spend),
    ]
    const atUsualCost = rates.map((rate, u) => rate * installs[u]!)
    const price =
      sum(atUsualCost) / (sum(rates.map((rate, u) => (rate > 0 ? installs[u]! : 0))) || 1) || 1
    // In installs: usual for the spend, and actual.
    const bought = rates.map((rate, u) => (rate > 0 ? spend[u]! / rate : 0))
    // Lump sums, such as for influencers, do not depend on their day.
    const isCompared = Uint8Array.from(rates, (rate, u) =>
      rate > 0 && this.spendingDays(u, day) >= ACTIVE ? 1 : 0,
    )
    const cost: Compared = {
      observed: bought.map((value, u) => value * isCompared[u]!),
      expected: installs.map((value, u) => value * isCompared[u]!),
      unit: 1,
    }
    const findingOf = (
      { test, repair }: Pick<Finding, 'test' | 'repair'>,
      segment: Segment,
      observed: number,
      expected: number,
    ): SegmentFinding => ({
      day: firstDay + day,
      kind: null,
      curve: null,
      rates,
      test,
      scope: segment.scope,
      segment,
      observed,
      expected,
      repair,
    })

    const splits = this.splits(day, today, cost, recent).map(segment => {
      const paid = segment.units.filter(u => units.organic[u] === 0)
      const split = { test: 'split', repair: 'empty' } as const
      return findingOf(split, segment, sumAt(paid, installs), sumAt(paid, bought))
    })
    const remaining = { ...cost, observed: cost.observed.slice() }
    for (const { segment } of splits)
      for (const u of segment.units) remaining.observed[u] = cost.expected[u]!
    const counts = ({ units: inside }: Segment): number =>
      Math.max(sumAt(inside, cost.expected), sumAt(inside, remaining.observed))
    // Small segments too, where spend or installs departed alone.
    const isOff = (at: number, observed: number): boolean => {
      const inside = units.segments[at]!.units
      const usual = sumAt(inside, cost.expected)
      const price = sum(inside, u => rates[u]! * cost.expected[u]!) / usual
      const moved = this.floor.depart('installs', at, sumAt(inside, installs), 1)
      const paid = this.floor.depart('spend', at, observed * price, price)
      return (
        usual > 0 &&
        ((paid.isBeyond && Math.abs(moved.deviation) < Math.abs(paid.deviation) / 2) ||
          (moved.isBeyond && Math.abs(paid.deviation) < Math.abs(moved.deviation) / 2))
      )
    }
    const costs = this.scopes
      .choose('spend', firstDay + day, remaining, { counts, least: LEAST.installs, isOff })
      .map(segment => {
        const inside = segment.units
        const [bill, count] = [sumAt(inside, spend), sumAt(inside, installs)]
        const isSpend =
          count > 0 &&
          Math.abs(Math.log((count + 1) / (sumAt(inside, recent) + 1))) <
            Math.abs(Math.log((bill + price) / (sumAt(inside, recentSpend) + price)))
        return isSpend
          ? findingOf({ test: 'spend', repair: 'spend' }, segment, bill, sumAt(inside, atUsualCost))
          : findingOf(
              { test: 'installs', repair: 'empty' },
              segment,
              sumAt(inside, cost.expected),
              sumAt(inside, bought),
            )
      })
    const findings = [...splits, ...costs]
    const explained = new Set(findings.flatMap(other => other.segment.units))
    const isOpen = (u: number): boolean => isCompared[u] === 1 && !explained.has(u)
    for (const segment of this.volumes(day, today, recent, isOpen)) {
      const { scope, units: inside } = segment
      if (findings.some(other => isPartOf(scope, other.scope) || isPartOf(other.scope, scope)))
        continue
      const volume = { test: 'volume', repair: 'none' } as const
      findings.push(findingOf(volume, segment, sumAt(inside, installs), sumAt(inside, recent)))
    }

    this.floor.add('installs', u => installs[u]!, 1)
    this.floor.add('spend', u => spend[u]!, price)
    const learned = usualValues(today, findings, rates, recent)
    this.cost.add(
      u => learned.spend[u]!,
      u => (units.organic[u] === 0 ? learned.installs[u]! : 0),
    )
    return { findings, learned }
  }

  /** Platforms on which paid installs became organic ones, or the reverse. */
  private splits(
    day: number,
    { installs }: DayValues,
    cost: Compared,
    recent: Float64Array,
  ): Segment[] {
    const { units, firstDay } = this.series
    return units.segments.filter((segment, at) => {
      if (segment.level !== 'platform') return false
      const organic = segment.units.filter(u => units.organic[u] === 1)
      const [now, usual] = [sumAt(organic, installs), sumAt(organic, recent)]
      const paid = sum(segment.units, u => (cost.expected[u]! > 0 ? installs[u]! : 0))
      const [spent, expected] = [
        sumAt(segment.units, cost.observed),
        sumAt(segment.units, cost.expected),
      ]
      if (usual < LEAST.installs || spent / cost.unit < LEAST.installs) return false
      const values = [
        Math.log((now + 1) / (usual + 1)),
        Math.log((spent + cost.unit) / (expected + cost.unit)),
      ]
      const baselines = ['organic', 'cost of platform'].map(test => this.scopes.baseline(test, at))
      const judged = baselines.map((baseline, which) =>
        baseline.judge(values[which]!, firstDay + day, Math.sqrt(1 / (usual + 1)), EACH),
      )
      const [first, other] = [judged[0]!, judged[1]!]
      const both = Math.abs(first.deviation + other.deviation)
      const lacking = paid * (spent / (expected || Infinity) - 1)
      const moved = (now - usual) / lacking
      const isBeyond =
        moved >= SPLIT.moved &&
        moved <= 1 / SPLIT.moved &&
        Math.min(Math.abs(first.deviation), Math.abs(other.deviation)) >= SPLIT.each &&
        Math.sign(first.deviation) === Math.sign(other.deviation) &&
        both >= SPLIT.both &&
        Math.abs(other.deviation) >= SPLIT.sigmas * other.sigma
      for (const [which, baseline] of baselines.entries()) {
        if (isBeyond) baseline.refuse(values[which]!, firstDay + day, judged[which]!)
        else baseline.add(values[which]!, firstDay + day)
      }
      return isBeyond
    })
  }

  /** The app or platforms whose running campaigns have more, or fewer, installs at once. */
  private volumes(
    day: number,
    { installs, spend }: DayValues,
    recent: Float64Array,
    isOpen: (unit: number) => boolean,
  ): Segment[] {
    const { firstDay } = this.series
    const segments: Segment[] = []
    for (const [at, segment] of this.floor.wide) {
      if (segment.level === 'network') continue
      const running = segment.units.filter(
        u => recent[u]! > 0 && isOpen(u) && (installs[u]! > 0 || spend[u]! > 0),
      )
      const [now, usual] = [sumAt(running, installs), sumAt(running, recent)]
      if (usual < LEAST.installs) continue
      const value = Math.log((now + 1) / (usual + 1))
      const baseline = this.scopes.baseline('volume', at)
      const judged = baseline.judge(value, firstDay + day, Math.sqrt(1 / (usual + 1)), VOLUME)
      if (!judged.isBeyond) baseline.add(value, firstDay + day, judged)
      else {
        baseline.refuse(value, firstDay + day, judged)
        if (!segments.some(({ scope }) => isPartOf(segment.scope, scope))) segments.push(segment)
      }
    }
    return segments
  }

  private spendingDays(unit: number, day: number): number {
    return this.series.spend
      .row(unit)
      .subarray(Math.max(0, day - WEEK), day)
      .reduce((count, value) => (value > 0 ? count + 1 : count), 0)
  }

  /** Per unit, the average of its active days of the last week; 0 if there are few. */
  private recent(day: number, values: Grid): Float64Array {
    const { units, installs, spend } = this.series
    return Float64Array.from({ length: units.count }, (_, u) => {
      let [total, active] = [0, 0]
      for (let t = Math.max(0, day - WEEK); t < day; t++) {
        total += values.get(u, t)
        if (installs.get(u, t) > 0 || spend.get(u, t) > 0) active++
      }
      return active >= ACTIVE ? total / active : 0
    })
  }
}

/** The day's values, with usual ones in place of findings. */
function usualValues(
  known: DayValues,
  findings: readonly SegmentFinding[],
  rates: Float64Array,
  recent: Float64Array,
): DayValues {
  const [installs, spend] = [known.installs.slice(), known.spend.slice()]
  for (const { test, segment, observed, expected } of findings) {
    const factor = expected / (observed || 1)
    for (const u of segment.units) {
      const rate = rates[u]!
      if (test === 'split') installs[u] = recent[u]!
      else if (test === 'installs' && rate > 0) installs[u] = spend[u]! / rate
      else if (test !== 'spend') installs[u]! *= factor
      if (test === 'spend' || test === 'split') spend[u] = rate * installs[u]!
      else if (test === 'volume') spend[u]! *= factor
    }
  }
  return { installs, spend }
}
