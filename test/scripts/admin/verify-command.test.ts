import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
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
import { RECORDS_FILE } from '../../../server/store/records/records.ts'
import { admin } from '../../support/admin.ts'
import { startService, type TestService } from '../../support/started-service.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { copyStore } from '../../support/store/granted-store.ts'

/** Holds a data directory as a service does, until it is killed. */
const HOLD = `
import { claimFolder } from './server/store/facts/embedded/folder-locks.ts'
await claimFolder(process.argv[1])
console.log('held')
setInterval(() => {}, 1000)`

interface Verification {
  version: number | null
  findings: { kind: string; file: string; problem: string; advice: string }[]
  repaired: string[]
}

async function verify(
  dataDir: string,
  ...args: string[]
): Promise<Verification & { code: number | null }> {
  const { code, stdout, stderr } = await admin(dataDir, 'verify', '--json', ...args)
  if (stdout === '') throw new Error(stderr)
  return { code, ...(JSON.parse(stdout) as Verification) }
}

function damaged({ findings }: Verification): string[] {
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
    recommendations: [
      recommendationRow({
        run_id: id,
        recommendation_id: id,
        created_at: created,
        campaign: day.campaign,
      }),
    ],
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
    PATHS.map(
      async path =>
        `${path} ${(await service.get(path)).status} ${(await service.get(path)).body.toString()}`,
    ),
  )
}

/** A store of three imports, one of whose runs is withdrawn before the last. */
async function store(t: Test): Promise<TestService> {
  const service = await startService(t, { deliveries: [minimalDelivery(delivery(1)), delivery(3)] })
  await admin(service.dataDir, 'runs', 'withdraw', '3', '--force')
  await service.import(delivery(5))
  service.passSecond()
  return service
}

async function copyOf(t: Test, { dataDir }: TestService): Promise<string> {
  const copy = temporaryFolder(t, 'copy')
  await copyStore(dataDir, copy)
  return copy
}

function restarted(t: Test, dataDir: string): Promise<TestService> {
  return startService(t, { dataDir })
}

async function keyAfterCopies(dataDir: string): Promise<{ key: string; id: string }> {
  const { stdout } = await admin(dataDir, 'keys', 'create', '--company', '1', '--json')
  return JSON.parse(stdout) as { key: string; id: string }
}

/** Changes a byte of a row without its seal. */
async function flipRow(path: string): Promise<void> {
  const bytes = await readFile(path)
  const at = bytes.indexOf('"status":"succeeded"')
  bytes[at + 12]! ^= 1
  await writeFile(path, bytes)
}

async function flip(path: string): Promise<void> {
  const bytes = await readFile(path)
  bytes[bytes.length >> 1]! ^= 4
  await writeFile(path, bytes)
}

t.test('an intact store passes', async t => {
  const service = await store(t)
  await service.keyOf(1)
  t.match(await verify(service.dataDir), { code: 0, version: 4, findings: [], repaired: [] })
  t.match(await admin(service.dataDir, 'verify'), {
    code: 0,
    stdout: /^Intact: data version 4, \d+ data files/,
  })
  const repaired = await verify(service.dataDir, '--repair')
  t.match(repaired, { code: 0, findings: [], repaired: [] })
  t.match(await verify(t.testdir()), { code: 0, version: 0, findings: [] }, 'an empty one')
})

