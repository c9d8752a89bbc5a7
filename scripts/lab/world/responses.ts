import { type Chance, chance } from './chance.ts'

/** A campaign's days, as the model of responses takes them. */
export interface CampaignSeries {
  campaign: number
  platform: number
  network: number
  country: number
  spend: Float64Array
  installs: Float64Array
  /** Installs old enough for revenue at the target DSI, and that revenue. */
  aged: Float64Array
  worth: Float64Array
}

/** How the managers of a world move budgets. */
export type Managers = 'any day' | 'as it goes' | 'by yesterday' | 'never' | 'with the market'

export interface Nature {
  managers: Managers
  /** Mean days between moves, and their size, as a share. */
  every: number
  size: readonly [number, number]
  /** Standard deviation of a level's daily change, and of a day. */
  drift: number
  day: number
  holidays: boolean
  /** Share of a campaign's own demand for which the network spends more. */
  delivery: number
  /** Share of a campaign's own demand that remains a day later (AR 1). */
  lasts: number
  /** Bounds of an app's mean elasticity of installs, and those of a campaign. */
  mean: readonly [number, number]
  power: readonly [number, number]
  /** Loss of elasticity while higher spend lasts, as creatives wear out. */
  fatigue: number
  installs: readonly [number, number]
  /** Mean elasticity of value per install. */
  value: number
  /** Chance per day that a campaign's value per install changes from one day to the next, by `BREAK`. */
  breaks: number
  media: Media
  /** Whether campaigns of a country share their audience. */
  shared: boolean
  /** The limit of spend: the budget; demand, up to the budget; installs at a price, up to the budget. */
  spends: 'as budgeted' | 'up to a cap' | 'per install'
}

/** Days over which an audience remembers spend. */
const FATIGUE_DAYS = 60

/** The effect of spend over days, and its saturation, drawn for a network (a channel in the papers). */
interface Channel {
  /** Weights of a day's spend and of earlier days, with a sum of 1. */
  carried: readonly number[]
  /** Hill curve: its exponent, and the half-saturation point in units of the base's spend; null: a power of spend. */
  hill: { slope: number; half: number } | null
}
type Media = (random: Chance) => Channel

function adstock(rate: number, days: number): number[] {
  const weights = Array.from({ length: days + 1 }, (_, lag) => rate ** lag)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return weights.map(weight => weight / sum)
}

function power(rate: number): Media {
  return () => ({ carried: adstock(rate, 60), hill: null })
}

/**
 * Robyn's ranges for digital channels (demo.R of facebookexperimental/Robyn): a weekly theta of 0 to 0.3, daily to the power of 1 / 7,
 * alpha of 0.5 to 3, and gamma of 0.3 to 1, a share of the largest spend; the base spends half of that.
 */
function robyn(random: Chance): Channel {
  return {
    carried: adstock((0.3 * random.uniform()) ** (1 / 7), 60),
    hill: { slope: 0.5 + 2.5 * random.uniform(), half: 2 * (0.3 + 0.7 * random.uniform()) },
  }
}

/**
 * Meridian's default priors (developers.google.com/meridian, Default prior distributions; ModelSpec): alpha_m Uniform(0, 1) with a max_lag of 8,
 * ec_m TruncatedNormal(0.8, 0.8, 0.1, 10) in units of the median spend, slope_m 1.
 */
function meridian(random: Chance): Channel {
  let half = 0
  while (half < 0.1 || half > 10) half = 0.8 + 0.8 * random.normal()
  return { carried: adstock(random.uniform(), 8), hill: { slope: 1, half } }
}

/** An S: the elasticity falls from above 1 to below 0.5 where spend doubles. */
function sigmoid(random: Chance): Channel {
  return {
    carried: [1],
    hill: { slope: 1.5 + 1.5 * random.uniform(), half: 0.6 + 0.6 * random.uniform() },
  }
}

const USUAL: Nature = {
  managers: 'as it goes',
  every: 14,
  size: [0.1, 0.3],
  drift: 0.012,
  day: 0.06,
  holidays: true,
  delivery: 0,
  lasts: 0,
  mean: [0.55, 0.9],
  power: [0.5, 0.95],
  fatigue: 0,
  installs: [20, 400],
  value: 0,
  breaks: 0,
  media: power(0),
  shared: false,
  spends: 'as budgeted',
}

/** Spend follows demand that lasts. */
function following(lasts: number): Nature {
  return {
    ...USUAL,
    managers: 'any day',
    delivery: 1,
    lasts,
    day: 0.15,
    mean: [0.35, 0.8],
    power: [0.25, 0.95],
  }
}

