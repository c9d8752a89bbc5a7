import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import {
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueRow,
  runRow,
} from '../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../reference/write-delivery.ts'
import { admin } from '../../support/admin.ts'
import { lakeOf } from '../../support/lake.ts'
import { startService, type TestService } from '../../support/started-service.ts'
import { copyStore } from '../../support/store/granted-store.ts'

const PATHS = [
  'apps',
  'recommendations?appId=1',
  'alerts?appId=1',
  'report?appId=1&granularity=campaign&format=csv',
].map(path => `/v1/${path}`)

/** Run `id` of app 1, a day later than the one before. */
function later(id: number) {
  const created = `2026-04-${String(id).padStart(2, '0')}T06:00:00.000Z`
  return {
    runs: [runRow({ run_id: id, created_at: created, max_install_date: created.slice(0, 10) })],
    cohorts: [cohortRow({ run_id: id, spend: String(id) })],
    cohort_revenue: [revenueRow({ run_id: id })],
    recommendations: [
      recommendationRow({ run_id: id, recommendation_id: id, created_at: created }),
    ],
  }
}

/** What a key of company 1 reads at a data directory, by a service that is there for it alone. */
async function answers(t: Test, dataDir: string, key: string): Promise<string[]> {
  const service = await startService(t)
  await copyStore(dataDir, service.dataDir)
  service.passSecond()
  return await Promise.all(
    PATHS.map(async url => {
      const { statusCode, payload, headers } = await service.server.inject({
        url,
        headers: { authorization: `Bearer ${key}` },
      })
      return [url, statusCode, headers['etag'], payload].join(' ')
    }),
  )
}

interface Store {
  service: TestService
  dataDir: string
  key: string
  backup: string
}

async function store(t: Test): Promise<Store> {
  const service = await startService(t, { deliveries: [minimalDelivery(), later(3)] })
  const key = await service.keyOf(1)
  await service.get('/v1/apps')
  return { service, dataDir: service.dataDir, key, backup: join(t.testdir(), 'backup') }
}

t.test('a backup restored elsewhere gives the same results to the same keys', async t => {
  const { dataDir, key, backup } = await store(t)
  const before = await answers(t, dataDir, key)
  const done = await admin(dataDir, 'backup', backup)
  t.match(done, {
    code: 0,
    stdout: /^Backed up data version 2 to .*: (\d+) files .*, \d+ of them copied now/,
  })
  const again = JSON.parse((await admin(dataDir, 'backup', backup, '--json')).stdout) as {
    copied: { files: number }
  }
  t.match(again, { catalogVersion: 2, copied: { files: 0 } }, 'what is there is not copied again')

  const target = join(backup, '..', 'restored')
  t.match(await admin(target, 'restore', backup), {
    code: 0,
    stdout: /^Restored data version 2 of /,
  })
  t.strictSame(await answers(t, target, key), before)
  t.match(await admin(target, 'verify'), { code: 0, stdout: /^Intact: data version 2/ })
  t.match((await admin(target, 'audit', '--action', 'store.restored')).stdout, /operator:/)
  const [listed, original] = await Promise.all(
    [target, dataDir].map(
      async dir => JSON.parse((await admin(dir, 'keys', 'list', '--json')).stdout) as object,
    ),
  )
  t.strictSame(listed, original, 'with the times of use')
})

t.test(
  'a later backup into the same folder copies new files and deletes unneeded ones',
  async t => {
    const { service, dataDir, key, backup } = await store(t)
    await admin(dataDir, 'backup', backup)
    const before = new Set(await readdir(join(backup, 'files')))
    for (const id of [5, 6, 7]) await service.import(later(id))
    const summary = JSON.parse((await admin(dataDir, 'backup', backup, '--json')).stdout) as {
      copied: { files: number }
      files: number
    }
    const after = await readdir(join(backup, 'files'))
    t.match(summary, { catalogVersion: 5 })
    t.equal(summary.copied.files, after.filter(name => !before.has(name)).length)
    t.ok(summary.copied.files < summary.files)
    t.ok(
      [...before].some(name => !after.includes(name)),
      'files of pruned runs are dropped',
    )
    const target = join(backup, '..', 'restored')
    await admin(target, 'restore', backup)
    t.strictSame(await answers(t, target, key), await answers(t, dataDir, key))
  },
)

