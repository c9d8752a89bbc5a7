import type { Platform } from '../../../generated/vocabulary/vocabulary.ts'
import type { Steering } from './campaign.ts'
import { geos } from './countries.ts'
import type { Geo } from './countries.ts'

/** A campaign with a story. */
export interface Featured {
  appId: number
  network: string
  platform: Platform
  /** A name that ends with a percentage states its ROAS bid, which never changes. */
  name: string
  geo: Geo
  /** Mean daily spend in the app's currency. */
  budget: number
  quality: number
  /** First and last day, in days before today; default: those of the app. */
  from?: number
  to?: number
  steering?: Steering
  fade?: { daysAgo: number; to: number }
  /** Events during its days. */
  event?: { kind: 'flight' | 'launch'; title: string }
}

export const featuredCampaigns: readonly Featured[] = [
  // The largest campaign of 101 has a bid that did not move while its creatives wore out; its twin could grow.
  of(101, 'AppLovin', 'IOS', 'AXON US | iOS | D0 15%', geos.us, 8200, 1.15, {
    from: 240,
    fade: { daysAgo: 55, to: 0.7 },
  }),
  of(101, 'AppLovin', 'ANDROID', 'AXON US | AND | D0 20%', geos.us, 3800, 1.18, { from: 300 }),
  // TikTok on iOS: three that were never cut, a good one, and a new one.
  of(101, 'TikTok For Business', 'IOS', 'TT_US_iOS_VBO_SparkAds_v4', geos.us, 1600, 0.74, {
    from: 130,
    steering: 'never',
  }),
  of(101, 'TikTok For Business', 'IOS', 'TT_T1_iOS_AEO→VBO_v4', geos.anglo, 1800, 0.8, {
    from: 210,
    steering: 'never',
  }),
  of(101, 'TikTok For Business', 'IOS', 'TikTok, UK, Smart+ ROAS 17%', geos.gb, 820, 0.83, {
    from: 90,
  }),
  of(101, 'TikTok For Business', 'IOS', 'TT_MM_DACH_VBO_UGC_v2', geos.dach, 1000, 1.12, {
    from: 180,
    steering: 'slow',
  }),
  of(101, 'TikTok For Business', 'IOS', 'TT_MM_US_VBO_Cliffhanger_v1', geos.us, 700, 0.96, {
    from: 16,
  }),
  // The large four of the US and of Germany, managed by the book.
  of(101, 'Meta Ads', 'IOS', 'FB_MM_US_ROAS_D7_LAL1%_v6', geos.us, 6000, 1.02),
  of(101, 'Meta Ads', 'ANDROID', 'FB_MM_T1_VO_Broad_25+_AND_v4', geos.anglo, 4200, 0.98, {
    from: 330,
  }),
  of(101, 'Meta Ads', 'ANDROID', 'FB_MM_DACH_ROAS_D7_LAL1%_v3', geos.dach, 3200, 1.03),
  of(101, 'Google Ads', 'ANDROID', 'UAC | US, Tier 2 | tROAS', geos.us, 5200, 1, {
    steering: 'weekly',
  }),
  of(101, 'Google Ads', 'ANDROID', 'ACe 2.5 – Broad – UK 🇬🇧', geos.gb, 1200, 1.02, {
    from: 380,
    steering: 'weekly',
  }),
  of(101, 'Google Ads', 'IOS', 'ACi DE "Purchasers 30d" iOS v1', geos.de, 2200, 1.04),
  // Small ones far above their target.
  of(101, 'Moloco', 'IOS', 'moloco_MM_AU_iOS_ROAS_v1', geos.au, 440, 1.38, {
    from: 150,
    steering: 'slow',
  }),
  of(101, 'Moloco', 'ANDROID', 'Moloco CA – lookalike payers – AND v1', geos.ca, 410, 1.31, {
    from: 200,
    steering: 'slow',
  }),
  of(101, 'Apple Search Ads', 'IOS', 'ASA | US | Brand | Exact', geos.us, 2400, 1.41, {
    steering: 'never',
  }),
  of(101, 'Apple Search Ads', 'IOS', 'ASA | US | Search Tab v1', geos.us, 2800, 0.95, {
    from: 320,
    steering: 'weekly',
  }),
  // The web shop.
  of(101, 'Meta Ads', 'WEB', 'W2A | US | Quiz funnel v2', geos.us, 1400, 1.09, { from: 330 }),
  of(101, 'Meta Ads', 'WEB', 'W2A | UK | Story funnel v1', geos.gb, 900, 0.88, {
    from: 290,
    to: 25,
  }),
  of(101, 'Google Ads', 'WEB', 'Web | DACH | Brand', geos.dach, 670, 1.3, {
    from: 380,
    steering: 'never',
  }),
  of(101, 'Google Ads', 'WEB', 'Web | US | Generic v2', geos.us, 1150, 0.95, {
    from: 350,
    steering: 'weekly',
  }),
  of(101, 'Meta Ads', 'WEB', 'W2A | DACH | Story funnel v2', geos.dach, 720, 1.15, { from: 300 }),
  of(101, 'Meta Ads', 'WEB', 'W2A | AU | Quiz funnel v1', geos.au, 520, 0.98, { from: 240 }),
  // Cheap installs of little value; two television flights; a new country; one that was ended too early.
  of(101, 'Mintegral', 'ANDROID', 'MTG-ID-AND-CPI-v3', geos.id, 640, 0.66, {
    from: 95,
    steering: 'never',
  }),
  of(101, 'Tatari (CTV)', 'IOS', 'CTV US :15 "The Missing Key"', geos.us, 5800, 0.85, {
    from: 150,
    to: 122,
    event: { kind: 'flight', title: 'Television flight: The Missing Key' },
  }),
  of(101, 'Tatari (CTV)', 'IOS', 'CTV US :30 Prime v1', geos.us, 7000, 0.86, {
    from: 31,
    to: 11,
    event: { kind: 'flight', title: 'Television flight: Prime' },
  }),
  of(
    101,
    'Upfluence',
    'ANDROID',
    'Influencer – LATAM – Señora Puzzles, ep. 3',
    geos.latam,
    460,
    0.93,
    { from: 140 },
  ),
  of(101, 'Google Ads', 'ANDROID', 'UAC_MM_MX_AND_tROAS_launch_v1', geos.mx, 800, 0.93, {
    from: 24,
    event: { kind: 'launch', title: 'Launch in Mexico' },
  }),
  of(101, 'Unity Ads', 'IOS', 'unity_MM_US_iOS_roas_d7_v1', geos.us, 1600, 0.98, {
    from: 400,
    to: 48,
  }),

  of(102, 'Google Ads', 'IOS', 'ACe 2.5 – Broad – JP 🇯🇵', geos.jp, 870_000, 1.16, {
    steering: 'slow',
  }),
  of(102, 'Meta Ads', 'IOS', 'FB_SDS_JP_ROAS_D7_LAL1%_v2', geos.jp, 720_000, 0.86, {
    from: 270,
    steering: 'slow',
  }),
  of(102, 'LINE広告', 'IOS', 'LINE広告｜JP｜類似1%｜iOS v1', geos.jp, 285_000, 0.85, {
    from: 200,
    steering: 'slow',
  }),
  of(102, 'Yahoo!広告', 'ANDROID', 'Yahoo!広告_AND_ROAS最適化_v1', geos.jp, 210_000, 1.04),
  of(102, 'TikTok For Business', 'IOS', 'TT_SDS_JP_VBO_SparkAds_v2', geos.jp, 264_000, 0.79, {
    from: 120,
    steering: 'never',
  }),
  of(102, 'TikTok For Business', 'ANDROID', 'TT_SDS_TW_VBO_SparkAds_v1', geos.tw, 97_210, 1.28, {
    from: 100,
    steering: 'slow',
  }),
  // Korea, opened two months ago.
  of(102, 'Google Ads', 'ANDROID', 'UAC_SDS_KR_AND_tROAS_launch_v1', geos.kr, 360_000, 1.06, {
    from: 64,
    event: { kind: 'launch', title: 'Launch in Korea' },
  }),
  of(102, 'Meta Ads', 'ANDROID', 'FB_SDS_KR_VO_Broad_25+_AND_v1', geos.kr, 270_000, 0.93, {
    from: 64,
    steering: 'weekly',
  }),
  of(102, 'UUUM', 'IOS', '【PR】JP ゲーム実況、第1弾', geos.jp, 142_300, 0.89, {
    from: 320,
    to: 266,
    event: { kind: 'flight', title: 'Let’s play videos, part 1' },
  }),
  of(102, 'UUUM', 'IOS', '【PR】JP ゲーム実況、第2弾', geos.jp, 320_000, 0.85, {
    from: 66,
    to: 38,
    event: { kind: 'flight', title: 'Let’s play videos, part 2' },
  }),

  of(103, 'Meta Ads', 'IOS', 'ASC+ | FR | Créas UGC | v1', geos.fr, 2200, 1.02),
  of(103, 'Google Ads', 'ANDROID', 'ACe 2.5 – Broad – DE 🇩🇪', geos.de, 1300, 0.97, {
    steering: 'weekly',
  }),
  of(
    103,
    'Apple Search Ads',
    'IOS',
    'ASA | FR+BE | Generic | Broad v1',
    geos.francophone,
    950,
    1.09,
    { from: 340 },
  ),
  of(103, 'TikTok For Business', 'IOS', 'TT_CAL_FR_VBO_SparkAds_v1', geos.fr, 650, 0.77, {
    from: 150,
    steering: 'never',
  }),
  of(103, 'Moloco', 'IOS', 'moloco_CAL_CH_iOS_ROAS_v1', geos.ch, 240, 1.3, {
    from: 120,
    steering: 'slow',
  }),
  of(103, 'Meta Ads', 'ANDROID', 'FB_CAL_DACH_ROAS_D7_LAL1%_v4', geos.dach, 1000, 1.04, {
    from: 300,
  }),
  of(103, 'Google Ads', 'IOS', 'UAC | UK, Tier 2 | tROAS', geos.gb, 780, 0.98, {
    from: 220,
    steering: 'weekly',
  }),
  of(103, 'Apple Search Ads', 'IOS', 'ASA | DE | Brand | Exact', geos.de, 350, 1.34, {
    steering: 'never',
  }),
  of(103, 'Snapchat', 'IOS', 'Snap, FR, Größere Zielgruppe v1', geos.fr, 390, 0.83, { from: 70 }),
  of(103, 'Upfluence', 'IOS', 'Créateurs FR vague 2', geos.fr, 240, 0.93, {
    from: 80,
    to: 30,
    event: { kind: 'flight', title: 'Creators, second wave' },
  }),

  // A soft launch: a few campaigns in cheap countries.
  of(104, 'Google Ads', 'ANDROID', 'UAC_TT_BR_AND_tROAS_v1', geos.br, 1100, 1.04),
  of(104, 'Google Ads', 'ANDROID', 'UAC_TT_IN_AND_tROAS_v1', geos.in, 500, 0.82, { from: 60 }),
  of(104, 'Meta Ads', 'ANDROID', 'FB_TT_LATAM_VO_Broad_25+_AND_v1', geos.latam, 900, 1.12),
  of(104, 'Meta Ads', 'IOS', 'FB_TT_MX_ROAS_D7_LAL1%_v1', geos.mx, 700, 0.93, { from: 75 }),
  of(104, 'Unity Ads', 'ANDROID', 'unity_TT_BR_AND_roas_d7_v1', geos.br, 400, 1.25, { from: 45 }),
]

function of(
  appId: number,
  network: string,
  platform: Platform,
  name: string,
  geo: Geo,
  budget: number,
  quality: number,
  more: Partial<Featured> = {},
): Featured {
  return { appId, network, platform, name, geo, budget, quality, ...more }
}
