import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../server/forecast/config/forecast-config.ts'
import { parseConfig } from '../../../server/forecast/config/read-config.ts'
import { dateOf, type Day } from '../../../server/core/model/dates.ts'
import { chance } from '../../../scripts/lab/world/chance.ts'

/** A studio whose tracker exports a report every morning, and corrects days that it has exported before. */
export const STUDIO = { firstDay: 20_089, columns: [0, 1, 2, 3, 7, 14, 30, 60], window: 45 }
const PLACES = [
  'ios,Meta Ads',
  'android,Meta Ads',
  'android,Google Ads',
  'ios,Apple Search Ads',
] as const
const COUNTRIES = ['US', 'DE', 'JP'] as const
const SEGMENTS = [
  ...PLACES.flatMap((place, p) => COUNTRIES.map(country => `${place},Campaign ${p},${country}`)),
  'ios,Organic,,US',
  'android,Organic,,US',
]
const HEADER = [
  'day,os_name,channel,campaign,country_code,installs,cost',
  ...STUDIO.columns.map(age => `all_revenue_total_d${age}`),
].join()

/** By day and segment, drawn once. */
interface Drawn {
  installs: number
  cost: number
  byAge: readonly number[]
}

const drawn = new Map<string, Drawn>()

function draw(day: Day, segment: number): Drawn {
  const key = `${day} ${segment}`
  const known = drawn.get(key)
  if (known !== undefined) return known
  const random = chance(day * 100 + segment)
  const isOrganic = segment >= PLACES.length * COUNTRIES.length
  const installs = random.poisson(60 + 15 * (segment % 5))
  const cost = isOrganic
    ? 0
    : installs * (1.6 + 0.2 * (segment % 3)) * Math.exp(0.05 * random.normal())
  const byAge = Array.from(
    { length: 61 },
    (_, age) =>
      (installs * 0.4 * (1 + 0.1 * (segment % 4)) * random.gamma(installs / 8)) /
      (installs / 8) /
      (age + 1),
  )
  const made = { installs, cost, byAge }
  drawn.set(key, made)
  return made
}

/** One day of this many has a wrong cost in some places, corrected two days later: the run between has that as-of day. */
const WRONG_EVERY = 9

/** Late payments are added two days later, costs and installs corrected on the next. */
export function exportOf(through: Day): string {
  const rows: string[] = [HEADER]
  for (let day = Math.max(STUDIO.firstDay, through - STUDIO.window + 1); day <= through; day++) {
    for (const [index, segment] of SEGMENTS.entries()) {
      const { installs, cost, byAge } = draw(day, index)
      const isFresh = day === through
      const isWrong = day % WRONG_EVERY === 0 && index < COUNTRIES.length && through - day < 2
      const factor = isWrong ? 40 : isFresh ? 0.95 : 1
      const columns = STUDIO.columns.map(last => {
        let sum = 0
        for (let age = 0; age <= Math.min(last, through - day); age++)
          sum += byAge[age]! * (through - day - age >= 2 ? 1 : 0.9)
        return sum.toFixed(4)
      })
      rows.push(
        [
          dateOf(day),
          segment,
          isFresh ? installs - 1 : installs,
          (cost * factor).toFixed(4),
          ...columns,
        ].join(),
      )
    }
  }
  return `${rows.join('\n')}\n`
}

export function fileOf(day: Day): string {
  return `report_${dateOf(day)}.csv`
}

export function writeExports(folder: string, days: readonly Day[]): void {
  mkdirSync(folder, { recursive: true })
  for (const day of days) writeFileSync(join(folder, fileOf(day)), exportOf(day))
}

/** As `init` proposes it. */
export function studioConfig(folder: string): Config {
  const text = `
company: { id: 1, name: Nordlys }
app: { id: 101, name: Merge Manor, created_at: 2025-01-01, currency: USD, dsi: [0, 3, 7, 30], action_threshold: 0.05 }
targets: { dsi: 30, roas_type: paid, revenue_type: gross, roas: 0.9 }
bet_lookback: [{ start: 2, end: 8 }]
net: { iap: { IOS: 0.70, ANDROID: 0.85, WEB: 0.97 }, ad: 1.0 }
organic: { networks: [Organic], uplift: 0 }
networks: { traditional: [Meta Ads, Google Ads, Apple Search Ads] }
inputs:
${['spend', 'installs', 'revenue'].map(table => `  - { table: ${table}, files: ["report_*.csv"], format: adjust }`).join('\n')}
snapshots: { daily_days: 20, weekly_days: 180, dsi: [7, 30] }
`
  return parseConfig(text, { file: 'forecast.yaml', folder })
}
