import fc from '../support/fast-check.ts'
import { addDays } from '../reference/periods.ts'
import t, { type Test } from 'tap'
import { arbitraryDelivery } from '../reference/arbitrary.ts'
import { closeTo } from '../reference/compare.ts'
import { decodeCsv, type DecodedFile } from '../reference/decode-csv.ts'
import { decodeParquet } from '../reference/decode-parquet.ts'
import type { AppRow } from '../reference/delivery.ts'
import type { Cell } from '../reference/expected.ts'
import { periodStart } from '../reference/periods.ts'
import { startService, type TestService } from '../support/started-service.ts'
import { seed } from '../support/seed.ts'

const today = '2026-03-20'

type Row = Record<string, Cell>
type Parameters = Record<string, string | number | readonly (string | number)[]>
interface Answer {
  rows: Row[]
  file: DecodedFile
  total: number
  dataThrough: string
}
type Ask = (operation: 'report' | 'roas-history', parameters: Parameters) => Promise<Answer>

interface Scene {
  app: AppRow
  /** Asks for a file of the app. */
  ask: Ask
}

function listField(value: string | number): string {
  return typeof value === 'string' && /^"|,/.test(value)
    ? `"${value.replaceAll('"', '""')}"`
    : String(value)
}

function asker(service: TestService, companyId: number, app: AppRow): Ask {
  return async (operation, parameters) => {
    const text = (value: Parameters[string]) =>
      Array.isArray(value) ? value.map(listField).join(',') : String(value)
    const query = Object.entries({
      appId: app.app_id,
      ...parameters,
    }).map(([name, value]) => `${name}=${encodeURIComponent(text(value))}`)
    const url = `/v1/${operation}?${query.join('&')}`
    const answer = await service.get(url, companyId)
    if (answer.status !== 200)
      throw new Error(`${answer.status} for ${url}: ${answer.body.toString()}`)
    const file: DecodedFile =
      parameters['format'] === 'csv'
        ? decodeCsv(
            answer.body,
            (
              await decodeParquet(
                (await service.get(url.replace('format=csv', 'format=parquet'), companyId)).body,
              )
            ).columns,
          )
        : await decodeParquet(answer.body)
    const rows = file.rows.map(cells =>
      Object.fromEntries(file.columns.map(({ name }, index) => [name, cells[index] ?? null])),
    )
    return {
      rows,
      file,
      total: Number(answer.headers['total-rows']),
      dataThrough: String(answer.headers['data-through']),
    }
  }
}

let scenes: Scene[] | undefined

/** Every readable app of a few random deliveries, in one service. */
async function everyApp(t: Test): Promise<Scene[]> {
  if (scenes) return scenes
  const service = await startService(t, { now: `${today}T12:00:00Z` })
  scenes = []
  // A delivery may have no app that anybody reads, or none with data.
  let hasRatios = false
  for (let index = 0; scenes.length < 2 || !hasRatios; index++) {
    const [delivery] = fc.sample(arbitraryDelivery({ today, firstId: 1 + index * 100_000 }), {
      numRuns: 1,
      seed: seed + index,
    })
    await service.import(delivery!, index % 2 === 0 ? 'csv' : 'parquet')
    for (const app of delivery!.apps.filter(({ live }) => live)) {
      const access = delivery!.app_access.find(({ app_id }) => app_id === app.app_id)
      if (!access) continue
      const scene = { app, ask: asker(service, access.company_id, app) }
      scenes.push(scene)
      hasRatios ||= await hasRatio(scene)
    }
  }
  return scenes
}

const IDENTITY = ['platform', 'network', 'campaign', 'country'] as const
const ADDITIVE = [
  'spend',
  'installs_paid',
  'installs_incremental_blended',
  'installs_full_blended',
] as const
const EVERYTHING = {
  metrics: ['ltv', 'roas', 'spend', 'installs', 'cpi'],
  roasTypes: ['full_blended', 'paid', 'incremental_blended'],
  revenueTypes: ['net', 'gross'],
} as const
const LONG = { startDate: '2025-11-03', endDate: '2026-03-20' }

