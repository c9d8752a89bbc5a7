import type { Day } from '../../model/days.ts'

/** Revenue kinds are forecast apart, then added: purchases fall off slowly, advertising with the sessions. */
export const KINDS = ['iap', 'ad'] as const
export type Kind = (typeof KINDS)[number]

/** Index of an unknown value. */
export const UNKNOWN = -1

/**
 * What was read of a studio's exports, in columns. One entry is a cell: the installs of one day, platform, network, campaign and country. Cells
 * come ordered by day and then by the names of their dimensions (unknown first), so that sums over them come out the same whatever
 * the order of the input, and rows of later days change nothing of earlier ones.
 */
export interface Cells {
  count: number
  /** Install date. */
  day: Int32Array
  /** Indexes into `names`, or `UNKNOWN`. Each list of names is sorted. */
  platform: Int32Array
  network: Int32Array
  campaign: Int32Array
  country: Int32Array
  /** 1 where the network is one of the config's organic ones. */
  organic: Uint8Array
  /** In the app's currency. */
  spend: Float64Array
  /** Whole numbers. */
  installs: Float64Array
}

export interface Names {
  /** `ANDROID`, `IOS`, `WEB`. */
  platform: readonly string[]
  network: readonly string[]
  campaign: readonly string[]
  /** ISO 3166-1 alpha-2. */
  country: readonly string[]
}

/** Daily revenue of one kind: the rows of cell i are `start[i]` to `start[i + 1] - 1`, by age, each age at most once. */
export interface Revenue {
  kind: Kind
  /** One more than there are cells. */
  start: Uint32Array
  /** Days since install, 0 on the day itself. */
  age: Uint16Array
  /** Of that day, before refunds and fees; never negative. In the app's currency. */
  gross: Float64Array
  /** Of that day, after fees and refunds: may be negative. */
  net: Float64Array
}

/** A campaign's live ROAS bid on a day. */
export interface Bid {
  day: Day
  /** Names, null where they are not known; the country also where the bid holds for all of them. */
  platform: string | null
  network: string | null
  campaign: string | null
  country: string | null
  /** As a ratio: 0.3 is 30 %. */
  liveRoas: number
}

/** Everything that an as-of run may look at, as long as it ignores what is dated after it. */
export interface Facts {
  names: Names
  cells: Cells
  /** At most one of each kind; kinds without any revenue are left out. */
  revenue: readonly Revenue[]
  bids: readonly Bid[]
  /** The last age that the inputs tell revenue of; left out: of any. Cumulative exports end with their last column. */
  toAge?: number
  /** First install day, and the last one that is complete in every input, less the lag: the default as-of day. */
  firstDay: Day
  lastDay: Day
  /** Share of gross revenue that is left after fees, by index of the platform (the last entry: unknown) and kind. */
  netShare: Record<Kind, Float64Array>
}

/** The index of the first of the ascending days that is not before a day; their count where none is. */
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

/** The age up to which a cell's revenue is known at the end of the as-of day. */
export function knownAge({ cells, toAge = Infinity }: Facts, asOf: Day, cell: number): number {
  return Math.min(asOf - cells.day[cell]!, toAge)
}

/** Revenue by cell that was known at the end of the as-of day, its sum, the number of rows, and the first day with any. */
export function soFar(day: Int32Array, { start, age, gross }: Revenue, asOf: Day, count: number) {
  const actual = new Float64Array(count)
  let total = 0
  let rows = 0
  let firstDay = Infinity
  for (let i = 0; i < count; i++) {
    const known = asOf - day[i]!
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

/** Days and installs that must have passed without any revenue of a kind to be sure that there was none to be had. */
const SILENCE = { days: 14, installs: 1000 }

/**
 * The first cell that a kind can be learnt from. A kind that began long after the app, as advertising in an old game does, is missing from the youth of older cells:
 * their later days would look like growth out of nothing.
 */
export function firstCellWith({ cells }: Facts, firstDay: Day, count: number): number {
  if (count === 0 || firstDay - cells.day[0]! < SILENCE.days) return 0
  const first = firstCellOf(cells.day, count, firstDay)
  let installs = 0
  for (let i = 0; i < first; i++) installs += cells.installs[i]!
  return installs < SILENCE.installs ? 0 : first
}

/** The greatest age that at least `installs` installs have reached, among the cells from `from` on; or -1. */
export function lastAgeWith(installs: number, { cells, toAge = Infinity }: Facts, asOf: Day, count: number, from = 0): number {
  let sum = 0
  for (let i = from; i < count; i++) {
    sum += cells.installs[i]!
    if (sum >= installs) return Math.min(toAge, asOf - cells.day[i]!)
  }
  return -1
}
