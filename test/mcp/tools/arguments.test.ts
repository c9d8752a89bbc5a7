import t from 'tap'
import { tools } from '../../../mcp/tools/tools.ts'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  revenueRow,
  runRow,
} from '../../reference/minimal-delivery.ts'
import { startToolService } from '../../support/tool-service.ts'

const weekly = appRow({ app_id: 2, name: 'Weekly', weekly_aggregation: true })
const delivery = minimalDelivery({
  companies: [
    { company_id: 1, name: 'Studio' },
    { company_id: 2, name: 'Other' },
  ],
  apps: [appRow(), weekly, appRow({ app_id: 30303, name: 'Foreign' })],
  app_access: [
    { company_id: 1, app_id: 1 },
    { company_id: 1, app_id: 2 },
    { company_id: 2, app_id: 30303 },
  ],
  runs: [runRow(), runRow({ run_id: 3, app_id: 2 })],
  cohorts: [cohortRow(), cohortRow({ run_id: 3 })],
  cohort_revenue: [revenueRow(), revenueRow({ run_id: 3 })],
  alerts: [],
})

t.test('invalid arguments give results that name the argument and the allowed values', async t => {
  const { refusal } = await startToolService(t, { deliveries: [delivery] })
  const cases: { name: string; args?: unknown; says: RegExp[] }[] = [
    {
      name: 'svc_get_report',
      args: {},
      says: [
        /^An argument was rejected:\n- appId: is required; the apps are 1 \("Game"\), 2 \("Weekly"\)$/,
      ],
    },
    { name: 'svc_get_report', says: [/- appId: is required; the apps are /] },
    { name: 'svc_get_report', args: [1], says: [/must be an object/] },
    {
      name: 'svc_get_report',
      args: { appId: 'Games' },
      says: [
        /- appId: must be a whole number, from 0 to 9007199254740991; got "Games"; the apps are /,
      ],
    },
    {
      name: 'svc_get_report',
      args: { appId: 1, limit: 501 },
      says: [/- limit: must be a whole number, from 1 to 500; got 501/],
    },
    {
      name: 'svc_get_report',
      args: { appId: 1, platforms: ['WEB'] },
      says: [/- platforms: each item must be one of IOS, ANDROID; got "WEB"/],
    },
    {
      name: 'svc_get_report',
      args: { appId: 1, platforms: { IOS: true } },
      says: [/- platforms: must be a list; got an object/],
    },
    {
      name: 'svc_get_report',
      args: { appId: 1, metrics: ['roas'], dsiValues: [1, 2, 3, 4, 5, 6] },
      says: [
        /- dsiValues: must have at most 5 values without groupBy or installGrouping TOTAL; got 6/,
      ],
    },
    {
      name: 'svc_get_report',
      args: { appId: 1, startDate: '2026-02-30' },
      says: [/- startDate: must be a real date written YYYY-MM-DD/],
    },
    {
      name: 'svc_get_report',
      args: { appId: 1, roasTypes: ['PAIR'] },
      says: [
        /- roasTypes: .*PAID, INCREMENTAL_BLENDED, FULL_BLENDED; got "PAIR"; did you mean PAID\?$/,
      ],
    },
    {
      name: 'svc_get_report',
      args: { appId: 1, campain: ['x'] },
      says: [
        /- campain: is not an argument of this tool; did you mean campaigns\?; allowed: appId, granularity, /,
      ],
    },
    {
      name: 'svc_list_apps',
      args: { appId: 1 },
      says: [/- appId: is not an argument of this tool, which has none/],
    },
    {
      name: 'svc_get_report',
      args: JSON.parse('{"appId":1,"__proto__":{"limit":1}}'),
      says: [/- __proto__: is not an argument/],
    },
    // Rules between arguments.
    {
      name: 'svc_get_report',
      args: { appId: 1, granularity: 'campaign', countries: ['US'] },
      says: [/- countries: .*granularity campaign_geo; granularity is campaign$/],
    },
    {
      name: 'svc_get_recommendations',
      args: { appId: 1, granularity: 'campaign', countries: ['US'] },
      says: [/- countries: /],
    },
    {
      name: 'svc_get_roas_history',
      args: { appId: 1, granularity: 'campaign', countries: ['US'] },
      says: [/- countries: .*app or campaign_geo/],
    },
    {
      name: 'svc_get_alerts',
      args: { appId: 1, endDate: '2026-03-01' },
      says: [/- endDate: .*startDate is also given/],
    },
    {
      name: 'svc_get_report',
      args: { appId: 1, startDate: '2026-03-02', endDate: '2026-03-01' },
      says: [/- startDate: must not be after endDate/],
    },
    {
      name: 'svc_export_report',
      args: { appId: 1, csvSafe: 'yes' },
      says: [/- csvSafe: must be true or false; got "yes"/],
    },
    {
      name: 'svc_export_report',
      args: { appId: 1, format: 'parquet', csvSafe: true },
      says: [/- csvSafe: can be used only with format csv; format is parquet$/],
    },
    {
      name: 'svc_export_report',
      args: { appId: 1, format: 'parquet', csvBom: true },
      says: [/- csvBom: can be used only with format csv; format is parquet$/],
    },
    // All at once.
    {
      name: 'svc_export_report',
      args: { platforms: ['WEB'], countries: ['u1'], format: 'xls', limit: 1 },
      says: [
        /^5 arguments were rejected:/,
        /- appId: /,
        /- platforms: /,
        /- countries: each item must be two capital letters/,
        /- format: /,
        /- limit: is not an arg/,
      ],
    },
    // What only the service knows, in the tool's spelling.
    {
      name: 'svc_get_report',
      args: { appId: 1, metrics: ['ltv'], dsiValues: [8] },
      says: [
        /^An argument was rejected:\n- dsiValues: not available for this app: 8; use any of 1, 7, 365$/,
      ],
    },
    {
      name: 'svc_export_report',
      args: { appId: 1, metrics: ['roas'], dsiValues: [7, 8, 9] },
      says: [/- dsiValues: not available for this app: 8, 9; use any of 1, 7, 365$/],
    },
    {
      name: 'svc_get_roas_history',
      args: { appId: 1, dsi: 8 },
      says: [/- dsi: not available for this app: 8; use any of 1, 7, 365$/],
    },
    {
      name: 'svc_get_report',
      args: { appId: 2, installGrouping: 'DAILY' },
      says: [/- installGrouping: DAILY is not available: .*; allowed: WEEKLY, MONTHLY, TOTAL$/],
    },
    {
      name: 'svc_export_report',
      args: { appId: 2, installGrouping: 'DAILY' },
      says: [/- installGrouping: DAILY is not available: .*; allowed: WEEKLY, MONTHLY, TOTAL$/],
    },
    {
      name: 'svc_get_roas_history',
      args: { appId: 2, installGrouping: 'DAILY' },
      says: [/- installGrouping: DAILY .*; allowed: WEEKLY, MONTHLY$/],
    },
    {
      name: 'svc_get_report',
      args: { appId: 1, startDate: '2020-01-01' },
      says: [/- startDate: must not be before 2025-01-01/],
    },
    {
      name: 'svc_get_report',
      args: {
        appId: 2,
        startDate: '2020-01-01',
        installGrouping: 'DAILY',
        metrics: ['ltv'],
        dsiValues: [8],
      },
      says: [
        /^3 arguments were rejected:/,
        /- installGrouping: /,
        /- dsiValues: /,
        /- startDate: /,
      ],
    },
  ]
  for (const { name, args, says } of cases) {
    const text = await refusal(name, args)
    for (const saying of says) t.match(text, saying, `${name} ${JSON.stringify(args)}`)
  }
})