/** Ways to split a report's rows. */
const SPLITS = [
  { granularity: 'campaign_geo' },
  { granularity: 'campaign_geo', groupBy: ['network', 'country'], installGrouping: 'weekly' },
  { granularity: 'campaign', groupBy: ['platform'], installGrouping: 'total' },
  { granularity: 'campaign', groupBy: 'none', installGrouping: 'monthly' },
]

/** Whether a cell of the app has both LTV and CPI. */
async function hasRatio({ app, ask }: Scene): Promise<boolean> {
  const { rows } = await ask('report', {
    ...EVERYTHING,
    dsiValues: app.dsi_values.split(','),
    ...LONG,
    ...SPLITS[0],
  })
  const isRatio = (row: Row, name: string): boolean =>
    typeof row[name] === 'number' &&
    Number(row[name.replace(/^ltv_(.*)_(gross|net)_d\d+$/, 'cpi_$1')]) > 0
  return rows.some(row =>
    Object.keys(row).some(name => name.startsWith('ltv_') && isRatio(row, name)),
  )
}

/** Whether a share is one of less than all. */
function isPart(share: Cell | undefined): boolean {
  return typeof share === 'number' && share < 1
}

function keyOf(row: Row, names: readonly string[]): string {
  return JSON.stringify(names.map(name => row[name] ?? null))
}

/** Sums of the additive columns by some of the others. */
function sums(rows: Row[], keyOfRow: (row: Row) => string): Map<string, number[]> {
  const totals = new Map<string, number[]>()
  for (const row of rows) {
    const before = totals.get(keyOfRow(row)) ?? ADDITIVE.map(() => 0)
    totals.set(
      keyOfRow(row),
      before.map((sum, index) => sum + Number(row[ADDITIVE[index]!])),
    )
  }
  return totals
}

function sameSums(
  t: Test,
  actual: Map<string, number[]>,
  expected: Map<string, number[]>,
  what: string,
): void {
  t.strictSame([...actual.keys()].sort(), [...expected.keys()].sort(), what)
  const close = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a))
  const off = [...expected].filter(
    ([key, values]) =>
      !values.every((value, index) => close(value, actual.get(key)?.[index] ?? NaN)),
  )
  t.strictSame(off, [], what)
}

