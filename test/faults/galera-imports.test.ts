// A minute: three servers that are one cluster.
import mysql, { type RowDataPacket } from 'mysql2/promise'
import t from 'tap'
import { LockLost } from '../../server/store/records/locks.ts'
import type { ImportDestination } from '../../server/imports/import-destination.ts'
import type { Delivery } from '../reference/delivery.ts'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueRow,
  runRow,
  snapshotRow,
} from '../reference/minimal-delivery.ts'
import { load, openNode } from '../support/mysql-storage.ts'
import { startGalera } from '../support/galera.ts'
import { administer } from '../support/mariadb.ts'
import { until } from '../support/until.ts'
import { elapse } from '../support/pauses.ts'

function run(id: number, app: number): Delivery {
  const each = ['Alpha', `New in ${id}`]
  return {
    runs: [
      runRow({
        run_id: id,
        app_id: app,
        created_at: new Date(Date.UTC(2026, 4, 1, 0, id)).toISOString(),
      }),
    ],
    cohorts: each.map(campaign => cohortRow({ run_id: id, campaign })),
    cohort_revenue: each.flatMap(campaign =>
      [1, 7, 365].map(dsi => revenueRow({ run_id: id, dsi, campaign })),
    ),
    roas_snapshots: each.map(campaign => snapshotRow({ run_id: id, campaign })),
    recommendations: each.map((campaign, index) =>
      recommendationRow({ run_id: id, recommendation_id: id * 10 + index, campaign }),
    ),
  }
}

/** Stops a server from applying what others commit. */
async function holdBack(
  url: string,
): Promise<{ tables: () => Promise<unknown[]>; release: () => Promise<void> }> {
  const session = await mysql.createConnection({ uri: url })
  await session.query('FLUSH TABLES WITH READ LOCK')
  return {
    tables: async () => (await session.query<RowDataPacket[]>('SHOW TABLES'))[0],
    release: () => session.end(),
  }
}

t.test('imports work through all servers of a Galera cluster', async t => {
  const servers = await startGalera(t)
  if (servers === undefined) return
  await administer(servers[0].url('mysql'), 'CREATE DATABASE uascope')
  const urls = servers.map(server => server.url('uascope'))
  await until('all servers have the database', async () => {
    const databases = await Promise.all(
      servers.map(server => administer(server.url('mysql'), "SHOW DATABASES LIKE 'uascope'")),
    )
    return databases.every(({ length }) => length === 1)
  })
  const behind = await holdBack(urls[1]!)
  const first = await openNode(t, urls[0]!)
  const second = openNode(t, urls[1]!)
  await elapse(1000)
  t.strictSame(
    await behind.tables(),
    [],
    'a node starts through a server that has not applied the schema yet',
  )
  await behind.release()
  const nodes = [first, await second, await openNode(t, urls[2]!)] as const
  const apps = [1, 2, 3]
  await load(
    nodes[0],
    minimalDelivery({
      apps: apps.map(app_id => appRow({ app_id })),
      app_access: apps.map(app_id => ({ company_id: 1, app_id })),
    }),
  )

  await t.test(
    'concurrent imports of one app and of several all finish, and every server has all of them',
    async t => {
      const imports = Array.from({ length: 12 }, (_, index) =>
        load(nodes[index % 3]!, run(10 + index, 1 + (index % 2))),
      )
      const done = await Promise.allSettled(imports)
      for (const one of done)
        t.equal(one.status, 'fulfilled', String((one as PromiseRejectedResult).reason))
      const runs = (app: number): number[] =>
        Array.from({ length: 6 }, (_, index) => 10 + 2 * index + (app - 1))
      for (const node of nodes) {
        const store = await node.openStore()
        t.strictSame(
          (await store.catalog(1)).runs.map(({ run_id }) => run_id),
          [1, 2, ...runs(1)],
        )
        t.strictSame(
          (await store.catalog(2)).runs.map(({ run_id }) => run_id),
          runs(2),
        )
        t.equal((await store.catalog()).version, 13)
        await store.close()
      }
      const [counts] = await administer(
        urls[2]!,
        `SELECT (SELECT COUNT(*) FROM identities) AS identities, (SELECT COUNT(*) FROM recommendations WHERE run_id > 2) AS recommendations,
      (SELECT COUNT(*) FROM import_locks) AS locks, (SELECT COUNT(*) FROM import_runs) AS notes`,
      )
      t.match(counts, { identities: 14, recommendations: 24, locks: 0, notes: 0 })
    },
  )

  await t.test('an import that another server considered dead is not published', async t => {
    const imports: ImportDestination = {
      opened: (print, work) =>
        nodes[0].imports.opened(print, place =>
          work({
            ...place,
            async publish(next, event) {
              await administer(
                urls[1]!,
                'UPDATE import_locks SET expires_at = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND',
              )
              await load(nodes[1], run(51, 3))
              return await place.publish(next, event)
            },
          }),
        ),
    }
    const outcome = await load({ ...nodes[0], imports }, run(50, 3)).catch(
      (error: unknown) => error,
    )
    t.type((outcome as Error).cause, LockLost)
    const store = await nodes[2].openStore()
    t.strictSame(
      (await store.catalog(3)).runs.map(({ run_id }) => run_id),
      [51],
    )
    await store.close()
  })
})
