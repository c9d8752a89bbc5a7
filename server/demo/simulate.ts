import type { App } from './apps.ts'
import { looksAtIt, openWheel, steer } from './bids.ts'
import type { Wheel } from './bids.ts'
import type { Campaign } from './campaign.ts'
import { campaignsOf } from './campaigns.ts'
import { cohortOf } from './cohorts.ts'
import type { Cohort } from './cohorts.ts'
import { events, seasonOf } from './market.ts'
import type { Season } from './market.ts'
import { lookbackOf, recommend } from './recommendations.ts'
import type { Recommendation } from './recommendations.ts'
import { segmentsOf } from './segments.ts'
import type { Segment } from './segments.ts'

/** An app's marketing, day by day. */
export interface History {
  segments: Segment[]
  cohorts: Cohort[]
  /** By newest install date: what a run on the morning after recommends. */
  recommendations: Map<number, Recommendation[]>
}

/**
 * Lives an app's days through: its campaigns buy, every morning their cohorts are judged, and their managers change bids and budgets
 * by that, which the next cohorts feel. Recommendations are kept for `runDays`.
 */
export function simulate(app: App, today: number, firstSegmentNo: number, runDays: ReadonlySet<number>): History {
  const segments: Segment[] = []
  const all: Cohort[] = []
  const recommendations = new Map<number, Recommendation[]>([...runDays].map(day => [day, []]))
  const seasons = Array.from({ length: app.firstDaysAgo + 1 }, (_, daysAgo) => seasonOf(app.calendar, today - daysAgo))
  for (const campaign of campaignsOf(app)) {
    const own = segmentsOf(campaign, firstSegmentNo + segments.length)
    segments.push(...own)
    const cohorts: Cohort[] = []
    const { start, end } = lookbackOf(campaign)
    let wheel = openWheel(campaign, today - campaign.firstDaysAgo - 30)
    for (let day = today - campaign.firstDaysAgo; day <= today - Math.max(app.lastDaysAgo, campaign.lastDaysAgo - end); day++) {
      if (isOn(campaign, today - day)) cohorts.push(...buy(own, day, today - day, seasons[today - day]!, wheel))
      const kept = recommendations.get(day)
      if (kept === undefined && !looksAtIt(campaign, day)) continue

      const range = cohorts.slice(-own.length * (end + 1)).filter(cohort => cohort.day >= day - end && cohort.day <= day - start)
      if (range.length === 0) continue

      const rows = recommend(campaign, range, wheel, day)
      kept?.push(...rows)
      const [whole] = rows
      if (whole && looksAtIt(campaign, day) && trusts(campaign, today - day)) wheel = steer(wheel, day, whole)
    }
    all.push(...cohorts)
  }
  return { segments, cohorts: all, recommendations }
}

function isOn({ firstDaysAgo, lastDaysAgo, pauses }: Campaign, daysAgo: number): boolean {
  return daysAgo <= firstDaysAgo && daysAgo >= lastDaysAgo && !pauses.some(({ from, to }) => daysAgo <= from && daysAgo >= to)
}

function buy(segments: readonly Segment[], day: number, daysAgo: number, season: Season, wheel: Wheel): Cohort[] {
  const opening = segments[0]!.campaign.openingBid
  const bid = wheel.live === null || opening === null ? 1 : wheel.live / opening
  return segments
    .map(segment => cohortOf(segment, day, daysAgo, season, { bid, budget: wheel.budget }))
    .filter(cohort => cohort !== undefined)
}

/** Nobody moves a bid by cohorts that attribution has lost. */
function trusts({ app, platform }: Campaign, daysAgo: number): boolean {
  return !events.some(
    ({ what, from, to, ...event }) =>
      event.app === app.id &&
      what === 'attribution' &&
      event.platforms?.some(lost => lost === platform) &&
      daysAgo <= from &&
      daysAgo + 13 >= to,
  )
}
