import type { Test } from 'tap'
import type { Catalog } from '../../../../../server/core/model/catalog.ts'
import { sql } from '../../../../../server/core/model/sql.ts'
import { decisionColumns } from '../../../../../server/core/model/store.ts'
import { until } from '../../../../support/until.ts'
import { work } from '../../../../support/work.ts'
import type { Engine } from './engine.ts'
import { isNamed, loadedStore, REPORT } from './loaded-store.ts'
import { ANDROID, DE, laterRun, TEXTS, US } from './store-delivery.ts'
import { groupsHoldForEveryStore } from './store-groups.ts'
import type { TestNode } from './stores.ts'
import { latency } from '../../../../support/pauses.ts'

/** What every data engine does, of one delivery and some runs after it. */
export async function holdsForEveryStore(t: Test, engine: Engine): Promise<void> {
  const loaded = await loadedStore(t, engine)
  if (loaded === undefined) return
  const { empty, node, store, catalog, app, run, identities, ids, report, groups, snapshots } =
    loaded

  await t.test("the catalog names the app's runs, identities and DSIs", async t => {
    t.strictSame(runsOf(catalog, 1), [1, 2, 3, 4])
    t.strictSame(app.dsi_values, [1, 7, 365])
    t.equal(catalog.files[1]?.identities?.rows, 4)
    t.match(run(3).facts, {
      rows: 6,
      dsi_values: [1, 7, 365],
      first_install_date: '2026-02-28',
      last_install_date: '2026-03-30',
    })
    t.equal(run(4).facts, undefined, 'an alert run has none')
    t.match(
      (await node.catalog()).companies,
      [{ company_id: 1, name: 'Studio' }],
      'companies are in the catalog of all apps',
    )
  })

  await t.test('an identity has the smallest id of its campaign', async t => {
    t.strictSame(identities.map(({ id }) => id).sort(), [0, 1, 2, 3])
    const campaign = Math.min(ids.us, ids.de)
    for (const [names, first] of [
      [US, campaign],
      [DE, campaign],
      [ANDROID, ids.android],
    ] as const) {
      t.match(identities[identities.findIndex(identity => isNamed(identity, names))], {
        ...names,
        campaign_id: first,
      })
    }
    t.strictSame(
      await store.identities(work, await node.catalog(3), 3),
      [],
      'an app without data has none',
    )
  })

  await t.test('recommendations have one granularity', async t => {
    const of = async (id: number, granularity: 'campaign' | 'campaign_geo') =>
      store.recommendations(work, [run(id)], granularity)
    t.match(await of(3, 'campaign'), [
      {
        recommendation_id: 1,
        spend: 0.1,
        confidence_score: null,
        created_at: '2026-03-31T06:00:00.000Z',
      },
    ])
    t.match(await of(3, 'campaign_geo'), [
      { recommendation_id: 2, country: 'DE', lookback_days: 6, target_paid_gross_roas: 1 },
    ])
    t.match(
      (await of(1, 'campaign')).map(row => row.recommendation_id),
      [3],
      'and of one run',
    )
    const both = await store.recommendations(work, [run(3), run(1)], 'campaign')
    t.strictSame(both.map(row => [row.run_id, row.recommendation_id]).sort(), [
      [1, 3],
      [3, 1],
    ])
    t.strictSame(await of(4, 'campaign'), [])
  })

  await t.test(
    'decisions cover several runs at one granularity, with the values that judge them',
    async t => {
      const app = catalog.apps.find(({ app_id }) => app_id === 1)!
      const of = async (ids: number[], granularity: 'campaign' | 'campaign_geo') => {
        const rows = await store.decisions(work, catalog, {
          app,
          runs: ids.map(id => run(id)),
          granularity,
        })
        return rows.toSorted((one, other) => one.recommendation_id - other.recommendation_id)
      }
      t.match(await of([1, 3, 4], 'campaign'), [
        {
          recommendation_id: 1,
          run_id: 3,
          spend: 0.1,
          confidence_score: null,
          lookback_start_date: '2026-03-22',
          lookback_end_date: '2026-03-28',
        },
        {
          recommendation_id: 3,
          run_id: 1,
          target_dsi: 7,
          target_paid_gross_roas: 1,
          predicted_paid_gross_roas: 1,
        },
      ])
      t.match(await of([1, 3], 'campaign_geo'), [{ recommendation_id: 2, country: 'DE' }])
      t.strictSame(await of([], 'campaign'), [])
      t.strictSame(await of([4], 'campaign'), [])
      const [geo] = await of([3], 'campaign_geo')
      t.strictSame(Object.keys(geo!).sort(), [...decisionColumns(app)].sort(), 'and nothing else')
    },
  )

  await t.test('optional values are null, or as delivered', async t => {
    const [row] = await store.recommendations(work, [run(3)], 'campaign_geo')
    t.match(row, {
      lookback_start_date: '2026-03-01',
      lookback_end_date: '2026-03-02',
      predicted_low_roas: 0.5,
      predicted_high_roas: 1e300,
      suggested_daily_spend: 12345678901.2345,
      response_elasticity: 0.1,
      response_low: 1e-300,
      response_high: 1,
      marginal_roas: 1e300,
      response_evidence: 'assumed',
    })
    const [plain] = await store.recommendations(work, [run(1)], 'campaign')
    t.match(plain, {
      lookback_start_date: '2026-03-15',
      lookback_end_date: '2026-03-21',
      predicted_low_roas: null,
      predicted_high_roas: null,
      suggested_daily_spend: null,
      response_elasticity: null,
      marginal_roas: null,
      response_evidence: null,
    })
    t.strictSame([run(3).untested, run(1).untested], [[7, 365], undefined])
    const alerts = await store.alerts(work, catalog, 1, [run(2), run(4)])
    const of = (id: number) => alerts.find(alert => alert.alert_id === id)
    t.match(of(5), { metric: 'cpi', value: 0.1, reference: -1e-300, change: 1e300 })
    t.match(of(1), { metric: null, value: null, reference: null, change: null })
    t.strictSame(
      catalog.files[1]?.events?.map(({ event_id, end_date, title }) => [event_id, end_date, title]),
      [
        [7, '2026-03-25', TEXTS[0]],
        [8, '2026-03-26', TEXTS[3]],
      ],
    )
    t.strictSame(catalog.files[1]?.budgets, [
      {
        budget_id: 7,
        month: '2026-04',
        platform: null,
        network: null,
        campaign: null,
        amount: 100,
      },
      {
        budget_id: 8,
        month: '2026-03',
        platform: null,
        network: TEXTS[0],
        campaign: null,
        amount: 12345678901.2345,
      },
    ])
  })

  await t.test('alerts are limited to the runs and the UTC days, ends included', async t => {
    const of = async (runs: number[], range?: { start: string; end: string }) => {
      const rows = await store.alerts(
        work,
        catalog,
        1,
        runs.map(id => run(id)),
        range,
      )
      return rows.map(row => row.alert_id).sort()
    }
    t.strictSame(await of([2, 4]), [1, 2, 3, 4, 5])
    t.strictSame(await of([2, 4], { start: '2026-03-23', end: '2026-03-24' }), [2, 3, 5])
    t.strictSame(await of([2], { start: '2026-03-23', end: '2026-03-24' }), [2, 3])
    t.strictSame(await of([]), [])
    const [last] = await store.alerts(work, catalog, 1, [run(2)], {
      start: '2026-03-24',
      end: '2026-03-24',
    })
    t.match(last, {
      alert_id: 3,
      run_id: 2,
      daily_spend: 10,
      recommended_action: null,
      created_at: '2026-03-24T23:59:59.999Z',
    })
  })

  await t.test('totals are exact in ten-thousandths, over the last 30 days', async t => {
    const totals = new Map(
      (await store.identityTotals(work, catalog, run(3))).map(row => [row.identity, row]),
    )
    t.match(totals.get(ids.us), {
      first_install_date: '2026-02-28',
      last_install_date: '2026-03-01',
      spend: 1n,
      full_blended_installs: 8,
    })
    t.match(totals.get(ids.android), {
      spend: 1_999_999_999_999_999_998n,
      paid_installs: 8,
      incremental_blended_installs: 10,
    })
    t.match(totals.get(ids.idle), { spend: 0n, full_blended_installs: 0 })
    t.equal(totals.size, 4)
  })

  await t.test('snapshot DSIs ascend and are available ones', async t => {
    t.strictSame(await store.snapshotDsis(work, catalog, app, [run(1), run(3)]), [1, 7])
    t.strictSame(await store.snapshotDsis(work, catalog, app, [run(1)]), [7])
    t.strictSame(
      await store.snapshotDsis(work, catalog, { ...app, dsi_values: [7, 365] }, [run(3)]),
      [7],
    )
    t.strictSame(await store.snapshotDsis(work, catalog, app, []), [])
  })

  await groupsHoldForEveryStore(t, loaded)

  await t.test('text keeps its bytes in any case or script', async t => {
    const catalog = await node.catalog(2)
    const sorted = (texts: readonly unknown[]) =>
      texts.map(text => Buffer.from(String(text)).toString('hex')).sort()
    const expected = sorted(TEXTS)
    const named = await store.identities(work, catalog, 2)
    for (const column of ['network', 'campaign'] as const)
      t.strictSame(sorted(named.map(row => row[column])), expected, column)
    const recommendations = await store.recommendations(work, [run(5, catalog)], 'campaign')
    t.strictSame(sorted(recommendations.map(row => row.campaign)), expected, 'recommendations')
    const alerts = await store.alerts(work, catalog, 2, [run(6, catalog)])
    for (const column of ['campaign', 'title', 'summary', 'detail', 'spend_detail'] as const) {
      t.strictSame(sorted(alerts.map(row => row[column])), expected, column)
    }
    const query = {
      app: catalog.apps.find(({ app_id: id }) => id === 2)!,
      run: run(5, catalog),
      groupBy: ['campaign'] as const,
    }
    t.equal(
      (await report(query, groups => groups.groups(), catalog)).length,
      TEXTS.length,
      'each is a group of its own',
    )
    t.strictSame(
      sorted((await report(query, groups => groups.names(), catalog)).map(row => row['campaign'])),
      expected,
      'names',
    )
  })

  await t.test('aborted work rejects with its reason and releases its turn', async t => {
    const reason = new Error('nobody waits')
    const aborted = { companyId: 1, signal: AbortSignal.abort(reason) }
    const query = { ...REPORT, app, run: run(3) }
    await t.rejects(store.alerts(aborted, catalog, 1, [run(2)]), reason)
    await t.rejects(
      store.withReportGroups(aborted, catalog, query, async () => undefined),
      reason,
    )
    const controller = new AbortController()
    const endless = store.withReportGroups(
      { companyId: 1, signal: controller.signal },
      catalog,
      query,
      async session => {
        void latency(50).then(() => controller.abort(reason))
        return session.rows(
          sql`SELECT count(*) AS n FROM range(1000000000) a, range(1000000000) b WHERE a.range + b.range = -1`,
        )
      },
    )
    await t.rejects(endless, reason)
    await until('no turn is taken', () => running(node) === 0)
    t.equal((await groups()).length, 6)
  })

  await t.test('metrics take no turn', async t => {
    const query = { ...REPORT, app, run: run(3) }
    const held = await store.withReportGroups(work, catalog, query, async () => running(node))
    t.equal(held, 1)
    t.equal(running(node), 0)
  })

  const before = { rows: await groups(), size: await store.size(catalog, 1) }
  for (const id of [7, 8]) await node.load(laterRun(id))
  const next = await node.catalog(1)

  await t.test('a catalog from before a publish still answers', async t => {
    t.strictSame(runsOf(catalog, 1), [1, 2, 3, 4])
    t.strictSame(await groups(), before.rows)
    t.strictSame(await store.identities(work, catalog, 1), identities)
    t.equal((await snapshots({})).length, 2)
  })

  await t.test('identities keep their ids across imports', async t => {
    const now = await store.identities(work, next, 1)
    t.equal(now.length, 6)
    for (const identity of identities)
      t.strictSame(
        now.find(({ id }) => id === identity.id),
        identity,
      )
  })

  await t.test('a run with pruned facts has no totals', async t => {
    t.equal(run(1, next).facts, undefined)
    t.strictSame(await store.identityTotals(work, next, run(1, next)), [])
    t.equal((await store.identityTotals(work, next, run(8, next))).length, 2)
  })

  await t.test('size grows with data', async t => {
    t.ok(before.size > 0)
    // A server may be asked for the sizes of its tables only now and then.
    node.pass(10_000)
    t.ok((await store.size(next, 1)) > before.size)
    t.equal(await store.size(next, 3), 0, 'an app without data takes no room')
  })

  await t.test('a closed store reports unavailable; `ready` rejects', async t => {
    const other = await empty.open()
    await t.resolves(other.store.ready())
    await other.store.close()
    const unavailable = { name: 'StoreUnavailable' }
    await t.rejects(other.store.ready(), unavailable)
    await t.rejects(
      other.store.withReportGroups(
        work,
        catalog,
        { ...REPORT, app, run: run(3) },
        async () => undefined,
      ),
      unavailable,
    )
  })
}

function runsOf(catalog: Catalog, app: number): number[] {
  return catalog.runs
    .filter(run => run.app_id === app)
    .map(run => run.run_id)
    .sort()
}

/** Turns that work holds now. */
function running({ store }: TestNode): number {
  const turns = store.metrics!().filter(({ name }) => name === 'uascope_queue_running')
  return turns.reduce((sum, { value }) => sum + value, 0)
}
