import type { Cells, Facts } from '../../../server/forecast/model/facts.ts'
import { chance, type Chance } from './random.ts'
import { type Campaign, planCampaigns, type WorldOptions } from './world-campaigns.ts'
import { RevenueRows } from './world-revenue.ts'
import type { Day } from '../../../server/model/days.ts'

export const WORLD: Omit<WorldOptions, 'seed'> = {
  days: 330,
  campaigns: 60,
  networks: 8,
  countries: 10,
  countriesPerCampaign: 8,
  installs: 90,
  flights: true,
  beyond: 90,
}

export interface World {
  facts: Facts
  campaigns: readonly Campaign[]
  /** Per cell: revenue per install that the world means it to bring on the day of install; later days fall off by its network's exponent. */
  value: Float64Array
  /** Per cell: the luck of this very cohort, 1 on average. */
  luck: Float64Array
  /** Per network. */
  exponent: readonly number[]
}

/** Day 0 of the world: a Monday, 2024-01-01. */
const FIRST_DAY: Day = 19723
/** Mean and log standard deviation of a payment. */
const PAYMENT = { mean: 9, sigma: 1.25 }
/** Payments per install on its first day. */
const PAYMENTS = 0.045

/** The world of a seed: the same seed, the same world. */
export function makeWorld(options: WorldOptions): World {
  const random = chance(options.seed)
  const exponent = Array.from({ length: options.networks }, () => 0.85 + 0.12 * random.normal())
  const plan = planCampaigns(options, random)
  const weeks = weeklyValue(Math.ceil(options.days / 7), random)
  const cells = drawCells(options, plan, random)
  const { count, day, campaign, country, installs } = cells
  const value = new Float64Array(count)
  const luck = new Float64Array(count)
  const rows = new RevenueRows(count)
  const last = options.days - 1 + options.beyond
  const decay = exponent.map(b => cumulativeDecay(b, last + 1))
  for (let i = 0; i < count; i++) {
    const about = plan.campaigns[campaign[i]!]!
    const since = day[i]! - FIRST_DAY
    value[i] = PAYMENTS * PAYMENT.mean * about.value[country[i]!]! * weeks[Math.floor(since / 7)]!
    luck[i] = installs[i]! > 0 ? random.gamma(0.05 * installs[i]!) / (0.05 * installs[i]!) : 1
    const ages = last - since
    const shape = decay[about.network]!
    const payments = random.poisson((value[i]! / PAYMENT.mean) * luck[i]! * installs[i]! * shape[ages]!)
    rows.add(
      payments,
      () => ageOf(shape, ages, random.uniform()),
      () => payment(random),
    )
  }
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
    campaigns: plan.campaigns,
    value,
    luck,
    exponent,
  }
}

/** An install day's value goes with the weeks: AR(1) of the logarithm, 0.85 and 0.06. */
function weeklyValue(weeks: number, random: Chance): number[] {
  let level = (0.06 / Math.sqrt(1 - 0.85 ** 2)) * random.normal()
  return Array.from({ length: weeks }, () => {
    const now = Math.exp(level)
    level = 0.85 * level + 0.06 * random.normal()
    return now
  })
}

function drawCells(options: WorldOptions, plan: ReturnType<typeof planCampaigns>, random: Chance): Cells {
  const columns: Record<'day' | 'platform' | 'network' | 'campaign' | 'country' | 'spend' | 'installs', number[]> = {
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
        columns.spend.push(Math.round(mean * about.cpi[country]! * Math.exp(0.05 * random.normal()) * 100) / 100)
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

/** At n: sum of (k + 1)^-b for k = 0 to n. */
export function cumulativeDecay(b: number, length: number): Float64Array {
  const sums = new Float64Array(length)
  let sum = 0
  for (let n = 0; n < length; n++) sums[n] = sum += Math.pow(n + 1, -b)
  return sums
}

/** The age at which a payment comes, by its place in the decay up to `last`. */
function ageOf(decay: Float64Array, last: number, place: number): number {
  const wanted = place * decay[last]!
  let low = 0
  let high = last
  while (low < high) {
    const middle = (low + high) >> 1
    if (decay[middle]! <= wanted) low = middle + 1
    else high = middle
  }
  return low
}

function payment(random: Chance): number {
  const amount = PAYMENT.mean * Math.exp(PAYMENT.sigma * random.normal() - PAYMENT.sigma ** 2 / 2)
  return Math.max(0.01, Math.round(amount * 100) / 100)
}
