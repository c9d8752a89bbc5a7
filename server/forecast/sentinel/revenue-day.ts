import { ageCurve, byCurve, Rates, usualOf } from './expected.ts'
import type { Floor } from './floor.ts'
import { type SegmentFinding, type Repair } from './finding.ts'
import type { Scopes } from './scopes.ts'
import type { Segment } from './segments.ts'
import { type DayValues, type KindSeries, type Series, valuesOn } from './series.ts'
import { sum, sumAt } from '../../core/formulas/sums.ts'

const HALF_LIFE = 14
const PRIOR_PAYMENTS = 3
/** Minimum expected payments of a segment. */
const LEAST = 8

/** Judges revenue by calendar day. */
export class RevenueDay {
  private readonly series: Series
  private readonly scopes: Scopes
  private readonly levels: readonly Rates[]
  private readonly floor: Floor

  constructor(series: Series, scopes: Scopes, floor: Floor) {
    this.series = series
    this.scopes = scopes
    this.floor = floor
    this.levels = series.kinds.map(() => new Rates(series, HALF_LIFE))
  }

  /**
   * Returns the findings of the day, those of the install day with their repair, and the input of later days: installs that changed with
   * their spend, unchanged, and ages by kind without wrong revenue.
   * @param findings of the install day; the series has its repaired values
   * @param delivered installs of the day by unit
   */
  next(
    day: number,
    findings: readonly SegmentFinding[],
    delivered: Float64Array,
  ): { findings: SegmentFinding[]; learned: DayValues; ages: Float64Array[] } {
    const byKind = this.series.kinds.map((kind, k) => this.judgeDay(day, kind, this.levels[k]!))
    const wrong = byKind.flatMap(kind => kind.findings)
    const judged = findings.map((finding): SegmentFinding => ({
      ...finding,
      repair: isTwice(finding, wrong) ? 'both' : finding.repair,
    }))
    const learned = this.restored(day, unitsOf(judged, 'none'), delivered)
    return { findings: [...judged, ...wrong], learned, ages: byKind.map(({ ages }) => ages) }
  }

  /** Also returns the day's revenue by age, with usual values in place of wrong ones. */
  private judgeDay(
    day: number,
    kind: KindSeries,
    levels: Rates,
  ): { findings: SegmentFinding[]; ages: Float64Array } {
    const { firstDay, totals } = this.series
    const [size, mean] = [usualOf(kind.size, day), usualOf(kind.mean, day)]
    const curve = ageCurve(kind, totals, day)
    const plain = byCurve(this.series, curve, day)
    const delivered = kind.gross.row(day)
    const gross = delivered.slice()
    const findings: SegmentFinding[] = []
    if (size > 0) {
      const rates = levels.all(PRIOR_PAYMENTS * size)
      const expected = plain.map((value, u) => rates[u]! * value)
      const expectedIn = ({ units }: Segment): number => sumAt(units, expected)
      const chosen = this.scopes.choose(
        kind.kind,
        firstDay + day,
        { observed: gross.slice(), expected, unit: size },
        {
          counts: segment => expectedIn(segment) / size,
          least: LEAST,
          isOff: (at, observed) => this.floor.depart(kind.kind, at, observed, mean).isBeyond,
        },
      )
      const common = {
        day: firstDay + day,
        test: 'revenue',
        kind: kind.kind,
        repair: 'revenue',
        rates,
        curve,
      } as const
      for (const segment of chosen) {
        const observed = sumAt(segment.units, gross)
        findings.push({
          ...common,
          segment,
          scope: segment.scope,
          observed,
          expected: expectedIn(segment),
        })
      }
      for (const { segment } of findings) for (const u of segment.units) gross[u] = expected[u]!
    }
    this.floor.add(kind.kind, u => delivered[u]!, mean)
    levels.add(
      u => gross[u]!,
      u => plain[u]!,
    )
    const ages = kind.byAge.row(day).slice()
    const missing = sum(findings, ({ expected, observed }) => expected - observed)
    return {
      findings,
      ages: findings.length === 0 ? ages : this.spread(sum(ages) + missing, curve, day),
    }
  }

  /** Distributes a day's revenue over ages as usual: later curves must not learn from a wrong one. */
  private spread(revenue: number, curve: Float64Array, day: number): Float64Array {
    const usual = curve.map((value, n) => (n <= day ? value * this.series.totals[day - n]! : 0))
    const all = usual.reduce((sum, value) => sum + value, 0)
    return usual.map(value => (all > 0 ? (Math.max(0, revenue) * value) / all : 0))
  }

  /** The day's values with delivered installs in some units, whose spend per install keeps its repaired value. */
  private restored(day: number, units: ReadonlySet<number>, delivered: Float64Array): DayValues {
    const { installs, spend } = valuesOn(this.series, day)
    return {
      installs: installs.map((value, u) => (units.has(u) ? delivered[u]! : value)),
      spend: spend.map((value, u) => {
        const repaired = installs[u]!
        return units.has(u) && repaired > 0 ? value * (delivered[u]! / repaired) : value
      }),
    }
  }
}

function unitsOf(findings: readonly SegmentFinding[], ...repairs: readonly Repair[]): Set<number> {
  return new Set(
    findings.flatMap(({ repair, segment }) => (repairs.includes(repair) ? segment.units : [])),
  )
}

/** A day read twice, or in part, has more, or less, revenue too. */
function isTwice(
  { test, segment, observed, expected }: SegmentFinding,
  wrong: readonly SegmentFinding[],
): boolean {
  const inside = new Set(segment.units)
  const overlapping = wrong.filter(other => other.segment.units.some(u => inside.has(u)))
  return (
    test === 'volume' &&
    overlapping.length > 0 &&
    overlapping.every(other => other.observed > other.expected === observed > expected)
  )
}
