import { addDays } from '../model/dates.ts'
import type { App } from './apps.ts'
import { campaignsOf } from './campaigns.ts'
import type { Campaign } from './campaigns.ts'
import { countryTraits } from './countries.ts'
import { networks } from './networks.ts'
import { createRandom } from './random.ts'

/** A campaign in one country, with everything its cohorts are computed from. Money in app currency. */
export interface Segment {
  segment_no: number
  campaign_no: number
  app_id: number
  platform: string | null
  network: string | null
  campaign: string | null
  country: string | null
  first_day: string
  last_day: string
  pause1_from: string | null
  pause1_to: string | null
  pause2_from: string | null
  pause2_to: string | null
  flight_days: number
  /** Mean spend a day and paid cost per install. */
  budget: number
  cpi: number
  /** Incremental organic, and all allocated organic, installs per paid install. */
  halo: number
  organic: number
  payer_rate: number
  /** Mean paid gross revenue of a paid install by the target DSI. */
  arpi: number
  exponent: number
  /** Net revenue as a share of gross: store fees, taxes and refunds are gone. */
  net_share: number
  /** How far forecasts of fresh cohorts err, for the whole app and for the network, each in its own time. */
  app_error: number
  network_error: number
  network_no: number
  /** Target paid gross ROAS at the target DSI. */
  target: number
  bid_dsi: number | null
  pace: number
  /** log of (live bid / the bid that would meet the target). */
  bid_drift: number
}

const feeFactors: Record<string, number> = { IOS: 0.7, ANDROID: 0.72, WEB: 0.94 }
const installCosts: Record<string, number> = { IOS: 1.7, ANDROID: 0.85, WEB: 1.2 }

/** Every campaign and country of the apps, numbered from 1, dated back from today. */
export function segmentsOf(apps: readonly App[], today: string): Segment[] {
  const campaigns = apps.flatMap(app => campaignsOf(app).map(campaign => ({ app, campaign })))
  return campaigns
    .flatMap(({ app, campaign }, index) => campaignSegments(app, campaign, today).map(segment => ({ ...segment, campaign_no: index + 1 })))
    .map((segment, index) => ({ ...segment, segment_no: index + 1 }))
}

function campaignSegments(app: App, campaign: Campaign, today: string): Array<Omit<Segment, 'segment_no' | 'campaign_no'>> {
  const { traits } = campaign
  const ofCampaign = createRandom(`${app.id}/${campaign.platform}/${campaign.network}/${campaign.name}`)
  const costs = Math.exp(0.15 * ofCampaign.normal())
  const bidDrift = 0.13 * ofCampaign.normal()
  const bidDsi = traits.bidDsi !== null && app.dsiValues.includes(traits.bidDsi) ? traits.bidDsi : null
  const [pause1, pause2] = campaign.pauses

  return campaign.shares.map(({ country, share }) => {
    const random = createRandom(`${app.id}/${campaign.platform}/${campaign.network}/${campaign.name}/${country}`)
    const place = countryTraits(country)
    const cpi = app.cpi * traits.cpi * place.cpi * (installCosts[campaign.platform ?? ''] ?? 1) * costs
    const target = app.targetRoas * traits.target * place.target
    return {
      app_id: app.id,
      platform: campaign.platform,
      network: campaign.network,
      campaign: campaign.name,
      country,
      first_day: addDays(today, -campaign.firstDaysAgo),
      last_day: addDays(today, -campaign.lastDaysAgo),
      pause1_from: pause1 === undefined ? null : addDays(today, -pause1.from),
      pause1_to: pause1 === undefined ? null : addDays(today, -pause1.to),
      pause2_from: pause2 === undefined ? null : addDays(today, -pause2.from),
      pause2_to: pause2 === undefined ? null : addDays(today, -pause2.to),
      flight_days: traits.flightDays,
      budget: campaign.budget * share,
      cpi,
      halo: traits.halo * Math.exp(0.2 * random.normal()),
      organic: app.organic * Math.exp(0.2 * random.normal()),
      payer_rate: app.payerRate * Math.exp(0.2 * random.normal()),
      arpi: cpi * target * campaign.quality * Math.exp(0.1 * random.normal()),
      exponent: app.exponent + traits.exponent + place.exponent + 0.02 * random.normal(),
      net_share: (feeFactors[campaign.platform ?? ''] ?? 0.72) * (0.95 + 0.03 * random.uniform()),
      app_error: app.forecastError,
      network_error: traits.forecastError,
      network_no: networks.indexOf(traits) + 1,
      target,
      bid_dsi: bidDsi,
      pace: traits.pace,
      bid_drift: bidDrift,
    }
  })
}
