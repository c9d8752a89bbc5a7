import { join } from 'node:path'
import t from 'tap'
import { INJECTIONS } from '../../../../scripts/lab/world/injected-faults.ts'
import { chance } from '../../../../scripts/lab/world/chance.ts'
import { importInto } from '../../../../server/imports/load/import.ts'
import type { Config } from '../../../../server/forecast/config/forecast-config.ts'
import { DeliveryWriter } from '../../../../server/forecast/write/delivery-writer.ts'
import type { Facts } from '../../../../server/forecast/model/facts.ts'
import { fit } from '../../../../server/forecast/model/fit.ts'
import { prepareFacts } from '../../../../server/forecast/sentinel/data-events.ts'
import { dateOf } from '../../../../server/core/model/dates.ts'
import { startService } from '../../../support/started-service.ts'
import { backtestOf } from '../write/facts-of-rows.ts'
import { readTables } from '../write/write.ts'
import { world } from './faultless-world.ts'

const { facts } = world
const asOf = facts.lastDay
const createdAt = new Date((asOf + 2) * 86_400_000)
const config: Config = {
  ...world.config,
  app: { ...world.config.app, dsi: [0, 7, 30] },
  snapshots: { ...world.config.snapshots, dsi: [7, 30] },
}

async function deliver(of: Facts, out: string, used: Config = config) {
  const prepared = prepareFacts(of, used.events)
  const writer = await DeliveryWriter.open({ config: used, prepared, out, createdAt })
  writer.addRun({
    asOf,
    revision: 0,
    fit: fit(prepared.repaired, asOf),
    backtest: backtestOf(asOf, used.app.dsi),
    isFull: true,
    earlier: fit(prepared.repaired, asOf - 7),
  })
  return { summary: await writer.finish(), run: writer.wholeRun! }
}

t.test(
  'a fault becomes an event, an alert and a note, caps confidence, and keeps actuals',
  async t => {
    const day = asOf - 4
    const { facts: wrong, scope } = INJECTIONS["one network's cost missing"]!(facts, day, chance(2))
    const network = facts.names.network[scope.network!]!
    const dir = t.testdir()
    const out = join(dir, 'delivery')
    const { summary, run } = await deliver(wrong, out)
    const query = await readTables(t, out)
    const [event] = await query('SELECT *, CAST(start_date AS VARCHAR) AS start FROM events')
    t.match(event, {
      app_id: '101',
      kind: 'outage',
      title: `Spend of ${network} missing`,
      start: dateOf(day),
      end_date: null,
      network,
      platform: null,
    })
    const [alert] = await query(`SELECT * FROM alerts WHERE metric = 'spend'`)
    t.match(alert, {
      title: `Spend of ${network} missing`,
      network,
      platform: null,
      campaign: null,
      country: 'GLOBAL',
      value: 0,
      change: -1,
    })
    t.ok((alert!['reference'] as number) > 0)
    t.match(summary.notes[0], `Spend of ${network} missing, ${dateOf(day)}.`)
    const touched = await query(
      `SELECT DISTINCT network, confidence_score > 0.29 AS sure FROM recommendations WHERE network = '${network}'`,
    )
    t.ok(touched.length > 0)
    t.notOk(touched.some(({ sure }) => sure === true))
    const [delivered] = await query(
      `SELECT CAST(sum(spend) AS DOUBLE) AS spend FROM cohorts WHERE network = '${network}' AND install_date = '${dateOf(day)}'`,
    )
    t.equal(delivered!['spend'], 0, 'delivered as it was')
    const before = await deliver(facts, join(dir, 'clean'))
    for (const row of run.recommendations.filter(({ granularity }) => granularity === 'campaign')) {
      const same = before.run.recommendations.find(
        ({ campaign, granularity }) =>
          granularity === 'campaign' && campaign.name === row.campaign.name,
      )!
      t.ok(
        Math.abs(row.prediction! / same.prediction! - 1) < 0.05,
        `${row.campaign.name} is predicted as without the fault`,
      )
    }
    const service = await startService(t, { now: createdAt.toISOString() })
    const loaded = await importInto(service.storage.imports, {
      delivery: out,
      now: () => createdAt,
    })
    t.equal(loaded.rows.events, 1)
  },
)