t.test('a foreign app and an unknown one get the same refusal, without the id', async t => {
  const { refusal } = await startToolService(t, { deliveries: [delivery] })
  for (const name of tools
    .map(({ name }) => name)
    .filter(name => !/list_apps|profile/.test(name))) {
    const foreign = await refusal(name, { appId: 30303 })
    t.equal(foreign, await refusal(name, { appId: 40404 }))
    t.match(foreign, /with this appId; the apps are 1 \("Game"\), 2 \("Weekly"\)\.$/)
    t.notMatch(foreign, /30303/)
  }
})

t.test('text that is not valid Unicode is refused by argument name, in every tool', async t => {
  const { refusal } = await startToolService(t, { deliveries: [delivery] })
  for (const name of tools
    .map(({ name }) => name)
    .filter(name => !/list_apps|profile/.test(name))) {
    for (const text of ['\ud83c', 'a\udf00b', '\udf00\ud83c']) {
      const says =
        /^An argument was rejected:\n- networks: each item must be valid Unicode text, not empty; got "/
      t.match(await refusal(name, { appId: 1, networks: ['Meta', text] }), says, name)
    }
  }
})

t.test('deeply nested values and long lists are refused like others', async t => {
  const { refusal } = await startToolService(t, { deliveries: [delivery] })
  const deep = JSON.parse('['.repeat(10_000) + ']'.repeat(10_000))
  t.match(
    await refusal('svc_get_report', { appId: deep }),
    /- appId: must be a whole number.*; got a list; the apps are 1 \("Game"\), 2 \("Weekly"\)$/,
  )
  t.match(
    await refusal('svc_get_report', { appId: 1, networks: deep }),
    /- networks: each item must be .*; got a list$/,
  )
  t.match(
    await refusal('svc_get_report', { appId: 1, networks: { deep } }),
    /- networks: must be a list; got an object$/,
  )
  t.match(
    await refusal('svc_get_report', { appId: 1, nonsense: deep }),
    /- nonsense: is not an argument/,
  )
  t.match(await refusal('svc_get_report', deep), /- arguments: must be an object; got a list$/)
  const long = Array.from({ length: 150_000 }, (_, index) => index)
  t.match(
    await refusal('svc_get_report', { appId: 1, metrics: ['ltv'], dsiValues: [...long, 7, 8] }),
    /- dsiValues: must have at most 1000 values; got 150002$/,
  )
})

