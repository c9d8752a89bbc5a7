import { level } from './payers.ts'
import { eventFactor } from './market.ts'
import type { Season } from './market.ts'
import { drawPayments, LAST_AGE, type Paying } from './payers.ts'
import { drift, normal, sequence, uniform } from '../world/chance.ts'
import type { Segment } from './campaign.ts'
import { ORGANIC_VALUE, roundTo } from './targets.ts'
import type { Payment } from '../world/revenue-rows.ts'
import type { App } from './apps.ts'
import type { Campaign } from './campaign.ts'

/** The users of a segment who installed on one day. */
export interface Cohort {
  segment: Segment
  day: number
  spend: number
  installs: number
  payments: readonly Payment[]
  /** Organic installs caused by paid ones or mistaken for organic, and the value of one by the target DSI. */
  organic: number
  organicValue: number
}

/** Factors on a campaign's opening bid and budget. */
export interface Pressure {
  bid: number
  budget: number
}

/** A cohort with its revenue up to `newestAge`; undefined if nothing happened on that day. */
export function cohortOf(
  segment: Segment,
  day: number,
  daysAgo: number,
  season: Season,
  pressure: Pressure,
  newestAge: number,
): Cohort | undefined {
  const { campaign, country } = segment
  const { app, key, platform, traits } = campaign
  const { halo = app.halo } = traits
  const chance = [key, country, day] as const
  const happened = (what: Parameters<typeof eventFactor>[1]) =>
    eventFactor(app, what, daysAgo, platform, country)

  // New campaigns learn: at first they spend little and pay more per install.
  const daysOn = campaign.firstDaysAgo - daysAgo
  const isOlder =
    campaign.firstDaysAgo === app.firstDaysAgo && app.createdDaysAgo > app.firstDaysAgo + 30
  const learnt = isOlder ? 1 : 1 - Math.exp(-(daysOn + 2) / 5)

  // A higher ROAS bid buys fewer, more expensive and more valuable installs; a larger budget buys less valuable ones.
  const volume = pressure.bid ** -1.2 * pressure.budget
  const price = pressure.bid ** 0.3
  const worth = pressure.bid ** 0.95 * pressure.budget ** -0.3

  const mood = 0.08 * drift('buying', day, 40, key) + 0.05 * normal('buying', ...chance)
  const flightDay = (day + campaign.key.length * 5) % traits.flightDays
  const buys = flightDay === 0 && uniform('outage', 'buying', key, day) > 0.001
  const push =
    segment.budget *
    season.spend *
    (0.3 + 0.7 * learnt) *
    volume *
    Math.exp(mood) *
    traits.flightDays
  // Unattributed installs cost nothing.
  const spend = buys && campaign.network !== null ? roundTo(push, app.decimals) : 0

  const cost =
    segment.cpi *
    season.cpi *
    happened('cpi') *
    price *
    (1.25 - 0.25 * learnt) *
    Math.exp(0.035 * drift('price', day, 50, key) + 0.03 * normal('price', ...chance))
  // Creator content works for several days.
  const reached = traits.flightDays > 1 ? 0.5 ** (flightDay + 1) : buys ? 1 : 0.02
  const wanted = (push * reached) / cost
  const installs = Math.floor(
    Math.max(0, wanted + (wanted > 4 ? Math.sqrt(wanted) * normal('installs', ...chance) : 0)) +
      uniform('installs', 'rest', ...chance),
  )

  // Organic installs follow paid ones; installs missed by attribution count as organic too.
  const paid =
    uniform('outage', 'attribution', key, day) < 0.0004
      ? 0
      : Math.round(installs * happened('attribution'))
  const uplift =
    halo +
    segment.organic * happened('organic') * Math.exp(0.1 * normal('uplift', 'organic', ...chance))
  const organic =
    installs - paid + Math.floor(installs * uplift + uniform('uplift', 'rest', ...chance))
  // Some networks report empty days, most do not.
  if (spend === 0 && paid + organic === 0 && uniform('outage', 'zeros', ...chance) > 0.2)
    return undefined

  const mean = segment.value * season.value * happened('value') * worth * fadeOf(campaign, daysAgo)
  const value =
    mean *
    Math.exp(app.drift * drift('market', day, 60, key) + app.mood * drift('mood', day, 11, key))
  const exponent =
    segment.exponent + app.shape * (drift('shape', day, 45, key) + 0.5 * normal('shape', ...chance))
  const paying = payingOf(app, value, exponent)
  return {
    segment,
    day,
    spend,
    installs: paid,
    payments: drawPayments(
      sequence('payers', ...chance),
      paid,
      { ...paying, rate: segment.payerRate },
      newestAge,
    ),
    organic,
    organicValue: ORGANIC_VALUE * value * happened('organicValue'),
  }
}

/** Payment behavior of users worth `value` by the target DSI. */
export function payingOf(
  { targetDsi, payerRate, payerSpread, decimals }: App,
  value: number,
  exponent: number,
): Paying {
  return {
    rate: payerRate,
    spread: payerSpread,
    value: (value * level(LAST_AGE, exponent)) / level(targetDsi, exponent),
    exponent,
    decimals,
  }
}

/** Factor of creative fatigue on user value. */
function fadeOf({ fade }: Campaign, daysAgo: number): number {
  if (fade === undefined || daysAgo >= fade.daysAgo) return 1
  return 1 + (fade.to - 1) * Math.min(1, (fade.daysAgo - daysAgo) / 25)
}
