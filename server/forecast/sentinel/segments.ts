import { type Dimension, DIMENSIONS, type Facts, UNKNOWN } from '../model/facts.ts'

/** Part of an app whose days are compared: an index into each kind of names; absent means all. */
export type Scope = Partial<Record<Dimension, number>>

export type Level =
  'app' | 'platform' | 'network' | 'platformNetwork' | 'country' | 'platformCountry' | 'campaign'

export interface Segment {
  level: Level
  scope: Scope
  units: number[]
}

/** A campaign in a country, for which daily sums are kept. Numbered by first appearance, so that later cells change no number. */
export interface Units {
  count: number
  /** By cell. */
  of: Int32Array
  organic: Uint8Array
  /** By unit: its segments, the app first. */
  segmentsOf: readonly number[][]
  segments: readonly Segment[]
}

/** Maximum units; later ones are merged by platform, network and country. */
const MAX_UNITS = 6000

export function unitsOf({ cells, names }: Pick<Facts, 'cells' | 'names'>): Units {
  const { platform, network, campaign, country } = cells
  const [networks, campaigns, countries] = [
    names.network.length + 1,
    names.campaign.length + 2,
    names.country.length + 1,
  ]
  const numbers = new Map<number, number>()
  const of = new Int32Array(cells.count)
  const organic: number[] = []
  const segments: Segment[] = []
  const segmentsOf: number[][] = []
  const known = new Map<string, number>()
  const join = (unit: number, level: Level, scope: Scope): number => {
    const key = `${level} ${scope.platform} ${scope.network} ${scope.campaign} ${scope.country}`
    let at = known.get(key)
    if (at === undefined) known.set(key, (at = segments.push({ level, scope, units: [] }) - 1))
    segments[at]!.units.push(unit)
    return at
  }
  for (let i = 0; i < cells.count; i++) {
    const [p, n, k] = [platform[i]!, network[i]!, country[i]!]
    const keyOf = (c: number): number =>
      (((p + 1) * networks + n + 1) * campaigns + c + 2) * countries + k + 1
    const c =
      numbers.size < MAX_UNITS || numbers.has(keyOf(campaign[i]!)) ? campaign[i]! : UNKNOWN - 1
    let unit = numbers.get(keyOf(c))
    if (unit === undefined) {
      unit = numbers.size
      numbers.set(keyOf(c), unit)
      organic.push(cells.organic[i]!)
      segmentsOf.push([
        join(unit, 'app', {}),
        ...(p >= 0 ? [join(unit, 'platform', { platform: p })] : []),
        ...(n >= 0 ? [join(unit, 'network', { network: n })] : []),
        ...(p >= 0 && n >= 0 ? [join(unit, 'platformNetwork', { platform: p, network: n })] : []),
        ...(k >= 0 ? [join(unit, 'country', { country: k })] : []),
        ...(p >= 0 && k >= 0 ? [join(unit, 'platformCountry', { platform: p, country: k })] : []),
        ...(c >= 0 && organic[unit] === 0
          ? [join(unit, 'campaign', { platform: p, network: n, campaign: c })]
          : []),
      ])
    }
    of[i] = unit
  }
  return { count: numbers.size, of, organic: Uint8Array.from(organic), segmentsOf, segments }
}

/** Whether a cell is in a scope. */
export function isWithin(
  { platform, network, campaign, country }: Facts['cells'],
  cell: number,
  scope: Scope,
): boolean {
  return (
    (scope.platform === undefined || scope.platform === platform[cell]) &&
    (scope.network === undefined || scope.network === network[cell]) &&
    (scope.campaign === undefined || scope.campaign === campaign[cell]) &&
    (scope.country === undefined || scope.country === country[cell])
  )
}

/** Whether a scope is completely within another. */
export function isPartOf(scope: Scope, container: Scope): boolean {
  return DIMENSIONS.every(name => container[name] === undefined || container[name] === scope[name])
}
