import type { App } from './demo-apps.ts'
import { looksAtIt, openWheel, steer, type Wheel } from './demo-bids.ts'
import type { Campaign } from './campaign.ts'
import { campaignsOf } from './demo-campaigns.ts'
import { type Cohort, cohortOf } from './demo-cohorts.ts'
import { type Season, seasonOf } from './market.ts'
import { type Segment, segmentsOf } from './segments.ts'

/** An app's marketing, day by day. */
export interface History {
  cohorts: Cohort[]
  /** ROAS bids from their first day on. */
  bids: { campaign: Campaign; day: number; live: number }[]
}

/** Simulates an app day by day: its campaigns buy, and their managers change bids and budgets, which affect the next cohorts. */
export function simulate(app: App, today: number): History {
  const history: History = { cohorts: [], bids: [] }
  const lives = campaignsOf(app).map(campaign => ({
    campaign,
    segments: segmentsOf(campaign),
    cohorts: new Array<Cohort>(),
    wheel: openWheel(campaign, today - campaign.firstDaysAgo - 30),
  }))
  const describe = ({ campaign, wheel }: (typeof lives)[number], day: number) => {
    if (wheel.live !== null) history.bids.push({ campaign, day, live: wheel.live })
  }
  for (const life of lives) describe(life, today - life.campaign.firstDaysAgo)
  for (let day = today - app.firstDaysAgo; day <= today - app.lastDaysAgo; day++) {
    const daysAgo = today - day
    const season = seasonOf(app.calendar, day)
    for (const life of lives) {
      const { campaign, segments, cohorts, wheel } = life
      if (!isOn(campaign, daysAgo)) continue
      const bought = buy(segments, day, daysAgo, season, wheel, daysAgo - app.lastDaysAgo)
      cohorts.push(...bought)
      history.cohorts.push(...bought)
      if (!looksAtIt(campaign, day)) continue
      life.wheel = steer(campaign, wheel, day, cohorts)
      if (life.wheel.live !== wheel.live) describe(life, day + 1)
    }
  }
  return history
}

function isOn({ firstDaysAgo, lastDaysAgo, pauses }: Campaign, daysAgo: number): boolean {
  return (
    daysAgo <= firstDaysAgo &&
    daysAgo >= lastDaysAgo &&
    !pauses.some(({ from, to }) => daysAgo <= from && daysAgo >= to)
  )
}

function buy(
  segments: readonly Segment[],
  day: number,
  daysAgo: number,
  season: Season,
  wheel: Wheel,
  newestAge: number,
): Cohort[] {
  const opening = segments[0]!.campaign.openingBid
  const bid = wheel.live === null || opening === null ? 1 : wheel.live / opening
  return segments
    .map(segment =>
      cohortOf(segment, day, daysAgo, season, { bid, budget: wheel.budget }, newestAge),
    )
    .filter(cohort => cohort !== undefined)
}
