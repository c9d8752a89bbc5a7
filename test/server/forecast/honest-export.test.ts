import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { chance } from '../../../scripts/lab/world/chance.ts'
import type { Config } from '../../../server/forecast/config/forecast-config.ts'
import { forecastTo } from '../../../server/forecast/forecast.ts'
import { dateOf, dayOf } from '../../../server/core/model/dates.ts'
import { configFor, csv, writeFiles } from '../../support/forecast/inputs.ts'

const FIRST = dayOf('2026-01-01')
const DAYS = 70
/** The as-of day; the lag is a day, so its export is made a day later. */
const T = FIRST + 52
const COLUMNS = [0, 1, 3, 7, 14, 30, 60]
const EVERY_DAY = Array.from({ length: DAYS }, (_, age) => age)

interface User {
  id: string
  day: number
  campaign: (typeof CAMPAIGNS)[number]
  payments: readonly { age: number; cents: number; kind: 'iap' | 'ad' }[]
}

const CAMPAIGNS = [
  { platform: 'IOS', network: 'Meta Ads', campaign: 'One', country: 'US', from: 0 },
  { platform: 'ANDROID', network: 'Google Ads', campaign: 'Two', country: 'DE', from: 0 },
  // A name that sorts first, after the as-of day.
  { platform: 'ANDROID', network: 'AdMob', campaign: 'Alpha', country: 'AT', from: 60 },
] as const

/** Users who pay within the days, and from the 60th day on by advertising too where `ads` says so. */
function usersOf(seed: number, ads: boolean): User[] {
  const random = chance(seed)
  return Array.from({ length: DAYS }, (_, since) => since).flatMap(since =>
    CAMPAIGNS.filter(({ from }) => from <= since).flatMap(campaign =>
      Array.from({ length: 12 }, (_, n): User => {
        const payments = Array.from({ length: random.poisson(1.5) }, () => ({
          age: Math.floor(45 * random.uniform() ** 3),
          cents: 100 + Math.floor(900 * random.uniform()),
          kind: 'iap' as const,
        }))
        const watched = ads && since >= 60 ? [{ age: 0, cents: 5, kind: 'ad' as const }] : []
        return {
          id: `${since}-${campaign.campaign}-${n}`,
          day: FIRST + since,
          campaign,
          payments: [...payments, ...watched],
        }
      }),
    ),
  )
}

/** What an export of a day holds: files, by what was known at its end. */
type Exporter = (users: readonly User[], on: number) => Record<string, string>

function place({ day, campaign: { platform, network, campaign, country } }: User): string {
  return [dateOf(day), platform, network, campaign, country].join()
}

/** Users by install day and names, installed by a day. */
function cohortsOf(users: readonly User[], on: number): [string, User[]][] {
  const cohorts = new Map<string, User[]>()
  for (const user of users.filter(({ day }) => day <= on))
    cohorts.set(place(user), [...(cohorts.get(place(user)) ?? []), user])
  return [...cohorts]
}

function revenue(users: readonly User[], upTo: number, from = 0, kind?: string): string {
  const payments = users.flatMap(one => one.payments)
  const cents = payments.filter(
    one => one.age >= from && one.age <= upTo && (kind === undefined || one.kind === kind),
  )
  return (cents.reduce((sum, one) => sum + one.cents, 0) / 100).toFixed(2)
}

const common: Exporter = (users, on) => ({
  'spend.csv': csv(
    'date,platform,network,campaign,country,spend',
    ...cohortsOf(users, on).map(([key, { length }]) => `${key},${length * 2}`),
  ),
  'installs.csv': csv(
    'install_date,platform,network,campaign,country,installs',
    ...cohortsOf(users, on).map(([key, { length }]) => `${key},${length}`),
  ),
})

function rows(cumulative: boolean): Exporter {
  return (users, on) => ({
    ...common(users, on),
    'revenue.csv': csv(
      'install_date,platform,network,campaign,country,age,revenue,kind',
      ...cohortsOf(users, on).flatMap(([key, members]) =>
        EVERY_DAY.filter(age => members[0]!.day + age <= on).flatMap(age =>
          (['iap', 'ad'] as const)
            .filter(kind => members.some(({ payments }) => payments.some(one => one.kind === kind)))
            .map(
              kind => `${key},${age},${revenue(members, age, cumulative ? 0 : age, kind)},${kind}`,
            ),
        ),
      ),
    ),
  })
}

/** A column that is not reached holds revenue to date. */
function wide(columns: readonly number[]): Exporter {
  return (users, on) => ({
    'report.csv': csv(
      `day,os_name,channel,campaign_network,country_code,network_cost,installs,${columns.map(n => `all_revenue_total_d${n}`).join()}`,
      ...cohortsOf(users, on).map(
        ([key, members]) =>
          `${key},${members.length * 2},${members.length},${columns.map(n => revenue(members, Math.min(n, on - members[0]!.day))).join()}`,
      ),
    ),
  })
}

