// Half a minute and more: a dozen imports in processes of their own are killed at any moment.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { bigRun, CAMPAIGNS } from '../support/big-run.ts'
import { bundle } from '../support/bundle.ts'
import { minimalDelivery } from '../reference/minimal-delivery.ts'
import { administer, emptyDatabase } from '../support/mariadb.ts'
import { startService } from '../support/started-service.ts'
import { until } from '../support/until.ts'
import { repository } from '../support/repository.ts'
import { randomOf } from '../support/seed.ts'
import { deliver } from '../support/delivery-folder.ts'
import { latency } from '../support/pauses.ts'

const CHILD = await bundle(join(repository, 'test/faults/import-child.ts'))

/** Other statements that run in the same database. */
const BUSY =
  "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND command = 'Query' AND id <> CONNECTION_ID()"

t.test(
  'an import killed at any moment leaves the old data or the new, and does not block the next',
  async t => {
    const url = await emptyDatabase(t)
    if (url === undefined) return
    const service = await startService(t, {
      environment: { DATABASE_URL: url, EXPORT_SECRET: 'a secret of these tests' },
      deliveries: [minimalDelivery()],
    })
    const importing = async (id: number) => {
      const delivery = await deliver(t, bigRun(id))
      return spawn(process.execPath, [CHILD, service.dataDir, url, delivery], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    }
    const timed = performance.now()
    t.strictSame(await once(await importing(3), 'exit'), [0, null])
    const lasts = performance.now() - timed

    let served = 3
    const random = randomOf()
    for (let id = 4; id < 7; id++) {
      const child = await importing(id)
      const exit = once(child, 'exit')
      await latency(lasts * (0.4 + 0.6 * random()))
      child.kill('SIGKILL')
      await exit
      await until(
        'the server is done with what it was sent',
        async () => (await administer(url, BUSY)).length === 0,
      )
      // As though the time had passed for which a dead import's locks hold.
      await administer(
        url,
        'UPDATE import_locks SET expires_at = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND',
      )
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
      t.equal(recommendations.length, CAMPAIGNS.length)
      t.ok(recommendations.every(row => Math.floor(row.id / 10_000) === served))
    }

    t.strictSame(await once(await importing(20), 'exit'), [0, null])
    const runs = (
      await administer(url, 'SELECT run_id FROM catalog_runs WHERE run_id > 2 ORDER BY run_id')
    ).map(row => Number(row['run_id']))
    const each = async (table: string) =>
      await administer(
        url,
        `SELECT run_id, COUNT(*) AS n FROM ${table} WHERE run_id > 2 GROUP BY run_id`,
      )
    for (const table of ['recommendations', 'roas_snapshots'])
      t.strictSame(
        await each(table),
        runs.map(run_id => ({ run_id, n: CAMPAIGNS.length })),
        table,
      )
    const counts =
      'SELECT (SELECT COUNT(*) FROM import_runs) AS imports, (SELECT COUNT(*) FROM identities) AS identities'
    t.match(await administer(url, counts), [{ imports: 0, identities: CAMPAIGNS.length + 1 }])
  },
)