t.test('files follow their laws over random deliveries', async t => {
  await everyApp(t)

  t.test('ROAS = LTV / CPI in every cell with all three', async t => {
    let cells = 0
    for (const { app, ask } of await everyApp(t)) {
      for (const split of SPLITS) {
        const { rows } = await ask('report', {
          ...EVERYTHING,
          dsiValues: app.dsi_values.split(','),
          ...LONG,
          ...split,
        })
        const off = rows.flatMap(row =>
          Object.keys(row)
            .filter(name => name.startsWith('roas_'))
            .flatMap(name => {
              const ltv = row[name.replace('roas_', 'ltv_')]
              const type = /^roas_(.*)_(gross|net)_d\d+$/.exec(name)![1]!
              const cpi = row[`cpi_${type}`]
              if (row['spend'] === 0 && row[name] !== null) return [{ ...row, name }]
              if (row[`installs_${type}`] === 0 && (ltv !== null || cpi !== null))
                return [{ ...row, name }]
              if (typeof ltv !== 'number' || typeof cpi !== 'number' || cpi === 0) return []
              cells++
              return row[name] !== null && closeTo(ltv / cpi, Number(row[name]))
                ? []
                : [{ ...row, name }]
            }),
        )
        t.strictSame(off.slice(0, 1), [], `app ${app.app_id}: ${JSON.stringify(split)}`)
      }
    }
    t.ok(cells > 0, `${cells} cells`)
  })

  t.test(
    'partial changes nothing if all is known, and covered shares lie between 0 and 1',
    async t => {
      for (const { app, ask } of await everyApp(t)) {
        for (const split of SPLITS) {
          const parameters = {
            ...EVERYTHING,
            metrics: 'revenue,ltv,roas',
            dsiValues: app.dsi_values.split(','),
            ...LONG,
            ...split,
          }
          const [whole, partial] = [
            await ask('report', parameters),
            await ask('report', { ...parameters, partial: 'true' }),
          ]
          t.equal(partial.rows.length, whole.rows.length)
          const off = partial.rows.filter((row, index) => {
            const known = Object.entries(whole.rows[index]!).filter(([, value]) => value !== null)
            const shares = Object.entries(row).filter(([name]) => name.startsWith('covered_share_'))
            return (
              known.some(
                ([name, value]) =>
                  row[name] !== value ||
                  (/^revenue_/.test(name) && isPart(row[name.replace(/.*_d/, 'covered_share_d')])),
              ) ||
              shares.some(([, share]) => share !== null && (Number(share) < 0 || Number(share) > 1))
            )
          })
          t.strictSame(off.slice(0, 1), [], `app ${app.app_id}: ${JSON.stringify(split)}`)
        }
      }
    },
  )

  t.test('groups add up across names, countries, filters and periods', async t => {
    for (const { app, ask } of await everyApp(t)) {
      const common = {
        granularity: 'campaign_geo',
        metrics: ['spend', 'installs'],
        roasTypes: EVERYTHING.roasTypes,
        ...LONG,
      }
      const rows = async (parameters: Parameters) =>
        (await ask('report', { ...common, ...parameters })).rows
      const addUp = (whole: Row[], parts: Row[], names: readonly string[], what: string) =>
        sameSums(
          t,
          sums(parts, row => keyOf(row, names)),
          sums(whole, row => keyOf(row, names)),
          `app ${app.app_id}: ${what}`,
        )
      const split = await rows({ installGrouping: 'monthly' })
      for (const names of [
        [],
        ['platform'],
        ['network'],
        ['country'],
        ['platform', 'country'],
        ['network', 'campaign'],
        IDENTITY,
      ]) {
        const groupBy = names.length === 0 ? 'none' : names
        const [months, total] = [
          await rows({ installGrouping: 'monthly', groupBy }),
          await rows({ installGrouping: 'total', groupBy }),
        ]
        addUp(months, split, ['install_cohort', ...names], `months by ${names.join()}`)
        addUp(total, split, names, `total by ${names.join()}`)
        t.ok(
          total.every(row => row['install_cohort'] === LONG.startDate) &&
            new Set(total.map(row => keyOf(row, names))).size === total.length,
        )
      }
      const networks = [...new Set(split.map(row => String(row['network'])))]
      const ofEach = await Promise.all(
        networks.map(network =>
          rows({ installGrouping: 'total', groupBy: 'platform', networks: [network] }),
        ),
      )
      addUp(
        await rows({ installGrouping: 'total', groupBy: 'platform' }),
        ofEach.flat(),
        ['platform'],
        'each network by platform',
      )
    }
  })

  t.test('consecutive pages are the whole, in any order', async t => {
    for (const { app, ask } of await everyApp(t)) {
      for (const split of SPLITS) {
        const parameters = { ...EVERYTHING, ...LONG, ...split, maturity: 'true', partial: 'true' }
        const { rows: usual, file } = await ask('report', parameters)
        const names = file.columns.map(({ name }) => name)
        for (const sort of [
          undefined,
          'spend',
          `-${names[1]!}`,
          `-${names.at(-1)!}`,
          `roas_${names.find(name => name.startsWith('roas_'))!.slice(5)}`,
        ]) {
          const sorted = { ...parameters, ...(sort && { sort }) }
          const whole = await ask('report', sorted)
          const position = new Map(usual.map((row, index) => [JSON.stringify(row), index]))
          t.equal(
            new Set(whole.rows.map(row => position.get(JSON.stringify(row)))).size,
            usual.length,
            'the same rows',
          )
          const column = sort?.replace(/^-/, '') ?? ''
          const inOrder = whole.rows.slice(1).every((row, index) => {
            const before = whole.rows[index]!
            const [a, b] = sort?.startsWith('-')
              ? [row[column], before[column]]
              : [before[column], row[column]]
            if (!sort || before[column] === row[column])
              return position.get(JSON.stringify(before))! < position.get(JSON.stringify(row))!
            if (before[column] === null || row[column] === null) return row[column] === null
            return typeof a === 'number'
              ? a < Number(b)
              : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b))) < 0
          })
          t.ok(inOrder, `app ${app.app_id}: ${JSON.stringify(sorted)}`)
          const limit = Math.max(1, Math.ceil(whole.rows.length / 3))
          const pages = await Promise.all(
            [0, 1, 2, 3].map(page => ask('report', { ...sorted, limit, offset: page * limit })),
          )
          t.strictSame(
            pages.flatMap(({ rows }) => rows),
            whole.rows,
            `app ${app.app_id}: ${JSON.stringify({ ...sorted, limit })}`,
          )
          t.ok(pages.every(({ total }) => total === whole.total))
        }
      }
    }
  })

  t.test('the days of a week and of a month add up to it', async t => {
    for (const { app, ask } of (await everyApp(t)).filter(({ app }) => !app.weekly_aggregation)) {
      const common = {
        granularity: 'campaign_geo',
        metrics: ['spend', 'installs'],
        roasTypes: EVERYTHING.roasTypes,
      }
      for (const [installGrouping, range] of [
        ['weekly', { startDate: '2025-11-03', endDate: '2026-03-15' }],
        ['monthly', { startDate: '2025-11-01', endDate: '2026-02-28' }],
      ] as const) {
        const days = await ask('report', { ...common, ...range, installGrouping: 'daily' })
        const periods = await ask('report', { ...common, ...range, installGrouping })
        sameSums(
          t,
          sums(periods.rows, row => keyOf(row, ['install_cohort', ...IDENTITY])),
          sums(days.rows, row =>
            keyOf(
              {
                ...row,
                install_cohort: periodStart(String(row['install_cohort']), installGrouping),
              },
              ['install_cohort', ...IDENTITY],
            ),
          ),
          `app ${app.app_id}: ${installGrouping}`,
        )
      }
    }
  })

  t.test('the countries of a campaign add up to it', async t => {
    for (const { app, ask } of await everyApp(t)) {
      const common = { metrics: ['spend', 'installs'], roasTypes: EVERYTHING.roasTypes, ...LONG }
      const names = ['install_cohort', 'platform', 'network', 'campaign']
      const [campaigns, geos] = [
        await ask('report', { ...common, granularity: 'campaign' }),
        await ask('report', { ...common, granularity: 'campaign_geo' }),
      ]
      sameSums(
        t,
        sums(campaigns.rows, row => keyOf(row, names)),
        sums(geos.rows, row => keyOf(row, names)),
        `app ${app.app_id}`,
      )
    }
  })

  t.test('the values of a filter partition the rows', async t => {
    for (const { app, ask } of await everyApp(t)) {
      const common = {
        granularity: 'campaign_geo',
        ...EVERYTHING,
        ...LONG,
        installGrouping: 'weekly',
      }
      const all = await ask('report', common)
      for (const [filter, column] of [
        ['platforms', 'platform'],
        ['networks', 'network'],
        ['campaigns', 'campaign'],
        ['countries', 'country'],
      ] as const) {
        const values = [...new Set(all.rows.map(row => String(row[column])))]
        // A missing platform is shown and cannot be asked for.
        for (const value of values.filter(value => filter !== 'platforms' || value !== 'Unknown')) {
          const part = await ask('report', {
            ...common,
            [filter]: [filter === 'platforms' ? value.toLowerCase() : value],
          })
          t.strictSame(
            part.rows,
            all.rows.filter(row => row[column] === value),
            `app ${app.app_id}: ${filter}=${value}`,
          )
        }
        if (filter === 'platforms' || values.length === 0) continue
        t.strictSame(
          (await ask('report', { ...common, [filter]: values })).rows,
          all.rows,
          `app ${app.app_id}: every one of ${filter}`,
        )
      }
    }
  })

  t.test('a limit returns the first rows and counts all', async t => {
    for (const { app, ask } of await everyApp(t)) {
      for (const parameters of [
        { granularity: 'campaign', ...EVERYTHING, ...LONG, maturity: 'true' },
        { granularity: 'campaign_geo', ...EVERYTHING, ...LONG, installGrouping: 'monthly' },
        { granularity: 'campaign_geo', metrics: 'cpi', ...LONG },
      ]) {
        for (const order of ['install_cohort', 'newest']) {
          const all = await ask('report', { ...parameters, order })
          t.equal(all.total, all.rows.length)
          for (const limit of [1, 7, 500]) {
            const first = await ask('report', { ...parameters, order, limit })
            t.strictSame(
              first.rows,
              all.rows.slice(0, limit),
              `app ${app.app_id}: ${JSON.stringify({ ...parameters, order, limit })}`,
            )
            t.equal(first.total, all.total)
          }
        }
      }
      for (const granularity of ['app', 'campaign', 'campaign_geo']) {
        const all = await ask('roas-history', { granularity, installGrouping: 'weekly' })
        t.equal(all.total, all.rows.length)
        const first = await ask('roas-history', {
          granularity,
          installGrouping: 'weekly',
          limit: 3,
        })
        t.equal(first.total, all.total)
        // The ages end with those of the oldest cohort that is there, by the served run's data: an earlier run may have had later ones, whose
        // ages only the older cohorts of the whole file make room for.
        const there = new Set(first.file.columns.map(({ name }) => name))
        const known = (row: Row) =>
          Object.fromEntries(
            Object.entries(row).filter(([name, value]) => value !== null && there.has(name)),
          )
        t.strictSame(
          first.rows.map(known),
          all.rows.slice(0, 3).map(known),
          `app ${app.app_id}: ROAS history, ${granularity}`,
        )
        const early = all.rows.slice(0, 3).flatMap(row =>
          Object.entries(row)
            .filter(([name, value]) => value !== null && !there.has(name))
            .filter(
              ([name]) =>
                addDays(String(row['install_cohort']), Number(name.replace('roas_age_', ''))) <=
                all.dataThrough,
            ),
        )
        t.strictSame(early, [], 'no age is left out that the served run has data of')
      }
    }
  })

  t.test('CSV and Parquet have the same cells', async t => {
    for (const { app, ask } of await everyApp(t)) {
      for (const [operation, parameters] of [
        [
          'report',
          {
            granularity: 'campaign_geo',
            ...EVERYTHING,
            ...LONG,
            maturity: 'true',
            order: 'newest',
          },
        ],
        ['roas-history', { granularity: 'app' }],
        ['roas-history', { granularity: 'campaign_geo', installGrouping: 'monthly' }],
      ] as const) {
        const parquet = await ask(operation, { ...parameters, format: 'parquet' })
        const csv = await ask(operation, { ...parameters, format: 'csv' })
        t.strictSame(
          csv.file.columns.map(({ name }) => name),
          parquet.file.columns.map(({ name }) => name),
        )
        t.equal(csv.rows.length, parquet.rows.length)
        const differ = csv.rows.filter((row, index) =>
          Object.entries(row).some(([name, value]) => {
            const other = parquet.rows[index]?.[name] ?? null
            return typeof value === 'number' && typeof other === 'number'
              ? !closeTo(other, value)
              : value !== other
          }),
        )
        t.strictSame(differ.slice(0, 1), [], `app ${app.app_id}: ${operation}`)
      }
    }
  })
})