export const NATURES: Readonly<Record<string, Nature>> = {
  'moves on any day': { ...USUAL, managers: 'any day', drift: 0.006, holidays: false },
  'drift and holidays': { ...USUAL, managers: 'any day', drift: 0.02 },
  'raised when it goes well': USUAL,
  'raised after a good day': { ...USUAL, managers: 'by yesterday', every: 7, day: 0.12 },
  'raised before holidays': { ...USUAL, managers: 'with the market' },
  'networks that spend as demand allows': { ...USUAL, delivery: 1, day: 0.1 },
  'small campaigns': { ...USUAL, installs: [3, 20] },
  'value that falls with spend': { ...USUAL, value: -0.1 },
  'value that breaks': { ...USUAL, breaks: 1 / 60 },
  'large and rare moves': { ...USUAL, every: 45, size: [0.2, 0.4] },
  'half of an effect carried to the next day': { ...USUAL, media: power(0.5) },
  '0.8 of an effect carried to the next day': { ...USUAL, media: power(0.8) },
  "Robyn's ranges of adstock and saturation": { ...USUAL, media: robyn },
  "Meridian's priors of adstock and saturation": { ...USUAL, media: meridian },
  'shared audiences': { ...USUAL, shared: true },
  'spend follows demand of days': following(0.5),
  'spend follows demand of weeks': following(0.9),
  'spend follows demand, with large moves': { ...following(0.9), every: 45, size: [0.6, 1] },
  'spend follows demand of months': following(0.95),
  'spend follows demand in shared audiences': { ...following(0.9), shared: true },
  'spend follows demand on S-curves': { ...following(0.9), media: sigmoid },
  'S-curves': { ...USUAL, media: sigmoid },
  fatigue: { ...USUAL, fatigue: 0.1 },
  'budget caps': { ...USUAL, spends: 'up to a cap' },
}
const NEVER: Nature = { ...USUAL, managers: 'never' }
/** Worlds without any budget move, about which nothing can be learned. */
export const STILL: Readonly<Record<string, Nature>> = {
  'managers who never moved': NEVER,
  'spend follows demand, and managers never moved': { ...following(0.9), managers: 'never' },
  'billed per install': { ...NEVER, spends: 'per install' },
}

export const PAST = 270
export const FUTURE = 84
const DAYS = PAST + FUTURE
/** Standard deviation, as a logarithm. */
const BREAK = 0.35
const COUNT = { campaigns: 30, networks: 5, platforms: 2, countries: 6 }

export interface WorldCampaign {
  platform: number
  network: number
  country: number
  /** Spend at which installs and value are the base's. */
  base: number
  installs: number
  /** Exponent of spend; unused with a Hill curve. */
  power: number
  fatigue: number
  channel: Channel
  /** Campaigns that share its audience, including itself. */
  audience: WorldCampaign[]
  spends: Nature['spends']
  value: number
  /** ROAS of the base in units of the target. */
  roas: number
  /** Logarithms by day: installs beyond the effect of spend, and value per install. */
  demand: Float64Array
  worth: Float64Array
  /** Spend over budget, by day. */
  delivery: Float64Array
  budget: Float64Array
  /** As observed. */
  series: CampaignSeries
}

export interface ResponseWorld {
  nature: Nature
  campaigns: WorldCampaign[]
  /** Number of days simulated. */
  days: number
  random: Chance
}

