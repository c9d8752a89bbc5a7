import type { Day } from '../../core/model/dates.ts'

/** Forecast separately, then added: purchases fade slowly, advertising with sessions. */
export const KINDS = ['iap', 'ad'] as const
export type Kind = (typeof KINDS)[number]

/** Index of an unknown value. */
export const UNKNOWN = -1

/**
 * A studio's exports in columns. A cell has the installs of one day, platform, network, campaign and country. Cells are sorted by day, then
 * by names (unknown first), so that sums do not depend on input order, and later rows do not change earlier results.
 */
export interface Cells {
  count: number
  day: Int32Array
  /** Indexes into the sorted `names`, or `UNKNOWN`. */
  platform: Int32Array
  network: Int32Array
  campaign: Int32Array
  country: Int32Array
  organic: Uint8Array
  /** In the app's currency. */
  spend: Float64Array
  installs: Float64Array
  /** 1: the spend was given as a whole and divided among countries by installs; absent: none was. */
  split?: Uint8Array
}

/** Names of a cell. */
export const DIMENSIONS = ['platform', 'network', 'campaign', 'country'] as const
export type Dimension = (typeof DIMENSIONS)[number]

export type Names = Readonly<Record<Dimension, readonly string[]>>

/** Names of a part of an app. Null means unknown or all, depending on the use. */
export type Place = Readonly<Record<Dimension, string | null>>

/** Rows of cell i are `start[i]` to `start[i + 1] - 1`, by age, each at most once. */
export interface Revenue {
  kind: Kind
  start: Uint32Array
  age: Uint16Array
  /** Before refunds and fees; never negative. */
  gross: Float64Array
  /** After fees and refunds; may be negative. */
  net: Float64Array
  /** Ascending ages with revenue in a cumulative export; rows between two are interpolated, and unknown before the later. */
  exportedAges?: readonly number[]
}

export interface Bid {
  day: Day
  /** Null if unknown; a null country means that the bid covers all. */
  platform: string | null
  network: string | null
  campaign: string | null
  country: string | null
  /** As a ratio: 0.3 is 30 %. */
  liveRoas: number
}

/** All data; an as-of run must ignore later dates. */
export interface Facts {
  names: Names
  cells: Cells
  /** At most one per kind; kinds without revenue are omitted. */
  revenue: readonly Revenue[]
  bids: readonly Bid[]
  /** First install day, and the last complete day less the lag: the default as-of day. */
  firstDay: Day
  lastDay: Day
  /** Share left after fees, by platform index (last: unknown) and kind. */
  netShare: Record<Kind, Float64Array>
}

/** `count` if every day is before. */
export function firstCellOf(days: Int32Array, count: number, day: Day): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (days[middle]! < day) low = middle + 1
    else high = middle
  }
  return low
}

/** Networks with spend but without installs, while others have installs: their installs probably have another name. */
export function unmetNetworks(
  { cells, names }: Pick<Facts, 'cells' | 'names'>,
  count: number,
): Set<number> {
  const [spend, installs] = [
    new Float64Array(names.network.length),
    new Float64Array(names.network.length),
  ]
  for (let i = 0; i < count; i++) {
    const network = cells.network[i]!
    if (network === UNKNOWN) continue
    spend[network]! += cells.spend[i]!
    installs[network]! += cells.installs[i]!
  }
  if (!installs.some(sum => sum > 0)) return new Set()
  return new Set(
    names.network.flatMap((_, index) =>
      spend[index]! > 0 && installs[index] === 0 ? [index] : [],
    ),
  )
}

/** The age through which a cohort's revenue is known at an age: that of the last exported column; -1 before the first. */
export function knownAge({ exportedAges }: Pick<Revenue, 'exportedAges'>, age: number): number {
  if (exportedAges === undefined) return age
  let low = 0
  let high = exportedAges.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (exportedAges[middle]! <= age) low = middle + 1
    else high = middle
  }
  return low === 0 ? -1 : exportedAges[low - 1]!
}

