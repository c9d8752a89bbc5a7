import type { Names } from '../../../server/forecast/forecast.ts'
import type { Chance } from './chance.ts'

export interface Campaign {
  platform: number
  network: number
  from: number
  to: number
  /** Mean installs a day. */
  installs: number
  /** Ascending. */
  countries: readonly number[]
  /** By country: share of the installs, value against the app's, cost per install. */
  weight: readonly number[]
  value: readonly number[]
  cpi: readonly number[]
}

export interface Plan {
  names: Names
  campaigns: readonly Campaign[]
  /** Campaign indexes by the names of platform, network and campaign: the order of the cells. */
  order: readonly number[]
}

/** Log standard deviations of value: countries differ most, campaigns of one network least. */
const SPREAD = { network: 0.12, country: 0.6, campaign: 0.18, campaignCountry: 0.08 }
/** Roughly the revenue of an average user in 60 days. */
const CPI = 2.4

export function planCampaigns(options: WorldOptions, random: Chance): Plan {
  const draw = (count: number, spread: number): number[] =>
    Array.from({ length: count }, () => Math.exp(spread * random.normal()))
  const networkValue = draw(options.networks, SPREAD.network)
  const countryValue = draw(options.countries, SPREAD.country)
  const campaigns = Array.from({ length: options.campaigns }, (_, index): Campaign => {
    const network = index % options.networks
    const own = Math.exp(SPREAD.campaign * random.normal())
    const buying = Math.exp(0.2 * random.normal())
    const countries = pickCountries(options, random)
    const shares = new Map(countries.map(country => [country, Math.exp(1.2 * random.normal())]))
    const all = [...shares.values()].reduce((sum, share) => sum + share, 0)
    const from =
      options.flights && random.uniform() > 0.35
        ? Math.floor(random.uniform() * (options.days - 20))
        : 0
    const to = options.flights
      ? from + Math.round(40 * Math.exp(1.1 * random.normal() + 1.2))
      : options.days - 1
    return {
      platform: Math.floor(index / options.networks) % 2,
      network,
      from,
      to: Math.min(to, options.days - 1),
      installs: options.installs * Math.exp(0.9 * random.normal()),
      countries,
      weight: byCountry(options, country => (shares.get(country) ?? 0) / all),
      value: byCountry(
        options,
        country =>
          networkValue[network]! *
          countryValue[country]! *
          own *
          Math.exp(SPREAD.campaignCountry * random.normal()),
      ),
      // Buyers know roughly the value of a country, and bid accordingly.
      cpi: byCountry(
        options,
        country => CPI * countryValue[country]! * buying * Math.exp(0.12 * random.normal()),
      ),
    }
  })
  return {
    names: {
      platform: ['ANDROID', 'IOS'],
      network: Array.from({ length: options.networks }, (_, index) => `Network ${numbered(index)}`),
      campaign: campaigns.map((_, index) => `Campaign ${numbered(index)}`),
      country: countryNames(options.countries),
    },
    campaigns,
    order: campaigns
      .map((_, index) => index)
      .sort(
        (a, b) =>
          campaigns[a]!.platform - campaigns[b]!.platform ||
          campaigns[a]!.network - campaigns[b]!.network ||
          a - b,
      ),
  }
}

function byCountry(options: WorldOptions, of: (country: number) => number): number[] {
  return Array.from({ length: options.countries }, (_, country) => of(country))
}

function pickCountries(
  { countries, countriesPerCampaign }: WorldOptions,
  random: Chance,
): number[] {
  const wanted = Math.min(countries, 2 + Math.floor(random.uniform() * (countriesPerCampaign - 1)))
  return Array.from({ length: countries }, (_, country) => ({ country, order: random.uniform() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, wanted)
    .map(({ country }) => country)
    .sort((a, b) => a - b)
}

function numbered(index: number): string {
  return String(index).padStart(3, '0')
}

function countryNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26)),
  )
}

export interface WorldOptions {
  seed: number
  days: number
  campaigns: number
  networks: number
  countries: number
  /** Maximum countries of a campaign. */
  countriesPerCampaign: number
  /** Median daily installs of a campaign. */
  installs: number
  /** Campaigns start and end during the simulation; otherwise all of them run on all days. */
  flights: boolean
  beyond: number
  nature: Nature
}

/** Properties that make a world difficult. */
export interface Nature {
  /** Log standard deviation of the weekly change of value. */
  drift: number
  /** Log standard deviation of a campaign's own change of value. */
  campaignDrift: number
  /** Two weeks in which all users pay more. */
  holiday: boolean
  /** Decline of a campaign's value by day. */
  fatigue: number
  /** Monthly renewals instead of a slow decline. */
  subscriptions: boolean
  /** Payers' values follow Pareto 1.5 permanently. */
  whales: boolean
  /** A week in which 85 % of ANDROID's revenue is lost. */
  isBroken: boolean
  /** The revenue of one network comes much later than that of all others. */
  ownCurve: boolean
}