/** A world on the morning after its past, shaped by its managers. */
export function responseWorld(nature: Nature, seed: number): ResponseWorld {
  const random = chance(seed * 7919 + 17)
  const uniform = (): number => random.uniform()
  const normal = (): number => random.normal()
  const walk = (sd: number): Float64Array => {
    let at = 0
    return Float64Array.from({ length: DAYS }, () => (at += sd * normal()))
  }
  const market = walk(0.012)
  const ofPlatforms = Array.from({ length: COUNT.platforms }, () => walk(0.003))
  if (nature.holidays) {
    for (let holiday = 0; holiday < 3; holiday++) {
      const course = holiday === 2 ? ofPlatforms[0]! : market
      const [day, width, size] = [
        40 + Math.floor(uniform() * 290),
        3 + uniform() * 4,
        (uniform() < 0.3 ? -1 : 1) * (0.2 + 0.2 * uniform()),
      ]
      course.forEach((_, t) => (course[t]! += size * Math.exp(-(((t - day) / width) ** 2))))
    }
  }
  const mean = nature.mean[0] + (nature.mean[1] - nature.mean[0]) * uniform()
  const networks = Array.from({ length: COUNT.networks }, () => ({
    response: 0.06 * normal(),
    channel: nature.media(random),
    value: 0.03 * normal(),
    weekdays: Array.from({ length: 7 }, () => 0.05 * normal()),
  }))
  const campaigns = Array.from({ length: COUNT.campaigns }, (_, campaign): WorldCampaign => {
    const network = campaign % COUNT.networks
    const platform = Math.floor(uniform() * COUNT.platforms)
    const country = Math.floor(uniform() * COUNT.countries)
    const of = networks[network]!
    let own = 0
    const shocks = Float64Array.from({ length: DAYS }, (_, t) => {
      const news = nature.day * normal()
      return (own = t === 0 ? news : nature.lasts * own + Math.sqrt(1 - nature.lasts ** 2) * news)
    })
    const slow = walk(nature.drift)
    const weekdays = Array.from({ length: 7 }, () => 0.04 * normal())
    const installs = nature.installs[0] * (nature.installs[1] / nature.installs[0]) ** uniform()
    const zeros = (): Float64Array => new Float64Array(DAYS)
    return {
      platform,
      network,
      country,
      base: installs * (1 + 2 * uniform()),
      installs,
      power: clipped(mean + of.response + 0.07 * normal(), ...nature.power),
      fatigue: nature.fatigue,
      channel: of.channel,
      audience: [],
      spends: nature.spends,
      value: Math.min(0.05, nature.value + (nature.value === 0 ? 0 : of.value + 0.02 * normal())),
      roas: Math.exp(0.25 * normal()),
      demand: slow.map(
        (value, t) =>
          value + market[t]! + ofPlatforms[platform]![t]! + of.weekdays[t % 7]! + shocks[t]!,
      ),
      worth: walk(0.004),
      delivery: shocks.map((shock, t) =>
        Math.exp(0.05 * normal() + nature.delivery * shock + weekdays[t % 7]!),
      ),
      budget: zeros(),
      series: {
        campaign,
        platform,
        network,
        country,
        spend: zeros(),
        installs: zeros(),
        aged: zeros(),
        worth: zeros(),
      },
    }
  })
  if (nature.breaks > 0) for (const { worth } of campaigns) addBreaks(worth, nature.breaks, random)
  const world: ResponseWorld = { nature, campaigns, days: 0, random }
  for (const campaign of campaigns) {
    // With billing per install, budgets far exceed spend.
    campaign.budget[0] = nature.spends === 'per install' ? 3 * campaign.base : campaign.base
    if (nature.shared)
      campaign.audience = campaigns.filter(({ country }) => country === campaign.country)
  }
  for (let day = 0; day < PAST; day++) {
    if (day > 0)
      for (const campaign of campaigns) campaign.budget[day] = managed(world, campaign, market)
    live(world)
  }
  return world
}

function addBreaks(worth: Float64Array, chance: number, random: Chance): void {
  let level = 0
  worth.forEach((_, day) => {
    if (random.uniform() < chance) level = BREAK * random.normal()
    worth[day]! += level
  })
}

/** Simulates a day with the current budgets. */
export function live(world: ResponseWorld): void {
  const { days: day, random, campaigns } = world
  const bought = campaigns.map(campaign => {
    const { base, installs, demand, delivery, budget, series, spends } = campaign
    const offered = base * Math.exp(demand[day]!)
    if (spends !== 'per install') {
      series.spend[day] =
        (spends === 'up to a cap' ? Math.min(budget[day]!, 1.3 * offered) : budget[day]!) *
        delivery[day]!
      return null
    }
    const count = random.poisson((Math.min(budget[day]!, offered) * installs) / base)
    series.spend[day] = (count * base) / installs
    return count
  })
  campaigns.forEach((campaign, c) => {
    const spend = campaign.series.spend[day]!
    const installs = bought[c] ?? random.poisson(expectedInstalls(campaign, day))
    campaign.series.installs[day] = installs
    campaign.series.aged[day] = installs
    // Revenue of the first days: one install in twenty pays, by a gamma distribution.
    const mean = valueOf(campaign, day, spend)
    campaign.series.worth[day] = 0.15 * mean * random.gamma(installs * 0.05) * 20
  })
  world.days++
}

/** Expected installs of a day with its spend, or at a constant spend. */
export function expectedInstalls(campaign: WorldCampaign, day: number, steady?: number): number {
  const { installs, base, demand, spends, series } = campaign
  if (spends === 'per install') return (installs * (steady ?? series.spend[day]!)) / base
  const spend = steady ?? carriedSpend(campaign, day)
  return (
    installs *
    Math.exp(demand[day]!) *
    effect(campaign, spend / base) *
    worn(campaign, day, steady) *
    crowding(campaign, day)
  )
}

