import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import {
  alertRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../reference/minimal-delivery.ts'
import { admin } from '../../support/admin.ts'
import { startService, type TestService } from '../../support/service.ts'

/** Holds a data directory as a service does, until it is killed. */
const HOLD = `
import { claimFolder } from './server/engines/embedded/data-folder.ts'
await claimFolder(process.argv[1])
console.log('held')
setInterval(() => {}, 1000)`

interface Told {
  version: number | null
  findings: { kind: string; file: string; problem: string; advice: string }[]
  repaired: string[]
}

async function verify(dataDir: string, ...args: string[]): Promise<Told & { code: number | null }> {
  const { code, stdout, stderr } = await admin(dataDir, 'verify', '--json', ...args)
  if (stdout === '') throw new Error(stderr)
  return { code, ...(JSON.parse(stdout) as Told) }
}

function damaged({ findings }: Told): string[] {
  return findings.filter(({ kind }) => kind === 'damage').map(({ file }) => file)
}

/** A delivery of runs `id` (recommendations) and `id + 1` (alerts) of app 1, a day later each. */
function delivery(id: number) {
  const created = `2026-03-${String(10 + id).padStart(2, '0')}T06:00:00.000Z`
  const day = { run_id: id, install_date: created.slice(0, 10), campaign: `Campaign ${id}` }
  return {
    runs: [
      runRow({ run_id: id, created_at: created, max_install_date: created.slice(0, 10) }),
      runRow({ run_id: id + 1, kind: 'alert' as const, created_at: created }),
    ],
    cohorts: [cohortRow({ ...day, spend: String(id) })],
    cohort_revenue: [revenueRow(day)],
    roas_snapshots: [snapshotRow(day)],
    recommendations: [recommendationRow({ run_id: id, recommendation_id: id, created_at: created, campaign: day.campaign })],
    alerts: [alertRow({ run_id: id + 1, alert_id: id, title: `Alert ${id}`, created_at: created })],
  }
}

const PATHS = [
  'recommendations?appId=1',
  'alerts?appId=1&startDate=2026-03-01',
  'report?appId=1&granularity=campaign&metrics=spend,roas&format=csv',
  'roas-history?appId=1&granularity=campaign&format=csv',
].map(path => `/v1/${path}`)

async function answers(service: TestService): Promise<string[]> {
  service.passSecond()
  return await Promise.all(
    PATHS.map(async path => `${path} ${(await service.get(path)).status} ${(await service.get(path)).body.toString()}`),
  )
}

/** A store of three imports, whose key is revoked later than the first ones. */
async function store(t: Test): Promise<TestService> {
  const service = await startService(t, { deliveries: [minimalDelivery(delivery(1)), delivery(3), delivery(5)] })
  await admin(service.dataDir, 'runs', 'withdraw', '3')
  service.passSecond()
  return service
}

/** Another service on a copy of the data directory: a damaged store may be known to the first. */
async function copyOf(t: Test, { dataDir }: TestService): Promise<TestService> {
  const copy = await startService(t)
  for (const name of await readdir(copy.dataDir)) await rm(join(copy.dataDir, name), { recursive: true })
  await cp(dataDir, copy.dataDir, { recursive: true, preserveTimestamps: true })
  return copy
}

async function flip(path: string): Promise<void> {
  const bytes = await readFile(path)
  bytes[bytes.length >> 1]! ^= 4
  await writeFile(path, bytes)
}

t.test('an intact store', async t => {
  const service = await store(t)
  await service.keyOf(1)
  t.match(await verify(service.dataDir), { code: 0, version: 4, findings: [], repaired: [] })
  t.match(await admin(service.dataDir, 'verify'), { code: 0, stdout: /^Intact: data version 4, \d+ data files/ })
  const repaired = await verify(service.dataDir, '--repair')
  t.match(repaired, { code: 0, findings: [], repaired: [] })
  t.match(await verify(t.testdir()), { code: 0, version: 0, findings: [] }, 'an empty one')
})

t.test('every damage of every kind of file is found, by the name of the file', async t => {
  const service = await store(t)
  await service.keyOf(1)
  const { dataDir } = service
  const { files, runs } = await service.store.catalog()
  const { key } = await service.keys.create({ companyId: 1 })
  t.ok(key)
  const kinds = [
    'catalog.json',
    'catalogs/4.json',
    'catalogs/2.json',
    files[1]!.identities!.file,
    files[1]!.snapshots[0]!.file,
    files[1]!.alerts[1]!.file,
    runs.find(run => run.run_id === 5)!.facts!.file,
    runs.find(run => run.run_id === 1)!.recommendations!.file,
    'keys/keys.jsonl',
  ]
  const damages: Record<string, (path: string) => Promise<void>> = {
    missing: path => rm(path),
    empty: path => truncate(path),
    cut: async path => truncate(path, (await stat(path)).size - 50),
    flipped: flip,
  }
  for (const file of kinds) {
    for (const [how, spoil] of Object.entries(damages)) {
      // A kept catalog may be missing.
      if (how === 'missing' && file.startsWith('catalogs/')) continue
      const path = join(dataDir, file)
      const whole = await readFile(path)
      await spoil(path)
      const told = await verify(dataDir)
      t.match(
        [
          told.code,
          new Set(
            damaged(told)
              .filter(name => name.startsWith(file))
              .map(name => name.replace(/, line \d+$/, '')),
          ),
        ],
        [1, new Set([file])],
        `${file} ${how}`,
      )
      await writeFile(path, whole)
    }
  }
  t.match(await verify(dataDir), { code: 0, findings: [] })
})

t.test('files that no catalog names are noted and not touched', async t => {
  const { dataDir } = await store(t)
  await writeFile(join(dataDir, 'deliveries/1/mine.txt'), 'x')
  await mkdir(join(dataDir, 'trash', 'mine'), { recursive: true })
  t.match(await verify(dataDir), {
    code: 0,
    findings: [
      { kind: 'note', file: 'trash/mine' },
      { kind: 'note', file: 'deliveries/1/mine.txt' },
    ],
  })
})

t.test('a repair', async t => {
  const service = await store(t)
  const { dataDir } = service
  const before = await answers(service)
  const { files, runs } = await service.store.catalog()
  const facts = runs.find(run => run.run_id === 5)!.facts!.file

  await t.test('refuses while a service runs', async t => {
    const holder = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', HOLD, dataDir])
    t.teardown(() => holder.kill())
    await once(holder.stdout, 'data')
    t.match(await admin(dataDir, 'verify', '--repair'), {
      code: 1,
      stderr: /^admin: DATA_DIR .* is in use by another service \(process \d+\)/,
    })
    t.match(await verify(dataDir), { code: 0 }, 'it only reads')
  })

  for (const [how, spoil] of Object.entries({ missing: (path: string) => rm(path), flipped: flip })) {
    await t.test(`of a ${how} catalog takes the newest kept one: nothing is lost`, async t => {
      const copy = await copyOf(t, service)
      await spoil(join(copy.dataDir, 'catalog.json'))
      const told = await verify(copy.dataDir, '--repair')
      t.match(told, { code: 0, version: 5, findings: [], repaired: [/went back to catalogs\/4.json .* as version 5; no run is lost/] })
      t.strictSame(await answers(copy), before)
      t.match((await admin(copy.dataDir, 'audit', '--action', 'store.repaired')).stdout, 'went back to')
    })
  }

  await t.test('takes an intact copy of a data file from the trash', async t => {
    const copy = await copyOf(t, service)
    const place = join(copy.dataDir, 'trash/2026-03-20T00-00-00.000Z/app-1', facts)
    await mkdir(join(place, '..'), { recursive: true })
    await cp(join(copy.dataDir, facts), place)
    await flip(join(copy.dataDir, facts))
    t.match((await verify(copy.dataDir)).findings, [{ file: facts, problem: 'fails its checksum', advice: /An intact copy is in trash/ }])
    t.match(await verify(copy.dataDir, '--repair'), {
      code: 0,
      version: 4,
      findings: [],
      repaired: [`Restored ${facts} from the trash`],
    })
    t.strictSame(await answers(copy), before)
  })

  await t.test('without a copy it returns to the newest intact catalog, without restoring access', async t => {
    const copy = await copyOf(t, service)
    await admin(copy.dataDir, 'access', 'revoke', '--company', '1', '--app', '1')
    await flip(join(copy.dataDir, facts))
    const told = await verify(copy.dataDir, '--repair')
    t.match(told, {
      code: 0,
      version: 6,
      findings: [],
      repaired: [
        /data files are damaged.*catalogs\/2.json .*, as version 6; runs 5, 6 are lost: import them again/,
        /stays revoked/,
        /Moved to the trash/,
      ],
    })
    const catalog = await copy.store.catalog()
    t.strictSame(catalog.app_access, [])
    t.ok(catalog.runs.find(run => run.run_id === 3)!.withdrawn, 'a run that was withdrawn later stays so')
    const trashed = await readdir(join(copy.dataDir, 'trash'), { recursive: true })
    for (const name of [facts, 'catalogs/5.json', 'catalogs/3.json'])
      t.ok(
        trashed.some(path => path.endsWith(name)),
        `${name} is in the trash`,
      )
    await copy.import(delivery(5))
    t.match(await verify(copy.dataDir), { code: 0 })
  })

  await t.test('keeps serving what is intact where nothing can be returned to', async t => {
    const copy = await copyOf(t, service)
    await flip(join(copy.dataDir, files[1]!.snapshots[0]!.file))
    await rm(join(copy.dataDir, 'catalog.json'))
    const told = await verify(copy.dataDir, '--repair')
    t.match(told, { code: 1, repaired: [/Every kept catalog is damaged/, /went back to catalogs\/4.json/] })
    t.strictSame(damaged(told), [files[1]!.snapshots[0]!.file])
    const after = await answers(copy)
    t.strictSame(after.slice(0, 3), before.slice(0, 3))
    t.match((await copy.get('/v1/forecast-accuracy?appId=1')).json(), { status: 503, code: 'data_damaged' })
  })

  await t.test('without any catalog it rebuilds one from the data files, without access', async t => {
    const copy = await copyOf(t, service)
    const key = await service.keyOf(1)
    await rm(join(copy.dataDir, 'catalog.json'))
    await rename(join(copy.dataDir, 'catalogs'), join(copy.dataDir, '..', `catalogs-${process.pid}`))
    t.teardown(() => rm(join(copy.dataDir, '..', `catalogs-${process.pid}`), { recursive: true }))
    await cp(join(dataDir, 'keys'), join(copy.dataDir, 'keys'), { recursive: true })
    const told = await verify(copy.dataDir, '--repair')
    t.match(told.repaired, [/rebuilt from the data files, as version 4: 1 apps, 6 runs/, /Checksums/, /No company has access/])
    t.match([told.code, told.findings.filter(({ file }) => !file.startsWith('keys/'))], [0, []])
    t.match(await copy.get('/v1/recommendations?appId=1'), { status: 403 })
    t.match(await admin(copy.dataDir, 'access', 'grant', '--company', '1', '--app', '1'), { code: 0 })
    t.ok(key)
    t.strictSame(await answers(copy), before)
    t.match(await admin(copy.dataDir, 'runs', 'restore', '3'), { code: 0, stderr: /^Run 3 is restored/ }, 'runs stay withdrawn')
  })
})

t.test('a store of an earlier version that only ever refused imports gets its empty catalog; one that loaded data does not', async t => {
  const entry = (action: string) =>
    `${JSON.stringify({ at: '2026-03-01T06:00:00.000Z', action, actor: 'operator:ada', target: 'delivery' })}\n`
  const dataDir = t.testdir({ audit: { '2026-03.jsonl': entry('import.refused') } })
  t.match(await verify(dataDir), { code: 1, version: null })
  t.match(await verify(dataDir, '--repair'), { code: 0, version: 0, repaired: [/^Wrote an empty catalog/] })
  t.match(await admin(dataDir, 'status'), { code: 0, stdout: /The store is empty/ })

  const lost = t.testdir({ audit: { '2026-03.jsonl': entry('import.refused') + entry('import.loaded') } })
  const { code, stderr } = await admin(lost, 'verify', '--repair')
  t.equal(code, 1, stderr)
  t.strictSame(
    (await readdir(lost)).filter(name => name !== 'staging'),
    ['audit'],
    'no empty catalog hides the loss',
  )
})
