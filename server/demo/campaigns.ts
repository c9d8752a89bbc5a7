import type { App, Platform } from './apps.ts'
import { countryTraits } from './countries.ts'
import type { Geo } from './countries.ts'
import { networkNamed } from './networks.ts'
import type { Network } from './networks.ts'
import { createRandom } from './random.ts'
import type { Random } from './random.ts'

/** One campaign of an app: who runs it, where, how big it is and on which days. Days are counted back from today. */
export interface Campaign {
  platform: Platform | null
  /** The name reported, which may be missing, and how the campaign performs all the same. */
  network: string | null
  traits: Network
  name: string | null
  shares: ReadonlyArray<{ country: string | null; share: number }>
  /** Mean spend a day, app currency. */
  budget: number
  /** Factor on value: above 1, the campaign earns more than its target asks. */
  quality: number
  firstDaysAgo: number
  lastDaysAgo: number
  /** Days on which it stood still, both ends included: `from` is the older one. */
  pauses: ReadonlyArray<{ from: number; to: number }>
}

const systems: Record<Platform, string> = { IOS: 'iOS', ANDROID: 'AND', WEB: 'Web' }
const percentages = [15, 18, 20, 25, 30, 40, 55, 70, 110] as const

/** The campaigns of an app, the same on every day but for their dates, which move along with today. */
export function campaignsOf(app: App): Campaign[] {
  const taken = new Set<string>()
  const named = Object.entries(app.campaigns).flatMap(([networkName, count]) => {
    const traits = networkNamed(networkName)
    return Array.from({ length: count }, (_, index) => nextCampaign(app, traits, index, taken))
  })
  return [...named, ...namelessCampaigns(app)]
}

function nextCampaign(app: App, traits: Network, index: number, taken: Set<string>): Campaign {
  const random = createRandom(`${app.id}/${traits.name}/${index}`)
  const platform = platformFor(app, traits, random)
  const geo = random.pick(app.geos)
  const template = traits.names[index % traits.names.length]!

  let version = 1 + Math.floor(index / traits.names.length)
  let name = fillIn(template, app, platform, geo, version, random)
  while (taken.has(name)) {
    version += 1
    const next = fillIn(template, app, platform, geo, version, random)
    name = next === name || taken.has(next) ? `${name.replace(/ \(\d+\)$/, '')} (${version})` : next
  }
  taken.add(name)

  return {
    platform,
    network: traits.name,
    traits,
    name,
    shares: Object.entries(geo.shares).map(([country, share]) => ({ country, share })),
    budget: app.budget * traits.budget * marketSize(geo) * Math.exp(0.85 * random.normal() - 0.2),
    quality: Math.exp(0.04 + 0.15 * random.normal()),
    ...schedule(app, random),
  }
}

function platformFor(app: App, traits: Network, random: Random): Platform {
  if (traits.name === 'Apple Search Ads') return 'IOS'
  if (traits.name === 'Xiaomi GetApps') return 'ANDROID'
  return random.pick(app.platforms)
}

function fillIn(template: string, app: App, platform: Platform, geo: Geo, version: number, random: Random): string {
  const values: Record<string, string> = {
    app: app.code,
    os: systems[platform],
    geo: geo.label,
    flag: flagOf(Object.keys(geo.shares)),
    v: String(version),
    pct: String(random.pick(percentages)),
  }
  return template.replace(/\{(\w+)\}/g, (_, key: string) => values[key]!).trim()
}

/** Budgets are smaller where installs are cheap, though less than the installs are. */
function marketSize(geo: Geo): number {
  const cpi = Object.entries(geo.shares).reduce((sum, [country, share]) => sum + share * countryTraits(country).cpi, 0)
  return Math.pow(cpi, 0.7)
}

/** The flag of the only country, as the two regional indicators of its code. */
function flagOf(countries: string[]): string {
  const [country] = countries
  if (country === undefined || countries.length > 1) return ''
  return String.fromCodePoint(...[...country].map(letter => letter.codePointAt(0)! + 0x1f1a5))
}

/** Three campaigns in five are on today; the others ended some time ago. Long ones were paused in between. */
function schedule(app: App, random: Random): Pick<Campaign, 'firstDaysAgo' | 'lastDaysAgo' | 'pauses'> {
  const { firstDaysAgo: oldest, lastDaysAgo: newest } = app
  const span = oldest - newest
  const running = random.uniform() < 0.6
  const lastDaysAgo = running ? newest : newest + random.integer(4, Math.floor(span * 0.8))
  const age = running && random.uniform() < 0.3 ? span : random.integer(running ? 6 : 20, Math.floor(span * 0.75))
  const firstDaysAgo = Math.min(oldest, lastDaysAgo + age)

  const pauses = Array.from({ length: Math.min(2, Math.floor((firstDaysAgo - lastDaysAgo) / 60)) }, () => {
    const from = random.integer(lastDaysAgo + 16, firstDaysAgo - 5)
    return { from, to: from - random.integer(2, 15) }
  })
  return { firstDaysAgo, lastDaysAgo, pauses }
}

/** What attribution could not name: no campaign, no country, or nothing at all. */
function namelessCampaigns(app: App): Campaign[] {
  const [geo] = app.geos
  const country = Object.keys(geo!.shares)[0]!
  const common = {
    quality: 0.9,
    firstDaysAgo: Math.min(app.firstDaysAgo, app.lastDaysAgo + 120),
    lastDaysAgo: app.lastDaysAgo,
    pauses: [],
  }
  return [
    {
      ...common,
      platform: 'IOS',
      network: 'Meta Ads',
      traits: networkNamed('Meta Ads'),
      name: null,
      shares: [{ country, share: 1 }],
      budget: app.budget * 0.2,
    },
    {
      ...common,
      platform: 'IOS',
      network: 'Google Ads',
      traits: networkNamed('Google Ads'),
      name: `${app.code} SKAN rest`,
      shares: [
        { country: null, share: 0.8 },
        { country, share: 0.2 },
      ],
      budget: app.budget * 0.3,
    },
    {
      ...common,
      platform: null,
      network: null,
      traits: networkNamed('Xiaomi GetApps'),
      name: null,
      shares: [{ country: null, share: 1 }],
      budget: app.budget * 0.02,
    },
  ]
}
