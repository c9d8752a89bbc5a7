import type { Cells, Facts } from '../../../server/forecast/forecast.ts'
import { chance, type Chance } from './chance.ts'
import { type Campaign, type Nature, planCampaigns, type WorldOptions } from './plan-campaigns.ts'
import { RevenueRows } from './revenue-rows.ts'
import { decays, type Mass, masses } from './cohort-shapes.ts'
import type { Day } from '../../../server/core/model/dates.ts'

export const PLAIN: Nature = {
  drift: 0.06,
  campaignDrift: 0,
  holiday: false,
  fatigue: 0,
  subscriptions: false,
  whales: false,
  isBroken: false,
  ownCurve: false,
}

export const WORLD: Omit<WorldOptions, 'seed'> = {
  days: 330,
  campaigns: 60,
  networks: 8,
  countries: 10,
  countriesPerCampaign: 8,
  installs: 90,
  flights: true,
  beyond: 90,
  nature: PLAIN,
}

export interface World {
  facts: Facts
  nature: Nature
  campaigns: readonly Campaign[]
  /** Per cell: expected revenue per install on the day of install. */
  value: Float64Array
  /** Per cell: the random factor of this cohort, 1 on average. */
  luck: Float64Array
  /** Payments of each row of revenue. */
  payments: Uint16Array
  /** Expected payments by age, without the effect of a broken week. */
  mass: Mass
}

/** Day 0 of the world: a Monday, 2024-01-01. */
const FIRST_DAY: Day = 19723
export const MEAN_PAYMENT = 9
/** Log standard deviation of a payment. */
const PAYMENT_SIGMA = 1.25
/** Payments per install on its first day. */
const PAYMENTS = 0.045

/** Returns the same world for the same seed. */
export function makeWorld(options: WorldOptions): World {
  const random = chance(options.seed)
  const { nature } = options
  const last = options.days - 1 + options.beyond
  const decay = decays(options.networks, nature, last + 1, random)
  const plan = planCampaigns(options, random)
  const weeks = weeklyValue(Math.ceil(options.days / 7), nature.drift, random)
  const ownWeeks = plan.campaigns.map(() =>
    nature.campaignDrift > 0
      ? weeklyValue(weeks.length, nature.campaignDrift, random)
      : weeks.map(() => 1),
  )
  const cells = drawCells(options, plan, random)
  const { count, day, campaign, country, installs } = cells
  const value = new Float64Array(count)
  const luck = new Float64Array(count)
  const rows = new RevenueRows(count)
  const drawn = masses(decay, nature, true)
  for (let i = 0; i < count; i++) {
    const about = plan.campaigns[campaign[i]!]!
    const since = day[i]! - FIRST_DAY
    const week = Math.floor(since / 7)
    const tired = Math.exp(-nature.fatigue * (since - about.from))
    value[i] =
      PAYMENTS *
      MEAN_PAYMENT *
      about.value[country[i]!]! *
      weeks[week]! *
      ownWeeks[campaign[i]!]![week]! *
      tired
    luck[i] = installs[i]! > 0 ? (nature.whales ? whales : payers)(installs[i]!, random) : 1
    const ages = last - since
    const mass = drawn(about.platform, about.network, since)
    const payments = random.poisson(
      (value[i]! / MEAN_PAYMENT) * luck[i]! * installs[i]! * mass[ages]!,
    )
    rows.add(
      Array.from({ length: payments }, () => ({
        age: ageOf(mass, ages, random.uniform()),
        amount: payment(random),
      })),
    )
  }
  const expected = masses(decay, nature, false)
  const share = Float64Array.of(0.85, 0.7, 0.7)
  return {
    facts: {
      names: plan.names,
      cells,
      revenue: [rows.revenue('iap', i => share[cells.platform[i]!]!)],
      bids: [],
      firstDay: FIRST_DAY,
      lastDay: FIRST_DAY + options.days - 1,
      netShare: { iap: share, ad: Float64Array.of(1, 1, 1) },
    },
    nature,
    campaigns: plan.campaigns,
    value,
    luck,
    payments: rows.counts(),
    mass: (platform, network, of) => expected(platform, network, of - FIRST_DAY),
  }
}

/** Shape of the gamma distributed random factor, per install. */
export const LUCK = 0.05

function payers(installs: number, random: Chance): number {
  return random.gamma(LUCK * installs) / (LUCK * installs)
}

const WHALES = { payers: 0.01, alpha: 1.5 }

/** Value of payers relative to the same number of average ones. */
function whales(installs: number, random: Chance): number {
  const { payers, alpha } = WHALES
  let sum = 0
  for (let payer = random.poisson(payers * installs); payer > 0; payer--)
    sum += ((alpha - 1) / alpha) * (1 - random.uniform()) ** (-1 / alpha)
  return sum / (payers * installs)
}

/** Value by install week: AR(1) of the logarithm, 0.85. */
function weeklyValue(weeks: number, drift: number, random: Chance): number[] {
  let level = (drift / Math.sqrt(1 - 0.85 ** 2)) * random.normal()
  return Array.from({ length: weeks }, () => {
    const now = Math.exp(level)
    level = 0.85 * level + drift * random.normal()
    return now
  })
}

function drawCells(
  options: WorldOptions,
  plan: ReturnType<typeof planCampaigns>,
  random: Chance,
): Cells {
  const columns: Record<
    'day' | 'platform' | 'network' | 'campaign' | 'country' | 'spend' | 'installs',
    number[]
  > = {
    day: [],
    platform: [],
    network: [],
    campaign: [],
    country: [],
    spend: [],
    installs: [],
  }
  for (let day = 0; day < options.days; day++) {
    for (const index of plan.order) {
      const about = plan.campaigns[index]!
      if (day < about.from || day > about.to) continue
      const mood = Math.exp(0.25 * random.normal())
      for (const country of about.countries) {
        const mean = about.installs * about.weight[country]! * mood
        columns.day.push(FIRST_DAY + day)
        columns.platform.push(about.platform)
        columns.network.push(about.network)
        columns.campaign.push(index)
        columns.country.push(country)
        columns.spend.push(
          Math.round(mean * about.cpi[country]! * Math.exp(0.05 * random.normal()) * 100) / 100,
        )
        columns.installs.push(random.poisson(mean))
      }
    }
  }
  return {
    count: columns.day.length,
    day: Int32Array.from(columns.day),
    platform: Int32Array.from(columns.platform),
    network: Int32Array.from(columns.network),
    campaign: Int32Array.from(columns.campaign),
    country: Int32Array.from(columns.country),
    organic: new Uint8Array(columns.day.length),
    spend: Float64Array.from(columns.spend),
    installs: Float64Array.from(columns.installs),
  }
}

/** The age of a payment, by its position in the mass up to `last`. */
function ageOf(mass: Float64Array, last: number, point: number): number {
  const wanted = point * mass[last]!
  let low = 0
  let high = last
  while (low < high) {
    const middle = (low + high) >> 1
    if (mass[middle]! <= wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** In cents. */
function payment(random: Chance): number {
  return Math.max(
    1,
    Math.round(
      100 * MEAN_PAYMENT * Math.exp(PAYMENT_SIGMA * random.normal() - PAYMENT_SIGMA ** 2 / 2),
    ),
  )
}
