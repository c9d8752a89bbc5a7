import { plainName } from './words.ts'

// cspell:disable
/**
 * Ad networks with ROAS bids, by the start of their plain names; exporters add words such as `Ads` and `_int`. Not the list of
 * `mcp/tools/aliases.ts`: a person's word may mean any brand of a company, but bids of Vungle and Pangle are not those of Liftoff and TikTok.
 */
const NAMED: Readonly<Record<string, string>> = {
  'Meta Ads': 'meta facebook instagram fb',
  'Google Ads': 'google adwords youtube uac dv360',
  TikTok: 'tiktok bytedance',
  AppLovin: 'applovin',
  'Unity Ads': 'unity',
  ironSource: 'ironsource',
  Mintegral: 'mintegral',
  Moloco: 'moloco',
  Snapchat: 'snap',
  Liftoff: 'liftoff',
  Vungle: 'vungle',
  'Apple Search Ads': 'apple asa searchads',
  Twitter: 'twitter xads',
}
const OTHERS =
  'digitalturbine fyber adcolony chartboost inmobi bigo pangle kwai reddit pinterest smadex remerge appreciate persona tapjoy aarki ' +
  'jampp bidease adikteev yandex vk line kakao naver petal huawei samsung xiaomi microsoft bing amazon almedia mistplay adjoe'
const ORGANIC = ['organic', 'googleorganicsearch', 'organicsearch', 'appstoreorganic']
/** Names too short to be the start of another. */
const WHOLE = new Set(['line', 'asa', 'snap', 'bing', 'meta', 'apple', 'fb', 'uac', 'vk'])
/** File names of stores contain these too. */
const STORES = new Set(['google', 'apple'])
const ENDINGS =
  /(searchads|ads|ad|int|network|audience|sdk|dsp|aci|uac|chat|inc|exchange|rewarded|_)*$/
// cspell:enable

const NETWORKS = [
  ...Object.entries(NAMED).map(([label, names]) => ({ label, names: names.split(' ') })),
  ...OTHERS.split(' ').map(name => ({ label: undefined, names: [name] })),
]

export function isOrganic(network: string): boolean {
  return ORGANIC.includes(plainName(network))
}

/** Whether a network is a well-known one with ROAS bids. */
export function isTraditional(network: string): boolean {
  return !isOrganic(network) && knownAs(network) !== undefined
}

/** Equal for all names of a network: `Facebook Ads`, `facebook_ads` and `Meta Ads`. */
export function familyOf(network: string): string {
  const name = plainName(network)
  return knownAs(network)?.names[0] ?? (name.replace(ENDINGS, '') || name)
}

/** A known network from a word of a file name: `unity_2026.csv`. */
export function networkIn(file: string): string | undefined {
  const words = file
    .split(/[\\/]/)
    .at(-1)!
    .toLowerCase()
    .split(/[^a-z]+/)
  return NETWORKS.find(({ label, names }) => {
    if (label === undefined) return false
    return (
      (plainName(file).includes(plainName(label)) && label.includes(' ')) ||
      [plainName(label), ...names].some(name => !STORES.has(name) && words.includes(name))
    )
  })?.label
}

function knownAs(network: string): (typeof NETWORKS)[number] | undefined {
  const name = plainName(network)
  const short = name.replace(ENDINGS, '')
  return NETWORKS.find(({ names }) =>
    names.some(
      known => name === known || (WHOLE.has(known) ? short === known : name.startsWith(known)),
    ),
  )
}
