import { join } from 'node:path'
import t from 'tap'
import { importInto } from '../../../server/imports/load/import.ts'
import type { InputConfig } from '../../../server/forecast/config/forecast-config.ts'
import { ForecastFaults } from '../../../server/forecast/config/config-faults.ts'
import { type ForecastOptions, forecastTo } from '../../../server/forecast/forecast.ts'
import { emptyDatabase } from '../../support/mariadb.ts'
import { repository } from '../../support/repository.ts'
import { startService } from '../../support/started-service.ts'
import { configFor, FIXTURE_NAMES } from '../../support/forecast/inputs.ts'

const FIXTURES = join(repository, 'test/server/forecast/fixtures')

type Input = Partial<InputConfig> & Pick<InputConfig, 'table' | 'files'>

const neutral = (['spend', 'installs', 'revenue'] as const).map((table): Input => ({
  table,
  files: [`neutral/${table}.csv`],
}))
const [spend, , revenue] = neutral as [Input, Input, Input]
function aggregate(table: Input['table']): Input[] {
  return (['ios', 'android'] as const).map(os => ({
    table,
    files: [`appsflyer-aggregate/${os}.csv`],
    format: 'appsflyer-aggregate',
    columns: { platform: `=${os.toUpperCase()}` },
  }))
}

/** What a studio would name of each exporter's files, by format. */
const STUDIOS: Record<string, Input[]> = {
  neutral,
  adjust: (['spend', 'installs', 'revenue'] as const).map(table => ({
    table,
    files: ['adjust/report.csv'],
    format: 'adjust',
  })),
  'appsflyer-raw': [
    spend,
    { table: 'installs', files: ['appsflyer-raw/installs.csv'], format: 'appsflyer-raw' },
    { table: 'revenue', files: ['appsflyer-raw/in_app_events.csv'], format: 'appsflyer-raw' },
  ],
  'appsflyer-cohort': [
    spend,
    {
      table: 'installs',
      files: ['appsflyer-cohort/part-*.csv'],
      format: 'appsflyer-cohort',
      installEvent: 'install',
    },
    { table: 'revenue', files: ['appsflyer-cohort/part-*.csv'], format: 'appsflyer-cohort' },
  ],
  'appsflyer-aggregate': [...aggregate('spend'), ...aggregate('installs'), revenue],
  singular: [
    { table: 'spend', files: ['singular/report.csv'], format: 'singular' },
    { table: 'installs', files: ['singular/report.csv'], format: 'singular' },
    revenue,
  ],
}

const createdAt = new Date('2026-11-20T06:00:00Z')

function forecasting(inputs: readonly Input[], out: string, more: Partial<ForecastOptions> = {}) {
  return forecastTo({
    config: configFor(FIXTURES, [...inputs], FIXTURE_NAMES),
    out,
    createdAt,
    progress: () => undefined,
    ...more,
  })
}

for (const engine of ['embedded', 'mysql'] as const) {
  t.test(`deliveries from every exporter's files load without errors: ${engine}`, async t => {
    for (const [format, inputs] of Object.entries(STUDIOS)) {
      const environment: Record<string, string> = {}
      if (engine === 'mysql') {
        const url = await emptyDatabase(t)
        if (url === undefined) return
        Object.assign(environment, { DATABASE_URL: url, EXPORT_SECRET: 'x'.repeat(32) })
      }
      const out = join(t.testdir(), 'delivery')
      const { summary, backtest } = await forecasting(inputs, out)
      t.ok(summary.cohorts > 10, format)
      t.ok(
        [...backtest.gates.values()].every(
          ({ dsi, verdict }) =>
            verdict === (dsi === 0 ? 'passed' : 'untested') || verdict === 'beyond',
        ),
      )
      const service = await startService(t, { now: '2026-11-20T12:00:00Z', environment })
      const { warnings, rows } = await importInto(service.storage.imports, {
        delivery: out,
        now: () => createdAt,
      })
      t.equal(rows.cohorts, summary.cohorts, format)
      // Too few installs to forecast from, and no network was said to be traditional.
      t.ok(
        warnings.every(warning =>
          /lacks? a cohort_revenue row|recommendations (of app \d+ )?are (LOW|REDUCE)/.test(
            warning,
          ),
        ),
        warnings.join(),
      )
    }
  })
}

t.test('a backfill may start on a day that the inputs lack', async t => {
  const { summary } = await forecasting(neutral, join(t.testdir(), 'any'))
  const last = Date.parse(summary.asOf) / 86_400_000
  for (const [asOf, rule] of [
    [last + 1, /must not be after the last day that all inputs are complete for/],
    [last - 5000, /must not be before the first install day/],
  ] as const) {
    const error = await forecasting(neutral, join(t.testdir(), 'none'), { asOf }).catch(
      (error: unknown) => error,
    )
    t.ok(error instanceof ForecastFaults)
    t.match(error, { faults: [{ file: '--as-of', rule }], total: 1 })
  }
})

t.test('a backfill skips days that have a run', async t => {
  const { summary } = await forecasting(neutral, join(t.testdir(), 'all'), { backfill: 0 })
  const last = Date.parse(summary.asOf) / 86_400_000
  const known = new Set(Array.from({ length: 400 }, (_, back) => last - 1 - back))
  t.ok(summary.snapshotRuns > 0)
  t.equal(
    (await forecasting(neutral, join(t.testdir(), 'known'), { backfill: 0, known })).summary
      .snapshotRuns,
    0,
  )
})
