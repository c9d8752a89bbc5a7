/** Alternative names of words, countries and networks, as used by models and marketers. */

/** Words that are not a form of the documented one. */
export const WORD_ALIASES: Readonly<Record<string, readonly string[]>> = {
  day: ['daily'],
  cost: ['spend'],
  cut: ['reduce'],
  geo: ['country', 'campaign_geo'],
  country: ['campaign_geo'],
  os: ['platform'],
}

/** Plausible but invalid codes, which are only suggested. */
export const CODE_ALIASES: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR', JA: 'JP', KO: 'KR', CS: 'CZ', DA: 'DK' }

const OTHER_NAMES = [
  ['USA', 'US'],
  ['United States of America', 'US'],
  ['Great Britain', 'GB'],
  ['UAE', 'AE'],
] as const

let codes: ReadonlyMap<string, string> | undefined

/** ISO 3166-1 code of a country's English name; undefined if there is none. */
export function countryCode(name: string): string | undefined {
  codes ??= new Map([...englishNames(), ...OTHER_NAMES.map(([name, code]) => [bare(name), code] as const)])
  return codes.get(bare(name))
}

function* englishNames(): Iterable<[string, string]> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const code of letters.flatMap(first => letters.map(second => first + second))) {
    const name = names.of(code)
    // Withdrawn codes have the name of their successor.
    if (name !== undefined && new Intl.Locale(`und-${code}`).region === code) yield [bare(name), code]
  }
}

function bare(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

/** Names of the same network: brands, products, abbreviations, and names used by attribution providers. */
const NETWORKS: readonly (readonly string[])[] = [
  ['Meta', 'Facebook', 'FB', 'Instagram', 'IG'],
  ['Google', 'AdWords', 'UAC', 'ACi', 'YouTube', 'AdMob'],
  ['Apple', 'ASA', 'Search Ads'],
  ['TikTok', 'TT', 'ByteDance', 'Pangle'],
  ['AppLovin', 'AXON'],
  ['Unity'],
  ['ironSource', 'LevelPlay'],
  ['Mintegral', 'MTG', 'Mobvista'],
  ['Liftoff', 'Vungle'],
  ['Snapchat', 'Snap'],
  ['Twitter', 'X'],
  ['Digital Turbine', 'Fyber', 'AdColony'],
].map(names => names.map(bare))

/** The names in `known` of the network called `given`. */
export function networkAliases(given: string, known: Iterable<string>): string[] {
  const group = NETWORKS.find(names => names.some(name => isNetwork(given, name)))
  return group === undefined ? [] : [...known].filter(network => network !== given && group.some(name => isNetwork(network, name)))
}

/** Short names must be a whole word; longer ones may start one, as in `googleadwords_int`. */
function isNetwork(network: string, name: string): boolean {
  const words: readonly string[] = network.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.includes(name) || (name.length > 3 && words.join('').startsWith(name))
}
