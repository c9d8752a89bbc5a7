import { join } from 'node:path'
import t from 'tap'
import { importInto } from '../../../../server/imports/load/import.ts'
import { blend } from '../../../../server/forecast/write/blend.ts'
import { amountsAt } from '../../../../server/forecast/write/cohorts.ts'
import { fit } from '../../../../server/forecast/model/fit.ts'
import { dateOf, mondayOf } from '../../../../server/core/model/dates.ts'
import { emptyDatabase } from '../../../support/mariadb.ts'
import { startService } from '../../../support/started-service.ts'
import { configOf, lastDay, smallWorld } from './facts-of-rows.ts'
import { writeForecast } from './write.ts'

const config = configOf()
const bids = [
  {
    day: lastDay - 20,
    platform: 'IOS',
    network: 'Apple Search Ads',
    campaign: 'Brand',
    country: null,
    liveRoas: 0.3,
  },
]
const facts = smallWorld({ bids })
const sundays = Array.from({ length: 8 }, (_, k) => lastDay - 7 * (8 - k))

for (const engine of ['embedded', 'mysql'] as const) {
  t.test(`forecasts are served: ${engine}`, async t => {
    const environment: Record<string, string> = {}
    if (engine === 'mysql') {
      const url = await emptyDatabase(t)
      if (url === undefined) return
      Object.assign(environment, { DATABASE_URL: url, EXPORT_SECRET: 'x'.repeat(32) })
    }
    const out = join(t.testdir(), 'delivery')
    await writeForecast(config, facts, out, { backfill: sundays })
    const service = await startService(t, { now: '2026-03-17T12:00:00Z', environment })
    const imported = await importInto(service.storage.imports, {
      delivery: out,
      now: () => new Date('2026-03-17T06:00:00Z'),
    })
    // Only those of the config are traditional.
    t.match(imported.warnings, [
      /recommendations of app \d+ are LOW, whatever the score: networks has no row for/,
    ])
    t.equal(imported.warnings.length, 1)
    t.equal(imported.incompleteCohorts, 0)
    const get = async (path: string) => {
      const answer = await service.get(path)
      if (answer.status !== 200) throw new Error(answer.body.toString())
      return answer
    }

    const settings = (await get('/v1/app-settings?appId=101')).json()
    t.match(settings, { targetDsi: 30, dataThrough: '2026-03-15', historyDsiValues: [7, 30] })

    const recommendations = (await get('/v1/recommendations?appId=101')).json() as Record<
      string,
      unknown
    >[]
    t.strictSame(
      recommendations
        .map(row => `${row.platform} ${row.network} ${row.campaign} ${row.country}`)
        .sort(),
      [
        'ANDROID Google Ads Broad GLOBAL',
        'IOS Apple Search Ads Brand US',
        'IOS Meta Ads Lookalike GLOBAL',
      ],
    )
    t.match(
      recommendations.find(row => row.campaign === 'Brand'),
      {
        action: 'SCALE',
        targetPaidGrossRoas: 1.1,
        targetPaidNetRoas: null,
        optimisationLiveRoas: 0.3,
        lookbackStartDate: '2026-03-03',
      },
    )
    t.match(
      recommendations.find(row => row.campaign === 'Broad'),
      { action: 'SCALE', targetPaidGrossRoas: 1, optimisationDsi: 0 },
    )
    for (const row of recommendations)
      t.ok((row.confidenceScore as number) >= 0 && (row.confidenceScore as number) <= 1)

    const alerts = (await get('/v1/alerts?appId=101')).json() as Record<string, unknown>[]
    t.ok(alerts.length > 0)

    const report = (
      await get(
        '/v1/report?appId=101&format=csv&metrics=spend,roas&dsiValues=7,30&granularity=campaign&installGrouping=daily&groupBy=none&startDate=2026-03-01&endDate=2026-03-15',
      )
    ).body
      .toString()
      .trim()
      .split(/\r?\n/)
    t.equal(report.length, 16)
    t.notOk(
      report.some(line => /NaN|,,|,$/.test(line)),
      'every cohort has its forecasts',
    )

    // At every age, what the run of that day said of the week: the ratio of its forecast to its spend.
    const weeks = sundays.slice(0, 6).map(mondayOf)
    const history = (
      await get(
        `/v1/roas-history?appId=101&dsi=30&granularity=app&installGrouping=weekly&format=csv&startDate=${dateOf(weeks[0]!)}`,
      )
    ).body
      .toString()
      .trim()
      .split(/\r?\n/)
      .map(line => line.split(','))
    const [header, ...lines] = history
    let seen = 0
    for (const week of weeks) {
      const line = lines.find(cells => cells[header!.indexOf('install_cohort')] === dateOf(week))!
      for (const day of [...sundays, lastDay].filter(day => day >= week + 6)) {
        const model = fit(facts, day)
        const { revenues } = amountsAt(30, facts, model, blend(facts.cells, model.cells, 0))
        let [spend, revenue] = [0, 0]
        for (let i = 0; i < model.cells; i++) {
          if (
            facts.cells.organic[i] !== 0 ||
            facts.cells.day[i]! < week ||
            facts.cells.day[i]! > week + 6
          )
            continue
          spend += facts.cells.spend[i]!
          revenue += revenues.paid_gross[i]!
        }
        const age = header!.indexOf(`roas_age_${day - week}`)
        t.equal(
          Number(line[age]),
          Math.round((revenue / spend) * 10_000) / 10_000,
          `${dateOf(week)} as seen on ${dateOf(day)}`,
        )
        seen++
      }
    }
    t.ok(seen > 30)
  })
}

