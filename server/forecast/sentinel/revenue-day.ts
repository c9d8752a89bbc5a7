import { ageCurve, byCurve, type Compared, Rates, usualSize } from './expected.ts'
import { type Found, type Repair, sumOf } from './finding.ts'
import type { Scopes } from './scopes.ts'
import type { Segment } from './segments.ts'
import { AGES, type DayValues, type KindSeries, type Series } from './series.ts'

const HALF_LIFE = 14
const PRIOR = { payments: 3, installs: 30 }
/** Minimum expected payments of a segment, and minimum to decide whether installs or revenue are wrong. */
const LEAST = { payments: 8, telling: 3 }

/** Usual install-day revenue per install by unit, and the size of a payment. */
interface Usual {
  rates: Float64Array
  size: number
}

/** Judges revenue by calendar day, then install-day revenue per install. */
export class RevenueDay {
  private readonly series: Series
  private readonly scopes: Scopes
  private readonly levels: readonly Rates[]
  private readonly young: Rates
  private readonly all: readonly number[]

  constructor(series: Series, scopes: Scopes) {
    this.series = series
    this.scopes = scopes
    this.levels = series.kinds.map(() => new Rates(series, HALF_LIFE))
    this.young = new Rates(series, HALF_LIFE)
    this.all = Array.from({ length: series.units.count }, (_, u) => u)
  }

  /**
   * Returns the findings of the day, those of the install day with their repair, and the input of later days: installs that revenue agreed
   * with, unchanged, and ages by kind without wrong revenue.
   * @param found of the install day; the series has its repaired values
   * @param delivered installs of the day by unit
   */
  next(day: number, found: readonly Found[], delivered: Float64Array): { found: Found[]; learned: DayValues; ages: Float64Array[] } {
    const byKind = this.series.kinds.map((kind, k) => this.judgeDay(day, kind, this.levels[k]!))
    const wrong = byKind.flatMap(kind => kind.found)
    const usual = {
      rates: this.young.all(PRIOR.installs),
      size: Math.max(...this.series.kinds.map(kind => usualSize(kind, day)), 0),
    }
    const judged = found.map((finding): Found => ({ ...finding, repair: this.repairOf(finding, wrong, day, usual) }))
    const learned = this.restored(day, unitsOf(judged, 'none'), delivered)
    const unsure = new Set([...wrong.flatMap(({ segment }) => segment.units), ...unitsOf(judged, 'empty', 'both')])
    const odd = this.judgeInstallDay(day, learned.installs, unsure, usual)
    return { found: [...judged, ...wrong, ...odd], learned, ages: byKind.map(({ ages }) => ages) }
  }

  /** Also returns the day's revenue by age, with usual values in place of wrong ones. */
  private judgeDay(day: number, kind: KindSeries, levels: Rates): { found: Found[]; ages: Float64Array } {
    const { days, firstDay, totals } = this.series
    const size = usualSize(kind, day)
    const curve = ageCurve(kind, totals, day)
    const plain = byCurve(this.series, curve, day)
    const gross = Float64Array.from(this.all, u => kind.gross[u * days + day]!)
    const found: Found[] = []
    if (size > 0) {
      const rates = levels.all(PRIOR.payments * size)
      const compared = { observed: gross.slice(), expected: plain.map((value, u) => rates[u]! * value), unit: size }
      for (const beyond of this.beyond(kind.kind, day, compared)) {
        found.push({ day: firstDay + day, test: 'revenue', kind: kind.kind, ...beyond, repair: 'revenue', rates, curve })
        for (const u of beyond.segment.units) gross[u] = compared.expected[u]!
      }
    }
    levels.add(
      u => gross[u]!,
      u => plain[u]!,
    )
    const ages = kind.byAge.slice(day * AGES, (day + 1) * AGES)
    const missing = sumOf([...found.keys()], at => found[at]!.expected - found[at]!.observed)
    return { found, ages: found.length === 0 ? ages : this.spread(sumOf([...ages.keys()], n => ages[n]!) + missing, curve, day) }
  }

