import t, { type Test } from 'tap'
import type {
  DeliveryWriter,
  ImportDestination,
  OpenDestination,
} from '../../../../../server/imports/import-destination.ts'
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
import { administer, emptyDatabase } from '../../../../support/mariadb.ts'
import { load, openNode } from '../../../../support/mysql-storage.ts'

type Node = Awaited<ReturnType<typeof openNode>>

/** What a process that stood still for long comes back to. */
const EXPIRE = 'UPDATE import_locks SET expires_at = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND'

function base(): Delivery {
  return minimalDelivery({
    apps: [1, 2].map(app_id => appRow({ app_id })),
    app_access: [1, 2].map(app_id => ({ company_id: 1, app_id })),
  })
}

/** A run of an app with rows in every table, among them a campaign that is new. */
function run(id: number, app = 1): Delivery {
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

/** Waits for a signal. */
function gate(): { open: () => void; opened: Promise<void> } {
  let open = (): void => undefined
  const opened = new Promise<void>(resolve => (open = resolve))
  return { open, opened }
}

/** The node, with its imports' places changed. */
function changed(node: Node, change: (place: OpenDestination) => OpenDestination): Node {
  const imports: ImportDestination = {
    opened: (print, work) => node.imports.opened(print, place => work(change(place))),
  }
  return { ...node, imports }
}

async function runsOf(node: Node, app: number): Promise<number[]> {
  const store = await node.openStore()
  const { runs } = await store.catalog(app).finally(() => store.close())
  return runs.map(({ run_id }) => run_id)
}

t.test('a run that two apps import at once belongs to the first', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const nodes = [await openNode(t, url), await openNode(t, url)] as const
  await load(nodes[0], base())
  const [locked, noted] = [gate(), gate()]
  const first = changed(nodes[0], place => ({
    ...place,
    async publish(next, event) {
      noted.open()
      await locked.opened
      return await place.publish(next, event)
    },
  }))
  const one = load(first, run(3, 1))
  await noted.opened
  const refused = load(nodes[1], run(3, 2), {
    progress: line => line.startsWith('Waiting') && locked.open(),
  })
  await t.rejects(refused, {
    name: 'DeliveryError',
    faults: [{ file: 'runs.csv', column: 'run_id' }, {}],
  })
  await one
  t.strictSame(await runsOf(nodes[0], 1), [1, 2, 3, 103])

  const late = changed(nodes[1], place => ({
    ...place,
    async lock(scope, now) {
      const catalog = await place.lock(scope, now)
      await load(nodes[0], run(4, 1))
      return catalog
    },
  }))
  const { runs, cohorts } = run(4, 2)
  await t.rejects(
    load(late, { runs, cohorts } as Delivery),
    { message: /another import is loading a run with the same id/ },
    'also where it came after the look',
  )
  t.equal(
    (await administer(url, 'SELECT COUNT(*) AS n FROM recommendations WHERE run_id = 4'))[0]!['n'],
    2,
  )
})

/** Everything stored for app 1, except the ids of imports. */
async function contentOf(url: string): Promise<unknown> {
  const tables = await administer(
    url,
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name LIKE 'facts%' ORDER BY 1",
  )
  const facts: unknown[] = []
  for (const { name } of tables)
    facts.push(
      String(name).slice(0, 7),
      await administer(url, `SELECT * FROM ${String(name)} ORDER BY 1, 2, 3`),
    )
  const rows: unknown[] = []
  for (const [table, order] of [
    ['identities', 'app_id, id'],
    ['recommendations', 'recommendation_id'],
    ['alerts', 'alert_id'],
    ['roas_snapshots', 'run_id, identity, dsi'],
  ])
    rows.push(table, await administer(url, `SELECT * FROM ${table} ORDER BY ${order}`))
  return [
    facts,
    rows,
    await administer(url, 'SELECT run_id FROM catalog_runs ORDER BY 1'),
    await administer(url, 'SELECT * FROM import_runs'),
  ]
}

/** Does `before` as the import's `at`th step, of all that write and the publish. */
function atStep(node: Node, at: number, before: () => Promise<void>): Node {
  let step = 0
  const stepped =
    <Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (step++ === at) await before()
      return await act(...args)
    }
  return changed(node, place => ({
    ...place,
    publish: stepped((next, event) => place.publish(next, event)),
    writer(...args): DeliveryWriter {
      const writer = place.writer(...args)
      return {
        prepare: stepped(runs => writer.prepare(runs)),
        identities: stepped((...args) => writer.identities(...args)),
        facts: stepped((...args) => writer.facts(...args)),
        recommendations: stepped(id => writer.recommendations(id)),
        snapshots: stepped((...args) => writer.snapshots(...args)),
        alerts: stepped((...args) => writer.alerts(...args)),
        countRows: stepped((...args) => writer.countRows(...args)),
        without: stepped((...args) => writer.without(...args)),
        sync: stepped(() => writer.sync()),
      }
    },
  }))
}

async function standsStill(t: Test, at: number, other: Delivery): Promise<number> {
  const url = (await emptyDatabase(t))!
  const node = await openNode(t, url)
  await load(node, base())
  let content: unknown
  const slow = atStep(node, at, async () => {
    await administer(url, EXPIRE)
    await load(node, other)
    content = await contentOf(url)
  })
  const outcome = await load(slow, run(3)).catch((error: unknown) => error)
  if (content === undefined) return -1
  t.match(outcome, { message: /stalled too long|the same id/ }, `step ${at}`)
  const [facts, ...others] = (await contentOf(url)) as [unknown[], ...unknown[]]
  t.strictSame(
    [facts, ...others],
    content,
    `step ${at}: what the other one has loaded stays as it is`,
  )
  await load(node, run(5))
  t.strictSame((await administer(url, 'SELECT COUNT(*) AS n FROM identities'))[0], { n: 3 })
  return at
}

t.test(
  'a stalled import considered dead, at any step, damages nothing and is not published',
  async t => {
    if ((await emptyDatabase(t)) === undefined) return
    for (const [name, other] of [
      ['of the same run, again', run(3)],
      ['of another run', run(4)],
    ] as const) {
      await t.test(name, async t => {
        let steps = 0
        while ((await standsStill(t, steps, other)) !== -1) steps++
        t.ok(steps >= 9, `${steps} steps`)
      })
    }
  },
)
