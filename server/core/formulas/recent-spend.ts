import type { Step } from './step.ts'

/** Limits on the latest days, shared by the steps of the service and the bids of the pipeline. */

export const WEEK = 7

/** Days of spend that predict a month's: whole weeks, so that every weekday has the same weight. */
export const BASIS = 4 * WEEK

/** Minimum number of earlier predictions of a month's spend for an interval. */
export const FEWEST = 20

/** Days whose spend counts as having moved. */
export const LATEST = 3

/** Days on which a campaign without spend has stopped. */
export function idleDays(isWeekly: boolean): number {
  return isWeekly ? WEEK : LATEST
}

/** Minimum share of spend, cohorts and installs of the newest days, below which they are not compared with a call. */
export const [LEAST_COVERED, FEWEST_COHORTS, FEWEST_INSTALLS] = [0.8 - 1e-12, 5, 50]

/** Ages of the days whose spend an app's growth is measured by, and the growth since then that raises may bring about. */
export const [BRAKE_FROM, BRAKE_TO] = [4 * WEEK, 5 * WEEK - 1]
const GROWTH = 1.1

export function brakeOf(
  currentDailySpend: number,
  earlierDailySpend: number,
): NonNullable<Step['brake']> {
  return {
    dailySpend: Math.max(currentDailySpend, GROWTH * earlierDailySpend),
    currentDailySpend,
    earlierDailySpend,
  }
}
