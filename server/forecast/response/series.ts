import type { Day } from '../../core/model/dates.ts'
import { type Facts, firstCellOf, knownAge, UNKNOWN } from '../model/facts.ts'
import { prepare } from '../model/levels.ts'

/** Days of history from which a response is learned. */
export const HISTORY = 270
/** Minimum share of the days whose installs are old enough to know their value. */
const AGED = 2 / 3
const EARLY = 3

/** A campaign's days; the last is the as-of day. */
export interface CampaignSeries {
  /** Node of `prepare(facts).nodes.campaign`, or any other number of a campaign. */
  campaign: number
  platform: number
  network: number
  /** The country with the most spend. */
  country: number
  spend: Float64Array
  installs: Float64Array
  /** Installs old enough for revenue at the target DSI, or at the closest DSI that enough installs reached, and that revenue. */
  aged: Float64Array
  worth: Float64Array
}

/** Spend and installs by day of every campaign with spend, through an as-of day, and their value at a target DSI. */
export function campaignSeries(facts: Facts, asOf: Day, dsi: number): CampaignSeries[] {
  const { cells, revenue } = facts
  const { of } = prepare(facts).nodes.campaign
  const first = Math.max(facts.firstDay, asOf - HISTORY + 1)
  const days = asOf - first + 1
  const worthAge = Math.min(dsi, Math.max(EARLY, Math.floor(days * (1 - AGED))))
  const end = firstCellOf(cells.day, cells.count, asOf + 1)
  const byCampaign = new Map<number, CampaignSeries & { countries: Map<number, number> }>()
  for (let i = firstCellOf(cells.day, cells.count, first); i < end; i++) {
    if (cells.organic[i] !== 0 || cells.campaign[i] === UNKNOWN) continue
    const campaign = of[i]!
    let series = byCampaign.get(campaign)
    if (series === undefined) {
      const zeros = (): Float64Array => new Float64Array(days)
      const [platform, network] = [cells.platform[i]!, cells.network[i]!]
      const columns = { spend: zeros(), installs: zeros(), aged: zeros(), worth: zeros() }
      series = { campaign, platform, network, country: UNKNOWN, ...columns, countries: new Map() }
      byCampaign.set(campaign, series)
    }
    const at = cells.day[i]! - first
    const country = cells.country[i]!
    series.spend[at]! += cells.spend[i]!
    series.installs[at]! += cells.installs[i]!
    series.countries.set(country, (series.countries.get(country) ?? 0) + cells.spend[i]!)
    if (revenue.some(kind => knownAge(kind, asOf - cells.day[i]!) < worthAge)) continue
    series.aged[at]! += cells.installs[i]!
    for (const { start, age, gross } of revenue) {
      for (let row = start[i]!; row < start[i + 1]! && age[row]! <= worthAge; row++)
        series.worth[at]! += gross[row]!
    }
  }
  return [...byCampaign.values()].map(({ countries, ...series }) => ({
    ...series,
    country: largest(countries),
  }))
}

function largest(countries: ReadonlyMap<number, number>): number {
  return [...countries].reduce((most, country) => (country[1] > most[1] ? country : most))[0]
}
