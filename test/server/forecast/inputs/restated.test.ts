import { join } from 'node:path'
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import type { Config } from '../../../../server/forecast/config/forecast-config.ts'
import { ForecastFaults } from '../../../../server/forecast/config/config-faults.ts'
import { forecastTo } from '../../../../server/forecast/forecast.ts'
import { partitionOf } from '../../../../server/forecast/inputs/match-files.ts'
import { dateOf, type Day } from '../../../../server/core/model/dates.ts'
import { configFor, csv, linesOf, read, writeFiles } from '../../../support/forecast/inputs.ts'

const FIRST = 20_089
const HEADER =
  'day,os_name,channel,campaign,country_code,installs,cost,all_revenue_total_d0,all_revenue_total_d1,all_revenue_total_d3,all_revenue_total_d7'
const AGES = [0, 1, 3, 7]
const SEGMENTS = ['ios,TikTok,One,US', 'android,Meta,Two,DE', 'ios,Organic,,US']

/** Revenue of a cohort through an age, as of an export: late payments arrive two days later. */
function revenue(day: Day, segment: number, age: number, through: Day): number {
  let sum = 0
  for (let n = 0; n <= Math.min(age, through - day); n++) {
    const paid = 100 / (n + 1) + segment * 7 + ((day * 31 + n * 17) % 13)
    sum += through - (day + n) >= 2 ? paid : paid * 0.9
  }
  return sum
}

/** An export of the last `window` days, made the morning after `through`; costs are corrected the day after. */
function exported(through: Day, window: number): string {
  const rows: string[] = []
  for (let day = Math.max(FIRST, through - window + 1); day <= through; day++) {
    for (const [index, segment] of SEGMENTS.entries()) {
      const cost = index === 2 ? 0 : through === day ? 250 : 260 + (day % 5)
      const sums = AGES.map(age => revenue(day, index, age, through).toFixed(4))
      rows.push([dateOf(day), segment, 120 + (day % 7) + index, cost, ...sums].join(','))
    }
  }
  return csv(HEADER, ...rows)
}

function configOf(folder: string, more: Partial<Config> = {}): Config {
  const tables = (['spend', 'installs', 'revenue'] as const).map(table => ({
    table,
    files: ['daily/adjust_*.csv'],
    format: 'adjust',
  }))
  return configFor(folder, tables, more)
}

function writeDays(folder: string, from: Day, to: Day, window: number): void {
  for (let day = from; day <= to; day++)
    writeFiles(folder, { [`daily/adjust_${dateOf(day)}.csv`]: exported(day, window) })
}

t.test(
  'overlapping daily exports use the newest by day, note changes, and let each run be repeated',
  async t => {
    const top = t.testdir()
    const folder = join(top, 'a')
    writeDays(folder, FIRST + 20, FIRST + 32, 40)
    const all = await read(configOf(folder))
    const alone = join(top, 'b')
    writeFiles(alone, { [`daily/adjust_${dateOf(FIRST + 32)}.csv`]: exported(FIRST + 32, 40) })
    const single = await read(configOf(alone))
    t.same(linesOf(all.facts), linesOf(single.facts), 'as the newest export alone')
    t.match(
      all.notes.join('\n'),
      /spend: 1 day was restated by newer files \(2025-02-01\): 500\.00 became 52\d\.00\. The newest file counts\./,
    )
    t.match(all.notes.join('\n'), /revenue: \d+ days were restated/)
    t.notMatch(all.notes.join('\n'), /installs: .*restated/)

    for (let last = FIRST + 20; last <= FIRST + 32; last += 3) {
      const day = join(join(top, 'c'), String(last))
      mkdirSync(join(day, 'daily'), { recursive: true })
      for (let one = FIRST + 20; one <= last; one++) {
        const name = `daily/adjust_${dateOf(one)}.csv`
        copyFileSync(join(folder, name), join(day, name))
      }
      const then = await read(configOf(day))
      const { facts, notes } = await readAsOf(configOf(folder), then.facts.lastDay)
      t.same(linesOf(facts), linesOf(then.facts), dateOf(last))
      if (last < FIRST + 32)
        t.match(notes.at(-1), /exports until \d{4}-\d\d-\d\d count; \d+ later dates are not read/)
    }
  },
)

