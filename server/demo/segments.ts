import type { Platform } from '../../generated/vocabulary/vocabulary.ts'
import { countryTraits } from './countries.ts'
import { normal } from '../../scripts/lab/world/streams.ts'
import { targetRoas } from './demo-targets.ts'
import type { Campaign } from './campaign.ts'

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