  /** Distributes a day's revenue over ages as usual: later curves must not learn from a wrong one. */
  private spread(revenue: number, curve: Float64Array, day: number): Float64Array {
    const usual = curve.map((value, n) => (n <= day ? value * this.series.totals[day - n]! : 0))
    const all = usual.reduce((sum, value) => sum + value, 0)
    return usual.map(value => (all > 0 ? (Math.max(0, revenue) * value) / all : 0))
  }

  /** Segments beyond their limits, with their sums. */
  private beyond(test: string, day: number, compared: Compared): Pick<Found, 'segment' | 'scope' | 'observed' | 'expected'>[] {
    const { observed, expected, unit } = compared
    const expectedIn = ({ units }: Segment): number => sumOf(units, u => expected[u]!)
    const counts = (segment: Segment): number => expectedIn(segment) / unit
    return this.scopes.choose(test, this.series.firstDay + day, compared, { counts, least: LEAST.payments }).map(segment => ({
      segment,
      scope: segment.scope,
      observed: sumOf(segment.units, u => observed[u]!),
      expected: expectedIn(segment),
    }))
  }

  /** By whether revenue changed with the installs. */
  private repairOf(finding: Found, wrong: readonly Found[], day: number, { rates, size }: Usual): Repair {
    if (finding.test === 'spend' || finding.test === 'split') return finding.repair
    const [repair, otherwise]: [Repair, Repair] = finding.test === 'installs' ? ['installs', 'empty'] : ['both', 'none']
    const { young, installs, days } = this.series
    const up = finding.observed > finding.expected
    const inside = new Set(finding.segment.units)
    const together = wrong.filter(({ segment }) => segment.units.some(u => inside.has(u)))
    if (together.length > 0)
      return finding.test === 'volume' && together.every(({ observed, expected }) => observed > expected === up) ? 'both' : otherwise
    const expected = sumOf(finding.segment.units, u => rates[u]! * installs[u * days + day]!)
    if (!(expected > LEAST.telling * size)) return otherwise
    const brought = Math.log((sumOf(finding.segment.units, u => young[u * days + day]!) + size) / (expected + size))
    const factor = Math.log((finding.observed + 1) / (finding.expected + 1))
    return Math.abs(brought) < Math.abs(brought - factor) ? repair : otherwise
  }

  /** The day's values with delivered installs in some units, whose spend per install keeps its repaired value. */
  private restored(day: number, units: ReadonlySet<number>, delivered: Float64Array): DayValues {
    const { installs, spend, days } = this.series
    const factor = (u: number): number => (units.has(u) && installs[u * days + day]! > 0 ? delivered[u]! / installs[u * days + day]! : 1)
    return {
      installs: Float64Array.from(this.all, u => (units.has(u) ? delivered[u]! : installs[u * days + day]!)),
      spend: Float64Array.from(this.all, u => spend[u * days + day]! * factor(u)),
    }
  }

  /** @param unsure units with wrong installs or revenue */
  private judgeInstallDay(day: number, installs: Float64Array, unsure: ReadonlySet<number>, { rates, size }: Usual): Found[] {
    const { young, days, firstDay } = this.series
    const usual = installs.map((count, u) => rates[u]! * count)
    const compared = {
      observed: Float64Array.from(this.all, u => (unsure.has(u) ? 0 : young[u * days + day]!)),
      expected: usual.map((value, u) => (unsure.has(u) ? 0 : value)),
      unit: size,
    }
    const found = (size > 0 ? this.beyond('ltv', day, compared) : []).map((beyond): Found => ({
      day: firstDay + day,
      test: 'ltv',
      kind: null,
      ...beyond,
      repair: 'empty',
      rates: null,
      curve: null,
    }))
    const unexplained = new Set([...unsure, ...found.flatMap(({ segment }) => segment.units)])
    this.young.add(
      u => (unexplained.has(u) ? usual[u]! : young[u * days + day]!),
      u => installs[u]!,
    )
    return found
  }
}

function unitsOf(found: readonly Found[], ...repairs: readonly Repair[]): Set<number> {
  return new Set(found.flatMap(({ repair, segment }) => (repairs.includes(repair) ? segment.units : [])))
}