t.test('a backup beside imports contains one consistent state', async t => {
  const { service, dataDir, key, backup } = await store(t)
  const importing = (async () => {
    for (let id = 5; id < 12; id++) await service.import(later(id))
  })()
  const versions: number[] = []
  for (let round = 0; round < 4; round++) {
    const done = await admin(dataDir, 'backup', `${backup}-${round}`, '--json')
    t.equal(done.code, 0, done.stderr)
    versions.push((JSON.parse(done.stdout) as { catalogVersion: number }).catalogVersion)
  }
  await importing
  for (const [round, version] of versions.entries()) {
    const target = `${backup}-restored-${round}`
    t.match(await admin(target, 'restore', `${backup}-${round}`), { code: 0 })
    t.match(await admin(target, 'verify'), { code: 0 })
    const newest = `"id":${version === 2 ? 3 : version + 2},`
    t.ok(
      (await answers(t, target, key))[1]!.includes(newest),
      `version ${version} serves its own run`,
    )
  }
})

t.test('items revoked after the backup and reactivated by it are listed', async t => {
  const { service, dataDir, backup } = await store(t)
  const revoked = await service.keys.create({ companyId: 1 })
  await admin(dataDir, 'backup', backup)
  await admin(dataDir, 'keys', 'revoke', revoked.id)
  await admin(dataDir, 'runs', 'withdraw', '3')
  t.match(await admin(dataDir, 'restore', backup), {
    code: 1,
    stderr: /holds a store\. .*or add --replace/,
  })
  const done = await admin(dataDir, 'restore', backup, '--replace')
  t.match(done, {
    code: 0,
    stderr: new RegExp(
      `trash/[^ ]*/replaced-store for 7 days[^]*Active again although revoked after the backup: key ${revoked.id} of company 1, run 3`,
    ),
  })
  const [batch] = await readdir(join(dataDir, 'trash'))
  t.ok((await readdir(join(dataDir, 'trash', batch!, 'replaced-store'))).includes('records'))
  await admin(dataDir, 'keys', 'revoke', revoked.id)
  await admin(dataDir, 'runs', 'withdraw', '3')
  t.match(
    (await admin(dataDir, 'restore', backup, '--replace', '--json')).stdout,
    '"reactivated":[{',
  )
  // A kill when the records have left: the mark stays, and names where they are.
  await admin(dataDir, 'keys', 'revoke', revoked.id)
  const interrupted = 'trash/2026-01-02T03-04-05.678Z/replaced-store'
  await mkdir(join(dataDir, interrupted), { recursive: true })
  await rename(join(dataDir, 'records'), join(dataDir, interrupted, 'records'))
  await writeFile(join(dataDir, 'restoring'), interrupted)
  t.match(await admin(dataDir, 'restore', backup, '--replace'), {
    code: 0,
    stderr: new RegExp(
      `${interrupted} and [^]*Active again although revoked after the backup: key ${revoked.id} of company 1`,
    ),
  })
})

t.test('a damaged backup is refused and changes nothing', async t => {
  const { dataDir, key, backup } = await store(t)
  await admin(dataDir, 'backup', backup)
  const before = await answers(t, dataDir, key)
  const manifest = await readFile(join(backup, 'backup.json'), 'utf8')
  const { files } = JSON.parse(manifest) as {
    files: { file: string; sha256: string; bytes: number }[]
  }
  for (const { file, sha256 } of files.filter(({ bytes }) => bytes > 0)) {
    const path = join(backup, 'files', sha256)
    const bytes = await readFile(path)
    const spoiled = Buffer.from(bytes)
    spoiled[bytes.length >> 1]! ^= 1
    await writeFile(path, spoiled)
    const refused = await admin(dataDir, 'restore', backup, '--replace')
    t.match(
      [refused.code, refused.stderr.includes(`nothing was restored: ${file} (`)],
      [1, true],
      file,
    )
    await writeFile(path, bytes)
  }
  const texts = {
    'it fails its checksum': manifest.replace('"catalogVersion": 2', '"catalogVersion": 3'),
    damaged: manifest.slice(0, 200),
  }
  for (const [words, text] of Object.entries(texts)) {
    await writeFile(join(backup, 'backup.json'), text)
    t.match(await admin(dataDir, 'restore', backup, '--replace'), { code: 1, stderr: words })
  }
  t.match(await admin(dataDir, 'restore', t.testdir()), {
    code: 1,
    stderr: /is not a backup: backup\.json is missing/,
  })
  t.strictSame(await answers(t, dataDir, key), before)
})

