// cspell:disable
/** Ad networks that take a ROAS bid, as plain names begin; exporters add words such as `Ads` and `_int`. */
const TRADITIONAL = [
  'google',
  'adwords',
  'youtube',
  'meta',
  'facebook',
  'instagram',
  'tiktok',
  'bytedance',
  'apple',
  'applovin',
  'unity',
  'ironsource',
  'mintegral',
  'moloco',
  'snap',
  'liftoff',
  'vungle',
  'digitalturbine',
  'fyber',
  'adcolony',
  'chartboost',
  'inmobi',
  'bigo',
  'pangle',
  'kwai',
  'twitter',
  'xads',
  'reddit',
  'pinterest',
  'smadex',
  'remerge',
  'appreciate',
  'persona',
  'tapjoy',
  'aarki',
  'jampp',
  'bidease',
  'adikteev',
  'yandex',
  'vkads',
  'line',
  'kakao',
  'naver',
  'petal',
  'huawei',
  'samsung',
  'xiaomi',
  'microsoft',
  'bing',
  'amazon',
  'asa',
  'almedia',
  'mistplay',
  'adjoe',
]
const ORGANIC = ['organic', 'googleorganicsearch', 'organicsearch', 'appstoreorganic']
/** Names that are too short to be the beginning of another. */
const WHOLE = new Set(['line', 'asa', 'snap', 'bing', 'meta', 'apple'])
const ENDINGS = /(searchads|ads|ad|int|network|audience|sdk|dsp|aci|uac|chat|inc|exchange|rewarded|_)*$/

export function isOrganic(network: string): boolean {
  return ORGANIC.includes(plainName(network))
}

/** Whether a network is a well-known one that takes ROAS bids. */
export function isTraditional(network: string): boolean {
  const name = plainName(network)
  if (isOrganic(network)) return false
  return TRADITIONAL.some(known => (WHOLE.has(known) ? name.replace(ENDINGS, '') === known || name === known : name.startsWith(known)))
}

/** Names of one network, as plain names begin. */
const FAMILIES: readonly (readonly string[])[] = [
  ['meta', 'facebook', 'instagram', 'fb'],
  ['google', 'adwords', 'youtube', 'uac', 'dv360'],
  ['tiktok', 'bytedance'],
  ['apple', 'asa', 'searchads'],
  ['twitter', 'xads'],
  ['unity'],
  ['ironsource'],
]
// cspell:enable

/** The same for all names of a network: `Facebook Ads`, `facebook_ads` and `Meta Ads`. */
export function familyOf(network: string): string {
  const name = plainName(network)
  const family = FAMILIES.find(names => names.some(known => name.startsWith(known)))
  if (family !== undefined) return family[0]!
  return name.replace(ENDINGS, '') || name
}

/** A known network by a word of a file's name: `unity_2026.csv`. */
export function networkIn(file: string): string | undefined {
  const words = file
    .split(/[\\/]/)
    .at(-1)!
    .toLowerCase()
    .split(/[^a-z]+/)
  return Object.entries(BY_WORD).find(([word]) => words.includes(word))?.[1]
}

// cspell:disable
const BY_WORD: Readonly<Record<string, string>> = {
  meta: 'Meta Ads',
  facebook: 'Meta Ads',
  tiktok: 'TikTok',
  applovin: 'AppLovin',
  unity: 'Unity Ads',
  ironsource: 'ironSource',
  mintegral: 'Mintegral',
  moloco: 'Moloco',
  snapchat: 'Snapchat',
  googleads: 'Google Ads',
  adwords: 'Google Ads',
  liftoff: 'Liftoff',
  vungle: 'Vungle',
}
// cspell:enable

function plainName(network: string): string {
  return network.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
