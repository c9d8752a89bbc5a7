import { UNKNOWN, type Day, type Facts } from '../facts.ts'

/** What the inputs of one table say, as they were read. */
export interface TableCoverage {
  table: string
  files: number
  rows: number
  firstDay: Day
  lastDay: Day
  /** Days with rows. */
  days: number
}

/** How much data there is: what `forecast check` prints. */
export interface Coverage {
  tables: readonly TableCoverage[]
  /** Up to the last complete day less the lag, in the app's currency. */
  all: {
    firstDay: Day
    lastDay: Day
    days: number
    cells: number
    installs: number
    spend: number
    /** Gross. */
    revenue: number
    /** Shares of all of it whose campaign is not known, organic installs aside. */
    unattributed: { installs: number; spend: number; revenue: number }
  }
}

/** How much of the facts there is. */
export function coverageOf({ cells, revenue, firstDay, lastDay }: Facts, tables: readonly TableCoverage[]): Coverage {
  const all = { installs: 0, spend: 0, revenue: 0 }
  const unattributed = { installs: 0, spend: 0, revenue: 0 }
  let days = 0
  for (let cell = 0; cell < cells.count; cell++) {
    if (cell === 0 || cells.day[cell] !== cells.day[cell - 1]) days++
    let gross = 0
    for (const { start, gross: of } of revenue) for (let row = start[cell]!; row < start[cell + 1]!; row++) gross += of[row]!
    const sums = [all, ...(cells.organic[cell] === 0 && cells.campaign[cell] === UNKNOWN ? [unattributed] : [])]
    for (const sum of sums) {
      sum.installs += cells.installs[cell]!
      sum.spend += cells.spend[cell]!
      sum.revenue += gross
    }
  }
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
  return {
    tables,
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
