// Half a minute: a dozen imports in processes of their own are killed at any moment.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import t from 'tap'
import { bigRun, CAMPAIGNS } from '../support/big-run.ts'
import { bundle } from '../support/bundle.ts'
import type { Catalog } from '../../server/core/model/catalog.ts'
import { minimalDelivery } from '../reference/minimal-delivery.ts'
import { lakeOf } from '../support/lake.ts'
import { administer } from '../support/mariadb.ts'
import { startService } from '../support/started-service.ts'
import { repository } from '../support/repository.ts'
import { randomOf } from '../support/seed.ts'
import { deliver } from '../support/delivery-folder.ts'
import { latency } from '../support/pauses.ts'

const CHILD = await bundle(join(repository, 'test/faults/import-child.ts'))

function filesOf({ runs, files }: Catalog): string[] {
  const ofApps = Object.values(files).flatMap(({ identities, snapshots, alerts }) => [
    identities,
    ...snapshots,
    ...alerts,
  ])
  return [...ofApps, ...runs.flatMap(run => [run.facts, run.recommendations])].flatMap(
    part => part?.file ?? [],
  )
}

t.test(
  'a lake import killed at any moment leaves the old data or the new, and no lasting leftovers',
  async t => {
    const lake = await lakeOf(t, 'file')
    if (lake === undefined) return
    const service = await startService(t, {
      environment: lake.environment,
      deliveries: [minimalDelivery()],
    })
    const importing = async (id: number) => {
      const delivery = await deliver(t, bigRun(id))
      return spawn(
        process.execPath,
        [CHILD, service.dataDir, lake.databaseUrl, delivery, lake.folder],
        {
          stdio: ['ignore', 'ignore', 'inherit'],
        },
      )
    }
    const timed = performance.now()
    t.strictSame(await once(await importing(3), 'exit'), [0, null])
    let lasts = performance.now() - timed

    let served = 3
    let died = 0
    const random = randomOf()
    for (let id = 4; id < 7 || died === 0; id++) {
      const child = await importing(id)
      const began = performance.now()
      const exit = once(child, 'exit').then(([, signal]) => {
        // The first one may have taken longer.
        if (signal === null) lasts = Math.min(lasts, performance.now() - began)
        return signal as unknown
      })
      await latency(lasts * (0.4 + 0.6 * random()))
      child.kill('SIGKILL')
      if ((await exit) === 'SIGKILL') died++
      service.passSecond()
      const report = await service.get(
        '/v1/report?appId=1&granularity=campaign&metrics=spend&format=csv&startDate=2026-03-30',
      )
      t.ok(
        [served, id].includes(Number(report.headers['run-id'])),
        `run ${report.headers['run-id']} is served`,
      )
      served = Number(report.headers['run-id'])
      t.equal(report.headers['total-rows'], String(CAMPAIGNS.length))
      const recommendations = (await service.get('/v1/recommendations?appId=1')).json() as {
        id: number
      }[]
      t.ok(recommendations.every(row => Math.floor(row.id / 10_000) === served))
    }
    t.ok(died > 0, `${died} were killed`)

    t.strictSame(await once(await importing(99), 'exit'), [0, null])
    service.passSecond()
    const named = filesOf(await service.store.catalog(1))
    const retired = (await administer(lake.databaseUrl, 'SELECT file FROM retired_files')).map(
      row => String(row['file']),
    )
    const names = await readdir(lake.folder, { recursive: true, withFileTypes: true })
    const [storeId] = await readdir(lake.folder)
    const store = join(lake.folder, storeId!)
    const objects = names
      .filter(entry => entry.isFile())
      .map(entry => relative(store, join(entry.parentPath, entry.name)))
    t.strictSame(objects.sort(), [...named, ...retired].sort(), 'nothing else is in the lake')
    t.strictSame(await administer(lake.databaseUrl, 'SELECT run_id FROM import_runs'), [])
  },
)