t.test('verify finds every damage of every kind of file and names the file', async t => {
  const service = await store(t)
  await service.keyOf(1)
  const { dataDir } = service
  const { files, runs } = await service.store.catalog(1)
  const copies = (await readdir(join(dataDir, 'records/copies'))).map(
    name => `records/copies/${name}`,
  )
  t.ok(copies.length > 1)
  const kinds = [
    RECORDS_FILE,
    ...copies,
    files[1]!.identities!.file,
    files[1]!.snapshots[0]!.file,
    files[1]!.alerts[1]!.file,
    runs.find(run => run.run_id === 5)!.facts!.file,
    runs.find(run => run.run_id === 1)!.recommendations!.file,
    'export-secret',
  ]
  const damages: Record<string, (path: string) => Promise<void>> = {
    missing: path => rm(path),
    empty: path => truncate(path),
    cut: async path => truncate(path, (await stat(path)).size - 50),
    flipped: path => (path.endsWith('.sqlite') ? flipRow(path) : flip(path)),
  }
  for (const file of kinds) {
    for (const [how, spoil] of Object.entries(damages)) {
      // Copies may be missing, and a secret is only read by its service.
      if (how === 'missing' && (copies.includes(file) || file === 'export-secret')) continue
      const path = join(dataDir, file)
      const whole = await readFile(path)
      await spoil(path)
      const result = await verify(dataDir)
      t.match(
        [
          result.code,
          new Set(
            damaged(result)
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

t.test('files without a record are reported and not touched', async t => {
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

t.test('verify --repair restores from copies', async t => {
  const service = await store(t)
  const { dataDir } = service
  const before = await answers(service)
  const { files, runs } = await service.store.catalog(1)
  const facts = runs.find(run => run.run_id === 5)!.facts!.file

  await t.test('a repair is refused while a service runs', async t => {
    const holder = spawn(process.execPath, [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      HOLD,
      dataDir,
    ])
    t.teardown(() => holder.kill())
    await once(holder.stdout, 'data')
    t.match(await admin(dataDir, 'verify', '--repair'), {
      code: 1,
      stderr: /^admin: DATA_DIR .* is in use by another service \(process \d+\)/,
    })
    t.match(await verify(dataDir), { code: 0 }, 'it only reads')
  })

  for (const [how, spoil] of Object.entries({
    missing: (path: string) => rm(path),
    torn: (path: string) => truncate(path, 20_000),
  })) {
    await t.test(
      `a repair of ${how} records uses the newest copy and names what it lacks`,
      async t => {
        const copy = await copyOf(t, service)
        await spoil(join(copy, RECORDS_FILE))
        const result = await verify(copy, '--repair')
        t.match(result, { code: 0, version: 4, findings: [], repaired: Array })
        const lines = result.repaired
        t.match(
          lines[0],
          /records\.sqlite (is missing|is damaged).* went back to records\/copies\//,
        )
        t.match(
          lines.at(-2),
          /created since/i,
          'keys and users are named where the log can be read',
        )
        t.match(lines.at(-1), /^Looked up \d keys/)
        t.strictSame(await answers(await restarted(t, copy)), before)
        t.match((await admin(copy, 'audit', '--action', 'store.repaired')).stdout, 'went back to')
      },
    )
  }

  await t.test(
    'a repair of a damaged record returns to the copy and names what is newer',
    async t => {
      const copy = await copyOf(t, service)
      const { id } = await keyAfterCopies(copy)
      await flipRow(join(copy, RECORDS_FILE))
      t.match(damaged(await verify(copy)), [RECORDS_FILE])
      t.match(await verify(copy, '--repair'), {
        code: 0,
        version: 4,
        findings: [],
        repaired: [
          /damaged record: catalog_runs/,
          new RegExp(`Created since and lost, so create them again: .*key ${id} of company 1`),
          /^Looked up/,
        ],
      })
      t.strictSame(await answers(await restarted(t, copy)), before)
      t.notMatch((await admin(copy, 'keys', 'list', '--json')).stdout, id)
    },
  )

  await t.test(
    'a repair of damaged data files returns to the newest complete catalog, without restoring access',
    async t => {
      const copy = await copyOf(t, service)
      await flip(join(copy, facts))
      const result = await verify(copy, '--repair')
      t.match(result, {
        code: 0,
        version: 5,
        findings: [],
        repaired: [
          /data files are damaged.*went back to the catalog of records\/copies\/.* as version 5; runs 5, 6 are lost: import them again/,
        ],
      })
      const again = await restarted(t, copy)
      const catalog = await again.store.catalog(1)
      t.ok(
        catalog.runs.find(run => run.run_id === 3)!.withdrawn,
        'a run that was withdrawn later stays so',
      )
      t.ok((await stat(join(copy, facts))).size > 0, 'the damaged file stays')
      await again.import(delivery(5))
      t.match(await verify(copy), { code: 0 })
    },
  )

  await t.test('a repair without an earlier catalog keeps serving intact data', async t => {
    const copy = await copyOf(t, service)
    await flip(join(copy, files[1]!.snapshots[0]!.file))
    const result = await verify(copy, '--repair')
    t.match(result, {
      code: 1,
      repaired: [/No copy of the records names files that are all whole/],
    })
    t.strictSame(damaged(result), [files[1]!.snapshots[0]!.file])
    const again = await restarted(t, copy)
    const after = await answers(again)
    t.strictSame(after.slice(0, 3), before.slice(0, 3))
    t.match((await again.get('/v1/forecast-accuracy?appId=1')).json(), {
      status: 503,
      code: 'data_damaged',
    })
  })

  await t.test('a repair without any copy says so and changes nothing', async t => {
    const copy = await copyOf(t, service)
    await rm(join(copy, 'records'), { recursive: true })
    const { code, stderr } = await admin(copy, 'verify', '--repair')
    t.match(
      { code, stderr },
      {
        code: 1,
        stderr: /records\.sqlite is missing, and no copy of it is intact. Restore a backup/,
      },
    )
    t.notOk((await readdir(copy)).includes('records'))
  })
})