t.test('the first twenty unknown arguments are listed, and the rest counted', async t => {
  const { refusal } = await startToolService(t, { deliveries: [delivery] })
  const unknown = Object.fromEntries(
    Array.from({ length: 5000 }, (_, index) => [`unknown${index}`, index]),
  )
  for (const [name, args] of [
    ['svc_list_apps', unknown],
    ['svc_get_report', { ...unknown, appId: 1 }],
  ] as const) {
    const text = await refusal(name, args)
    t.equal(text.match(/^- unknown\d+: is not an argument/gm)!.length, 20, name)
    t.match(text, /\(and 4980 more errors\)/)
  }
})

t.test('dsiValues is checked only if a metric uses it', async t => {
  const { call } = await startToolService(t, { deliveries: [delivery] })
  t.notOk((await call('svc_get_report', { appId: 1, metrics: ['spend'], dsiValues: [8] })).isError)
})

t.test(
  "filters that exceed the length of a request are refused by the longest one's name",
  async t => {
    const { refusal } = await startToolService(t, { deliveries: [delivery] })
    const campaigns = Array.from({ length: 2000 }, (_, index) => `Campaign number ${index}`)
    t.match(
      await refusal('svc_get_report', { appId: 1, networks: ['Meta'], campaigns }),
      /- campaigns: /,
    )
  },
)

t.test('a filter accepts names with any characters', async t => {
  const campaign = 'US, "Tier 1"\n=x&y#\u{1F600}'
  const delivery = minimalDelivery({ cohorts: [cohortRow({ campaign })], cohort_revenue: [] })
  const { result } = await startToolService(t, { deliveries: [delivery] })
  const args = { appId: 1, campaigns: [campaign, 'US'] }
  const { totalRows, context } = await result<{ totalRows: number; context: object }>(
    'svc_get_report',
    args,
  )
  t.equal(totalRows, 1)
  t.match(context, { filters: { campaigns: [campaign, 'US'] } })
})
