import { UNKNOWN, type Facts } from '../facts.ts'

/** A campaign of a network on a platform: the same object for all of its cells. */
export interface Campaign {
  platform: string | null
  network: string | null
  name: string
}

/** Which campaign each cell belongs to; undefined for organic cells, and where the name is not known. */
export function campaignsOf({ cells, names }: Facts): (cell: number) => Campaign | undefined {
  const campaigns = new Map<number, Campaign>()
  const name = (list: readonly string[], index: number): string | null => (index === UNKNOWN ? null : list[index]!)
  return i => {
    const [platform, network, campaign] = [cells.platform[i]!, cells.network[i]!, cells.campaign[i]!]
    if (campaign === UNKNOWN || cells.organic[i] !== 0) return undefined
    const key = ((platform + 1) * (names.network.length + 1) + network + 1) * names.campaign.length + campaign
    let known = campaigns.get(key)
    if (known === undefined) {
      known = { platform: name(names.platform, platform), network: name(names.network, network), name: names.campaign[campaign]! }
      campaigns.set(key, known)
    }
    return known
  }
}

/** What is the same for the same campaign. */
export function campaignKey({ platform, network, name }: Campaign): string {
  return JSON.stringify([platform, network, name])
}
