import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { columnsOf } from '../../../../server/imports/tables.ts'
import type { Config } from '../../../../server/forecast/config/forecast-config.ts'
import { DeliveryWriter } from '../../../../server/forecast/write/delivery-writer.ts'
import type { Facts } from '../../../../server/forecast/model/facts.ts'
import { fit } from '../../../../server/forecast/model/fit.ts'
import { smallDisk } from '../../../support/full-disk.ts'
import {
  asDelivered,
  backtestOf,
  type CellRow,
  configOf,
  factsOf,
  lastDay,
  smallWorld,
} from './facts-of-rows.ts'
import { createdAt, readTables, writeForecast, WRITTEN } from './write.ts'

const config = configOf()
const facts = smallWorld()

async function bytesOf(
  t: Test,
  of: Facts,
  options: Parameters<typeof writeForecast>[3] = {},
  by: Config = config,
) {
  const out = join(t.testdir(), 'delivery')
  await writeForecast(by, of, out, options)
  return Object.fromEntries(
    await Promise.all(
      WRITTEN.map(async name => [name, await readFile(join(out, `${name}.parquet`))] as const),
    ),
  )
}

t.test('every table has exactly the columns of the data model, in their order', async t => {
  const dir = t.testdir()
  const out = join(dir, 'delivery')
  const summary = await writeForecast(config, facts, out, { backfill: [lastDay - 7] })
  t.strictSame(await readdir(dir), ['delivery'])
  t.strictSame((await readdir(out)).sort(), WRITTEN.map(name => `${name}.parquet`).sort())
  const query = await readTables(t, out)
  for (const name of WRITTEN) {
    const columns = await query(`SELECT column_name FROM (DESCRIBE ${name})`)
    t.strictSame(
      columns.map(row => row['column_name']),
      columnsOf(name).map(([column]) => column),
      name,
    )
  }
  t.match(summary, {
    asOf: '2026-03-15',
    runs: 2,
    snapshotRuns: 1,
    cohorts: 840,
    organic: { installs: 6005, unallocated: 0 },
  })
  t.match(summary.notes, [/LOW whatever the score: 1 campaign/, /restated/])
  t.strictSame(
    await query(
      'SELECT run_id, kind, CAST(max_install_date AS VARCHAR) AS day FROM runs ORDER BY run_id',
    ),
    [
      { run_id: '101045160', kind: 'recommendation', day: '2026-03-08' },
      { run_id: '101045300', kind: 'recommendation', day: '2026-03-15' },
      { run_id: '101045301', kind: 'alert', day: null },
    ],
  )
  t.strictSame(
    await query(
      'SELECT DISTINCT run_id FROM cohorts UNION SELECT DISTINCT run_id FROM cohort_revenue',
    ),
    [{ run_id: '101045300' }],
    'a run of a backfill has snapshots only',
  )
  t.strictSame(await query("SELECT count(*) AS n FROM cohorts WHERE network = 'Organic'"), [
    { n: '0' },
  ])
})

t.test('revenue never falls with the DSI and ascends with the ROAS type', async t => {
  const out = join(t.testdir(), 'delivery')
  await writeForecast(configOf({ organic: { networks: ['Organic'], uplift: 0.2 } }), facts, out)
  const query = await readTables(t, out)
  const cell = 'PARTITION BY install_date, platform, network, campaign, country ORDER BY dsi'
  const [row] =
    await query(`SELECT count(*) FILTER (WHERE paid_gross < before OR full_blended_gross < full_before) AS falls,
      count(*) FILTER (WHERE paid_gross > incremental_blended_gross OR incremental_blended_gross > full_blended_gross) AS descends,
      count(*) FILTER (WHERE incremental_blended_net > paid_net) AS lifted, count(*) AS rows
    FROM (SELECT *, lag(paid_gross) OVER (${cell}) AS before, lag(full_blended_gross) OVER (${cell}) AS full_before FROM cohort_revenue)`)
  t.match(row, { falls: '0', descends: '0', rows: String(840 * 8) })
  t.ok(Number(row!['lifted']) > 0)
})

t.test('the bytes depend neither on threads, nor time of day, nor later data', async t => {
  const one = await bytesOf(t, facts, { threads: 1 })
  const changed = (other: Record<string, Buffer>) =>
    WRITTEN.filter(name => !one[name]!.equals(other[name]!))
  t.strictSame(changed(await bytesOf(t, facts, { threads: 4 })), [])
  t.strictSame(changed(await bytesOf(t, facts, { at: new Date(createdAt.getTime() + 1000) })), [
    'runs',
    'recommendations',
    'alerts',
  ])
  // Six more days of the same world; each cell knows more of itself.
  const later = smallWorld({ days: 126, last: lastDay + 6 })
  t.strictSame(changed(await bytesOf(t, later)), [])
})

