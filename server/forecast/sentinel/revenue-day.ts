import { ageCurve, byCurve, Rates, usualSize } from './expected.ts'
import { type Found, type Repair, sumOf } from './finding.ts'
import type { Scopes } from './scopes.ts'
import type { Segment } from './segments.ts'
import { AGES, type KindSeries, type Series } from './series.ts'

const HALF_LIFE = 14
const PRIOR = { payments: 3, installs: 30 }
/** Minimum expected payments of a segment, and minimum to decide whether installs or revenue are wrong. */
const LEAST = { payments: 8, telling: 3 }

/**
 * Judges revenue by calendar day, then that of the install day per install. Wrong values are replaced in the series, which later days learn
 * from.
 */
export class RevenueDay {
  private readonly series: Series
  private readonly scopes: Scopes
  private readonly levels: readonly Rates[]
  private readonly young: Rates
  private readonly all: readonly number[]
  /** By day. */
  private readonly installs: Float64Array

  constructor(series: Series, scopes: Scopes) {
    this.series = series
    this.scopes = scopes
    this.levels = series.kinds.map(() => new Rates(series, HALF_LIFE))
    this.young = new Rates(series, HALF_LIFE)
    this.all = Array.from({ length: series.units.count }, (_, u) => u)
    this.installs = new Float64Array(series.days)
  }

  /**
   * Returns the findings of the day: those of the install day, repaired by whether revenue went with the installs, and those of revenue.
   * @param found of the install day
   * @param raw installs of the day by unit, as delivered
   */
  next(day: number, found: readonly Found[], raw: Float64Array): Found[] {
    const { kinds, installs, days } = this.series
    this.installs[day] = sumOf(this.all, u => installs[u * days + day]!)
    const wrong = kinds.flatMap((kind, k) => this.byDay(day, kind, this.levels[k]!))
    const rates = this.young.all(PRIOR.installs)
    const size = Math.max(...kinds.map(kind => usualSize(kind, day)), 0)
    const judged: Found[] = []
    for (const one of found) {
      const repair = this.repairOf(one, wrong, day, { rates, size })
      judged.push({ ...one, repair })
      if (repair === 'none') this.restoreInstalls(one.segment, day, raw)
    }
    return [...judged, ...wrong, ...this.byInstallDay(day, judged, rates, size)]
  }

  /** Spend per install keeps its repaired value. */
  private restoreInstalls({ units }: Segment, day: number, raw: Float64Array): void {
    const { installs, spend, days } = this.series
    for (const u of units) {
      const at = u * days + day
      spend[at]! *= installs[at]! > 0 ? raw[u]! / installs[at]! : 1
      this.installs[day]! += raw[u]! - installs[at]!
      installs[at] = raw[u]!
    }
  }

  private byDay(day: number, kind: KindSeries, levels: Rates): Found[] {
    const { days, firstDay, young } = this.series
    const size = usualSize(kind, day)
    const curve = ageCurve(kind, this.installs, day)
    const plain = byCurve(this.series, curve, day)
    const found: Found[] = []
    if (size > 0) {
      const rates = levels.all(PRIOR.payments * size)
      const compared = {
        observed: Float64Array.from(this.all, u => kind.gross[u * days + day]!),
        expected: plain.map((value, u) => rates[u]! * value),
        unit: size,
      }
      const counts = (segment: Segment): number => sumOf(segment.units, u => compared.expected[u]!) / size
      for (const segment of this.scopes.choose(kind.kind, firstDay + day, compared, { counts, least: LEAST.payments })) {
        const observed = sumOf(segment.units, u => compared.observed[u]!)
        const expected = sumOf(segment.units, u => compared.expected[u]!)
        const { scope } = segment
        found.push({
          day: firstDay + day,
          test: 'revenue',
          kind: kind.kind,
          scope,
          segment,
          observed,
          expected,
          repair: 'revenue',
          rates,
          curve,
        })
        for (const u of segment.units) {
          kind.gross[u * days + day] = compared.expected[u]!
          young[u * days + day] = NaN
        }
        this.repairAges(kind, curve, day, expected - observed)
      }
    }
    levels.add(
      u => kind.gross[u * days + day]!,
      u => plain[u]!,
    )
    return found
  }

  /** Later curves must not learn from the day: its sum is spread over ages as usual. */
  private repairAges({ byAge }: KindSeries, curve: Float64Array, day: number, missing: number): void {
    const ages = Array.from({ length: Math.min(AGES, day + 1) }, (_, n) => n)
    const wanted = sumOf(ages, n => byAge[day * AGES + n]!) + missing
    const usual = (n: number): number => curve[n]! * this.installs[day - n]!
    const all = sumOf(ages, usual)
    for (const n of ages) byAge[day * AGES + n] = all > 0 ? (Math.max(0, wanted) * usual(n)) / all : 0
  }

  private repairOf(one: Found, wrong: readonly Found[], day: number, { rates, size }: { rates: Float64Array; size: number }): Repair {
    if (one.test === 'spend' || one.test === 'split') return one.repair
    const [repair, otherwise]: [Repair, Repair] = one.test === 'installs' ? ['installs', 'empty'] : ['both', 'none']
    const { young, installs, days } = this.series
    const up = one.observed > one.expected
    const inside = new Set(one.segment.units)
    const together = wrong.filter(({ segment }) => segment.units.some(u => inside.has(u)))
    if (together.length > 0)
      return one.test === 'volume' && together.every(({ observed, expected }) => observed > expected === up) ? 'both' : otherwise
    const expected = sumOf(one.segment.units, u => rates[u]! * installs[u * days + day]!)
    if (!(expected > LEAST.telling * size)) return otherwise
    const brought = Math.log((sumOf(one.segment.units, u => young[u * days + day]!) + size) / (expected + size))
    const factor = Math.log((one.observed + 1) / (one.expected + 1))
    return Math.abs(brought) < Math.abs(brought - factor) ? repair : otherwise
  }

  private byInstallDay(day: number, found: readonly Found[], rates: Float64Array, size: number): Found[] {
    const { installs, young, days, firstDay } = this.series
    for (const { repair, segment } of found)
      if (repair === 'empty' || repair === 'both') for (const u of segment.units) young[u * days + day] = NaN
    const isSure = (u: number): boolean => !Number.isNaN(young[u * days + day]!)
    const usual = (u: number): number => rates[u]! * installs[u * days + day]!
    const compared = {
      observed: Float64Array.from(this.all, u => (isSure(u) ? young[u * days + day]! : 0)),
      expected: Float64Array.from(this.all, u => (isSure(u) ? usual(u) : 0)),
      unit: size,
    }
    const counts = (segment: Segment): number => sumOf(segment.units, u => compared.expected[u]!) / size
    const odd = size > 0 ? this.scopes.choose('ltv', firstDay + day, compared, { counts, least: LEAST.payments }) : []
    const wrong = odd.map((segment): Found => {
      const observed = sumOf(segment.units, u => compared.observed[u]!)
      const expected = sumOf(segment.units, u => compared.expected[u]!)
      return {
        day: firstDay + day,
        test: 'ltv',
        kind: null,
        scope: segment.scope,
        segment,
        observed,
        expected,
        repair: 'empty',
        rates: null,
        curve: null,
      }
    })
    for (const { segment } of wrong) for (const u of segment.units) young[u * days + day] = NaN
    this.young.add(
      u => (isSure(u) ? young[u * days + day]! : usual(u)),
      u => installs[u * days + day]!,
    )
    return wrong
  }
}
