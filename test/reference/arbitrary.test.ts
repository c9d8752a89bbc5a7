import fc from '../support/fast-check.ts'
import t from 'tap'
import { arbitraryDelivery } from './arbitrary.ts'
import { displayIdentity } from './identity.ts'
import { scaled } from './money.ts'
import { reference } from './reference.ts'
import { arbitraryRequest } from './requests.ts'
import { availableDsis, dataThrough } from './runs.ts'
import type { Delivery, Identity } from './delivery.ts'

const TODAY = '2026-04-01'
const deliveries = fc.sample(arbitraryDelivery({ today: TODAY, firstId: 100 }), {
  numRuns: 50,
  seed: 11,
})

function stored(row: Identity) {
  return [row.platform, row.network, row.campaign, row.country].map(name => name || null)
}

function unique<Row>(rows: Row[], keyOf: (row: Row) => unknown): boolean {
  return new Set(rows.map(row => JSON.stringify(keyOf(row)))).size === rows.length
}

/** What of the data model's rules a delivery breaks. */
function broken(delivery: Required<Delivery>): string[] {
  const runs = new Map(delivery.runs.map(run => [run.run_id, run]))
  const apps = new Map(delivery.apps.map(app => [app.app_id, app]))
  const dsisOf = (runId: number) => {
    const app = apps.get(runs.get(runId)?.app_id ?? 0)
    return app === undefined ? [] : availableDsis(app)
  }
  const facts = [...delivery.cohort_revenue, ...delivery.roas_snapshots]
  const rules: Record<string, boolean> = {
    'cohort keys': unique(delivery.cohorts, row => [row.run_id, row.install_date, stored(row)]),
    'revenue keys': unique(delivery.cohort_revenue, row => [
      row.run_id,
      row.install_date,
      stored(row),
      row.dsi,
    ]),
    'snapshot keys': unique(delivery.roas_snapshots, row => [
      row.run_id,
      row.install_date,
      stored(row),
      row.dsi,
    ]),
    'lookback keys': unique(delivery.bet_lookbacks, row => [row.app_id, row.platform]),
    'run keys':
      unique(delivery.runs, row => row.run_id) &&
      unique(delivery.alerts, row => row.alert_id) &&
      unique(delivery.recommendations, row => row.recommendation_id),
    'recommendation names': unique(delivery.recommendations, row => {
      const { platform, network, campaign, country } = displayIdentity(row)
      return [
        row.run_id,
        row.granularity,
        platform,
        network,
        campaign,
        row.granularity === 'campaign' ? '' : country,
      ]
    }),
    'one GLOBAL place': [
      ...delivery.cohorts,
      ...facts,
      ...delivery.recommendations.filter(row => row.granularity === 'campaign_geo'),
    ].every(row => row.country !== 'GLOBAL'),
    references:
      [...delivery.cohorts, ...facts, ...delivery.recommendations, ...delivery.alerts].every(row =>
        runs.has(row.run_id),
      ) && delivery.runs.every(run => apps.has(run.app_id)),
    kinds:
      delivery.alerts.every(row => runs.get(row.run_id)?.kind === 'alert') &&
      delivery.cohorts.every(row => runs.get(row.run_id)?.kind === 'recommendation'),
    dsis: facts.every(row => dsisOf(row.run_id).includes(row.dsi)),
    'revenue has its cohort': delivery.cohort_revenue.every(row =>
      delivery.cohorts.some(
        cohort =>
          cohort.run_id === row.run_id &&
          cohort.install_date === row.install_date &&
          `${stored(cohort)}` === `${stored(row)}`,
      ),
    ),
    spend: [...delivery.cohorts, ...delivery.roas_snapshots, ...delivery.recommendations].every(
      row => scaled(row.spend) >= 0n,
    ),
    revenue: facts.every(row => scaled(row.paid_net) < 10n ** 14n),
    installs: [...delivery.cohorts, ...delivery.recommendations].every(
      row =>
        row.paid_installs >= 0 &&
        row.paid_installs <= row.incremental_blended_installs &&
        row.incremental_blended_installs <= row.full_blended_installs,
    ),
    'install dates': [...delivery.cohorts, ...facts].every(row => {
      const run = runs.get(row.run_id)
      return run !== undefined && row.install_date <= dataThrough(run)
    }),
    past: [...delivery.runs, ...delivery.alerts].every(row => row.created_at.slice(0, 10) <= TODAY),
    'bid alerts': delivery.alerts.every(
      row => row.alert_group === 'ANALYTICS' || row.spend_detail === null,
    ),
  }
  return Object.entries(rules)
    .filter(([, kept]) => !kept)
    .map(([name]) => name)
}

