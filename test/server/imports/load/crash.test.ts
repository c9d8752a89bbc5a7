// Half a minute and more: a dozen imports in processes of their own are killed at any moment.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { bundle } from '../../../support/bundle.ts'
import { importDelivery } from '../../../../server/store/facts/embedded/embedded-destination.ts'
import { dataFiles } from '../../../../server/core/model/catalog.ts'
import { recordsOf, retiredIn } from '../../../support/store-records.ts'
import { RECORDS_FILE } from '../../../../server/store/records/records.ts'
import { sql } from '../../../../server/core/model/sql.ts'
import { catalogIn } from '../../../../server/store/facts/embedded/named-files.ts'
import type { Delivery } from '../../../reference/delivery.ts'
import {
  alertRow,
  cohortRow,
  minimalDelivery,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../../reference/minimal-delivery.ts'
import { deliver, load, query } from '../../../support/delivery-folder.ts'
import { repository } from '../../../support/repository.ts'
import { randomOf } from '../../../support/seed.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { latency } from '../../../support/pauses.ts'

const CHILD = await bundle(join(repository, 'test/server/imports/load/import-child.ts'))

function child(dataDir: string, delivery: string) {
  return spawn(process.execPath, [CHILD, dataDir, delivery], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

function bigRun(id: number): Delivery {
  const campaigns = Array.from({ length: 3000 }, (_, index) => `Campaign ${index}`)
  return {
    runs: [runRow({ run_id: id, created_at: new Date(Date.UTC(2026, 4, id)).toISOString() })],
    cohorts: campaigns.map(campaign => cohortRow({ run_id: id, campaign })),
    cohort_revenue: campaigns.flatMap(campaign =>
      [1, 7, 365].map(dsi => revenueRow({ run_id: id, campaign, dsi })),
    ),
    roas_snapshots: campaigns.map(campaign => snapshotRow({ run_id: id, campaign })),
  }
}

/** Every file the catalog names is there, whole, with the rows it says. */
async function whole(dataDir: string): Promise<boolean> {
  const catalog = await catalogIn(dataDir)
  for (const file of dataFiles(catalog))
    await query(`SELECT count(COLUMNS(*)) FROM '${join(dataDir, file)}'`)
  for (const { facts } of catalog.runs) {
    if (facts === undefined) continue
    const [row] = await query(`SELECT count(*) AS rows FROM '${join(dataDir, facts.file)}'`)
    if (Number(row!.rows) !== facts.rows) return false
  }
  return true
}

t.test(
  'an import killed at any moment leaves the old data or the new, and does not block the next',
  async t => {
    const dataDir = temporaryFolder(t)
    await load(t, dataDir, minimalDelivery())
    const timed = performance.now()
    const [first] = await Promise.all([once(child(dataDir, await deliver(t, bigRun(3))), 'exit')])
    t.equal(first[0], 0)
    const lasts = performance.now() - timed
    const random = randomOf()
    for (let id = 4; id < 7; id++) {
      const before = await catalogIn(dataDir)
      const importing = child(dataDir, await deliver(t, bigRun(id)))
      const exit = once(importing, 'exit')
      await latency(lasts * (0.2 + 0.8 * random()))
      importing.kill('SIGKILL')
      await exit
      const after = await catalogIn(dataDir)
      t.ok(after.version === before.version || after.version === before.version + 1)
      if (after.version === before.version) t.strictSame(after, before)
      else t.ok(after.runs.some(run => run.run_id === id && run.facts?.rows === 3000))
      t.ok(await whole(dataDir), `run ${id}`)
    }
    const { version } = await catalogIn(dataDir)
    t.match(await load(t, dataDir, bigRun(20)), { version: version + 1 })
    t.ok(await whole(dataDir))
    const catalog = await catalogIn(dataDir)
    const known = new Set([
      ...dataFiles(catalog),
      ...(await retiredIn(dataDir)).map(({ file }) => file),
    ])
    for (const name of await readdir(join(dataDir, 'deliveries'))) {
      for (const file of await readdir(join(dataDir, 'deliveries', name)))
        t.ok(known.has(`deliveries/${name}/${file}`), file)
    }
    t.strictSame(await readdir(join(dataDir, 'staging')), [
      'imports.lock',
      'imports.lock.pid',
      'service.lock',
      'service.lock.pid',
    ])
  },
)

t.test('concurrent imports take turns, in one process and in several', async t => {
  const dataDir = temporaryFolder(t)
  await load(t, dataDir, minimalDelivery())
  const lines: string[] = []
  const children = await Promise.all(
    [3, 4].map(async id => child(dataDir, await deliver(t, bigRun(id)))),
  )
  const exits = children.map(importing => once(importing, 'exit'))
  const here = await Promise.all(
    [5, 6].map(async id => {
      const delivery = await deliver(t, {
        runs: [runRow({ run_id: id, kind: 'alert' })],
        alerts: [alertRow({ alert_id: id, run_id: id })],
      })
      return await importDelivery({ dataDir, delivery, progress: line => lines.push(line) })
    }),
  )
  t.strictSame(
    (await Promise.all(exits)).map(([code]) => code as number),
    [0, 0],
  )
  const catalog = await catalogIn(dataDir)
  t.equal(catalog.version, 5)
  t.not(here[0]?.version, here[1]?.version)
  t.strictSame(
    catalog.runs.map(run => run.run_id),
    [1, 2, 3, 4, 5, 6],
  )
  t.ok(lines.includes('Waiting for another import to finish'))
  t.ok(await whole(dataDir))
})

t.test('an import that cannot write reports it and loads nothing', async t => {
  const dataDir = temporaryFolder(t)
  await load(t, dataDir, minimalDelivery())
  const before = await catalogIn(dataDir)
  const records = await recordsOf(t, dataDir)
  // Once the import has opened them: it refuses records with a trigger.
  let breaking: Promise<unknown> | undefined
  const progress = (): void => {
    breaking ??= records.write(
      sql`CREATE TRIGGER broken BEFORE UPDATE ON catalog_state BEGIN SELECT RAISE(ABORT, 'broken'); END`,
    )
  }
  const broken = importDelivery({ dataDir, delivery: await deliver(t, bigRun(3)), progress })
  await t.rejects(broken, { message: /nothing was loaded: broken/ })
  await records.write(sql`DROP TRIGGER broken`)
  t.strictSame(await catalogIn(dataDir), before)
  t.strictSame(await readdir(join(dataDir, 'deliveries')), ['1'])
})

t.test('an unwritable data directory is named', async t => {
  const dataDir = temporaryFolder(t)
  const delivery = await deliver(t, minimalDelivery())
  await mkdir(join(dataDir, 'staging', 'imports.lock'), { recursive: true })
  await t.rejects(importDelivery({ dataDir, delivery }), {
    message: /^DATA_DIR cannot be written: /,
  })
  await rm(join(dataDir, 'staging'), { recursive: true })
  await writeFile(join(dataDir, 'staging'), '')
  await t.rejects(importDelivery({ dataDir, delivery }), {
    message: /^DATA_DIR cannot be written: /,
  })
})

t.test('unreadable records are an error, not an empty store', async t => {
  const dataDir = temporaryFolder(t)
  await load(t, dataDir, minimalDelivery())
  await writeFile(join(dataDir, RECORDS_FILE), 'not a database'.repeat(1000))
  await t.rejects(catalogIn(dataDir), {
    name: 'StoreDamaged',
    message: /records\.sqlite is damaged/,
  })
})
