import { copyFile, mkdir, open, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import t from 'tap'
import {
  alertRow,
  minimalDelivery,
  recommendationRow,
  runRow,
} from '../../../../reference/minimal-delivery.ts'
import { lakeOf } from '../../../../support/lake.ts'
import { startService } from '../../../../support/started-service.ts'
import { below, randomOf } from '../../../../support/seed.ts'
import { until } from '../../../../support/until.ts'

const random = randomOf()

async function flip(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const at = below(random, (await file.stat()).size)
    const byte = Buffer.alloc(1)
    await file.read(byte, 0, 1, at)
    byte[0]! ^= 1 << below(random, 8)
    await file.write(byte, 0, 1, at)
  } finally {
    await file.close()
  }
}

t.test(
  'verify reads every object; a damaged one gives 503 data_damaged until it is restored',
  async t => {
    const lake = await lakeOf(t, 'file')
    if (lake === undefined) return
    const { environment } = lake
    const service = await startService(t, {
      environment,
      deliveries: [minimalDelivery({ alerts: [alertRow({ run_id: 2 })] })],
    })
    const verify = () => service.storage.verify!({ repair: false, print: () => undefined })
    t.match(await verify(), { version: 1, files: 5, findings: [], repaired: [] })
    const names = (await readdir(lake.folder, { recursive: true })).filter(name =>
      name.endsWith('.parquet'),
    )
    t.equal(names.length, 5)
    for (const name of names) {
      const path = join(lake.folder, name)
      for (const damage of [flip, (path: string) => rm(path)]) {
        await copyFile(path, `${path}-saved`)
        await damage(path)
        const { findings } = await verify()
        t.equal(findings.length, 1)
        t.match(findings, [{ kind: 'damage', file: name.slice(name.indexOf('/') + 1) }], name)
        await rename(`${path}-saved`, path)
      }
    }
    const path = join(
      lake.folder,
      names.find(name => name.includes('recommendations'))!,
    )
    await rename(path, `${path}-saved`)
    const node = await startService(t, { environment: { ...environment, METRICS: 'on' } })
    const ready = () => node.server.inject('/readyz')
    t.equal((await ready()).statusCode, 200, 'nobody has asked for it yet')
    const answer = await node.get('/v1/recommendations?appId=1')
    t.match([answer.status, answer.json()], [503, { code: 'data_damaged' }])
    t.equal(
      (await node.get('/v1/report?appId=1&granularity=campaign')).status,
      200,
      'other data are served',
    )
    t.match(
      [(await ready()).statusCode, JSON.parse((await ready()).payload)],
      [503, { code: 'data_damaged' }],
    )
    t.match(
      node.storage.metrics!().find(({ name }) => name === 'uascope_damaged_files'),
      { value: 1 },
    )
    await rename(`${path}-saved`, path)
    const start = performance.now()
    t.intercept(performance, 'now', { value: () => start + 10_000 })
    await until('it is asked for again', async () => (await ready()).statusCode === 200)
    t.equal((await node.get('/v1/recommendations?appId=1')).status, 200)
  },
)

t.test('verify names objects of a killed import', async t => {
  const lake = await lakeOf(t, 'file')
  if (lake === undefined) return
  const service = await startService(t, {
    environment: lake.environment,
    deliveries: [minimalDelivery()],
  })
  const { imports } = service.storage
  const opened = imports.opened.bind(imports)
  imports.opened = (print, work) =>
    opened(print, place =>
      work({
        ...place,
        publish: () => Promise.reject(new Error('killed')),
        abandoned: async () => undefined,
      }),
    )
  await t.rejects(
    service.import({
      runs: [runRow({ run_id: 5 })],
      recommendations: [recommendationRow({ run_id: 5, recommendation_id: 5 })],
    }),
  )
  const { findings } = await service.storage.verify!({ repair: false, print: () => undefined })
  t.match(findings, [
    { kind: 'note', file: 'import_runs, app 1' },
    { kind: 'note', file: /recommendations-5\.parquet$/, problem: 'is unused' },
  ])
  t.equal(findings.length, 2)
})

