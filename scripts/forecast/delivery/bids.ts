import type { Bid, Day } from '../facts.ts'

/** What a bid is for; null: not known, and of the country also: all of them. */
export interface BidPlace {
  platform: string | null
  network: string | null
  campaign: string
  country: string | null
}

/** The live ROAS bid of a campaign, as a ratio, and the day from which on it has been so. */
export interface LiveBid {
  live: number
  since: Day
}

/** Finds the live bids as they were at the end of the as-of day: a country's own, else the whole campaign's; null where there is none. */
export function bidsAt(bids: readonly Bid[], asOf: Day): (place: BidPlace) => LiveBid | null {
  const live = new Map<string, LiveBid>()
  const known = bids.filter(({ day, campaign }) => day <= asOf && campaign !== null)
  for (const bid of [...known].sort((one, other) => one.day - other.day)) {
    const key = keyOf(bid)
    const before = live.get(key)
    if (before?.live !== bid.liveRoas) live.set(key, { live: bid.liveRoas, since: bid.day })
  }
  return place => live.get(keyOf(place)) ?? live.get(keyOf({ ...place, country: null })) ?? null
}

function keyOf({ platform, network, campaign, country }: Omit<BidPlace, 'campaign'> & { campaign: string | null }): string {
  return JSON.stringify([platform, network, campaign, country])
}