const raw: Exporter = (users, on) => {
  const names = ({ campaign: { platform, network, campaign, country } }: User) =>
    [platform.toLowerCase(), network, campaign, country].join()
  const time = (day: number) => `${dateOf(day)} 12:00:00`
  const header =
    'Platform,Media Source,Campaign,Country Code,AppsFlyer ID,Is Retargeting,Install Time'
  const known = users.filter(({ day }) => day <= on)
  return {
    'spend.csv': common(users, on)['spend.csv']!,
    'installs.csv': csv(
      header,
      ...known.map(user => `${names(user)},${user.id},false,${time(user.day)}`),
    ),
    'events.csv': csv(
      `${header},Event Time,Event Name,Event Revenue,Event Revenue Currency,Event Revenue USD`,
      ...known.flatMap(user =>
        user.payments
          .filter(({ age }) => user.day + age <= on)
          .map(({ age, cents }) => {
            const amount = (cents / 100).toFixed(2)
            return `${names(user)},${user.id},false,${time(user.day)},${time(user.day + age)},af_purchase,${amount},USD,${amount}`
          }),
      ),
    ),
  }
}

const cohort: Exporter = (users, on) => ({
  'spend.csv': common(users, on)['spend.csv']!,
  'cohort.csv': csv(
    'app_id,days_post_attribution,conversion_date,event_name,media_source,campaign,geo,unique_users,revenue_usd',
    ...cohortsOf(users, on).flatMap(([, members]) => {
      const { day, campaign } = members[0]!
      const app = campaign.platform === 'IOS' ? 'id1234567890' : 'com.nordlys.merge'
      const line = (age: number, event: string, count: number, amount: string) =>
        [
          app,
          age,
          dateOf(day),
          event,
          campaign.network,
          campaign.campaign,
          campaign.country,
          count,
          amount,
        ].join()
      return [
        line(0, 'install', members.length, '0'),
        ...EVERY_DAY.filter(age => day + age <= on).map(age =>
          line(age, 'af_purchase', 1, revenue(members, age, age)),
        ),
      ]
    }),
  ),
})

const tables = ['spend', 'installs', 'revenue'] as const
const neutral = tables.map(table => ({ table, files: [`${table}.csv`] }))
const adjust = tables.map(table => ({ table, files: ['report.csv'], format: 'adjust' }))

const EXPORTS: Record<string, { inputs: Parameters<typeof configFor>[1]; made: Exporter }> = {
  neutral: { inputs: neutral, made: rows(false) },
  'neutral, cumulative': {
    inputs: neutral.map(input =>
      input.table === 'revenue' ? { ...input, cumulative: true } : input,
    ),
    made: rows(true),
  },
  'adjust, some days': { inputs: adjust, made: wide(COLUMNS) },
  'adjust, every day': { inputs: adjust, made: wide(EVERY_DAY.slice(0, 31)) },
  'appsflyer-raw': {
    inputs: [
      neutral[0]!,
      { table: 'installs', files: ['installs.csv'], format: 'appsflyer-raw' },
      { table: 'revenue', files: ['events.csv'], format: 'appsflyer-raw' },
    ],
    made: raw,
  },
  'appsflyer-cohort': {
    inputs: [
      neutral[0]!,
      {
        table: 'installs',
        files: ['cohort.csv'],
        format: 'appsflyer-cohort',
        installEvent: 'install',
      },
      { table: 'revenue', files: ['cohort.csv'], format: 'appsflyer-cohort' },
    ],
    made: cohort,
  },
}

const DSI = [0, 1, 3, 7, 10, 14, 30]

async function delivery(
  t: Test,
  files: Record<string, string>,
  inputs: Parameters<typeof configFor>[1],
): Promise<Record<string, string>> {
  const folder = t.testdir()
  writeFiles(folder, files)
  const plain = configFor(folder, inputs, { lagDays: 1 })
  const config: Config = {
    ...plain,
    app: { ...plain.app, dsi: DSI },
    targets: { ...plain.targets, dsi: 14 },
    snapshots: { ...plain.snapshots, dsi: [7, 14] },
    // Too short to be tested.
    gates: new Map(DSI.map(dsi => [dsi, 'accept'])),
  }
  const out = join(folder, 'out')
  const { summary } = await forecastTo({
    config,
    out,
    asOf: T,
    backfill: T - 14,
    createdAt: new Date('2026-04-01T06:00:00Z'),
    progress: () => undefined,
  })
  t.ok(
    summary.recommendations > 0 && summary.rows.find(({ dsi }) => dsi === 14)!.forecast > 0,
    'something is forecast',
  )
  return Object.fromEntries(
    readdirSync(out).map(name => [name, readFileSync(join(out, name)).toString('base64')]),
  )
}

for (const [name, { inputs, made }] of Object.entries(EXPORTS)) {
  t.test(
    `a later export reports the same about an earlier day as that day's export: ${name}`,
    async t => {
      for (const [seed, ads] of [
        [1, false],
        [2, name.startsWith('neutral')],
      ] as const) {
        const users = usersOf(seed, ads)
        const then = await delivery(t, made(users, T + 1), inputs)
        const later = await delivery(t, made(users, FIRST + DAYS - 1), inputs)
        t.same(Object.keys(later), Object.keys(then))
        for (const [file, bytes] of Object.entries(then))
          t.equal(later[file], bytes, `${file}, seed ${seed}`)
      }
    },
  )
}
