import { dateOf, type Day, dayOf } from '../../core/model/dates.ts'
import type { Config } from '../config/forecast-config.ts'
import type { ForecastFault } from '../config/config-faults.ts'
import { type Facts, UNKNOWN } from '../model/facts.ts'
import { periodOf } from './periods.ts'

export interface TableCoverage {
  table: string
  files: number
  rows: number
  firstDay: Day
  lastDay: Day
  days: number
}

export interface Coverage {
  tables: readonly TableCoverage[]
  /** Whether there is advertising revenue, which arrives a day later. */
  hasAds: boolean
  /** Up to the last complete day less the lag, in the app's currency. */
  all: {
    firstDay: Day
    lastDay: Day
    days: number
    cells: number
    installs: number
    spend: number
    revenue: number
    /** Shares without a known campaign, except organic installs. */
    unattributed: { installs: number; spend: number; revenue: number }
  }
}

export function coverageOf(
  { cells, revenue, firstDay, lastDay }: Facts,
  tables: readonly TableCoverage[],
): Coverage {
  const all = { installs: 0, spend: 0, revenue: 0 }
  const unattributed = { installs: 0, spend: 0, revenue: 0 }
  let days = 0
  for (let cell = 0; cell < cells.count; cell++) {
    if (cell === 0 || cells.day[cell] !== cells.day[cell - 1]) days++
    let gross = 0
    for (const { start, gross: of } of revenue)
      for (let row = start[cell]!; row < start[cell + 1]!; row++) gross += of[row]!
    const sums = [
      all,
      ...(cells.organic[cell] === 0 && cells.campaign[cell] === UNKNOWN ? [unattributed] : []),
    ]
    for (const sum of sums) {
      sum.installs += cells.installs[cell]!
      sum.spend += cells.spend[cell]!
      sum.revenue += gross
    }
  }
  const share = (part: number, total: number): number => (total === 0 ? 0 : part / total)
  return {
    tables,
    hasAds: revenue.some(({ kind }) => kind === 'ad'),
    all: {
      firstDay,
      lastDay,
      days,
      cells: cells.count,
      ...all,
      unattributed: {
        installs: share(unattributed.installs, all.installs),
        spend: share(unattributed.spend, all.spend),
        revenue: share(unattributed.revenue, all.revenue),
      },
    },
  }
}

/** Expected rows above which an empty day counts as missing: by chance, a day is empty with probability e^-10. */
const CHANCE_GAP = 10
/** The limit at the end of a table, where an error matters little: e^-5. */
const CHANCE_END = 5

export function gapFaults(
  {
    table,
    sums,
    eventsPerDay,
    pauses,
  }: Pick<DailySums, 'table' | 'sums' | 'eventsPerDay' | 'pauses'>,
  through: Day,
  gaps: Config['gaps'],
): ForecastFault[] {
  const days = [...sums.keys()]
  const period = table === 'revenue' ? undefined : periodOf(days)
  if (period !== undefined) {
    const rule = `must be by day: its days are a ${period} or more apart. Export it again by day`
    return [
      {
        file: table,
        column: 'date',
        value: `${dateOf(Math.min(...days))} to ${dateOf(Math.max(...days))}`,
        rule,
      },
    ]
  }
  const known = gaps.map(({ from, to }) => ({ from: dayOf(from), to: dayOf(to) }))
  const isKnown = (day: Day): boolean => known.some(({ from, to }) => day >= from && day <= to)
  const sorted = [...days].sort((a, b) => a - b)
  return sorted.slice(1).flatMap((day, index) => {
    const missing = Array.from(
      { length: day - sorted[index]! - 1 },
      (_, n) => sorted[index]! + 1 + n,
    ).filter(between => between <= through && !isKnown(between) && pauses?.has(between) !== true)
    if (missing.length === 0 || missing.length * eventsPerDay < CHANCE_GAP) return []
    const value =
      missing.length === 1
        ? dateOf(missing[0]!)
        : `${dateOf(missing[0]!)} to ${dateOf(missing.at(-1)!)}`
    return [
      {
        file: table,
        column: 'date',
        value,
        rule: 'missing days between days with rows; list known ones under gaps: [{ from: ..., to: ... }]',
      },
    ]
  })
}

