import type { InstallGrouping } from './dates.ts'

/** How installs are grouped where nobody says: weekly where the app requires weekly prediction aggregation, which refuses daily. */
export function defaultGrouping(weeklyAggregation: boolean) {
  return (weeklyAggregation ? 'weekly' : 'daily') satisfies InstallGrouping
}