t.test('a failed write leaves nothing behind', async t => {
  const dir = t.testdir({ busy: { 'mine.txt': 'mine' } })
  const out = join(dir, 'delivery')
  await t.rejects(writeForecast(config, facts, join(dir, 'busy')), /not empty/)
  await t.rejects(writeForecast(configOf({ idBase: 99_999 }), facts, out), /id_base/)
  const writer = await DeliveryWriter.open({ config, prepared: asDelivered(facts), out, createdAt })
  const run = {
    asOf: lastDay,
    revision: 0,
    fit: fit(facts, lastDay),
    backtest: backtestOf(lastDay, config.app.dsi),
    isFull: true,
  }
  writer.addRun(run)
  t.throws(() => writer.addRun(run), /must ascend/)
  await writeFile(out, 'somebody else was faster')
  await t.rejects(writer.finish(), /delivery is not a folder/)
  t.strictSame((await readdir(dir)).sort(), ['busy', 'delivery'])
})

t.test('a full disk leaves nothing behind', async t => {
  const disk = await smallDisk(t, 2 ** 20)
  if (disk === undefined) return
  await disk.fill()
  await t.rejects(writeForecast(config, facts, join(disk.dir, 'delivery')))
  t.strictSame(await readdir(disk.dir), ['ballast'])
  await disk.free()
  await writeForecast(config, facts, join(disk.dir, 'delivery'))
  t.strictSame(await readdir(disk.dir), ['delivery'])
})

t.test('a target that the youngest cohorts have reached needs no forecast', async t => {
  const out = join(t.testdir(), 'delivery')
  const early = configOf({ targets: { ...config.targets, dsi: 1 } })
  await writeForecast(early, smallWorld({ days: 3 }), out)
  const query = await readTables(t, out)
  t.match(
    await query(
      'SELECT DISTINCT predicted_paid_gross_roas > 0 AS known, confidence_score AS sure FROM recommendations',
    ),
    [{ known: true, sure: 1 }],
  )
  t.strictSame(await query("SELECT title FROM alerts WHERE title LIKE 'Target%'"), [])
})

t.test('ages beyond the last input age are never actual, however old the cohort', async t => {
  const out = join(t.testdir(), 'delivery')
  const { rows } = await writeForecast(
    config,
    {
      ...facts,
      revenue: facts.revenue.map(kind => ({
        ...kind,
        exportedAges: Array.from({ length: 21 }, (_, age) => age),
      })),
    },
    out,
    { verdicts: { 30: 'beyond', 60: 'beyond', 90: 'beyond' } },
  )
  t.match(
    rows.filter(({ dsi }) => dsi === 14 || dsi === 30),
    [
      { actual: 742, forecast: 98, withheld: 0 },
      { actual: 0, forecast: 0, withheld: 840 },
    ],
  )
  const query = await readTables(t, out)
  t.strictSame(await query('SELECT max(dsi) AS dsi FROM cohort_revenue'), [{ dsi: 14 }])
  t.strictSame(await query('SELECT count(confidence_score) AS n FROM recommendations'), [
    { n: '0' },
  ])
})

t.test('revisions of forecasts are reported', async t => {
  // In the last five days users of one campaign pay more than they ever did.
  const campaign = (name: string, surprise: number): CellRow[] =>
    Array.from({ length: 100 }, (_, k) => lastDay - 99 + k).map(day => ({
      day,
      platform: 'IOS',
      network: 'Meta Ads',
      campaign: name,
      country: 'US',
      spend: 100,
      installs: 50,
      iap: Array.from({ length: lastDay - day + 1 }, (_, age) => {
        const gross = Math.round(5000 / (age + 1)) / 100 + (day + age > lastDay - 5 ? surprise : 0)
        return [gross, gross] as const
      }),
    }))
  const out = join(t.testdir(), 'delivery')
  await writeForecast(
    config,
    factsOf(
      [
        ...Array.from({ length: 12 }, (_, k) => campaign(`Steady ${k}`, 0)),
        campaign('Surging', 30),
      ].flat(),
    ),
    out,
  )
  const query = await readTables(t, out)
  t.match(await query("SELECT campaign, summary FROM alerts WHERE title = 'Forecast revised'"), [
    {
      campaign: 'Surging',
      summary:
        /^The cohorts of 2026-02-24 to 2026-03-05 are expected to bring USD [\d,.]+ by day 30 .* On 2026-03-08 it was /,
    },
  ])
})

t.test('late data raise an alert', async t => {
  const out = join(t.testdir(), 'delivery')
  await writeForecast(config, facts, out, { at: new Date('2026-03-25T05:00:00Z') })
  const query = await readTables(t, out)
  t.match(await query("SELECT country, campaign, summary FROM alerts WHERE title = 'Data late'"), [
    {
      country: 'GLOBAL',
      campaign: null,
      summary:
        'The newest day that this run knows is 2026-03-15, 10 days before it was made; 3 are usual.',
    },
  ])
})