t.test("the delivery as of a day equals that day's delivery, byte for byte", async t => {
  const top = t.testdir()
  const folder = join(top, 'a')
  writeDays(folder, FIRST + 38, FIRST + 42, 60)
  const day = join(top, 'b')
  for (const one of [FIRST + 38, FIRST + 39])
    writeFiles(day, { [`daily/adjust_${dateOf(one)}.csv`]: exported(one, 60) })
  const run = async (from: string, out: string, asOf?: Day) => {
    await forecastTo({
      config: configOf(from),
      out,
      asOf,
      createdAt: new Date(0),
      progress: () => {},
    })
    return Object.fromEntries(
      readdirSync(out)
        .sort()
        .map(name => [name, readFileSync(join(out, name), 'base64')]),
    )
  }
  const root = join(top, 'c')
  const then = await run(day, join(root, 'then'))
  t.same(await run(folder, join(root, 'now'), FIRST + 38), then)
  t.notSame(await run(folder, join(root, 'newest')), then)
})

t.test('days that newer exports do not cover keep their last known values', async t => {
  const top = t.testdir()
  const folder = join(top, 'a')
  // Each export has ten days; the first ones are known through age 9 at most.
  writeDays(folder, FIRST + 9, FIRST + 30, 10)
  const { facts, notes } = await read(configOf(folder))
  const whole = join(top, 'b')
  writeFiles(whole, { [`daily/adjust_${dateOf(FIRST + 30)}.csv`]: exported(FIRST + 30, 60) })
  const wanted = linesOf((await read(configOf(whole))).facts)
  t.same(linesOf(facts), wanted, 'all columns were reached within the window')
  t.match(notes.join('\n'), /restated/)

  const narrow = join(top, 'c')
  writeDays(narrow, FIRST + 4, FIRST + 30, 5)
  const short = await read(configOf(narrow))
  const [revenue] = short.facts.revenue
  const sums = (cell: number) =>
    Array.from(revenue!.age.subarray(revenue!.start[cell], revenue!.start[cell + 1]))
  t.equal(
    Math.max(...sums(0)),
    3,
    'revenue beyond the last column that an export reached is unknown, not a total of seven days',
  )
})

t.test(
  'a campaign that a newer export lacks is retracted; two exports of a date must agree',
  async t => {
    const folder = t.testdir()
    writeFiles(folder, {
      'daily/adjust_2025-01-30.csv': exported(FIRST + 29, 40),
      'daily/adjust_2025-01-31.csv': exported(FIRST + 30, 40).replaceAll(
        'TikTok,One',
        'TikTok,Renamed',
      ),
    })
    const { facts } = await read(configOf(folder))
    t.same(facts.names.campaign, ['Renamed', 'Two'])
    writeFiles(folder, {
      'daily/adjust_20250131.csv': exported(FIRST + 30, 40)
        .replace(/,120,/g, ',999,')
        .replaceAll(',121,', ',998,'),
    })
    t.match(await read(configOf(folder)).catch((error: unknown) => error), ForecastFaults)
  },
)

t.test('dates in file names are read', t => {
  const of = (name: string) => Object.values(partitionOf(name))
  t.same(of('adjust_2026-03-05.csv.gz'), ['2026-03-05', 'adjust_*.csv'])
  t.same(of('a/20260301-20260305.csv'), ['2026-03-05', 'a/*-*.csv'])
  t.same(of('dt=2026-03-05/part-00000.csv'), ['2026-03-05', 'dt=*/part-00000.csv'])
  t.same(of('report-120260305.csv'), [undefined, 'report-120260305.csv'])
  t.same(of('2026-13-05.csv'), [undefined, '2026-13-05.csv'])
  t.end()
})

async function readAsOf(config: Config, asOf: Day) {
  const { readFacts } = await import('../../../../server/forecast/inputs/read-facts.ts')
  return await readFacts(config, { progress: () => {}, asOf })
}
