import type { Day } from '../../model/days.ts'
import { Baseline, type Judgement, type Limits } from './baseline.ts'
import type { Compared } from './expected.ts'
import { sumOf } from './finding.ts'
import { isPartOf, type Level, type Segment, type Units } from './segments.ts'

const WIDE: Limits = { up: Math.log(1.8), down: Math.log(1.8), sigmas: 4.5 }
/** Single campaigns, countries of a platform, and young cohorts do jump. */
const NARROW: Limits = { up: Math.log(3), down: Math.log(3), sigmas: 6 }
const NARROW_LEVELS: ReadonlySet<Level> = new Set(['campaign', 'platformCountry'])
/** Smaller deviations are usual without looking. */
const QUIET = 0.3
/** Scopes of one day and test; more of them are the whole app's. */
const MAX_SCOPES = 5

/** Counts or payments added to both sides, so that none has a logarithm. */
const ADDED = 0.25
/** Minimum counts or payments of a remainder, and its share of the deviation to count as alike. */
const TELLING = 5
const ALIKE = 0.5

interface Sums {
  observed: number
  expected: number
}

/** What is usual by test and segment. */
export class Scopes {
  private readonly units: Units
  private readonly baselines = new Map<string, Map<number, Baseline>>()

  constructor(units: Units) {
    this.units = units
  }

  baseline(test: string, segment: number): Baseline {
    const ofTest = this.baselines.get(test) ?? new Map<number, Baseline>()
    this.baselines.set(test, ofTest)
    const found = ofTest.get(segment) ?? new Baseline()
    ofTest.set(segment, found)
    return found
  }

  /**
   * The fewest, narrowest segments without which no other one is beyond its limits. The day joins the baselines of the others.
   * @param counts installs or payments of a segment: the fewer, the less certain
   */
  choose(
    test: string,
    day: Day,
    compared: Compared,
    { counts, least }: { counts: (segment: Segment) => number; least: number },
  ): Segment[] {
    const { segments } = this.units
    const { observed, expected, unit } = compared
    const sums = segments.map(({ units }): Sums => ({
      observed: sumOf(units, u => observed[u]!),
      expected: sumOf(units, u => expected[u]!),
    }))
    const valueOf = (of: Sums): number => Math.log((of.observed + ADDED * unit) / (of.expected + ADDED * unit))
    const judge = (at: number, of: Sums): Judgement => {
      const limits = test === 'ltv' || NARROW_LEVELS.has(segments[at]!.level) ? NARROW : WIDE
      const judged = this.baseline(test, at).judge(valueOf(of), day, Math.sqrt(1 / (counts(segments[at]!) + 1)), limits)
      return { ...judged, isBeyond: judged.isBeyond && (test !== 'spend' || rootDistance(of, unit) >= limits.sigmas) }
    }
    const beyond: number[] = []
    for (const [at, of] of sums.entries()) {
      if ((of.observed === 0 && of.expected === 0) || counts(segments[at]!) < least) continue
      if (Math.abs(valueOf(of)) > QUIET && judge(at, of).isBeyond) beyond.push(at)
      else this.baseline(test, at).add(valueOf(of), day)
    }
    const chosen = beyond.length === 0 ? [] : this.explain(beyond, sums, compared, judge)
    for (const at of beyond) this.baseline(test, at).refuse(valueOf(sums[at]!), day)
    return chosen.map(at => segments[at]!)
  }

  private explain(
    beyond: readonly number[],
    all: readonly Sums[],
    compared: Compared,
    judge: (segment: number, sums: Sums) => Judgement,
  ): number[] {
    const { segments, segmentsOf } = this.units
    const sums = all.map(of => ({ ...of }))
    const observed = compared.observed.slice()
    const neutral = compared.expected
    const chosen: number[] = []
    let left = beyond
    while (left.length > 0 && chosen.length < MAX_SCOPES) {
      const tries = left.map(at => {
        const without = new Map<number, Sums>()
        for (const u of segments[at]!.units) {
          for (const other of segmentsOf[u]!) {
            const now = without.get(other) ?? { ...sums[other]! }
            now.observed += neutral[u]! - observed[u]!
            without.set(other, now)
          }
        }
        return { at, still: left.filter(other => other !== at && judge(other, without.get(other) ?? sums[other]!).isBeyond) }
      })
      const best = tries.reduce((one, other) => {
        const fewer = other.still.length - one.still.length
        return fewer < 0 || (fewer === 0 && sums[other.at]!.expected < sums[one.at]!.expected) ? other : one
      })
      const scope = this.widened(best.at, sums, compared.unit)
      chosen.push(scope)
      for (const u of segments[scope]!.units) {
        for (const other of segmentsOf[u]!) sums[other]!.observed += neutral[u]! - observed[u]!
        observed[u] = neutral[u]!
      }
      left = left.filter(at => at !== scope && judge(at, sums[at]!).isBeyond)
    }
    // The first segment is the app.
    return left.length > 0 ? [0] : chosen
  }

  /** The widest segment whose remainder deviates alike. */
  private widened(from: number, sums: readonly Sums[], unit: number): number {
    const { segments } = this.units
    const shift = ({ observed, expected }: Sums): number => Math.log((observed + ADDED * unit) / (expected + ADDED * unit))
    const { scope } = segments[from]!
    return segments.reduce((best, { scope: wider }, at) => {
      if (at === best || !isPartOf(scope, wider) || sums[at]!.expected <= sums[best]!.expected) return best
      const rest = {
        observed: sums[at]!.observed - sums[from]!.observed,
        expected: sums[at]!.expected - sums[from]!.expected,
      }
      return rest.expected > TELLING * unit && shift(rest) / shift(sums[from]!) > ALIKE ? at : best
    }, from)
  }
}

/** Distance of two counts in standard deviations: logarithms of few counts are skewed (Anscombe 1948). */
function rootDistance({ observed, expected }: Sums, unit: number): number {
  return 2 * Math.abs(Math.sqrt(observed / unit + 3 / 8) - Math.sqrt(expected / unit + 3 / 8))
}