/** Share of installs that remains after the spend of the last weeks. */
function worn(
  { fatigue, base, series: { spend } }: WorldCampaign,
  day: number,
  steady?: number,
): number {
  if (fatigue === 0) return 1
  let sum = 0
  for (let lag = 0; lag < FATIGUE_DAYS; lag++) sum += steady ?? spend[Math.max(0, day - lag)]!
  return (sum / FATIGUE_DAYS / base) ** -fatigue
}

function carriedSpend(
  { channel: { carried }, series: { spend } }: WorldCampaign,
  day: number,
): number {
  return carried.reduce((sum, weight, lag) => sum + weight * spend[Math.max(0, day - lag)]!, 0)
}

/** Installs over those of the base, at a ratio of spend over the base's. In a shared audience half of the saturation is the campaign's own. */
function effect({ channel: { hill }, power: own, audience }: WorldCampaign, ratio: number): number {
  if (hill !== null) return (1 + hill.half ** hill.slope) / (1 + (hill.half / ratio) ** hill.slope)
  return ratio ** (audience.length > 0 ? (1 + own) / 2 : own)
}

/** The reduction of each campaign of an audience by its total spend. */
function crowding({ audience, power: own, series }: WorldCampaign, at: number): number {
  if (audience.length === 0) return 1
  // Future days equal the last one.
  const day = Math.min(
    at,
    series.spend.findLastIndex(spend => spend > 0),
  )
  const total = (of: (campaign: WorldCampaign) => number): number =>
    audience.reduce((sum, campaign) => sum + of(campaign), 0)
  return (total(({ series }) => series.spend[day]!) / total(({ base }) => base)) ** ((own - 1) / 2)
}

/** d ln installs / d ln spend of a campaign, in the long run and as attributed, at a given daily spend. */
export function elasticityAt(
  { channel: { hill }, power, fatigue, audience, base }: WorldCampaign,
  day: number,
  spend: number,
): number {
  const own = power - fatigue
  if (hill !== null) return hill.slope / (1 + (spend / base / hill.half) ** hill.slope)
  if (audience.length === 0) return own
  const share = spend / audience.reduce((sum, campaign) => sum + campaign.series.spend[day]!, 0)
  return 1 - ((1 - own) / 2) * (1 + Math.min(1, share))
}

/** Revenue per install by the target DSI, in units of the target. */
function valueOf(
  { roas, base, installs, worth, value }: WorldCampaign,
  day: number,
  spend: number,
): number {
  return ((roas * base) / installs) * Math.exp(worth[day]!) * (spend / base) ** value
}

/** Expected revenue of a day with its spend, or at a constant spend, in units of the target. */
export function expectedRevenue(campaign: WorldCampaign, day: number, steady?: number): number {
  return (
    expectedInstalls(campaign, day, steady) *
    valueOf(campaign, day, steady ?? campaign.series.spend[day]!)
  )
}

/** As observed so far, the last day last. */
export function observedSeries({ campaigns, days }: ResponseWorld): CampaignSeries[] {
  const from = Math.max(0, days - PAST)
  return campaigns.map(({ series }) => ({
    ...series,
    spend: series.spend.slice(from, days),
    installs: series.installs.slice(from, days),
    aged: series.aged.slice(from, days),
    worth: series.worth.slice(from, days),
  }))
}

function managed(
  { nature, days: day, random }: ResponseWorld,
  campaign: WorldCampaign,
  market: Float64Array,
): number {
  const before = campaign.budget[day - 1]!
  if (nature.managers === 'never' || random.uniform() > 1 / nature.every) return before
  const share = nature.size[0] + (nature.size[1] - nature.size[0]) * random.uniform()
  const up = goesUp(nature.managers, campaign, day, market, random)
  if (up === null) return before
  const next = before * (up ? 1 + share : 1 / (1 + share))
  return next / campaign.base > 3 || next / campaign.base < 0.3 ? before : next
}

/** Null: unchanged. */
function goesUp(
  managers: Managers,
  campaign: WorldCampaign,
  day: number,
  market: Float64Array,
  random: Chance,
): boolean | null {
  if (managers === 'any day') return random.uniform() < 0.5
  if (managers === 'with the market') return market[Math.min(DAYS - 1, day + 7)]! > market[day]!
  const over = (from: number, to: number): number => {
    let [installs, spend] = [0, 0]
    for (let t = Math.max(0, from); t < to; t++) {
      installs += campaign.series.installs[t]!
      spend += campaign.series.spend[t]!
    }
    return spend > 0 ? installs / spend : 0
  }
  const now = managers === 'by yesterday' ? over(day - 1, day) : over(day - 7, day)
  const usual = over(day - 60, day)
  const gap = now / usual - 1
  return Math.abs(gap) < 0.03 ? null : gap > 0
}

function clipped(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
