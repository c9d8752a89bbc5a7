import t from 'tap'
import { reportSql, snapshotSql } from '../../../../../server/store/facts/common/group-sql.ts'
import { partsOf, PERIOD } from '../../../../../server/store/facts/tables/relations.ts'
import { factsSource } from '../../../../../server/store/facts/database/facts-tables.ts'
import { aggregateSql } from '../../../../../server/store/facts/tables/fetch-groups.ts'
import type { App, Run } from '../../../../../server/core/model/catalog.ts'
import {
  addDays,
  periodStart,
  type ReportGrouping,
} from '../../../../../server/core/model/dates.ts'
import { joined, sql } from '../../../../../server/core/model/sql.ts'
import {
  cohortRow,
  minimalDelivery,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../../../reference/minimal-delivery.ts'
import { administer, emptyDatabase } from '../../../../support/mariadb.ts'
import { load, openNode } from '../../../../support/mysql-storage.ts'

const DAYS = Array.from({ length: 60 }, (_, day) =>
  new Date(Date.UTC(2026, 0, 30 + day)).toISOString().slice(0, 10),
)
const CAMPAIGNS = Array.from({ length: 40 }, (_, index) => `Campaign ${index}`)

t.test('both scans read only the requested range of a clustered index', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const node = await openNode(t, url)
  const each = DAYS.flatMap(install_date => CAMPAIGNS.map(campaign => ({ install_date, campaign })))
  await load(
    node,
    minimalDelivery({
      runs: [
        runRow(),
        runRow({ run_id: 2, kind: 'alert' }),
        runRow({ run_id: 3, created_at: '2026-04-01T00:00:00Z' }),
      ],
      cohorts: each.map(row => cohortRow(row)),
      cohort_revenue: each.map(row => revenueRow(row)),
      roas_snapshots: [1, 3].flatMap(run_id =>
        [1, 7, 365].flatMap(dsi => each.map(row => snapshotRow({ ...row, run_id, dsi }))),
      ),
    }),
  )
  const store = await node.openStore()
  t.teardown(() => store.close())
  const catalog = await store.catalog(1)
  const [app, run] = [catalog.apps[0] as App, catalog.runs[0] as Run]
  const table = run.facts!.file
  await administer(url, `ANALYZE TABLE ${table}`, 'ANALYZE TABLE roas_snapshots')
  const range = { start: DAYS[50]!, end: DAYS[54]! }
  const explain = async (query: string) => (await administer(url, `EXPLAIN ${query}`))[0]!

  const revenue = [{ roasType: 'paid', revenueType: 'gross', dsi: 7 } as const]
  const report = reportSql(
    {
      app,
      run,
      range,
      grouping: 'daily',
      groupBy: ['platform', 'network', 'campaign', 'country'],
      identityIds: undefined,
      limit: undefined,
      revenue,
      partial: false,
    },
    PERIOD,
    { revenue },
  )
  const cells = ({ columns }: typeof report) => joined(columns.map(column => column.sql))
  const inRange = 5 * CAMPAIGNS.length
  const plan = await explain(aggregateSql(cells(report), report, factsSource(run.facts!, [7])))
  t.match(plan, { table, type: 'range', key: 'PRIMARY' })
  t.ok(Number(plan['rows']) < 2 * inRange, `${plan['rows']} rows for ${inRange}`)
  t.notMatch(
    plan['Extra'],
    /temporary|filesort/,
    "a daily report is added up in the index's own order",
  )

  const history = snapshotSql(
    {
      app,
      runs: catalog.runs.filter(run => run.kind === 'recommendation'),
      range,
      grouping: 'weekly',
      granularity: 'campaign',
      dsi: 7,
      roasType: 'paid',
      revenueType: 'gross',
      identityIds: undefined,
    },
    PERIOD,
  )
  const own = await explain(
    aggregateSql(
      cells(history),
      { ...history, where: sql`app_id = 1 AND ${history.where}` },
      sql`roas_snapshots`,
    ),
  )
  t.match(own, { table: 'roas_snapshots', type: 'range', key: 'PRIMARY' })
  t.ok(Number(own['rows']) < 4 * inRange, `${own['rows']} rows for ${2 * inRange}`)
})

t.test('a large report is summed in parts that meet at period starts', t => {
  const facts = {
    file: 'facts_1',
    rows: 800_000,
    dsi_values: [7],
    first_install_date: '2025-01-01',
    last_install_date: '2025-12-31',
  }
  const run = { run_id: 1, facts } as Run
  const range = { start: '2025-01-01', end: '2025-12-31' }
  const starts = (grouping: ReportGrouping) =>
    partsOf({ run, range, grouping }).map(({ start }) => start)
  t.strictSame(starts('daily'), ['2025-01-01', '2025-04-03', '2025-07-03', '2025-10-02'])
  t.strictSame(starts('weekly'), ['2025-01-01', '2025-03-31', '2025-06-30', '2025-09-29'])
  t.strictSame(starts('monthly'), ['2025-01-01', '2025-04-01', '2025-07-01', '2025-10-01'])
  for (const grouping of ['daily', 'weekly', 'monthly'] as const) {
    const parts = partsOf({ run, range, grouping })
    t.equal(parts.at(-1)!.end, range.end)
    for (const [index, part] of parts.slice(1).entries()) {
      t.equal(periodStart(part.start, grouping), part.start)
      t.equal(addDays(parts[index]!.end, 1), part.start, 'no day is left out or counted twice')
    }
  }
  const half = { start: '2025-07-01', end: '2025-12-31' }
  t.equal(partsOf({ run, range: half, grouping: 'daily' }).length, 2)
  const small = [
    { start: '2025-01-08', end: '2025-01-08' },
    { start: '2025-01-09', end: '2025-01-08' },
    { start: '2025-01-01', end: '2025-01-31' },
  ]
  for (const range of small) t.strictSame(partsOf({ run, range, grouping: 'daily' }), [range])
  const short = { ...run, facts: { ...facts, first_install_date: '2025-12-12' } }
  const period = { start: '2025-12-12', end: '2025-12-31' }
  t.strictSame(
    partsOf({ run: short, range: period, grouping: 'monthly' }),
    [period],
    'one period cannot be parted',
  )
  t.end()
})
