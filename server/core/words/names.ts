/** A campaign's identity across runs, including all its countries. */
export interface CampaignName {
  platform: string
  network: string
  campaign: string
}

export function campaignKey({ platform, network, campaign }: CampaignName): string {
  return JSON.stringify([platform, network, campaign])
}

export function isSameCampaign(a: CampaignName, b: CampaignName): boolean {
  return campaignKey(a) === campaignKey(b)
}

const PLATFORMS: Record<string, string> = { IOS: 'iOS', ANDROID: 'Android', WEB: 'Web' }

/** The usual spelling of a platform: `iOS` for `IOS`. */
export function platformName(platform: string): string {
  return PLATFORMS[platform] ?? platform
}

/** `US`; `GLOBAL` is all countries. */
export function countryName(country: string): string {
  return country === 'GLOBAL' ? 'global' : country
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** `United States` of `US`; other texts as `countryName`. */
export function regionName(country: string): string {
  return /^[A-Z]{2}$/.test(country) ? regions.of(country)! : countryName(country)
}

/** ROAS and revenue types as words, from either case: `full blended gross`. */
export function typeWords(...types: readonly (string | undefined)[]): string {
  const known = types.filter(type => type !== undefined)
  return known.join(' ').toLowerCase().replaceAll('_', ' ')
}

/** `A`, `A and B`, `A, B and C` */
export function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
