import type { App } from './apps.ts'
import { looksAtIt, openWheel, steer } from './bids.ts'
import type { Wheel } from './bids.ts'
import type { Campaign } from './campaign.ts'
import { campaignsOf } from './campaigns.ts'
import { cohortOf } from './cohorts.ts'
import type { Cohort } from './cohorts.ts'
import { Calibration } from './calibration.ts'
import { seasonOf } from './market.ts'
import type { Season } from './market.ts'
import { type Knowledge, Pipeline } from './pipeline.ts'
import { lookbackOf } from './outcomes.ts'
import { recommend } from './recommendations.ts'
import type { Recommendation } from './recommendations.ts'
import { weekdayOf } from '../model/days.ts'
import { segmentsOf } from './segments.ts'
import type { Segment } from './segments.ts'

/** An app's marketing, day by day. */
export interface History {
  segments: Segment[]
  cohorts: Cohort[]
  /** By newest install date: what a run on the morning after recommends. */
  recommendations: Map<number, Recommendation[]>
  knowledge: Map<number, Knowledge>
}

/**
 * Lives an app's days through: its campaigns buy, the forecasting learns from what has been observed, every morning their cohorts are
 * judged, and their managers change bids and budgets by that, which the next cohorts feel. Recommendations are kept for `runDays`, and
 * what was known then. The simulation ends with `until`; `onDay` is called after each day.
 */
export function simulate(
  app: App,
  today: number,
  firstSegmentNo: number,
  runDays: ReadonlySet<number>,
  until = today,
  onDay: () => void = () => undefined,
): History {
  const history: History = { segments: [], cohorts: [], recommendations: new Map([...runDays].map(day => [day, []])), knowledge: new Map() }
  const lives = campaignsOf(app).map(campaign => {
    const segments = segmentsOf(campaign, firstSegmentNo + history.segments.length)
    history.segments.push(...segments)
    return { campaign, segments, cohorts: new Array<Cohort>(), wheel: openWheel(campaign, today - campaign.firstDaysAgo - 30) }
  })
  const pipeline = new Pipeline(app)
  const calibration = new Calibration()
  const newest = Math.min(until, today - 1)
  for (let day = today - app.firstDaysAgo; day <= Math.min(newest, today - app.lastDaysAgo); day++) {
    onDay()
    const daysAgo = today - day
    const season = seasonOf(app.calendar, day)
    for (const { campaign, segments, cohorts, wheel } of lives) {
      if (!isOn(campaign, daysAgo)) continue
      const bought = buy(segments, day, daysAgo, season, wheel, newest - day)
      cohorts.push(...bought)
      history.cohorts.push(...bought)
      pipeline.add(bought)
    }
    const kept = history.recommendations.get(day)
    pipeline.observe(day)
    // Nobody looks at weekends.
    if (kept === undefined && weekdayOf(day + 1) > 5) continue
    const knowledge = pipeline.learn(day)
    if (kept) history.knowledge.set(day, knowledge)
    calibration.learn(day)
    for (const life of lives) {
      const { campaign, segments, cohorts, wheel } = life
      const { start, end } = lookbackOf(campaign)
      if (daysAgo > campaign.firstDaysAgo || daysAgo < campaign.lastDaysAgo - end) continue
      if (kept === undefined && !looksAtIt(campaign, day)) continue
      const range = cohorts.slice(-segments.length * (end + 1)).filter(cohort => cohort.day >= day - end && cohort.day <= day - start)
      if (range.length === 0) continue

      const rows = recommend(campaign, range, wheel, { isDelivered: kept !== undefined, knowledge, calibration })
      const [whole] = rows
      if (kept) {
        kept.push(...rows)
        if (whole) calibration.add(whole, range)
      }
      if (whole && looksAtIt(campaign, day)) life.wheel = steer(wheel, day, whole)
    }
  }
  return history
}

function isOn({ firstDaysAgo, lastDaysAgo, pauses }: Campaign, daysAgo: number): boolean {
  return daysAgo <= firstDaysAgo && daysAgo >= lastDaysAgo && !pauses.some(({ from, to }) => daysAgo <= from && daysAgo >= to)
}

function buy(segments: readonly Segment[], day: number, daysAgo: number, season: Season, wheel: Wheel, newestAge: number): Cohort[] {
  const opening = segments[0]!.campaign.openingBid
  const bid = wheel.live === null || opening === null ? 1 : wheel.live / opening
  return segments
    .map(segment => cohortOf(segment, day, daysAgo, season, { bid, budget: wheel.budget }, newestAge))
    .filter(cohort => cohort !== undefined)
}
