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

// cspell:enable
export function isOrganic(network: string): boolean {
  return ORGANIC.includes(plainName(network))
}

/** Whether a network is a well-known one that takes ROAS bids. */
export function isTraditional(network: string): boolean {
  const name = plainName(network)
  if (isOrganic(network)) return false
  return TRADITIONAL.some(known => (WHOLE.has(known) ? name.replace(ENDINGS, '') === known || name === known : name.startsWith(known)))
}

function plainName(network: string): string {
  return network.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