t.test('an event keeps its id when a later run knows more of its days', async t => {
  const day = asOf - 4
  const { facts: wrong } = INJECTIONS['a week without 85 % of ANDROID revenue']!(
    facts,
    day,
    chance(2),
  )
  const ids: unknown[] = []
  const dir = t.testdir()
  for (const last of [day, asOf]) {
    const prepared = prepareFacts(wrong, config.events)
    const out = join(dir, String(last))
    const writer = await DeliveryWriter.open({ config, prepared, out, createdAt })
    writer.addRun({
      asOf: last,
      revision: 0,
      fit: fit(prepared.repaired, last),
      backtest: backtestOf(last, config.app.dsi),
      isFull: true,
    })
    await writer.finish()
    const query = await readTables(t, out)
    const rows = await query('SELECT event_id, CAST(end_date AS VARCHAR) AS until FROM events')
    t.strictSame(
      rows.map(({ until }) => until),
      [last === day ? null : dateOf(asOf)],
    )
    ids.push(rows[0]!['event_id'])
  }
  t.equal(ids[0], ids[1])
})

t.test(
  'configured events are delivered; outages are excluded, and explained findings are not reported',
  async t => {
    const day = asOf - 3
    const { facts: wrong } = INJECTIONS['a day without revenue']!(facts, day, chance(2))
    const on = dateOf(day)
    const named = {
      ...config,
      events: [
        { title: 'Store outage', kind: 'outage' as const, from: on },
        {
          title: 'Sale',
          kind: 'price' as const,
          from: dateOf(asOf - 1),
          to: dateOf(asOf + 3),
          country: 'ZZ',
        },
      ],
    }
    const out = join(t.testdir(), 'delivery')
    const { summary, run } = await deliver(wrong, out, named)
    const query = await readTables(t, out)
    t.strictSame(
      await query(
        'SELECT kind, title, CAST(start_date AS VARCHAR) AS start, CAST(end_date AS VARCHAR) AS until, country FROM events ORDER BY start_date',
      ),
      [
        { kind: 'outage', title: 'Store outage', start: on, until: null, country: null },
        {
          kind: 'price',
          title: 'Sale',
          start: dateOf(asOf - 1),
          until: dateOf(asOf + 3),
          country: 'ZZ',
        },
      ],
    )
    t.notOk(summary.notes.some(note => note.includes(on)))
    t.strictSame(
      run.alerts.filter(
        ({ metric, title }) => metric === 'revenue' && title !== 'Forecast revised',
      ),
      [],
    )
    const { repaired } = prepareFacts(wrong, named.events)
    t.ok(repaired.cells.day.every((of, i) => of !== day || repaired.cells.installs[i] === 0))
  },
)

t.test(
  'an unexplained unusual day makes its advice a hint; a configured event explains it',
  async t => {
    const day = asOf - 4
    const times = (values: Float64Array): Float64Array =>
      values.map((value, i) => (facts.cells.day[i] === day ? 2.2 * value : value))
    const grown: Facts = {
      ...facts,
      cells: {
        ...facts.cells,
        spend: times(facts.cells.spend),
        installs: times(facts.cells.installs).map(Math.round),
      },
      revenue: facts.revenue.map(({ start, gross, net, ...revenue }) => {
        const [more, kept] = [gross.slice(), net.slice()]
        for (let i = 0; i < facts.cells.count; i++) {
          const factor = facts.cells.day[i] === day ? 2.2 : 1
          for (let row = start[i]!; row < start[i + 1]!; row++) {
            more[row]! *= factor
            kept[row]! *= factor
          }
        }
        return { ...revenue, start, gross: more, net: kept }
      }),
    }
    const dir = t.testdir()
    const sure = (run: Awaited<ReturnType<typeof deliver>>['run']) =>
      run.recommendations.filter(({ confidence }) => (confidence ?? 0) > 0.29)
    const { run } = await deliver(grown, join(dir, 'unexplained'))
    t.match(
      run.events.map(({ kind, findings }) => [kind, findings[0]?.repair]),
      [['other', 'none']],
    )
    t.strictSame(sure(run), [])
    const events = [{ title: 'Featured by the store', kind: 'launch' as const, from: dateOf(day) }]
    const named = await deliver(grown, join(dir, 'named'), { ...config, events })
    t.match(named.run.events, [{ kind: 'launch', findings: [] }])
    t.ok(sure(named.run).length > 0)
  },
)