t.test(
  'a target DSI whose forecasts failed is explained, and its campaigns need review',
  async t => {
    const out = join(t.testdir(), 'delivery')
    const summary = await writeForecast(config, facts, out, { verdicts: { 30: 'failed' } })
    t.match(summary.notes, [
      /^D30 forecasts of the past were not good enough: WAPE.* Only cohorts that are old enough/s,
      /^No prediction for 3 campaigns \(\d+ USD a day\).*: D30 forecasts of the past were not good enough/,
    ])
    t.match(
      summary.rows.find(({ dsi }) => dsi === 30),
      { forecast: 0 },
    )
    const service = await startService(t, { now: '2026-03-17T12:00:00Z' })
    const imported = await importInto(service.storage.imports, {
      delivery: out,
      now: () => new Date('2026-03-17T06:00:00Z'),
    })
    t.ok(imported.incompleteCohorts > 0)
    const recommendations = (await service.get('/v1/recommendations?appId=101')).json() as Record<
      string,
      unknown
    >[]
    t.equal(recommendations.length, 3)
    for (const one of recommendations) {
      t.match(one, {
        predictedRoas: null,
        status: 'LOW',
        step: { kind: 'check_data', reason: 'withheld', direction: 'none', gain: null },
      })
    }
    t.match((await service.get('/v1/alerts?appId=101')).json(), [
      { title: 'Target DSI withheld', country: 'GLOBAL' },
    ])
  },
)

t.test(
  'a target DSI out of reach has no prediction, and the reason has the missing days',
  async t => {
    const out = join(t.testdir(), 'delivery')
    const young = smallWorld({ days: 9 })
    const summary = await writeForecast(config, young, out)
    t.match(
      summary.notes.join('\n'),
      /No prediction for 3 campaigns .*: D30 is too far ahead.*About \d+ more days of data are missing/,
    )
    const service = await startService(t, { now: '2026-03-17T12:00:00Z' })
    await importInto(service.storage.imports, {
      delivery: out,
      now: () => new Date('2026-03-17T06:00:00Z'),
    })
    const recommendations = (await service.get('/v1/recommendations?appId=101')).json() as {
      step: { reason: string }
    }[]
    t.strictSame([...new Set(recommendations.map(({ step }) => step.reason))], ['withheld'])
    t.match((await service.get('/v1/alerts?appId=101')).json(), [
      {
        title: 'Target DSI withheld',
        detail: /D14 can be forecast until then\.$/,
        recommendedAction: null,
      },
    ])
  },
)