t.test(
  'a manipulated backup is refused before anything is written, even with valid checksums',
  async t => {
    const { dataDir, key, backup } = await store(t)
    await admin(dataDir, 'backup', backup)
    const before = await answers(t, dataDir, key)
    const victim = join(backup, '..', 'victim')
    await mkdir(victim)
    await writeFile(join(victim, 'package.json'), '{}')
    const { sha256: _, ...manifest } = JSON.parse(
      await readFile(join(backup, 'backup.json'), 'utf8'),
    ) as Record<string, unknown> & {
      files: { file: string; sha256: string; bytes: number }[]
    }
    const [first, ...others] = manifest.files
    const write = async (value: object): Promise<void> => {
      const sha256 = createHash('sha256').update(JSON.stringify(value)).digest('hex')
      await writeFile(join(backup, 'backup.json'), JSON.stringify({ sha256, ...value }))
    }
    const cases: [value: object, rule: RegExp][] = [
      [
        { ...manifest, catalogVersion: '../../victim/package' },
        /has a value at backup\.catalogVersion that no backup writes/,
      ],
      [
        { ...manifest, catalogVersion: 1 },
        /nothing was restored: records\/records\.sqlite is version 2, not 1/,
      ],
      [{ ...manifest, files: null }, /at backup\.files that/],
      [{ ...manifest, files: [null] }, /at backup\.files\.0 that/],
      [
        {
          ...manifest,
          files: [{ ...first, file: 'deliveries/../../victim/package.json' }, ...others],
        },
        /at backup\.files\.0\.file that/,
      ],
      [
        { ...manifest, files: [{ ...first, bytes: -1 }, ...others] },
        /at backup\.files\.0\.bytes that/,
      ],
      [{ ...manifest, files: [...manifest.files, first] }, /names records\/records\.sqlite twice/],
      [
        {
          ...manifest,
          files: [
            ...manifest.files,
            { ...first, file: 'deliveries/x' },
            { ...first, file: 'deliveries/x/y' },
          ],
        },
        /names deliveries\/x twice/,
      ],
      [{ ...manifest, files: others }, /nothing was restored: it has no records\/records\.sqlite/],
      [
        {
          ...manifest,
          files: manifest.files.filter(({ file }) => !file.startsWith('deliveries/')),
        },
        /it lacks deliveries\/\d+\/[\w-]+\.parquet/,
      ],
      [[], /is damaged: it fails its checksum/],
    ]
    for (const [value, rule] of cases) {
      await write(value)
      const refused = await admin(dataDir, 'restore', backup, '--replace')
      t.match(refused, { code: 1, stderr: rule })
    }
    await write(manifest)
    const stored = join(backup, 'files', first!.sha256)
    const bytes = await readFile(stored)
    for (const spoil of [
      () => execFileSync('mkfifo', [stored]),
      () => symlink(join(dataDir, 'records/records.sqlite'), stored),
      () => mkdir(stored),
    ]) {
      await rm(stored, { recursive: true })
      await spoil()
      t.match(await admin(dataDir, 'restore', backup, '--replace'), {
        code: 1,
        stderr: 'nothing was restored: records/records.sqlite (',
      })
    }
    await rm(stored, { recursive: true })
    await writeFile(stored, bytes)
    await rm(join(backup, 'backup.json'))
    execFileSync('mkfifo', [join(backup, 'backup.json')])
    t.match(await admin(dataDir, 'restore', backup, '--replace'), {
      code: 1,
      stderr: 'is not a backup: backup.json must be a regular file',
    })
    t.strictSame(await answers(t, dataDir, key), before)
    t.strictSame(
      [await readdir(victim), await readFile(join(victim, 'package.json'), 'utf8')],
      [['package.json'], '{}'],
    )
  },
)

