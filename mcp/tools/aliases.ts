/** Alternative names of words, countries and networks, as used by models and marketers. */

/** Words that are not a form of the documented one. */
export const WORD_ALIASES: Readonly<Record<string, readonly string[]>> = {
  day: ['daily'],
  cost: ['spend'],
  cut: ['reduce'],
  geo: ['country', 'campaign_geo'],
  country: ['campaign_geo'],
  os: ['platform'],
  iphone: ['ios'],
  highconfidence: ['high'],
  mediumconfidence: ['medium'],
  lowconfidence: ['low'],
}

/** Names of arguments that are not a form of the documented one. */
export const ARGUMENT_ALIASES: Readonly<Record<string, string>> = { app: 'appId' }

/** Words that are often sent as metrics; only suggested, since some studios count them differently. */
export const METRIC_ALIASES: Readonly<Record<string, string>> = {
  cac: 'cpi',
  cpa: 'cpi',
  ecpi: 'cpi',
  arpu: 'ltv',
  roi: 'roas',
}

/** Plausible but invalid codes. Only UK has one meaning; the others are suggested. */
export const CODE_ALIASES: Readonly<Record<string, string>> = {
  UK: 'GB',
  EL: 'GR',
  JA: 'JP',
  KO: 'KR',
  CS: 'CZ',
  DA: 'DK',
}

const OTHER_NAMES = [
  ['USA', 'US'],
  ['United States of America', 'US'],
  ['Great Britain', 'GB'],
  ['UAE', 'AE'],
] as const

let codes: ReadonlyMap<string, string> | undefined

/** ISO 3166-1 code of a country's English name; undefined if there is none. */
export function countryCode(name: string): string | undefined {
  codes ??= new Map([
    ...englishNames(),
    ...OTHER_NAMES.map(([name, code]) => [bare(name), code] as const),
  ])
  return codes.get(bare(name))
}

function* englishNames(): Iterable<[string, string]> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const code of letters.flatMap(first => letters.map(second => first + second))) {
    const name = names.of(code)
    // Withdrawn codes have the name of their successor.
    if (name !== undefined && new Intl.Locale(`und-${code}`).region === code)
      yield [bare(name), code]
  }
}

function bare(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

/** Names of a whole network; others of its names below may be a product. */
const WHOLE_NETWORKS = new Set(
  [
    'Facebook',
    'FB',
    'Meta',
    'AdWords',
    'Google',
    'ASA',
    'Apple',
    'TikTok',
    'TT',
    'Snapchat',
    'Snap',
    'Twitter',
    'X',
  ].map(bare),
)

/** Whether a value of a filter may stand for another of the app's. */
export function isAlias(filter: string, value: string): boolean {
  return filter === 'countries'
    ? value === 'UK'
    : filter === 'networks' && WHOLE_NETWORKS.has(bare(value))
}

/**
 * The only value in `known` that the alias stands for; itself if it is known, or if there are none or several. A shortened
 * name is not an alias: `TikTok` may mean several products, so `TikTok For Business` is only suggested.
 */
export function ofAlias(filter: string, value: string, known: ReadonlySet<string>): string {
  if (known.has(value) || !isAlias(filter, value)) return value
  if (filter === 'countries') {
    const code = CODE_ALIASES[value]
    return code !== undefined && known.has(code) ? code : value
  }
  const [own, ...others] = networkAliases(value, known)
  const isWhole = own !== undefined && [...WHOLE_NETWORKS].some(name => isNetwork(own, name))
  return isWhole && others.length === 0 && !bare(own).includes(bare(value)) ? own : value
}

/** Names of the same network: brands, products, abbreviations, and names used by attribution providers. `known-networks` of the forecast says why it has its own. */
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

/** The names in `known` of the network called `value`. */
export function networkAliases(value: string, known: Iterable<string>): string[] {
  const group = NETWORKS.find(names => names.some(name => isNetwork(value, name)))
  return group === undefined
    ? []
    : [...known].filter(
        network => network !== value && group.some(name => isNetwork(network, name)),
      )
}

/** Short names must be a whole word; longer ones may start one, as in `googleadwords_int`. */
function isNetwork(network: string, name: string): boolean {
  const words: readonly string[] = network.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.includes(name) || (name.length > 3 && words.join('').startsWith(name))
}
