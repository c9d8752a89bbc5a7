import type { Platform } from '../../../generated/vocabulary/vocabulary.ts'
import type { App } from './apps.ts'
import type { Network } from './networks.ts'
import { countryTraits } from './countries.ts'
import { normal } from '../world/chance.ts'
import { targetRoas } from './targets.ts'

/** How soon its manager follows a recommendation: within days, on Tuesdays, eventually, or never. */
export type Steering = 'prompt' | 'weekly' | 'slow' | 'never'

/** One campaign of an app: its network, place, size and days. Days are counted back from today. */
export interface Campaign {
  app: App
  /** Unique among all campaigns. */
  key: string
  platform: Platform | null
  /** The reported name, which may be missing, and the network whose performance the campaign has anyway. */
  network: string | null
  traits: Network
  name: string | null
  shares: ReadonlyArray<{ country: string | null; share: number }>
  /** Mean daily spend in the app's currency. */
  budget: number
  /** Factor on value: above 1, the campaign exceeds its target at its opening bid. */
  quality: number
  /** A decline of its users' value to a share, within the days since. */
  fade: { daysAgo: number; to: number } | undefined
  firstDaysAgo: number
  lastDaysAgo: number
  /** Pauses, both ends included: `from` is the earlier day. */
  pauses: ReadonlyArray<{ from: number; to: number }>
  /** The DSI of its ROAS bid, and its first bid; both null without one. */
  bidDsi: number | null
  openingBid: number | null
  steering: Steering
}

/** A campaign in one country. Money in app currency. */
export interface Segment {
  campaign: Campaign
  country: string | null
  /** Mean daily spend, and cost per paid install. */
  budget: number
  cpi: number
  /** Mean paid gross revenue of a paid install by the target DSI, at the opening bid. */
  value: number
  exponent: number
  /** Organic installs per paid one, besides those caused by advertising. */
  organic: number
  payerRate: number
}

const installCosts: Record<Platform, number> = { IOS: 1.7, ANDROID: 0.85, WEB: 1.2 }

/** The countries of a campaign. */
export function segmentsOf(campaign: Campaign): Segment[] {
  const { app, key, platform, traits, shares } = campaign
  const costs = Math.exp(0.12 * normal('level', 'cpi', key))
  return shares.map(({ country, share }) => {
    const level = (about: string) => normal('level', about, key, country)
    const ofCountry = countryTraits(country)
    const cpi =
      app.cpi *
      traits.cpi *
      ofCountry.cpi *
      (platform === null ? 1 : installCosts[platform]) *
      costs
    const apart = shares.length > 1 ? Math.exp(0.07 * level('quality') - 0.003) : 1
    return {
      campaign,
      country,
      budget: campaign.budget * share,
      cpi,
      value: cpi * targetRoas(app, platform, 'paid', 'gross') * campaign.quality * apart,
      exponent: app.exponent + traits.exponent + ofCountry.exponent + 0.015 * level('exponent'),
      organic: app.organic * Math.exp(0.15 * level('organic')),
      payerRate: app.payerRate * Math.exp(0.15 * level('payers')),
    }
  })
}
