import type { Day } from '../../core/model/dates.ts'
import { Baseline, type Judgement, type Limits } from './baseline.ts'
import type { Compared } from './expected.ts'
import { type Level, type Segment, type Units } from './segments.ts'
import { sumAt } from '../../core/formulas/sums.ts'

const WIDE: Limits = { up: Math.log(1.8), down: Math.log(1.8), sigmas: 4.5 }
/** Single campaigns and countries of a platform fluctuate more. */
const NARROW: Limits = { up: Math.log(3), down: Math.log(3), sigmas: 6 }
const NARROW_LEVELS: ReadonlySet<Level> = new Set(['campaign', 'platformCountry'])
/** Smaller deviations always count as usual. */
const QUIET = 0.3
/** Minimum deviation from what installs make usual, for a segment that the floor finds wrong. */
const LEAST_SHIFT = Math.log(2.2)
/** Maximum scopes of one day and test; more are the whole app's. */
const MAX_SCOPES = 5

/** Counts or payments added to both sides, since 0 has no logarithm. */
const ADDED = 0.25
/** Maximum of a segment's squared deviation, in standard deviations. */
const MOST_ODD = 50

interface Sums {
  observed: number
  expected: number
}

/** The usual values by test and segment. */
export class Scopes {
  private readonly units: Units
  private readonly baselines = new Map<string, Map<number, Baseline>>()

  constructor(units: Units) {
    this.units = units
  }

  baseline(test: string, segment: number): Baseline {
    const ofTest = this.baselines.get(test) ?? new Map<number, Baseline>()
    this.baselines.set(test, ofTest)
    const baseline = ofTest.get(segment) ?? new Baseline()
    ofTest.set(segment, baseline)
    return baseline
  }

  /**
   * Segments without which no other one is beyond its limits. The day joins the baselines of the others.
   * @param counts installs or payments of a segment: fewer are less certain
   * @param isOff whether the floor finds a segment with an observed value wrong
   */
  choose(
    test: string,
    day: Day,
    values: Compared,
    {
      counts,
      least,
      isOff = () => false,
    }: {
      counts: (segment: Segment) => number
      least: number
      isOff?: ((segment: number, observed: number) => boolean) | undefined
    },
  ): Segment[] {
    const { segments } = this.units
    const { observed, expected, unit } = values
    const sizes = segments.map(counts)
    const sums = segments.map(({ units }): Sums => ({
      observed: sumAt(units, observed),
      expected: sumAt(units, expected),
    }))
    const judge = (at: number, of: Sums): Judgement => {
      const limits = NARROW_LEVELS.has(segments[at]!.level) ? NARROW : WIDE
      const judged = this.baseline(test, at).judge(
        shiftOf(of, unit),
        day,
        Math.sqrt(1 / (sizes[at]! + 1)),
        limits,
      )
      const isBeyond =
        sizes[at]! >= least &&
        judged.isBeyond &&
        (test !== 'spend' || rootDistance(of, unit) >= limits.sigmas)
      return {
        ...judged,
        isBeyond:
          isBeyond || (Math.abs(shiftOf(of, unit)) >= LEAST_SHIFT && isOff(at, of.observed)),
      }
    }
    const compared = segments
      .map((_, at) => at)
      .filter(
        at =>
          (sums[at]!.observed > 0 || sums[at]!.expected > 0) &&
          (sizes[at]! >= least || isOff(at, sums[at]!.observed)),
      )
    const judged = new Map(
      compared.map(at => [
        at,
        Math.abs(shiftOf(sums[at]!, unit)) > QUIET ? judge(at, sums[at]!) : undefined,
      ]),
    )
    const beyond = compared.filter(at => judged.get(at)?.isBeyond === true)
    const chosen =
      beyond.length === 0 ? [] : this.explain(beyond, { sums, values, compared }, judge)
    for (const [at, verdict] of judged) {
      const value = shiftOf(sums[at]!, unit)
      if (verdict?.isBeyond === true) this.baseline(test, at).refuse(value, day, verdict)
      else this.baseline(test, at).add(value, day, verdict)
    }
    return chosen.map(at => segments[at]!)
  }

  /** Segments whose common factor, once removed, leaves the fewest others beyond the limits, and the smallest total deviation. */
  private explain(
    beyond: readonly number[],
    {
      sums: originalSums,
      values: { observed: all, expected, unit },
      compared,
    }: { sums: readonly Sums[]; values: Compared; compared: readonly number[] },
    judge: (segment: number, sums: Sums) => Judgement,
  ): number[] {
    const { segments, segmentsOf } = this.units
    const sums = originalSums.map(of => ({ ...of }))
    const observed = all.slice()
    const isCompared = new Set(compared)
    // Small segments have too few counts to be judged, but may cause the deviation of others.
    const suspects = segments.flatMap(({ level }, at) =>
      beyond.includes(at) ||
      Math.abs(shiftOf(originalSums[at]!, unit)) >= (NARROW_LEVELS.has(level) ? NARROW : WIDE).up
        ? [at]
        : [],
    )
    const oddness = (at: number, of: Sums): number => {
      const { deviation, sigma } = judge(at, of)
      return Math.min(MOST_ODD, (deviation / sigma) ** 2)
    }
    const chosen: number[] = []
    let remaining = beyond
    while (remaining.length > 0 && chosen.length < MAX_SCOPES) {
      const odd = new Map(compared.map(at => [at, oddness(at, sums[at]!)]))
      const tries = suspects
        .filter(at => !chosen.includes(at))
        .map(at => {
          const usual = withoutFactor(sums[at]!)
          const without = new Map<number, Sums>()
          for (const u of segments[at]!.units) {
            for (const other of segmentsOf[u]!) {
              const now = without.get(other) ?? { ...sums[other]! }
              now.observed += usual(observed[u]!, expected[u]!) - observed[u]!
              without.set(other, now)
            }
          }
          let residual = 0
          for (const [other, now] of without)
            if (isCompared.has(other)) residual += oddness(other, now) - odd.get(other)!
          return {
            at,
            residual,
            still: remaining.filter(
              other => other !== at && judge(other, without.get(other) ?? sums[other]!).isBeyond,
            ).length,
          }
        })
      const best = tries.reduce((a, b) =>
        (b.still - a.still || b.residual - a.residual) < 0 ? b : a,
      )
      chosen.push(best.at)
      for (const u of segments[best.at]!.units) {
        for (const other of segmentsOf[u]!) sums[other]!.observed += expected[u]! - observed[u]!
        observed[u] = expected[u]!
      }
      remaining = remaining.filter(at => at !== best.at && judge(at, sums[at]!).isBeyond)
    }
    // The first segment is the app.
    return remaining.length > 0 ? [0] : chosen
  }
}

/** An excess is divided by the factor of the whole; for a deficit, the missing share is added. */
function withoutFactor({
  observed,
  expected,
}: Sums): (observed: number, expected: number) => number {
  const factor = observed / expected
  return factor > 1 ? of => of / factor : (of, usual) => of + (1 - factor) * usual
}

function shiftOf({ observed, expected }: Sums, unit: number): number {
  return Math.log((observed + ADDED * unit) / (expected + ADDED * unit))
}

/** Distance of two counts in standard deviations: logarithms of few counts are skewed (Anscombe 1948). */
function rootDistance({ observed, expected }: Sums, unit: number): number {
  return 2 * Math.abs(Math.sqrt(observed / unit + 3 / 8) - Math.sqrt(expected / unit + 3 / 8))
}
