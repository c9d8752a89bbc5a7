import fc from '../../../../support/fast-check.ts'
import t from 'tap'
import { addDays, type InstallGrouping } from '../../../../../server/core/model/dates.ts'
import type { App, AppFiles, Run } from '../../../../../server/core/model/catalog.ts'
import {
  alertsCost,
  identitiesCost,
  recommendationsCost,
  reportCost,
  snapshotCost,
  snapshotDsisCost,
  totalsCost,
} from '../../../../../server/store/facts/common/cost.ts'
import { LIGHT } from '../../../../../server/core/runtime/turns.ts'
import type {
  ReportGroupsQuery,
  SnapshotGroupsQuery,
} from '../../../../../server/core/model/store.ts'

const FIRST = '2025-01-01'
const DAYS = 455
const LAST = addDays(FIRST, DAYS - 1)
const app = { app_id: 1, dsi_values: [0, 1, 3, 7, 30, 60, 90, 180, 365] } as unknown as App
function segment(rows: number) {
  return { file: 'file', rows }
}
/** 300 campaigns in 8 countries over 455 days: 1.09 million rows. */
const files: AppFiles = { identities: segment(2400), snapshots: [], alerts: [segment(30_000)] }
const run = {
  facts: {
    ...segment(DAYS * 2400),
    dsi_values: app.dsi_values,
    first_install_date: FIRST,
    last_install_date: LAST,
  },
  recommendations: segment(2700),
} as Run

function revenue(count: number) {
  return Array.from({ length: count }, () => ({
    roasType: 'paid' as const,
    revenueType: 'gross' as const,
    dsi: 7,
  }))
}
function report(changes: Partial<ReportGroupsQuery>): ReportGroupsQuery {
  return {
    app,
    run,
    range: { start: FIRST, end: LAST },
    grouping: 'daily',
    groupBy: ['platform', 'network', 'campaign', 'country'],
    partial: false,
    revenue: revenue(2),
    identityIds: undefined,
    limit: undefined,
    ...changes,
  }
}
function last(days: number) {
  return { start: addDays(LAST, 1 - days), end: LAST }
}
function isLight(changes: Partial<ReportGroupsQuery>): boolean {
  return reportCost(report(changes), files) <= LIGHT
}

t.test('interactive work counts as light, work of seconds as heavy', t => {
  t.ok(
    isLight({ range: last(30), grouping: 'weekly', groupBy: ['platform', 'network', 'campaign'] }),
    'the default report',
  )
  t.ok(
    isLight({ range: last(30), identityIds: [1, 2, 3, 4, 5, 6, 7, 8] }),
    'one campaign, day by day',
  )
  t.ok(isLight({ range: last(14), limit: 100 }), 'the newest 100 rows')
  t.notOk(isLight({}), 'every row')
  t.notOk(isLight({ limit: 100 }), 'every row, looked at to find the first')
  t.notOk(isLight({ range: last(60), revenue: revenue(12) }))
  t.ok(
    [identitiesCost(files), recommendationsCost([run]), alertsCost(files.alerts)].every(
      cost => cost <= LIGHT,
    ),
    'lists',
  )
  t.notOk(
    recommendationsCost([{ ...run, recommendations: segment(1_000_000) }]) <= LIGHT,
    'an enormous list',
  )
  t.ok(totalsCost({ ...run, facts: { ...run.facts!, rows: 500_000 } }, files) <= LIGHT, 'campaigns')
  t.notOk(
    totalsCost({ ...run, facts: { ...run.facts!, rows: 5_000_000 } }, files) <= LIGHT,
    'campaigns of enormous facts',
  )
  t.notOk(snapshotDsisCost([segment(10_000_000)]) <= LIGHT)
  t.equal(totalsCost({} as Run, undefined) + snapshotDsisCost([]), 0)
  t.equal(reportCost(report({ run: undefined }), files), 0)
  t.equal(
    reportCost(report({ range: { start: '2020-01-01', end: '2020-12-31' } }), files),
    0,
    'a range without facts',
  )
  t.end()
})

t.test('the cost of ROAS history counts only the snapshots of one DSI and its cells', t => {
  const isLight = (changes: Partial<SnapshotGroupsQuery>, rows = 1_000_000) => {
    const range = { start: FIRST, end: LAST }
    const query = {
      app,
      runs: Array(DAYS).fill({ max_install_date: LAST }),
      range,
      grouping: 'weekly',
      granularity: 'app',
      ...changes,
    }
    return (
      snapshotCost(query as SnapshotGroupsQuery, [segment(rows)], {
        ...files,
        identities: segment(90),
      }) <= LIGHT
    )
  }
  t.ok(isLight({}))
  t.ok(isLight({ grouping: 'daily' }))
  t.ok(isLight({ granularity: 'campaign' }))
  t.notOk(isLight({ granularity: 'campaign', grouping: 'daily' }))
  t.notOk(isLight({}, 20_000_000))
  t.equal(snapshotCost({ app, runs: [] } as never, files.snapshots, files), 0, 'without a run')
  t.end()
})

t.test('more of any input never costs less', t => {
  const groupings: InstallGrouping[] = ['monthly', 'weekly', 'daily']
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 0, max: 100 }),
      fc.nat(2),
      fc.integer({ min: 1, max: 24 }),
      fc.integer({ min: 1, max: 2400 }),
      fc.option(fc.integer({ min: 1, max: 5000 }), { nil: undefined }),
      (days, more, grouping, columns, ids, limit) => {
        const identityIds = Array.from({ length: ids }, (_, id) => id)
        const query = {
          range: last(days),
          grouping: groupings[grouping]!,
          revenue: revenue(columns),
          identityIds,
          limit,
        }
        const cost = (changed: Partial<ReportGroupsQuery>) =>
          reportCost(report({ ...query, ...changed }), files)
        const base = cost({})
        const larger = [
          cost({ range: last(days + more) }),
          cost({ revenue: revenue(columns + more) }),
          cost({ identityIds: undefined }),
        ]
        return Number.isFinite(base) && base >= 0 && larger.every(other => other >= base * 0.999)
      },
    ),
    { numRuns: 1000 },
  )
  t.pass('held')
  t.end()
})
