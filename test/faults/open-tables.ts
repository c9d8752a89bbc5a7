/**
 * Compares COUNT (1,000) reports and ROAS histories with those of an independent Delta reader, through imports, withdrawals, prunes and
 * imports that are killed at any moment, from SEED on: `node --import tsx test/faults/open-tables.ts [COUNT] [SEED]`.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import type { Delivery } from '../reference/delivery.ts'
import { writeDelivery } from '../reference/write-delivery.ts'
import { bundle } from '../support/bundle.ts'
import { lakeOf } from '../support/lake.ts'
import { administer } from '../support/mariadb.ts'
import { openTablesAgree } from '../support/open-tables.ts'
import { repository } from '../support/repository.ts'
import type { TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { freshSeed, randomOf } from '../support/seed.ts'

const STEPS = 100
/** Of imports that bring a run. */
const KILLED = 0.9

const [count = 1000, seed = freshSeed()] = process.argv.slice(2).map(Number)
const random = randomOf(seed)
const endings: (() => unknown)[] = []
const t = { teardown: (end: () => unknown) => void endings.unshift(end), skip: () => undefined } as unknown as Test

try {
  console.log(`${count} reports, seed ${seed}`)
  const lake = await lakeOf(t, 'file')
  if (lake === undefined) throw new Error('needs MariaDB')
  const child = await bundle(join(repository, 'test/faults/lake-import-child.ts'))
  const seen = { killed: 0, published: 0, behind: 0 }
  let lasts = 3000

  const isWhole = async (): Promise<boolean> => {
    const [row] = await administer(
      lake.databaseUrl,
      'SELECT (SELECT COUNT(*) FROM import_locks) + (SELECT COUNT(*) FROM open_tables WHERE pending > 0) AS n',
    )
    return Number(row!['n']) === 0
  }
  const load = async (service: TestService, delivery: Delivery): Promise<void> => {
    const run = delivery.runs?.[0]
    if (run === undefined || random() > KILLED) return await service.import(delivery)
    const folder = await mkdtemp(join(service.dataDir, 'delivery-'))
    await writeDelivery(folder, delivery, { format: 'csv' })
    const started = performance.now()
    const importing = spawn(process.execPath, [child, service.dataDir, folder, JSON.stringify(lake.environment)], { stdio: 'inherit' })
    const exit = once(importing, 'exit')
    await Promise.race([exit, sleep(lasts * (0.6 + 0.4 * random()))])
    importing.kill('SIGKILL')
    if ((await exit)[1] === 'SIGKILL') seen.killed++
    else lasts = performance.now() - started
    service.passSecond()
    const isLoaded = (await service.store.catalog(run.app_id)).runs.some(one => one.run_id === run.run_id)
    const [row] = await administer(lake.databaseUrl, 'SELECT COUNT(*) AS n FROM open_tables WHERE pending > 0')
    if (isLoaded) seen.published++
    if (Number(row!['n']) > 0) seen.behind++
    await administer(lake.databaseUrl, 'DELETE FROM import_locks WHERE expires_at < UTC_TIMESTAMP(6)')
    await until('no lock and no table is left behind', async () => {
      await administer(lake.databaseUrl, 'DELETE FROM import_locks WHERE expires_at < UTC_TIMESTAMP(6)')
      return await isWhole()
    })
    if (!isLoaded) await service.import(delivery)
  }
  const options = { steps: STEPS - 1, reportsEach: Math.ceil(count / STEPS), seed, load }
  const { differences, reports, rows, versions } = await openTablesAgree(t, lake, options)
  for (const difference of differences.slice(0, 10)) console.log(difference)
  console.log(`imports killed: ${seen.killed}; of these published: ${seen.published}, with logs left behind: ${seen.behind}`)
  console.log(`last versions of facts: ${versions.join(', ')}; rows read: ${rows}`)
  console.log(`${reports} reports, ${differences.length} differ`)
  process.exitCode = differences.length === 0 ? 0 : 1
} finally {
  for (const end of endings) await end()
}
