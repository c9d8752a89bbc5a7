import type { CohortLevel } from '../model/interval.ts'
import { ageToKnow, eachRow, type Facts, firstCellOf, knownAge } from '../model/facts.ts'
import { Grid } from '../model/grid.ts'
import type { Day } from '../../core/model/dates.ts'

/** From the level with the largest errors to the smallest. */
export const COHORT_LEVELS: readonly CohortLevel[] = ['campaign', 'app']

export interface Cohort {
  level: CohortLevel
  /** Indexes into the names; -1 above the level. */
  platform: number
  network: number
  campaign: number
  cells: readonly number[]
}

export interface CohortRevenue {
  installs: number
  spend: number
  /** By the origin and each DSI, by index of the DSI and age of the cells minus that of the youngest, 0 to 6. */
  soFar: Grid
  /** Cumulative, up to the age that is known for every cell. */
  curve: Float64Array
  /** By each requested DSI. */
  gross: Float64Array
  net: Float64Array
}

/**
 * The app's cohort, then those of campaigns in order of first appearance. Installs that are organic or without a campaign count
 * only for the app.
 */
export function cohorts({ cells }: Facts, origin: Day, age: number): Cohort[] {
  const from = firstCellOf(cells.day, cells.count, origin - age - CASE_DAYS + 1)
  const to = firstCellOf(cells.day, cells.count, origin - age + 1)
  const app: number[] = []
  const parts = new Map<string, Cohort & { cells: number[] }>()
  for (let i = from; i < to; i++) {
    app.push(i)
    const [platform, network, campaign] = [
      cells.platform[i]!,
      cells.network[i]!,
      cells.campaign[i]!,
    ]
    if (campaign < 0 || cells.organic[i] === 1) continue
    const key = `${platform} ${network} ${campaign}`
    const cohort = parts.get(key)
    if (cohort === undefined)
      parts.set(key, { level: 'campaign', platform, network, campaign, cells: [i] })
    else cohort.cells.push(i)
  }
  if (app.length === 0) return []
  return [{ level: 'app', platform: -1, network: -1, campaign: -1, cells: app }, ...parts.values()]
}

/** `dsis` ascending. Includes revenue that is unknown on the as-of day: cases state from when it counts. */
export function cohortRevenue(
  facts: Facts,
  cohort: Cohort,
  origin: Day,
  age: number,
  dsis: readonly number[],
): CohortRevenue {
  const { cells } = facts
  const soFar = new Grid(dsis.length, CASE_DAYS)
  const known = Math.min(...facts.revenue.map(kind => knownAge(kind, age)), age)
  const curve = new Float64Array(known + 1)
  const gross = new Float64Array(dsis.length)
  const net = new Float64Array(dsis.length)
  let [installs, spend] = [0, 0]
  for (const i of cohort.cells) {
    installs += cells.installs[i]!
    spend += cells.spend[i]!
    const old = origin - cells.day[i]!
    for (const kind of facts.revenue) {
      let next = 0
      const last = knownAge(kind, old)
      eachRow(kind, i, Math.max(last, dsis.at(-1) ?? -1), (n, amount, afterFees) => {
        while (next < dsis.length && dsis[next]! < n) next++
        if (next < dsis.length) {
          gross[next]! += amount
          net[next]! += afterFees
          if (n <= last)
            for (let at = next; at < dsis.length; at++) soFar.add(at, old - age, amount)
        }
        if (n <= known) curve[n]! += amount
      })
    }
  }
  return {
    installs,
    spend,
    soFar,
    curve: runningSums(curve),
    gross: runningSums(gross),
    net: runningSums(net),
  }
}

function runningSums(values: Float64Array): Float64Array {
  let sum = 0
  return values.map(value => (sum += value))
}

/** Installs and cumulative gross revenue by install day, for pooled baselines. */
export interface DayRevenue {
  installs: Float64Array
  /** By day and age, including revenue that was not yet known. */
  cumulative: Grid
  /** By age: the age through which its revenue is known, and the age at which it is known. */
  knownAge: Int16Array
  ageToKnow: Float64Array
}

const cache = new WeakMap<Facts, DayRevenue>()

/** In days since `facts.firstDay`; cached with the facts. */
export function dayRevenue(facts: Facts): DayRevenue {
  const known = cache.get(facts)
  if (known !== undefined) return known
  const made = addUpDays(facts)
  cache.set(facts, made)
  return made
}

function addUpDays(facts: Facts): DayRevenue {
  const { cells, revenue, firstDay, lastDay } = facts
  const days = Math.max(0, lastDay - firstDay + 1)
  const installs = new Float64Array(days)
  const cumulative = new Grid(days, days)
  const count = firstCellOf(cells.day, cells.count, lastDay + 1)
  for (let i = 0; i < count; i++) installs[cells.day[i]! - firstDay]! += cells.installs[i]!
  for (const kind of revenue)
    for (let i = 0; i < count; i++) {
      const day = cells.day[i]! - firstDay
      eachRow(kind, i, days - 1, (age, gross) => cumulative.add(day, age, gross))
    }
  for (let day = 0; day < days; day++)
    for (let n = 1; n < days; n++) cumulative.add(day, n, cumulative.get(day, n - 1))
  return {
    installs,
    cumulative,
    knownAge: Int16Array.from({ length: days }, (_, n) =>
      Math.min(n, ...revenue.map(kind => knownAge(kind, n))),
    ),
    ageToKnow: Float64Array.from({ length: days }, (_, n) => ageToKnow(facts, n)),
  }
}

export const CASE_DAYS = 7

export interface Case {
  origin: Day
  dsi: number
  age: number
  level: CohortLevel
  /** Indexes into the names; -1 above the level. */
  platform: number
  network: number
  campaign: number
  /** The actual revenue is undefined before this day. */
  knownOn: Day
  installs: number
  spend: number
  /** Predicted cumulative gross and net revenue by the DSI; the forecast part of gross. */
  gross: number
  net: number
  future: number
  restVariance: number
  distance: number
  step: number
  /** Greatest age with enough data in the origin's model. */
  lastAge: number
  actualGross: number
  actualNet: number
  baselines: Float64Array
}