t.test('a damaged store does not overwrite a good backup', async t => {
  const { service, dataDir, backup } = await store(t)
  await admin(dataDir, 'backup', backup)
  await service.import(later(5))
  service.passSecond()
  const file = (await service.store.catalog(1)).runs.find(run => run.run_id === 5)!.facts!.file
  const bytes = await readFile(join(dataDir, file))
  bytes[50]! ^= 1
  await writeFile(join(dataDir, file), bytes)
  t.match(await admin(dataDir, 'backup', backup), { code: 1, stderr: `${file} fails its checksum` })
  await rm(join(dataDir, file))
  t.match(await admin(dataDir, 'backup', backup), {
    code: 1,
    stderr: `${file} is missing: run \`admin verify\``,
  })
  t.match(await admin(join(backup, '..', 'restored'), 'restore', backup), {
    code: 0,
    stdout: /^Restored data version 2/,
  })
})

t.test('unsuitable folders are refused', async t => {
  const { dataDir, backup } = await store(t)
  t.match(await admin(dataDir, 'backup', join(dataDir, 'backup')), {
    code: 1,
    stderr: /is in DATA_DIR/,
  })
  await mkdir(backup, { recursive: true })
  await writeFile(join(backup, 'mine.txt'), 'x')
  t.match(await admin(dataDir, 'backup', backup), {
    code: 1,
    stderr: /is not empty and not a backup \(it contains mine\.txt\)/,
  })
  await rm(join(backup, 'mine.txt'))
  await admin(dataDir, 'backup', backup)
  const other = join(backup, '..', 'other')
  await writeDelivery(`${other}-delivery`, minimalDelivery(), { format: 'csv' })
  await admin(other, 'import', `${other}-delivery`)
  t.match(await admin(other, 'backup', backup), {
    code: 1,
    stderr: /holds a backup of another store/,
  })
})

t.test('a lake backup can be restored into another lake', async t => {
  const [lake, other] = [await lakeOf(t, 'file'), await lakeOf(t, 'file')]
  if (lake === undefined || other === undefined) return
  const dir = t.testdir()
  await writeDelivery(`${dir}/one`, minimalDelivery(), { format: 'csv' })
  const here = { ...lake.environment, DATA_DIR: `${dir}/here` }
  t.match(await admin(here, 'import', `${dir}/one`), { code: 0 })
  const { stdout: key } = await admin(here, 'keys', 'create', '--company', '1')
  t.match(await admin(here, 'backup', `${dir}/backup`), {
    code: 0,
    stdout: /^Backed up data version 1/,
  })
  t.match((await readdir(`${dir}/backup`)).sort(), ['backup.json', 'files'])
  t.match(
    await admin(here, 'backup', `${dir}/backup`),
    { code: 0, stdout: /: \d+ files \(.*\), [01] of them copied now/ },
    'a repeated backup copies no data file again',
  )
  const there = { ...other.environment, DATA_DIR: `${dir}/there` }
  const restored = await admin(there, 'restore', `${dir}/backup`)
  t.match(restored, { code: 0, stdout: /^Restored into the lake: \d+ data files, 1 keys/ })
  const service = await startService(t, { environment: other.environment })
  const { statusCode } = await service.server.inject({
    url: '/v1/recommendations?appId=1',
    headers: { authorization: `Bearer ${key.trim()}` },
  })
  t.equal(statusCode, 200)
  const { LAKE_URL: _url, ...tables } = lake.environment
  t.match(await admin({ ...tables, DATA_DIR: `${dir}/here` }, 'restore', `${dir}/backup`), {
    code: 1,
    stderr: /so back that up: mariadb-dump/,
  })
})