export interface DailySums {
  table: string
  sums: ReadonlyMap<Day, number>
  lastDay: Day
  /** Installs, payments or cohorts; infinite if every day must have rows. */
  eventsPerDay: number
  /** Days without spend on which paid installs fell too; if only the spend table shows them, they may be its end. */
  pauses?: ReadonlySet<Day> | undefined
}

/** Share of usual paid installs below which a day without spend is a pause. */
const PAUSED = 0.5

/** Days without spend, up to the last with any rows, without purchases: paid installs fell too, and another table has the day. */
export function pausesOf(
  spend: Pick<DailySums, 'sums'>,
  others: readonly Pick<DailySums, 'sums'>[],
  paid: ReadonlyMap<Day, number>,
): Set<Day> {
  const days = [...spend.sums.keys()]
  const bought = days.map(day => paid.get(day) ?? 0).sort((a, b) => a - b)
  const usual = bought[Math.floor(bought.length / 2)] ?? 0
  const first = days.reduce((a, b) => Math.min(a, b))
  const known = new Set(others.flatMap(({ sums }) => [...sums.keys()]))
  const isPaused = (day: Day): boolean =>
    day > first && !spend.sums.has(day) && (paid.get(day) ?? 0) <= PAUSED * usual
  return new Set([...known].filter(isPaused).sort((a, b) => a - b))
}

export function pauseNotes(pauses: ReadonlySet<Day>): string[] {
  if (pauses.size === 0) return []
  const days = [...pauses]
  const range =
    days.length === 1
      ? dateOf(days[0]!)
      : `${days.length} days from ${dateOf(days[0]!)} to ${dateOf(days.at(-1)!)}`
  return [`spend: no rows on ${range}: taken as paused, since paid installs fell too.`]
}

const WEEK = 7
const WEEKS = 4
/** Days by which one table may end before the others without a note. */
const LATE = 3
const MIN_SHARE = 0.5

/**
 * The newest day that every table covers; a table with few rows may end earlier, since days without a sale have no rows. A last day below
 * half of the median of that weekday's four previous days counts as incomplete, with a note.
 */
export function lastCompleteDay(tables: readonly DailySums[]): { day: Day; notes: string[] } {
  const notes: string[] = []
  const newest = Math.max(...tables.map(({ lastDay }) => lastDay))
  const days = tables.map(({ table, sums, lastDay, eventsPerDay, pauses }) => {
    if (
      table === 'spend' &&
      pauses !== undefined &&
      newest > lastDay &&
      isPaused(pauses, lastDay + 1, newest)
    )
      return newest
    if (eventsPerDay < CHANCE_END && (newest - lastDay) * eventsPerDay < CHANCE_END) return newest
    const before = Array.from({ length: WEEKS }, (_, week) => sums.get(lastDay - WEEK * (week + 1)))
    if (before.some(sum => sum === undefined)) return lastDay
    const sorted = (before as number[]).sort((a, b) => a - b)
    const median = (sorted[1]! + sorted[2]!) / 2
    if ((sums.get(lastDay) ?? 0) >= MIN_SHARE * median) return lastDay
    notes.push(
      `${dateOf(lastDay)} looks cut off in ${table}: it has less than half of what its weekday usually has. It is left out.`,
    )
    return lastDay - 1
  })
  const day = Math.min(...days)
  const [first] = tables.filter((_, index) => days[index] === day)
  if (newest - day > LATE)
    notes.push(
      `${first!.table} ends on ${dateOf(first!.lastDay)}: later rows of other tables, up to ${dateOf(newest)}, do not count.`,
    )
  return { day, notes }
}

/** The last day may still be incomplete. */
function isPaused(pauses: ReadonlySet<Day>, from: Day, to: Day): boolean {
  for (let day = from; day < to; day++) if (!pauses.has(day)) return false
  return to > from
}
