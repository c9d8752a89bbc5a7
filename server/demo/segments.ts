import type { Platform } from '../../generated/vocabulary/vocabulary.ts'
import { countryTraits } from './countries.ts'
import { normal, uniform } from './random.ts'
import { targetRoas } from './targets.ts'
import type { Campaign } from './campaign.ts'

/** A campaign in one country. Money in app currency. */
export interface Segment {
  no: number
  campaign: Campaign
  country: string | null
  /** Mean spend a day, and cost per paid install. */
  budget: number
  cpi: number
  /** Mean paid gross revenue of a paid install by the target DSI, at the opening bid. */
  value: number
  exponent: number
  /** Net revenue as a share of gross: store fees, taxes and refunds are gone. */
  netShare: number
  /** Incremental organic, and all other allocated organic, installs per paid install. */
  halo: number
  organic: number
  payerRate: number
}

const keptOfFees: Record<Platform, number> = { IOS: 0.7, ANDROID: 0.72, WEB: 0.95 }
const installCosts: Record<Platform, number> = { IOS: 1.7, ANDROID: 0.85, WEB: 1.2 }

/** The countries of a campaign, numbered from `firstNo`. */
export function segmentsOf(campaign: Campaign, firstNo: number): Segment[] {
  const { app, key, platform, traits, shares } = campaign
  const costs = Math.exp(0.12 * normal('level', 'cpi', key))
  return shares.map(({ country, share }, index) => {
    const level = (about: string) => normal('level', about, key, country)
    const place = countryTraits(country)
    const cpi = app.cpi * traits.cpi * place.cpi * (platform === null ? 1 : installCosts[platform]) * costs
    const apart = shares.length > 1 ? Math.exp(0.13 * level('quality') - 0.008) : 1
    return {
      no: firstNo + index,
      campaign,
      country,
      budget: campaign.budget * share,
      cpi,
      value: cpi * targetRoas(app, platform, 'paid', 'gross') * campaign.quality * apart,
      exponent: app.exponent + traits.exponent + place.exponent + 0.015 * level('exponent'),
      netShare: (platform === null ? 0.71 : keptOfFees[platform]) * (0.955 + 0.03 * uniform('level', 'fees', key, country)),
      halo: traits.halo * Math.exp(0.15 * level('halo')),
      organic: app.organic * Math.exp(0.15 * level('organic')),
      payerRate: app.payerRate * Math.exp(0.15 * level('payers')),
    }
  })
}
