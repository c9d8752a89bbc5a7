import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apps } from './apps.ts'
import type { Cohort } from './cohorts.ts'
import { dateOf, dayOf } from '../model/days.ts'
import { revenueBy } from './payers.ts'
import { simulate } from './simulate.ts'
import { roundTo } from './targets.ts'

/** Ages that the report has a column for. */
const AGES = [0, 1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 45, 60, 75, 90, 105, 120] as const

const FILE = 'adjust-report.csv'

interface Row {
  cost: number
  installs: number
  /** Gross revenue so far, by the ages above. */
  revenue: number[]
}

/**
 * Writes what the studio of the demo's first app would export from Adjust on the morning of `today`: a report by day, platform, channel,
 * campaign and country, revenue cumulative by age and, where the cohort is younger, as far as it has come. The same date gives the same bytes.
 */
export async function writeAdjustExport(dir: string, { today }: { today: string }): Promise<string> {
  const [app] = apps
  const day = dayOf(today)
  const { cohorts } = simulate(app!, day, 1, new Set())
  const rows = new Map<string, Row>()
  for (const cohort of cohorts) {
    const { campaign, country } = cohort.segment
    const [date, os] = [dateOf(cohort.day), (campaign.platform ?? '').toLowerCase()]
    const organic = cohort.fullBlendedInstalls - cohort.paidInstalls
    add(rows, [date, os, campaign.network, campaign.name, country], cohort.spend, cohort.paidInstalls, paid(cohort))
    if (organic > 0) add(rows, [date, os, 'Organic', null, country], 0, organic, others(cohort))
  }
  const header = [
    'day',
    'os_name',
    'channel',
    'campaign',
    'country_code',
    'installs',
    'cost',
    ...AGES.map(age => `all_revenue_total_d${age}`),
  ]
  const lines = [...rows]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([names, { installs, cost, revenue }]) => [names, installs, cost, ...revenue.map(amount => roundTo(amount, 4))].join(','))
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, FILE), [header.join(','), ...lines, ''].join('\r\n'))
  return join(dir, FILE)
}

function paid(cohort: Cohort): number[] {
  return AGES.map(age => revenueBy(cohort.paid, age))
}

function others(cohort: Cohort): number[] {
  return AGES.map(age => revenueBy(cohort.incremental, age) + revenueBy(cohort.other, age))
}

function add(rows: Map<string, Row>, names: readonly (string | null)[], cost: number, installs: number, revenue: readonly number[]): void {
  const key = names.map(name => (name === null ? '' : `"${name.replaceAll('"', '""')}"`)).join(',')
  const row = rows.get(key) ?? { cost: 0, installs: 0, revenue: AGES.map(() => 0) }
  rows.set(key, {
    cost: roundTo(row.cost + cost, 4),
    installs: row.installs + installs,
    revenue: row.revenue.map((sum, index) => sum + revenue[index]!),
  })
}
