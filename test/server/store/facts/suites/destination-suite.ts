import { stat } from 'node:fs/promises'
import type { Test } from 'tap'
import type { OpenDestination } from '../../../../../server/imports/import-destination.ts'
import type { Catalog } from '../../../../../server/core/model/catalog.ts'
import { auditedImports } from '../../../../../server/store/facts/open-storage.ts'
import { smallDisk } from '../../../../support/full-disk.ts'
import { work } from '../../../../support/work.ts'
import { readLog } from '../../records/suites/audit-log.ts'
import type { Engine } from './engine.ts'
import { writersHoldForEveryDestination } from './import-writer.ts'
import { base, beforePublish, behaviorOf, EVENT, opened, runOf, runsOf } from './destinations.ts'
import { behaves, emptyStore, type TestNode } from './stores.ts'

const WAITING = 'Waiting for another import to finish'

/** What every place for imports does. */
export async function holdsForEveryDestination(t: Test, engine: Engine): Promise<void> {
  const behavior = behaviorOf(t, engine)

  await behavior(
    'nothing is visible before `publish`, and everything after',
    async (t, store, node) => {
      const reader = await store.open()
      const before = await reader.catalog(1)
      await node.load(runOf(3), {
        change: place => ({
          ...place,
          async publish(next, event) {
            t.strictSame(await reader.catalog(1), before)
            return await place.publish(next, event)
          },
        }),
      })
      for (const way of [reader, node]) {
        const { store } = way
        const now = await way.catalog(1)
        t.strictSame(runsOf(now, 1), [1, 2, 3, 103])
        const [run, alertRun] = [3, 103].map(id => now.runs.find(one => one.run_id === id)!) as [
          Catalog['runs'][0],
          Catalog['runs'][0],
        ]
        t.equal((await store.identities(work, now, 1)).length, 2)
        t.equal((await store.identityTotals(work, now, run)).length, 2)
        t.equal((await store.recommendations(work, [run], 'campaign')).length, 2)
        t.equal((await store.alerts(work, now, 1, [alertRun])).length, 1)
        t.strictSame(await store.snapshotDsis(work, now, now.apps[0]!, [run]), [7])
      }
    },
  )

  await behavior(
    '`publish` changes the apps in scope; companies that differ follow',
    async (t, _store, node) => {
      const before = await node.catalog(2)
      await opened(node, async place => {
        const previous = await place.lock({ apps: [1], runs: [] }, new Date())
        const companies = previous.companies
          .filter(({ company_id: id }) => id === 1)
          .map(company => ({ ...company, name: 'Renamed' }))
        const apps = previous.apps.map(app =>
          app.app_id === 1 ? { ...app, name: 'Other game' } : app,
        )
        await place.publish({ ...previous, version: previous.version + 1, companies, apps }, EVENT)
      })
      const after = await node.catalog(2)
      t.match((await node.catalog(1)).apps.find(isApp(1)), { name: 'Other game' })
      t.strictSame(after.apps.find(isApp(2)), before.apps.find(isApp(2)))
      const { companies } = await node.catalog()
      t.match(companies, [{ company_id: 1, name: 'Renamed' }])
      t.equal(companies.length, 1, 'the other one is gone')
    },
  )

  await behavior(
    'concurrent imports of one app wait, and the second goes by what the first has loaded',
    async (t, store, node) => {
      const other = await store.open()
      const [writing, waiting] = [gate(), gate()]
      const order: string[] = []
      const first = node.load(runOf(3), {
        change: place =>
          beforePublish(place, async () => {
            writing.open()
            await waiting.opened
            order.push('first')
          }),
      })
      await writing.opened
      const second = other.load(
        { ...runOf(4), app_access: [{ company_id: 1, app_id: 2 }] },
        {
          print: line => line === WAITING && waiting.open(),
          change: place => ({
            ...place,
            async lock(scope, now) {
              const catalog = await place.lock(scope, now)
              order.push('second')
              t.strictSame(runsOf(catalog, 1), [1, 2, 3, 103])
              return catalog
            },
          }),
        },
      )
      await Promise.all([first, second])
      t.strictSame(order, ['first', 'second'])
      t.strictSame(runsOf(await node.catalog(1), 1), [1, 2, 3, 4, 103, 104])
      t.equal(
        (await node.catalog(1)).files[1]?.identities?.rows,
        3,
        'each campaign has an id of its own',
      )
    },
  )

  await behavior(
    'of two imports that bring one run at once the second is refused',
    async (t, store, node) => {
      const other = await store.open()
      const outcomes = await Promise.allSettled([node.load(runOf(3, 1)), other.load(runOf(3, 2))])
      t.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
      t.match(
        outcomes.find(({ status }) => status === 'rejected'),
        { reason: Error },
      )
    },
  )

  await behavior(
    'imports of different apps do not wait, and `publish` answers a later version when another got in first',
    async (t, store, node) => {
      const other = await store.open()
      const ready = [gate(), gate()] as const
      const lines: string[] = []
      // Each publishes only once the other has written everything: were they in turn, neither would ever end.
      const load = (index: 0 | 1, to: TestNode) =>
        to.load(runOf(3 + index, 1 + index), {
          print: line => lines.push(line),
          change: place =>
            beforePublish(place, async () => {
              ready[index].open()
              await ready[1 - index]!.opened
            }),
        })
      const done = await Promise.all([load(0, node), load(1, other)])
      t.strictSame(done.map(({ version }) => version).sort(), [2, 3])
      t.notOk(lines.includes(WAITING))
      t.strictSame(runsOf(await node.catalog(1), 1), [1, 2, 3, 103])
      t.strictSame(runsOf(await node.catalog(2), 2), [4, 104])
    },
    'appsAtOnce',
  )

  await behavior(
    'companies and networks that a concurrent import publishes stay',
    async (t, _store, node) => {
      await node.load(runOf(3), {
        change: place =>
          beforePublish(place, async () => {
            await node.load({
              companies: [{ company_id: 1, name: 'Renamed' }],
              networks: [{ network: 'Meta', traditional: false }],
            })
          }),
      })
      const { companies, networks, version } = await node.catalog()
      t.match(
        companies.find(({ company_id: id }) => id === 1),
        { name: 'Renamed' },
      )
      t.match(networks, [{ network: 'Meta', traditional: false }])
      t.equal(version, 3)
    },
    'appsAtOnce',
  )

  await behavior('`lock` includes runs that share an id', async (t, _store, node) => {
    const runs = await opened(
      node,
      async place => (await place.lock({ apps: [2], runs: [1] }, new Date())).runs,
    )
    t.match(
      runs.find(({ run_id: id }) => id === 1),
      { app_id: 1 },
    )
  })

  await behavior(
    'a lost lock stops `publish`, and what the other import has loaded stays',
    async (t, store, node) => {
      const other = await store.open()
      const slow = node.load(runOf(3), {
        change: place =>
          beforePublish(place, async () => {
            await store.expireLocks!()
            await other.load(runOf(4))
          }),
      })
      await t.rejects(slow, { message: /nothing was loaded: it stalled too long/ })
      t.strictSame(runsOf(await node.catalog(1), 1), [1, 2, 4, 104])
    },
    'lostLock',
  )

  await behavior('each publish and refusal is in the audit log', async (t, _store, node) => {
    const { audit } = node
    const actor = 'operator:ada'
    const imports = auditedImports(node.imports, audit, { actor, onFault: error => t.error(error) })
    await node.load(runOf(3), { imports })
    await t.rejects(node.load(runOf(3), { imports }), { name: 'DeliveryError' })
    t.match(await readLog(audit), [
      { action: 'import.loaded', actor, target: 'version:2' },
      { action: 'import.refused', actor },
    ])
  })

  await behavior('scratch is gone after success and after failure', async (t, _store, node) => {
    const seen: string[] = []
    const look = (place: OpenDestination): OpenDestination => {
      seen.push(place.scratch)
      return place
    }
    await node.load(runOf(3), { change: look })
    await t.rejects(node.load(runOf(3), { change: look }), { name: 'DeliveryError' })
    await t.rejects(
      node.load(runOf(4), {
        change: place => beforePublish(look(place), () => Promise.reject(new Error('broken'))),
      }),
    )
    t.equal(new Set(seen).size, 3, 'each import has its own')
    for (const folder of seen) await t.rejects(stat(folder), { code: 'ENOENT' })
  })

  await behaves(
    t,
    engine,
    'a full disk reports the lack of room, and the store stays as it was',
    async t => {
      const disk = await smallDisk(t, 64 * 2 ** 20)
      const store = disk && (await emptyStore(t, engine, disk.dir))
      if (disk === undefined || store === undefined) return
      const node = await store.open()
      await node.load(base())
      const before = await node.catalog(1)
      await disk.fill()
      await t.rejects(node.load(runOf(3)), {
        message: /No space left on device|ENOSPC|disk is full/i,
      })
      await disk.free()
      t.strictSame(await node.catalog(1), before)
      await node.load(runOf(3))
      t.strictSame(runsOf(await node.catalog(1), 1), [1, 2, 3, 103])
    },
    'disk',
  )

  await writersHoldForEveryDestination(behavior, engine)
}

/** Something that is awaited until it is opened. */
function gate(): { open: () => void; opened: Promise<void> } {
  let open = (): void => undefined
  const opened = new Promise<void>(resolve => (open = resolve))
  return { open, opened }
}

function isApp(id: number): (app: Catalog['apps'][number]) => boolean {
  return app => app.app_id === id
}
