/** Names and performance of a network's campaigns. Factors apply to the app's level. */
export interface Network {
  name: string
  /** Null: the network has no row in the `networks` table. */
  traditional: boolean | null
  /** Factor on the daily budget of a campaign. */
  budget: number
  cpi: number
  /** Factor on the value of its users: below 1 they are worth less than the network reports. */
  quality: number
  /** Shift of the LTV curve's exponent: above 0, users pay later. */
  exponent: number
  /** Organic installs per paid one, if other than the app's. */
  halo?: number
  /** The DSI of the network's ROAS bids; null without such bids. */
  bidDsi: number | null
  /** Largest step of a paced bid, as a share of the live one. */
  pace: number
  /** One day in this many has spend (1: every day). */
  flightDays: number
  /** Campaign names; {app} {os} {geo} {flag} {v} are filled in, as is {pct} with the bid, which then never changes. */
  names: readonly string[]
}

export const networks: readonly Network[] = [
  {
    name: 'Google Ads',
    traditional: true,
    budget: 1.8,
    cpi: 1.05,
    quality: 1,
    exponent: 0.02,
    bidDsi: 7,
    pace: 0.15,
    flightDays: 1,
    names: [
      'UAC | {geo}, Tier 2 | tROAS',
      'ACe 2.5 – Broad – {geo} {flag}',
      'UAC_{app}_{geo}_{os}_tROAS_{pct}%_v{v}',
      'ACi {geo} "Purchasers 30d" {os} v{v}',
      '{app} | {geo} | tCPA→tROAS | {os}',
    ],
  },
  {
    name: 'Meta Ads',
    traditional: true,
    budget: 1.9,
    cpi: 1.15,
    quality: 1,
    exponent: 0,
    bidDsi: 7,
    pace: 0.2,
    flightDays: 1,
    names: [
      'FB_{app}_{geo}_ROAS_D7_LAL1%_v{v}',
      'ASC+ | {geo} | Créas UGC | v{v}',
      'FB_{app}_{geo}_VO_Broad_25+_{os}_v{v}',
      '+Advantage {geo} {os} v{v}',
      'FB, {geo}, Retention LAL 3%, {os}',
    ],
  },
  {
    name: 'TikTok For Business',
    traditional: true,
    budget: 1.1,
    cpi: 0.85,
    quality: 0.92,
    exponent: -0.05,
    bidDsi: 0,
    pace: 0.2,
    flightDays: 1,
    names: [
      'TT_{app}_{geo}_VBO_SparkAds_v{v}',
      'TikTok, {geo}, Smart+ ROAS {pct}%',
      'TT_{geo}_{os}_AEO→VBO_v{v}',
    ],
  },
  {
    name: 'AppLovin',
    traditional: true,
    budget: 1.5,
    cpi: 1.2,
    quality: 1.05,
    exponent: -0.1,
    bidDsi: 0,
    pace: 0.1,
    flightDays: 1,
    names: [
      'AL_{app}_{os}_{geo}_D0_ROAS_{pct}%',
      'AppLovin {geo} IAP ROAS {os} v{v}',
      'AXON {geo} | {os} | D0 {pct}%',
    ],
  },
  {
    name: 'Unity Ads',
    traditional: true,
    budget: 0.7,
    cpi: 0.75,
    quality: 0.95,
    exponent: -0.04,
    bidDsi: 7,
    pace: 0.15,
    flightDays: 1,
    names: ['unity_{app}_{geo}_{os}_roas_d7_v{v}', 'Unity {geo} / {os} / Retention v{v}'],
  },
  {
    name: 'Apple Search Ads',
    traditional: true,
    budget: 0.9,
    cpi: 1.5,
    quality: 1.06,
    exponent: 0.04,
    bidDsi: null,
    pace: 0,
    flightDays: 1,
    names: [
      'ASA | {geo} | Brand | Exact',
      'ASA | {geo} | Generic | Broad v{v}',
      'ASA | {geo} | Competitors, Exact',
      'ASA | {geo} | Search Tab v{v}',
    ],
  },
  {
    name: 'Mintegral',
    traditional: true,
    budget: 0.5,
    cpi: 0.6,
    quality: 0.9,
    exponent: -0.08,
    bidDsi: 7,
    pace: 0.2,
    flightDays: 1,
    names: ['MTG-{app}-{geo}-{os}-TargetROAS-D7-{pct}%', 'MTG-{geo}-{os}-CPI-v{v}'],
  },
  {
    name: 'Moloco',
    traditional: true,
    budget: 0.8,
    cpi: 0.95,
    quality: 1,
    exponent: 0,
    bidDsi: 7,
    pace: 0.15,
    flightDays: 1,
    names: ['moloco_{app}_{geo}_{os}_ROAS_v{v}', 'Moloco {geo} – lookalike payers – {os} v{v}'],
  },
  {
    name: 'Liftoff',
    traditional: true,
    budget: 0.45,
    cpi: 0.9,
    quality: 0.96,
    exponent: -0.02,
    bidDsi: 7,
    pace: 0.15,
    flightDays: 1,
    names: ['Liftoff {geo} {os} ROAS D7 v{v}', '=LO= {geo} {os} creative test {v}'],
  },
  {
    name: 'ironSource',
    traditional: true,
    budget: 0.5,
    cpi: 0.7,
    quality: 0.93,
    exponent: -0.05,
    bidDsi: 7,
    pace: 0.15,
    flightDays: 1,
    names: ['IS_{app}_{geo}_{os}_ROASopt_D7_{pct}%', 'IS_{geo}_{os}_Offerwall_v{v}'],
  },
  {
    name: 'Snapchat',
    traditional: true,
    budget: 0.4,
    cpi: 0.8,
    quality: 0.9,
    exponent: -0.06,
    bidDsi: null,
    pace: 0,
    flightDays: 1,
    names: ['SC_{app}_{geo}_18-24_AppInstall_v{v}', 'Snap, {geo}, Größere Zielgruppe v{v}'],
  },
  {
    name: 'LINE広告',
    traditional: true,
    budget: 0.7,
    cpi: 0.9,
    quality: 1,
    exponent: 0.02,
    bidDsi: null,
    pace: 0,
    flightDays: 1,
    names: ['LINE広告｜{geo}｜インストール最適化 v{v}', 'LINE広告｜{geo}｜類似1%｜{os} v{v}'],
  },
  {
    name: 'Yahoo!広告',
    traditional: true,
    budget: 0.6,
    cpi: 1,
    quality: 1,
    exponent: 0.01,
    bidDsi: 7,
    pace: 0.1,
    flightDays: 1,
    names: ['Yahoo!広告_{os}_ROAS最適化_v{v}', '【{geo}】Yahoo!広告、検索、指名_v{v}'],
  },
  {
    name: 'Tatari (CTV)',
    traditional: false,
    budget: 0.9,
    cpi: 2.2,
    quality: 0.8,
    exponent: 0.03,
    halo: 1.6,
    bidDsi: null,
    pace: 0,
    flightDays: 1,
    names: ['CTV {geo} :15 "The Missing Key"', 'CTV {geo} :30 Prime v{v}'],
  },
  {
    name: 'Upfluence',
    traditional: null,
    budget: 0.35,
    cpi: 1.4,
    quality: 0.85,
    exponent: 0.02,
    halo: 0.9,
    bidDsi: null,
    pace: 0,
    flightDays: 14,
    names: ['Influencer – {geo} – Señora Puzzles, ep. {v}', 'Créateurs {geo} vague {v}'],
  },
  {
    name: 'UUUM',
    traditional: null,
    budget: 1.2,
    cpi: 1.2,
    quality: 0.85,
    exponent: 0.02,
    halo: 0.8,
    bidDsi: null,
    pace: 0,
    flightDays: 14,
    names: ['KOL {geo} 実況 第{v}弾', '【PR】{geo} ゲーム実況、第{v}弾'],
  },
  {
    name: 'Xiaomi GetApps',
    traditional: null,
    budget: 0.02,
    cpi: 0.3,
    quality: 0.8,
    exponent: -0.1,
    bidDsi: null,
    pace: 0,
    flightDays: 1,
    names: ['OEM preload {geo} v{v}'],
  },
]

/** The network of a name; throws if the demo has no such network. */
export function networkNamed(name: string): Network {
  const network = networks.find(candidate => candidate.name === name)
  if (network === undefined) throw new Error(`No demo network is named ${name}`)
  return network
}
