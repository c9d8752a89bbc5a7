import { join } from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import t from 'tap'
import { admin } from '../../support/admin.ts'
import { csv, writeFiles } from '../../support/forecast/inputs.ts'
import { KINDS } from '../../support/forecast/input-kinds.ts'

/** Kinds that once gave wrong numbers without a word. */
const ONCE_WRONG = [
  'Adjust with store_type',
  'AppsFlyer, organic without a media source',
  'AppsFlyer, restricted',
  'Google Ads, millionths by name',
  'dbt ad_reporting',
  'GA4 with microseconds',
  'Google Ads, conversions beside installs',
  'Google Ads, page export with titles and totals',
  'Meta, yen in the header',
  'Meta, sums of a period',
  'Meta, no platform',
  'RevenueCat with stores and sandbox',
  'TikTok with a total row',
]

interface Checked {
  compared: {
    platform: string | null
    network: string | null
    campaign: string | null
    spend: number
    paidInstalls: number
    organicInstalls: number
    revenue: number
  }[]
  notes: string[]
}

/** `init`, `check` and a forecast of a folder. */
async function run(dir: string, files: Record<string, string | Buffer>) {
  const folder = join(dir, 'exports')
  writeFiles(folder, files)
  const init = await admin(dir, 'forecast', 'init', folder, '--dsi', '7')
  const config = join(folder, 'forecast.yaml')
  const check = await admin(dir, 'forecast', 'check', config, '--json')
  const forecast = await admin(
    dir,
    'forecast',
    config,
    '--out',
    join(dir, 'out'),
    '--created-at',
    '2026-12-01T00:00:00Z',
  )
  return { init, check, forecast, out: join(dir, 'out') }
}

t.test('init, check and forecast read files correctly, or refuse them with the fix', async t => {
  for (const name of ONCE_WRONG) {
    await t.test(name, async t => {
      const kind = KINDS.find(one => one.name === name)!
      const { init, check, forecast } = await run(t.testdir(), kind.files)
      t.equal(init.code, 0, init.stderr)
      if (kind.refused !== undefined) {
        t.equal(check.code, 1)
        t.match(
          [check.stdout, forecast.stderr],
          [
            kind.refused.source.includes('fx') ? /Add an input/ : /Export it again/,
            /must have a row for each day|is required/,
          ],
        )
        t.equal(forecast.code, 1)
        return
      }
      const { compared } = JSON.parse(check.stdout) as Checked
      // The lag of a day leaves out the last one.
      const days = (text: string): number => Number(/: ([\d.]+) \//.exec(text)![1])
      const spend = kind.sums.reduce((sum, text) => sum + days(text), 0)
      t.ok(Math.abs(compared.reduce((sum, row) => sum + row.spend, 0) - (spend * 11) / 12) < 0.01)
      t.equal(forecast.code, 0, forecast.stderr)
      if (name === 'AppsFlyer, restricted')
        t.match(forecast.stdout, /^REDUCE +0 +0$/m, 'nothing is recommended')
    })
  }
})

t.test('spend of days and countries without installs is delivered', async t => {
  const days = Array.from({ length: 70 }, (_, n) =>
    new Date(Date.UTC(2026, 9, 1 + n)).toISOString().slice(0, 10),
  )
  const key = 'ios,Facebook Ads,FB'
  const installed = days.flatMap((date, day) =>
    [`${date},${key},US`, ...(day % 2 === 0 ? [`${date},${key},DE`] : [])].map(cell => ({
      cell,
      day,
    })),
  )
  const { forecast, out } = await run(t.testdir(), {
    'installs.csv': csv(
      'install_date,platform,network,campaign,country,installs',
      ...installed.map(({ cell }) => `${cell},10`),
    ),
    'spend.csv': csv(
      'date,platform,network,campaign,country,spend',
      ...days.flatMap(date => [`${date},${key},US,30`, `${date},${key},DE,30`]),
    ),
    'revenue.csv': csv(
      'install_date,platform,network,campaign,country,age,revenue',
      ...installed.flatMap(({ cell, day }) =>
        Array.from(
          { length: 70 - day },
          (_, age) => `${cell},${age},${(10 / (age + 1)).toFixed(2)}`,
        ),
      ),
    ),
  })
  t.equal(forecast.code, 0, forecast.stderr)
  const file = await asyncBufferFromFile(join(out, 'cohorts.parquet'))
  const rows = await parquetReadObjects({ file, compressors })
  const total = (column: string) => rows.reduce((sum, row) => sum + Number(row[column]), 0)
  t.same(
    [Math.round(total('spend')), total('paid_installs')],
    [69 * 60, 69 * 10 + 35 * 10],
    'all days but the newest, which is not complete',
  )
})
