// cspell:ignore حملة التطبيق الشرق الأوسط شبكة الإعلان Приз
import type { AlertRow, Delivery, Identity, RecommendationRow } from '../../reference/delivery.ts'
import {
  alertRow,
  appRow,
  budgetRow,
  cohortRow,
  eventRow,
  minimalDelivery,
  recommendationRow,
  revenueOf,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../reference/minimal-delivery.ts'

/** Units of each currency to a dollar, about: amounts are as long as they are in earnest. */
export const CURRENCIES = {
  JPY: 150,
  KRW: 1400,
  IDR: 16_000,
  EUR: 0.9,
  USD: 1,
  KWD: 0.3,
  INR: 85,
} as const

const LONG = `${'A long name with spaces, '.repeat(8)}200`.slice(0, 200)
const UNBROKEN = 'unbroken_name_'.repeat(15).slice(0, 200)
const RTL = 'حملة التطبيق 50% (الشرق الأوسط)'
const RTL_NETWORK = 'شبكة الإعلان'
const EMOJI = '🎮 Приз 👩‍👩‍👧‍👦 1️⃣ 🇯🇵🇰🇷'
const CJK = '【公式】パズル王国：期間限定イベント開催中・新規ユーザー獲得キャンペーン第12弾'
const THAI = 'แคมเปญผู้ใช้ใหม่ประเทศไทยเดือนมีนาคมไม่มีช่องว่าง'

const APPS = Object.entries({
  JPY: CJK,
  KRW: '왕국의 퍼즐: 모험의 시작',
  IDR: EMOJI,
  EUR: LONG,
  USD: UNBROKEN,
  KWD: RTL,
  INR: THAI,
}).map(([currency, name], index) => ({
  id: index + 1,
  currency,
  name,
  scale: CURRENCIES[currency as keyof typeof CURRENCIES],
}))

export const APP_IDS = Object.fromEntries(APPS.map(({ id, currency }) => [currency, id]))

interface Campaign {
  campaign: string | null
  network: string | null
  platform?: Identity['platform']
  /** Dollars a day. */
  spend: number
  /** Of the target, 0.6; null: not known. */
  predicted: number | null
  live?: number | null
  paced?: number | null
}

const CAMPAIGNS: readonly Campaign[] = [
  {
    campaign: 'AXON US | iOS | D0 15%',
    network: 'AppLovin',
    spend: 48_211,
    predicted: 0.41,
    live: 0.15,
    paced: 0.165,
  },
  { campaign: LONG, network: 'Google Ads', spend: 31_007, predicted: 0.83 },
  {
    campaign: UNBROKEN,
    network: UNBROKEN,
    platform: 'ANDROID',
    spend: 18_423,
    predicted: 0.6,
    live: 0.2,
    paced: 0.2,
  },
  { campaign: RTL, network: RTL_NETWORK, platform: 'ANDROID', spend: 9_204, predicted: 1.25 },
  { campaign: EMOJI, network: EMOJI, spend: 4_871, predicted: -0.2 },
  {
    campaign: CJK,
    network: '電通デジタル広告ネットワーク',
    platform: 'ANDROID',
    spend: 2_406,
    predicted: null,
  },
  { campaign: THAI, network: 'Google Ads', platform: 'WEB', spend: 733, predicted: 0.45 },
  { campaign: null, network: null, platform: null, spend: 61, predicted: 0.3 },
  { campaign: '<b>&amp;</b> =1+1', network: 'AppLovin', spend: 4.2, predicted: 0.59 },
]

/** Names that anybody may choose, in which a break is no fault. */
export const NAMES = [
  ...APPS.map(({ name }) => name),
  ...CAMPAIGNS.flatMap(({ campaign, network }) => [campaign, network]),
].filter(name => name !== null)

const LAST = '2026-03-30'
const DAYS = Array.from({ length: 63 }, (_, index) =>
  new Date(Date.parse(LAST) - (62 - index) * 86_400_000).toISOString().slice(0, 10),
)
const DSIS = [1, 7, 30]
const TARGET = 0.6

/** Seven apps in seven currencies, with names, gaps and amounts that strain a layout: the data end a day late, and revenue may be negative. */
export function adverseDelivery(): Delivery {
  return minimalDelivery({
    apps: APPS.map(({ id, name, currency }) =>
      appRow({ app_id: id, name, currency, dsi_values: DSIS.join() }),
    ),
    app_access: APPS.map(({ id }) => ({ company_id: 1, app_id: id })),
    networks: [{ network: 'Google Ads', traditional: true }],
    runs: APPS.flatMap(({ id }) => [
      runRow({ run_id: id * 10, app_id: id }),
      runRow({
        run_id: id * 10 + 1,
        app_id: id,
        kind: 'alert',
        created_at: '2026-03-31T07:00:00.000Z',
      }),
      ...PAST.map((day, index) =>
        runRow({
          run_id: id * 10 + 2 + index,
          app_id: id,
          created_at: `${day}T06:00:00.000Z`,
          max_install_date: day,
        }),
      ),
    ]),
    events: APPS.flatMap(({ id }) => eventsOf(id)),
    budgets: APPS.flatMap(({ id, scale }) => budgetsOf(id, scale)),
    ...tablesOf(),
  })
}

const PAST = ['2026-02-15', '2026-02-22', '2026-03-01']

function eventsOf(appId: number): NonNullable<Delivery['events']> {
  const event = (number: number, overrides: Partial<Parameters<typeof eventRow>[0]>) =>
    eventRow({ event_id: appId * 100 + number, app_id: appId, kind: 'other', ...overrides })
  return [
    ...Array.from({ length: 10 }, (_, index) =>
      event(index, {
        title: index === 3 ? LONG : `${index + 1}. ${CJK}`,
        start_date: DAYS[index * 6]!,
      }),
    ),
    event(20, {
      title: 'Price of the starter pack raised',
      start_date: '2026-03-11',
      end_date: '2026-03-12',
      network: 'Google Ads',
    }),
    event(21, { title: UNBROKEN, start_date: '2026-03-20', campaign: CAMPAIGNS[0]!.campaign }),
  ]
}

function budgetsOf(appId: number, scale: number): NonNullable<Delivery['budgets']> {
  const amount = (dollars: number) => (dollars * scale).toFixed(2)
  return [
    budgetRow({ budget_id: appId * 10, app_id: appId, amount: amount(4_000_000) }),
    budgetRow({
      budget_id: appId * 10 + 1,
      app_id: appId,
      network: UNBROKEN,
      amount: amount(300_000),
    }),
    budgetRow({
      budget_id: appId * 10 + 2,
      app_id: appId,
      network: RTL_NETWORK,
      platform: 'ANDROID',
      amount: amount(280_000),
    }),
  ]
}

function tablesOf(): Pick<
  Required<Delivery>,
  'cohorts' | 'cohort_revenue' | 'roas_snapshots' | 'recommendations' | 'alerts'
> {
  const tables = {
    cohorts: [],
    cohort_revenue: [],
    roas_snapshots: [],
    recommendations: [],
    alerts: [],
  } as ReturnType<typeof tablesOf>
  for (const { id, scale } of APPS) {
    const money = (dollars: number) => (dollars * scale).toFixed(2)
    CAMPAIGNS.forEach((spec, place) => {
      const { campaign, network, platform = 'IOS', spend, predicted } = spec
      const identity = { platform, network, campaign, country: place % 3 === 0 ? 'US' : 'JP' }
      for (const [day, install_date] of DAYS.entries()) {
        const spent = spend * (1 + ((day * 7 + place * 3) % 11) / 40)
        const installs = Math.ceil(spent / 3)
        const row = { ...identity, run_id: id * 10, install_date, spend: money(spent) }
        tables.cohorts.push(
          cohortRow({
            ...row,
            paid_installs: installs,
            incremental_blended_installs: installs,
            full_blended_installs: installs * 2,
          }),
        )
        // Revenue that is not known leaves gaps; refunds make it negative.
        if (predicted === null && day % 5 === 0 && (day < 49 || id === APP_IDS['IDR'])) continue
        for (const dsi of DSIS) {
          const revenue =
            spent * (predicted ?? 0.5) * (0.6 + dsi / 75) * (1 + ((day * 5 + place) % 7) / 20)
          tables.cohort_revenue.push(
            revenueRow({
              ...identity,
              run_id: id * 10,
              install_date,
              dsi,
              ...revenueOf(money(revenue)),
            }),
          )
        }
        const age = PAST.findIndex(past => past >= install_date)
        if (day % 7 === 0 && age >= 0) {
          for (const [index, factor] of [0.8, 1.3, 1].entries()) {
            if (index < age) continue
            tables.roas_snapshots.push(
              snapshotRow({
                ...row,
                run_id: id * 10 + 2 + index,
                dsi: 7,
                ...revenueOf(money(spent * (predicted ?? 0.5) * factor)),
              }),
            )
          }
        }
      }
      for (const [run, created] of [
        [id * 10, null],
        ...PAST.map((day, index) => [id * 10 + 2 + index, day]),
      ] as [number, string | null][]) {
        const both = recommendationOf(spec, identity, run, place, money)
        tables.recommendations.push(
          ...both.map(row =>
            created === null ? row : { ...row, created_at: `${created}T06:00:00.000Z` },
          ),
        )
      }
      tables.alerts.push(...alertsOf(spec, identity, id, place, money))
    })
  }
  return tables
}

function recommendationOf(
  { spend, predicted, live = null, paced = null }: Campaign,
  identity: Identity,
  run: number,
  place: number,
  money: (dollars: number) => string,
): RecommendationRow[] {
  const hasResponse = predicted !== null && predicted > 0 && place % 2 === 0
  const row = recommendationRow({
    ...identity,
    recommendation_id: run * 1000 + place * 2,
    run_id: run,
    spend: money(spend * 6),
    confidence_score: place === 2 ? null : place % 4 === 3 ? 0.218 : 0.95 - place / 20,
    target_paid_gross_roas: place === 7 ? null : TARGET,
    predicted_paid_gross_roas: predicted,
    predicted_full_blended_gross_roas: 0.9,
    target_full_blended_gross_roas: 0.7,
    predicted_low_roas: predicted === null ? null : predicted - 0.2,
    predicted_high_roas: predicted === null ? null : predicted + 0.3,
    optimisation_live_roas: live,
    optimisation_paced_roas: paced,
    ...(hasResponse && {
      suggested_daily_spend: money(spend * 0.7),
      response_elasticity: 0.7,
      response_low: 0.6,
      response_high: 0.8,
      marginal_roas: predicted * 0.7,
    }),
  })
  return [
    row,
    { ...row, recommendation_id: row.recommendation_id + 1, granularity: 'campaign_geo' },
  ]
}

function alertsOf(
  { spend, predicted }: Campaign,
  identity: Identity,
  appId: number,
  place: number,
  money: (dollars: number) => string,
): AlertRow[] {
  if (place === 8) return []
  const alert = (number: number, overrides: Partial<AlertRow>) =>
    alertRow({
      ...identity,
      alert_id: appId * 1000 + place * 10 + number,
      run_id: appId * 10 + 1,
      daily_spend: money(spend),
      ...overrides,
    })
  return [
    alert(0, {
      metric: 'roas',
      value: predicted,
      reference: TARGET,
      change: predicted === null ? null : predicted / TARGET - 1,
    }),
    alert(1, {
      metric: 'cpi',
      value: Number(money(48.2)),
      reference: Number(money(21.07)),
      change: 1.2876,
      recommended_action: LONG,
    }),
    alert(2, {
      metric: 'confidence',
      value: 0.218,
      reference: 0.3,
      change: -0.273,
      detail: UNBROKEN,
    }),
    alert(3, { title: 'No delivery', summary: LONG, detail: CJK }),
  ]
}
