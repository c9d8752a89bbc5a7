import type { App } from './apps.ts'
import type { Campaign } from './campaign.ts'
import { campaignsOf } from './studio-campaigns.ts'
import { type Cohort, cohortOf } from './studio-cohorts.ts'
import { type Season, seasonOf } from './market.ts'
import { type Segment, segmentsOf } from './campaign.ts'
import { weekdayOf } from '../../../server/core/model/dates.ts'
import { uniform } from '../world/chance.ts'
import { level } from './payers.ts'
import { roundTo, targetRoas } from './targets.ts'

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

/** The state of a campaign's controls. */
export interface Wheel {
  /** The live ROAS bid; null if the network has none. */
  live: number | null
  /** Factor of the opening budget. */
  budget: number
  /** First day of the live settings. */
  since: number
}

const BUDGET_STEP = 0.15
/** Days between steps, and the days that a manager considers: installs of three weeks, at least a week old. */
const CADENCE = 10
const AGE = 7
const JUDGED = 21
/** Smaller gaps are ignored. */
const BAND = 0.15

export function openWheel({ openingBid }: Campaign, day: number): Wheel {
  return { live: openingBid, budget: 1, since: day }
}

/** Whether the campaign's manager checks the numbers on the morning after `day`. */
export function looksAtIt({ key, steering }: Campaign, day: number): boolean {
  const weekday = weekdayOf(day + 1)
  if (weekday > 5 || steering === 'never') return false
  return steering === 'weekly'
    ? weekday === 2
    : uniform('steering', key, day) < { prompt: 0.15, slow: 0.03 }[steering]
}

/**
 * The manager's rule of thumb: ROAS by day 7, times the usual later growth, against the target. A ROAS bid moves half of the way, within the
 * network's limits; without a bid, the budget does.
 */
export function steer(
  campaign: Campaign,
  wheel: Wheel,
  day: number,
  cohorts: readonly Cohort[],
): Wheel {
  if (day + 1 - wheel.since < CADENCE) return wheel
  const { app, platform, traits } = campaign
  let [spend, revenue] = [0, 0]
  for (
    let index = cohorts.length - 1;
    index >= 0 && cohorts[index]!.day > day - AGE - JUDGED;
    index--
  ) {
    const cohort = cohorts[index]!
    if (cohort.day > day - AGE) continue
    spend += cohort.spend
    for (const { age, amount } of cohort.payments) if (age <= AGE) revenue += amount
  }
  const wanted =
    (targetRoas(app, platform, 'paid', 'gross') * level(AGE, app.exponent)) /
    level(app.targetDsi, app.exponent)
  const ratio = revenue / 10 ** app.decimals / spend / wanted
  if (!(spend > 0 && revenue > 0) || Math.abs(ratio - 1) < BAND) return wheel
  if (wheel.live === null) {
    const budget = wheel.budget * (ratio > 1 ? 1 + BUDGET_STEP : 1 - BUDGET_STEP)
    return budget < 0.3 || budget > 2.2 ? wheel : { ...wheel, budget, since: day + 1 }
  }
  const live = roundTo(
    wheel.live * Math.min(1 + traits.pace, Math.max(1 - traits.pace, ratio ** -0.5)),
    3,
  )
  return live === wheel.live ? wheel : { ...wheel, live, since: day + 1 }
}
