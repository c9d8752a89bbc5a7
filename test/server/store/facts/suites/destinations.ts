import type { Test } from 'tap'
import type { OpenDestination } from '../../../../../server/imports/import-destination.ts'
import type { Catalog } from '../../../../../server/core/model/catalog.ts'
import type { Delivery } from '../../../../reference/delivery.ts'
import {
  alertRow,
  appRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../../../reference/minimal-delivery.ts'
import type { Engine, Trait } from './engine.ts'
import { behaves, emptyStore, type TestNode, type TestStore } from './stores.ts'

/** Apps 1 and 2, which company 1 reads; app 1 has runs 1 and 2. */
export function base(): Delivery {
  return minimalDelivery({
    companies: [1, 2].map(company_id => ({ company_id, name: `Company ${company_id}` })),
    apps: [1, 2].map(app_id => appRow({ app_id })),
    app_access: [1, 2].map(app_id => ({ company_id: 1, app_id })),
  })
}

/** A run of an app, and an alert run, with rows in every table, among them a campaign that is new. */
export function runOf(id: number, app = 1): Delivery {
  const created_at = new Date(Date.UTC(2026, 4, id)).toISOString()
  const each = ['Alpha', `New in ${id}`]
  return {
    runs: [
      runRow({ run_id: id, app_id: app, created_at }),
      runRow({ run_id: id + 100, app_id: app, kind: 'alert', created_at }),
    ],
    cohorts: each.map(campaign => cohortRow({ run_id: id, campaign })),
    cohort_revenue: each.flatMap(campaign =>
      [1, 7, 365].map(dsi => revenueRow({ run_id: id, dsi, campaign })),
    ),
    roas_snapshots: each.map(campaign => snapshotRow({ run_id: id, campaign })),
    recommendations: each.map((campaign, index) =>
      recommendationRow({ run_id: id, recommendation_id: id * 10 + index, campaign }),
    ),
    alerts: [alertRow({ run_id: id + 100, alert_id: id })],
  }
}

/** Runs a behavior of places, each on a store of its own with `base`; or says why the engine does not have it. */
export type Behavior = (
  name: string,
  test: (t: Test, store: TestStore, node: TestNode) => Promise<void>,
  trait?: Trait,
) => Promise<void>

export function behaviorOf(t: Test, engine: Engine): Behavior {
  return (name, test, trait) =>
    behaves(
      t,
      engine,
      name,
      async t => {
        const store = await emptyStore(t, engine)
        if (store === undefined) return
        const node = await store.open()
        await node.load(base())
        await test(t, store, node)
      },
      trait,
    )
}

export const EVENT = { action: 'store.pruned', target: 'store' } as const

export function opened<Result>(
  { imports }: TestNode,
  use: (place: OpenDestination) => Promise<Result>,
): Promise<Result> {
  return imports.opened(() => undefined, use)
}

export function beforePublish(
  place: OpenDestination,
  before: () => Promise<void>,
): OpenDestination {
  return { ...place, publish: async (next, event) => (await before(), place.publish(next, event)) }
}

export function runsOf(catalog: Catalog, app: number): number[] {
  return catalog.runs
    .filter(run => run.app_id === app)
    .map(run => run.run_id)
    .sort((one, other) => one - other)
}
