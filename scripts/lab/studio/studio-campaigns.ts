import type { Platform } from '../../../generated/vocabulary/vocabulary.ts'
import type { App } from './apps.ts'
import type { Steering, Campaign } from './campaign.ts'
import { countryTraits } from './countries.ts'
import type { Geo } from './countries.ts'
import { level } from './payers.ts'
import { featuredCampaigns } from './featured-campaigns.ts'
import type { Featured } from './featured-campaigns.ts'
import { networkNamed } from './networks.ts'
import type { Network } from './networks.ts'
import { integer, normal, pick, uniform } from '../world/chance.ts'
import { roundTo, targetRoas } from './targets.ts'

const systems: Record<Platform, string> = { IOS: 'iOS', ANDROID: 'AND', WEB: 'Web' }
const withoutBid = /CPI|Retention|Offerwall|Install|creative test|Brand|検索/

/** The campaigns of an app; identical every day except for dates, which are relative to today. */
export function campaignsOf(app: App): Campaign[] {
  const featured = featuredCampaigns
    .filter(({ appId }) => appId === app.id)
    .map(given => featuredCampaign(app, given))
  const taken = new Set(featured.map(({ name }) => name))
  const others = Object.entries(app.campaigns).flatMap(([networkName, count]) =>
    Array.from({ length: count }, (_, index) =>
      nextCampaign(app, networkNamed(networkName), index, taken),
    ),
  )
  return [...featured, ...others, ...namelessCampaigns(app)]
}

function featuredCampaign(app: App, given: Featured): Campaign {
  const traits = networkNamed(given.network)
  const bidDsi = bidDsiOf(traits, given.name)
  const stated = given.name?.match(/(\d+)%( v\d+)?$/)?.[1]
  return {
    app,
    key: keyOf(app, given.platform, given.network, given.name),
    platform: given.platform,
    network: given.network,
    traits,
    name: given.name,
    shares: Object.entries(given.geo.shares).map(([country, share]) => ({ country, share })),
    budget: given.budget,
    quality: given.quality,
    fade: given.fade,
    firstDaysAgo: Math.min(given.from ?? app.firstDaysAgo, app.firstDaysAgo),
    lastDaysAgo: given.to ?? app.lastDaysAgo,
    pauses: [],
    bidDsi,
    openingBid:
      bidDsi === null
        ? null
        : stated === undefined
          ? fittingBid(app, traits, given, bidDsi, given.name)
          : Number(stated) / 100,
    steering: stated === undefined ? (given.steering ?? 'prompt') : 'never',
  }
}

function nextCampaign(
  app: App,
  traits: Network,
  index: number,
  taken: Set<string | null>,
): Campaign {
  const chance = [app.id, traits.name, index] as const
  const platform = platformFor(app, traits, chance)
  const geo = pick(app.geos, 'plan', 'geo', ...chance)
  const template = traits.names[index % traits.names.length]!
  const bidDsi = bidDsiOf(traits, template)
  const quality = Math.exp(0.02 + 0.06 * normal('quality', ...chance)) * traits.quality
  const bid =
    bidDsi === null
      ? null
      : fittingBid(app, traits, { platform, quality, geo }, bidDsi, chance.join())
  const stated = template.includes('{pct}')

  let version = 1 + Math.floor(index / traits.names.length)
  const named = () => fillIn(template, { app, platform, geo, version, bid })
  let name = named()
  while (taken.has(name)) {
    version += 1
    const next = named()
    name = next === name || taken.has(next) ? `${name.replace(/ \(\d+\)$/, '')} (${version})` : next
  }
  taken.add(name)

  return {
    app,
    key: keyOf(app, platform, traits.name, name),
    platform,
    network: traits.name,
    traits,
    name,
    shares: Object.entries(geo.shares).map(([country, share]) => ({ country, share })),
    budget:
      app.budget *
      traits.budget *
      marketSize(geo) *
      Math.exp(0.4 * normal('plan', 'budget', ...chance)),
    quality,
    fade: undefined,
    ...schedule(app, chance),
    bidDsi,
    openingBid: bid === null ? null : stated ? roundTo(bid, 2) : bid,
    steering: stated ? 'never' : steeringOf(uniform('plan', 'steering', ...chance)),
  }
}

type Chance = readonly [app: number, network: string, index: number]

function keyOf(
  app: App,
  platform: string | null,
  network: string | null,
  name: string | null,
): string {
  return [app.id, platform, network, name].join('/')
}

function platformFor(app: App, traits: Network, chance: Chance): Platform {
  if (traits.name === 'Apple Search Ads') return 'IOS'
  if (traits.name === 'Xiaomi GetApps') return 'ANDROID'
  return pick(app.platforms, 'plan', 'platform', ...chance)
}

function bidDsiOf(traits: Network, name: string | null): number | null {
  return name === null || withoutBid.test(name) ? null : traits.bidDsi
}

