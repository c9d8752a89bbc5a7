import type { CohortLevel } from '../model/interval.ts'
import { ageToKnow, type Facts, firstCellOf, knownAge } from '../model/facts.ts'
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
  /** By the origin and each DSI, at 7 x the DSI's index + age of the cells minus that of the youngest, 0 to 6. */
  soFar: Float64Array
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
  const soFar = new Float64Array(dsis.length * CASE_DAYS)
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
      for (let row = kind.start[i]!; row < kind.start[i + 1]!; row++) {
        const n = kind.age[row]!
        while (next < dsis.length && dsis[next]! < n) next++
        if (next === dsis.length && n > last) break
        if (next < dsis.length) {
          gross[next]! += kind.gross[row]!
          net[next]! += kind.net[row]!
          if (n <= last)
            for (let at = next; at < dsis.length; at++)
              soFar[at * CASE_DAYS + old - age]! += kind.gross[row]!
        }
        if (n <= known) curve[n]! += kind.gross[row]!
      }
    }
  }
  ;[gross, net, curve].forEach(addUp)
  return { installs, spend, soFar, curve, gross, net }
}

function addUp(values: Float64Array): void {
  for (let index = 1; index < values.length; index++) values[index]! += values[index - 1]!
}

/** Installs and cumulative gross revenue by install day, for pooled baselines. */
export interface DayRevenue {
  days: number
  installs: Float64Array
  /** At day x `days` + age, including revenue that was not yet known. */
  cumulative: Float64Array
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
  const cumulative = new Float64Array(days * days)
  for (let i = 0; i < cells.count; i++) {
    const day = cells.day[i]! - firstDay
    if (day < days) installs[day]! += cells.installs[i]!
  }
  for (const { start, age, gross } of revenue) {
    for (let i = 0; i < cells.count; i++) {
      const day = cells.day[i]! - firstDay
      if (day >= days) break
      for (let row = start[i]!; row < start[i + 1]!; row++)
        if (age[row]! < days) cumulative[day * days + age[row]!]! += gross[row]!
    }
  }
  for (let day = 0; day < days; day++) {
    for (let n = 1; n < days; n++) cumulative[day * days + n]! += cumulative[day * days + n - 1]!
  }
  return {
    days,
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
