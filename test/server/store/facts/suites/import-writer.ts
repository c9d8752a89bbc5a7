import type {
  DeliveryWriter,
  OpenDestination,
} from '../../../../../server/imports/import-destination.ts'
import { Workspace } from '../../../../../server/imports/workspace.ts'
import { sql } from '../../../../../server/core/model/sql.ts'
import {
  alertRow,
  appRow,
  cohortRow,
  recommendationRow,
  runRow,
} from '../../../../reference/minimal-delivery.ts'
import { work } from '../../../../support/work.ts'
import type { Engine } from './engine.ts'
import { base, type Behavior, EVENT, opened, runOf, runsOf } from './destinations.ts'
import { emptyStore } from './stores.ts'

/** What every place does with data: which it finds, writes and removes. */
export async function writersHoldForEveryDestination(
  behavior: Behavior,
  engine: Engine,
): Promise<void> {
  await behavior(
    'what a dead import has left is removed by the next one',
    async (t, store, node) => {
      const dead = (place: OpenDestination): OpenDestination => ({
        ...place,
        publish: () => Promise.reject(new Error('killed')),
        abandoned: async () => undefined,
      })
      await t.rejects(node.load(runOf(3), { change: dead }), { message: /killed/ })
      t.strictSame(runsOf(await node.catalog(1), 1), [1, 2], 'nobody sees it')
      await node.load(runOf(4))
      const control = (await emptyStore(t, engine))!
      const alone = await control.open()
      await alone.load(base())
      await alone.load(runOf(4))
      t.strictSame(await store.content(), await control.content())
    },
    'leftovers',
  )

  await behavior(
    'retired data disappear half an hour later, or when a repair no longer needs them; newer data stay',
    async (t, store, node) => {
      const at = (minutes: number, days = 0) => new Date(Date.UTC(2026, 5, 1 + days, 0, minutes))
      for (const id of [3, 4]) await node.load(runOf(id), { now: at(id) })
      const kept = (await store.content()).length
      const { prunedRuns } = await node.load(runOf(5), { now: at(5) })
      t.strictSame(prunedRuns, [1])
      const retired = await store.content()
      t.ok(retired.length > kept)
      await node.load({ apps: [appRow({ name: 'Soon' })] }, { now: at(30) })
      t.strictSame(await store.content(), retired, 'a reader may still be at it')
      await node.load({ apps: [appRow({ name: 'Later' })] }, { now: at(36, engine.keepsDays) })
      const left = await store.content()
      t.ok(left.length < retired.length)
      t.ok(left.every(name => retired.includes(name)))
      const now = await node.catalog(1)
      for (const run of now.runs.filter(({ facts }) => facts))
        t.equal((await node.store.identityTotals(work, now, run)).length, 2, `run ${run.run_id}`)
      t.equal((await node.store.identities(work, now, 1)).length, 4)
    },
  )

  await behavior('`abandoned` removes exactly what was written', async (t, store, node) => {
    const before = { catalog: await node.catalog(1), content: await store.content() }
    const broken = (place: OpenDestination): OpenDestination => ({
      ...place,
      writer: (...args) =>
        writing(place.writer(...args), { sync: () => Promise.reject(new Error('broken')) }),
    })
    await t.rejects(node.load(runOf(3), { change: broken }), {
      message: /nothing was loaded: broken/,
    })
    t.strictSame(await store.content(), before.content)
    t.strictSame(await node.catalog(1), before.catalog)
    await node.load(runOf(3))
    t.equal((await node.catalog(1)).files[1]?.identities?.rows, 2)
  })

  await behavior(
    '`takenIds` gives at least the stored ids, and an id that is taken is refused',
    async (t, _store, node) => {
      await opened(node, async place => {
        const workspace = await Workspace.open(place.scratch)
        const catalog = await place.lock({ apps: [1], runs: [] }, new Date())
        for (const table of ['recommendations', 'alerts'] as const) {
          const taken = await place.takenIds(
            workspace,
            catalog,
            table,
            sql`SELECT unnest([1, 77])::BIGINT AS id`,
          )
          t.strictSame(
            await workspace.rows(
              sql`SELECT DISTINCT id::INTEGER AS id FROM (${taken}) WHERE id IN (1, 77)`,
            ),
            [{ id: 1 }],
            table,
          )
        }
        workspace.close()
      })
      const before = await node.catalog(1)
      const again = {
        ...runOf(3),
        recommendations: [recommendationRow({ run_id: 3 })],
        alerts: [alertRow({ run_id: 103 })],
      }
      await t.rejects(node.load(again), { name: 'DeliveryError', total: 2 })
      t.strictSame(await node.catalog(1), before)
    },
  )

  await behavior('`facts` gives nothing for a run without cohorts', async (t, _store, node) => {
    const facts: unknown[] = []
    const look = (place: OpenDestination): OpenDestination => ({
      ...place,
      writer(workspace, next, print) {
        const writer = place.writer(workspace, next, print)
        return writing(writer, {
          async sync() {
            const rows = await workspace.rows(
              sql`SELECT slot FROM delivered_runs WHERE run_id = 103`,
            )
            facts.push(
              await writer.facts({ run_id: 103, slot: Number(rows[0]!.slot) }, [
                { dsi: 7, slot: 0 },
              ]),
            )
            await writer.sync()
          },
        })
      },
    })
    await node.load(runOf(3), { change: look })
    t.strictSame(facts, [undefined])
    t.equal((await node.catalog(1)).runs.find(({ run_id: id }) => id === 103)?.facts, undefined)
  })

  await behavior('snapshots and alerts keep stored segments', async (t, _store, node) => {
    const rows = (segments: readonly { rows: number }[]) =>
      segments.reduce((sum, segment) => sum + segment.rows, 0)
    await node.load(runOf(3))
    const one = (await node.catalog(1)).files[1]!
    t.strictSame([rows(one.snapshots), rows(one.alerts)], [3, 2])
    const { runs, cohorts } = runOf(4)
    await node.load({ runs: runs!, cohorts: cohorts! })
    const now = await node.catalog(1)
    t.strictSame(
      [now.files[1]!.snapshots, now.files[1]!.alerts],
      [one.snapshots, one.alerts],
      'nothing delivered, nothing changed',
    )
    const alerts = await node.store.alerts(work, now, 1, now.runs)
    t.strictSame(alerts.map(row => row.alert_id).sort(), [1, 3])
  })

  await behavior(
    '`without` drops the rows of some runs, and `countRows` counts them',
    async (t, _store, node) => {
      await node.load(runOf(3))
      await opened(node, async place => {
        const workspace = await Workspace.open(place.scratch)
        const previous = await place.lock({ apps: [1], runs: [] }, new Date())
        const next = { ...structuredClone(previous), version: previous.version + 1 }
        const writer = place.writer(workspace, next, () => undefined)
        const files = next.files[1]!
        const count = async (run: number) =>
          (await writer.countRows('snapshots', 1, files.snapshots, [run])).reduce(
            (sum, { rows }) => sum + rows,
            0,
          )
        t.strictSame([await count(1), await count(3), await count(77)], [1, 2, 0])
        t.strictSame(
          await writer.without('alerts', 1, files.alerts, [77]),
          files.alerts,
          'of no run',
        )
        next.runs = next.runs.filter(({ run_id: id }) => id !== 2)
        files.alerts = await writer.without('alerts', 1, files.alerts, [2])
        await writer.sync()
        await place.publish(next, EVENT)
        workspace.close()
      })
      const now = await node.catalog(1)
      t.strictSame(
        (await node.store.alerts(work, now, 1, now.runs)).map(row => row.alert_id),
        [3],
      )
    },
  )

  await behavior('identities grow; ids never change', async (t, _store, node) => {
    const idsIn = async (): Promise<unknown[]> =>
      opened(node, async place => {
        const workspace = await Workspace.open(place.scratch)
        const { files } = await place.lock({ apps: [1], runs: [] }, new Date())
        const stored = await place.identities(workspace, 1, files[1]!.identities!)
        return workspace
          .rows(sql`SELECT id, campaign_id, campaign FROM (${stored}) ORDER BY id`)
          .finally(() => workspace.close())
      })
    t.strictSame(await idsIn(), [{ id: 0, campaign_id: 0, campaign: 'Alpha' }])
    await node.load({
      ...runOf(3),
      cohorts: [cohortRow({ run_id: 3, campaign: 'A' }), cohortRow({ run_id: 3 })],
      cohort_revenue: [],
    })
    const grown = [
      [0, 0, 'Alpha'],
      [1, 1, 'A'],
      [2, 2, 'New in 3'],
    ].map(([id, campaign_id, campaign]) => ({ id, campaign_id, campaign }))
    t.strictSame(await idsIn(), grown)
    const named = (await node.catalog(1)).files[1]!.identities
    await node.load({
      runs: [runRow({ run_id: 5 })],
      cohorts: [cohortRow({ run_id: 5, campaign: 'A' })],
    })
    t.strictSame(
      (await node.catalog(1)).files[1]!.identities,
      named,
      'nothing new: they stay as they are',
    )
  })
}

/** A writer of which some methods are changed. */
function writing(writer: DeliveryWriter, change: Partial<DeliveryWriter>): DeliveryWriter {
  return new Proxy(writer, {
    get: (target, name: keyof DeliveryWriter) => change[name] ?? target[name].bind(target),
  })
}