/** The ROAS of a campaign of this quality at the DSI of its bid, as its manager estimated it. Networks meet bids. */
function fittingBid(
  app: App,
  traits: Network,
  { platform, quality, geo }: Pick<Campaign, 'platform' | 'quality'> & { geo: Geo },
  bidDsi: number,
  chance: string | null,
): number {
  const places = Object.entries(geo.shares).reduce(
    (sum, [country, share]) => sum + share * countryTraits(country).exponent,
    0,
  )
  const exponent = app.exponent + traits.exponent + places
  const atTarget =
    (targetRoas(app, platform, 'paid', 'gross') * level(bidDsi, exponent)) /
    level(app.targetDsi, exponent)
  return roundTo(
    atTarget * quality * Math.exp(0.04 * normal('plan', 'bid', app.id, traits.name, chance)),
    3,
  )
}

function steeringOf(chance: number): Steering {
  if (chance < 0.6) return 'prompt'
  return chance < 0.92 ? 'weekly' : 'slow'
}

function fillIn(
  template: string,
  {
    app,
    platform,
    geo,
    version,
    bid,
  }: { app: App; platform: Platform; geo: Geo; version: number; bid: number | null },
): string {
  const values: Record<string, string> = {
    app: app.code,
    os: systems[platform],
    geo: geo.label,
    flag: flagOf(Object.keys(geo.shares)),
    v: String(version),
    pct: String(Math.round((bid ?? 0) * 100)),
  }
  return template.replace(/\{(\w+)\}/g, (_, key: string) => values[key]!).trim()
}

/** Budgets are smaller where installs are cheap, but by less than the price of installs. */
function marketSize(geo: Geo): number {
  const cpi = Object.entries(geo.shares).reduce(
    (sum, [country, share]) => sum + share * countryTraits(country).cpi,
    0,
  )
  return Math.pow(cpi, 0.9)
}

/** The flag of the only country, as the two regional indicators of its code. */
function flagOf(countries: string[]): string {
  const [country] = countries
  if (country === undefined || countries.length > 1) return ''
  return String.fromCodePoint(...[...country].map(letter => letter.codePointAt(0)! + 0x1f1a5))
}

/** One campaign in three is active today; the others ended earlier. Long ones had pauses. */
function schedule(
  app: App,
  chance: Chance,
): Pick<Campaign, 'firstDaysAgo' | 'lastDaysAgo' | 'pauses'> {
  const { firstDaysAgo: oldest, lastDaysAgo: newest } = app
  const span = oldest - newest
  const days = (low: number, high: number, about: string) =>
    integer(low, high, 'plan', about, ...chance)
  const running = uniform('plan', 'running', ...chance) < 0.33
  const lastDaysAgo = running ? newest : newest + days(4, Math.floor(span * 0.85), 'end')
  const age = running
    ? uniform('plan', 'old', ...chance) < 0.5
      ? span
      : days(8, Math.floor(span * 0.8), 'age')
    : days(25, 170, 'age')
  const firstDaysAgo = Math.min(oldest, lastDaysAgo + age)

  const pauses = Array.from(
    { length: Math.min(2, Math.floor((firstDaysAgo - lastDaysAgo) / 90)) },
    (_, index) => {
      const from = days(lastDaysAgo + 20, firstDaysAgo - 5, `pause ${index}`)
      return { from, to: from - days(2, 13, `pause end ${index}`) }
    },
  )
  return { firstDaysAgo, lastDaysAgo, pauses }
}

/** Unattributed installs: without campaign, country or both. */
function namelessCampaigns(app: App): Campaign[] {
  const [geo] = app.geos
  const country = Object.keys(geo!.shares)[0]!
  const nameless = (
    platform: Platform | null,
    network: string | null,
    traits: string,
    name: string | null,
    shares: Campaign['shares'],
    budget: number,
  ): Campaign => ({
    app,
    key: keyOf(app, platform, network, name),
    platform,
    network,
    traits: networkNamed(traits),
    name,
    shares,
    budget: app.budget * budget,
    quality: 0.9,
    fade: undefined,
    firstDaysAgo: Math.min(app.firstDaysAgo, app.lastDaysAgo + 120),
    lastDaysAgo: app.lastDaysAgo,
    pauses: [],
    bidDsi: null,
    openingBid: null,
    steering: 'never',
  })
  const unplaced = [
    { country: null, share: 0.8 },
    { country, share: 0.2 },
  ]
  return [
    nameless('IOS', 'Meta Ads', 'Meta Ads', null, [{ country, share: 1 }], 0.2),
    nameless('IOS', 'Google Ads', 'Google Ads', `${app.code} SKAN rest`, unplaced, 0.3),
    nameless(null, null, 'Xiaomi GetApps', null, [{ country: null, share: 1 }], 0.02),
  ]
}