/** The age at which a cohort's revenue by a DSI is known: that of the next exported column of each kind; Infinity after the last. */
export function ageToKnow({ revenue }: Pick<Facts, 'revenue'>, dsi: number): number {
  return revenue.reduce(
    (most, { exportedAges }) =>
      Math.max(
        most,
        exportedAges === undefined ? dsi : (exportedAges.find(age => age >= dsi) ?? Infinity),
      ),
    dsi,
  )
}

/** Last age with revenue in every kind if older cohorts are known on a day; else Infinity. */
export function lastExportedAge(
  { revenue, firstDay }: Pick<Facts, 'revenue' | 'firstDay'>,
  asOf: Day,
): number {
  const last = Math.min(...revenue.map(({ exportedAges }) => exportedAges?.at(-1) ?? Infinity))
  return last < asOf - firstDay ? last : Infinity
}

/** Calls `use` with each row of a cell's revenue up to an age. Loops over all rows in every fit do without: a call takes as long as the rest. */
export function eachRow(
  { start, age, gross, net }: Revenue,
  cell: number,
  to: number,
  use: (age: number, gross: number, net: number) => void,
): void {
  const end = start[cell + 1]!
  for (let row = start[cell]!; row < end && age[row]! <= to; row++)
    use(age[row]!, gross[row]!, net[row]!)
}

/** The sum of a column of a cell's revenue up to an age. */
export function revenueUpTo(
  revenue: Revenue,
  column: 'gross' | 'net',
  cell: number,
  to: number,
): number {
  const { start, age, [column]: values } = revenue
  const end = start[cell + 1]!
  let sum = 0
  for (let row = start[cell]!; row < end && age[row]! <= to; row++) sum += values[row]!
  return sum
}

/** Share of a cell's gross revenue left after fees. */
export function netShareOf({ cells, netShare }: Facts, kind: Kind, cell: number): number {
  const shares = netShare[kind]
  const platform = cells.platform[cell]!
  return shares[platform === UNKNOWN ? shares.length - 1 : platform]!
}

/** Revenue by cell known on the as-of day, its sum, the number of rows, and the first day with any. */
export function soFar(day: Int32Array, revenue: Revenue, asOf: Day, count: number) {
  const { start, age, gross } = revenue
  const actual = new Float64Array(count)
  let total = 0
  let rows = 0
  let firstDay = Infinity
  for (let i = 0; i < count; i++) {
    const known = knownAge(revenue, asOf - day[i]!)
    let sum = 0
    for (let row = start[i]!; row < start[i + 1]! && age[row]! <= known; row++) {
      sum += gross[row]!
      if (gross[row]! <= 0) continue
      rows++
      if (day[i]! + age[row]! < firstDay) firstDay = day[i]! + age[row]!
    }
    actual[i] = sum
    total += sum
  }
  return { actual, total, rows, firstDay }
}

/** Cells with what is known of a kind's revenue on an as-of day: columns by cell, through the last install day. */
export interface KnownCells {
  count: number
  /** Earlier cells are ignored. */
  from: number
  age: Int32Array
  /** The age through which revenue is known, -1 before the first. */
  known: Int32Array
  /** Node of the network: the row of its curve. */
  network: Int32Array
  installs: Float64Array
  /** Gross revenue so far. */
  actual: Float64Array
}

/** A kind without revenue for this many days and installs did not exist yet. */
const SILENCE = { days: 14, installs: 1000 }

/**
 * The first cell from which to learn a kind. A kind introduced later, such as advertising in an old game, is missing from older cells'
 * first days; their later days would look like growth from nothing.
 */
export function firstCellWith({ cells }: Facts, firstDay: Day, count: number): number {
  if (count === 0 || firstDay - cells.day[0]! < SILENCE.days) return 0
  const first = firstCellOf(cells.day, count, firstDay)
  let installs = 0
  for (let i = 0; i < first; i++) installs += cells.installs[i]!
  return installs < SILENCE.installs ? 0 : first
}

/** -1 if there is none. */
export function lastAgeWith(
  installs: number,
  { cells }: Facts,
  asOf: Day,
  count: number,
  from = 0,
): number {
  let sum = 0
  for (let i = from; i < count; i++) {
    sum += cells.installs[i]!
    if (sum >= installs) return asOf - cells.day[i]!
  }
  return -1
}