for (const kind of ['file', 's3'] as const) {
  t.test(
    `lake verify (${kind}:) finds unreferenced objects, and --repair removes those older than a day`,
    async t => {
      const lake = await lakeOf(t, kind)
      if (lake === undefined) return
      const service = await startService(t, {
        environment: lake.environment,
        deliveries: [minimalDelivery()],
      })
      const names = async (): Promise<string[]> =>
        (await readdir(lake.folder, { recursive: true, withFileTypes: true }))
          .filter(entry => entry.isFile())
          .map(entry => relative(root, join(entry.parentPath, entry.name)))
          .sort()
      const root = join(lake.folder, (await readdir(lake.folder))[0]!)
      const named = await names()
      t.equal(named.length, 5)
      const put = async (name: string, daysOld: number): Promise<void> => {
        const path = join(root, name)
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, name)
        const at = new Date(Date.now() - daysOld * 86_400_000)
        await utimes(path, at, at)
      }
      const verify = (repair: boolean) =>
        service.storage.verify!({ repair, list: true, print: () => undefined })
      t.match(await verify(false), { version: 1, files: 5, findings: [], repaired: [] })

      const orphans = ['facts-7.parquet', 'facts-7.parquet.sums', 'alerts-1.parquet.part'].map(
        name => `${'ab'.repeat(8)}/${name}`,
      )
      const young = `${'cd'.repeat(8)}/facts-8.parquet`
      const foreign = ['notes & more.txt', `${named[0]}-saved`]
      const logs = [
        'app-1/facts/_delta_log/00000000000000000000.json',
        'app-9/roas_snapshots/_delta_log/_last_checkpoint',
      ]
      for (const name of [...orphans, ...foreign, ...logs]) await put(name, 2)
      await put(young, 0.9)
      const opened = service.storage.imports.opened.bind(service.storage.imports)
      service.storage.imports.opened = (print, work) =>
        opened(print, place =>
          work({
            ...place,
            publish: () => Promise.reject(new Error('killed')),
            abandoned: async () => undefined,
          }),
        )
      await t.rejects(
        service.import({
          runs: [runRow({ run_id: 5 })],
          recommendations: [recommendationRow({ run_id: 5, recommendation_id: 5 })],
        }),
      )
      const dead = (await names()).find(name => name.endsWith('/recommendations-5.parquet'))!
      await put(dead, 3)

      const { findings, repaired } = await verify(false)
      t.strictSame(repaired, [])
      const byFile = new Map(findings.map(({ file, problem, kind }) => [file, { problem, kind }]))
      for (const name of orphans)
        t.match(
          byFile.get(name),
          { kind: 'note', problem: /^is not named by the catalog \(\d+ bytes, / },
          name,
        )
      for (const name of foreign)
        t.match(
          byFile.get(name),
          { kind: 'note', problem: 'is not named as uascope names its objects' },
          name,
        )
      for (const name of logs)
        t.match(
          byFile.get(name),
          {
            kind: 'note',
            problem: 'belongs to an open table of version 1.2; this version does not update it',
          },
          name,
        )
      t.match(byFile.get(young), { problem: /^is not named by the catalog/ })
      t.match(byFile.get(dead), { problem: /^belongs to a dead import/ })
      t.equal(
        byFile.size,
        orphans.length + foreign.length + logs.length + 3,
        'with the note of the dead import',
      )

      const after = await verify(true)
      t.equal(after.repaired.length, orphans.length + logs.length + 1)
      t.ok(
        [...orphans, ...logs, dead].every(name =>
          after.repaired.some(line => line.startsWith(`Removed ${name} (`)),
        ),
      )
      t.strictSame(await names(), [...named, ...foreign, young].sort())
      t.strictSame((await verify(true)).repaired, [])
      t.equal((await service.get('/v1/recommendations?appId=1')).status, 200)
    },
  )
}

t.test('lake verify without permission to list says so, and a repair fails', async t => {
  const lake = await lakeOf(t, 's3')
  if (lake === undefined) return
  const service = await startService(t, {
    environment: lake.environment,
    deliveries: [minimalDelivery()],
  })
  lake.s3!.fault(({ query }) => (query.includes('list-type') ? { status: 403 } : undefined))
  const verify = (repair: boolean) =>
    service.storage.verify!({ repair, list: true, print: () => undefined })
  t.match(await verify(false), {
    files: 5,
    findings: [{ kind: 'note', file: 'the bucket', advice: /need s3:ListBucket/ }],
  })
  await t.rejects(verify(true), { name: 'NotListable', message: /need s3:ListBucket/ })
})