t.test('random deliveries follow the rules of the data model', async t => {
  for (const [index, delivery] of deliveries.entries())
    t.strictSame(broken(delivery), [], `delivery ${index}`)
})

t.test('random deliveries vary', async t => {
  const some = (predicate: (delivery: Required<Delivery>) => boolean) => deliveries.some(predicate)
  t.ok(
    some(({ apps }) => apps.some(app => !app.live)),
    'an app that is not live',
  )
  t.ok(
    some(({ apps }) => apps.some(app => app.action_threshold === null)),
    'no threshold',
  )
  t.ok(
    some(({ app_access }) => !unique(app_access, row => row.app_id)),
    'a shared app',
  )
  t.ok(
    some(
      ({ runs }) =>
        !unique(
          runs.filter(run => run.kind === 'recommendation'),
          run => [run.app_id, run.created_at],
        ),
    ),
    'one moment',
  )
  t.ok(
    some(({ runs }) => runs.some(run => run.status === 'failed')),
    'a failed run',
  )
  t.ok(
    some(({ apps, runs }) => apps.some(app => !runs.some(run => run.app_id === app.app_id))),
    'an app without runs',
  )
  t.ok(
    some(({ runs }) =>
      runs.some((run, index) => {
        const next = runs[index + 1]
        return (
          run.max_install_date !== null &&
          next?.max_install_date &&
          next.app_id === run.app_id &&
          next.max_install_date < run.max_install_date
        )
      }),
    ),
    'a newer run that has seen less',
  )
  t.ok(
    some(({ cohorts }) => cohorts.some(row => row.install_date < '2025-01-01')),
    'beyond 455 days',
  )
  t.ok(
    deliveries.every(delivery => Object.values(delivery).flat().length < 20_000),
    'small',
  )
})

t.test('most random requests match rows', async t => {
  const rows: Record<string, number[]> = {}
  for (const [seed, delivery] of deliveries.entries()) {
    const answer = reference(delivery, TODAY)
    for (const request of fc.sample(arbitraryRequest(delivery, TODAY), { numRuns: 20, seed })) {
      const expected = answer(request)
      if (expected.kind === 'object' || expected.kind === 'any') continue
      // A page may lie behind the last row.
      const count =
        expected.kind === 'list'
          ? (expected.totalRows ?? expected.items.length)
          : expected.totalRows
      ;(rows[request.operation] ??= []).push(count)
      const { startDate, endDate } = {
        startDate: undefined,
        endDate: undefined,
        ...request.parameters,
      }
      if (startDate !== undefined && endDate !== undefined)
        t.ok(startDate <= endDate, 'dates in order')
      if (expected.kind === 'file') {
        t.ok(
          expected.rows.every(row => row.length === expected.columns.length),
          'rows as wide as the header',
        )
        t.ok(
          unique(expected.columns, column => column.name),
          'every column once',
        )
      }
    }
  }
  for (const [operation, counts] of Object.entries(rows)) {
    // What was forecast has to have come, too.
    const share = operation === 'getForecastAccuracy' ? 8 : 3
    t.ok(
      counts.filter(count => count > 0).length > counts.length / share,
      `${operation}: ${counts.length} requests`,
    )
  }
  t.equal(Object.keys(rows).length, 11)
})
