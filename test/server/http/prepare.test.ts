import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { withStorage } from '../../../server/store/facts/open-storage.ts'
import { keptName } from '../../../server/store/files/spool-folder.ts'
import { importApart } from '../../../server/imports/load/import-apart.ts'
import { removeApps } from '../../../server/imports/load/remove-apps.ts'
import { prepareImported } from '../../../server/http/prepare.ts'
import { minimalDelivery } from '../../reference/minimal-delivery.ts'
import { startService, type TestService } from '../../support/started-service.ts'
import { deliver } from '../../support/delivery-folder.ts'
import { call } from '../../support/mcp-endpoint.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { copyStore } from '../../support/store/granted-store.ts'

const PREPARED = [
  '/v1/recommendations?appId=1',
  '/v1/recommendations?appId=1&platforms=ios',
  '/v1/recommendations?appId=1&granularity=campaign_geo&countries=US',
  '/v1/alerts?appId=1',
  '/v1/overview',
  '/v1/track-record?appId=1',
  '/v1/report?appId=1&granularity=campaign',
]

const TOOLS = ['svc_get_recommendations', 'svc_get_report', 'svc_get_alerts']

async function filesBelow(dir: string, ...endings: string[]): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true }).catch(() => [])
  return entries
    .filter(name => endings.some(ending => name.endsWith(ending)))
    .map(name => join(dir, name))
}

async function preparedFiles(dataDir: string): Promise<string[]> {
  return await filesBelow(join(dataDir, 'spool'), '.rows', '.parquet')
}

/** A store into which an import loaded a delivery, and what a service without prepared rows answers on a copy of it. */
async function imported(t: Test): Promise<{ dataDir: string; expected: string[] }> {
  const [dataDir, copy] = [temporaryFolder(t), temporaryFolder(t)]
  await importApart(
    { dataDir, databaseUrl: null },
    { delivery: await deliver(t, minimalDelivery()) },
    // With the lowest priority the preparation may run out of time beside other tests.
    { nice: 0 },
  )
  for (const name of ['records', 'deliveries'])
    await copyStore(join(dataDir, name), join(copy, name))
  const expected = await bodies(await startService(t, { dataDir: copy }))
  return { dataDir, expected }
}

async function bodies(service: TestService): Promise<string[]> {
  const resources = PREPARED.map(async path => (await service.get(path)).body.toString())
  return await Promise.all([...resources, ...TOOLS.map(name => result(service, name))])
}

async function result(service: TestService, tool: string): Promise<string> {
  const { payload } = await service.server.inject({
    method: 'POST',
    url: '/v1/mcp',
    headers: {
      host: 'localhost',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${await service.keyOf(1)}`,
    },
    payload: call(tool, { appId: 1 }),
  })
  return payload
}

t.test(
  'the first responses after an import need no data files, and equal those that read them',
  async t => {
    const { dataDir, expected } = await imported(t)
    for (const file of await filesBelow(join(dataDir, 'deliveries'), '.parquet')) await rm(file)
    const service = await startService(t, { dataDir })
    for (const [place, body] of (await bodies(service)).entries())
      t.equal(body, expected[place], [...PREPARED, ...TOOLS][place]!)
    t.equal(
      (await service.get('/v1/report?appId=1&granularity=campaign&format=csv')).status,
      503,
      'another report reads them',
    )
    const known = await Promise.all(PREPARED.map(async path => (await service.get(path, 2)).status))
    t.same(known.toSorted(), [200, 403, 403, 403, 403, 403, 403], 'another company sees none of it')
  },
)

t.test(
  'a list with defaults as parameters, as tools ask for it, is the prepared reply',
  async t => {
    const { dataDir } = await imported(t)
    const replies = ['/v1/recommendations', '/v1/alerts'].map(path =>
      join(dataDir, 'spool', keptName(`reply ${path} 1`)),
    )
    const others = [
      ...(await preparedFiles(dataDir)),
      ...(await filesBelow(join(dataDir, 'deliveries'), '.parquet')),
    ]
    for (const file of others) if (!replies.includes(file)) await rm(file)
    const service = await startService(t, { dataDir })
    const status = async (path: string): Promise<number> => (await service.get(path)).status
    t.equal(await status('/v1/alerts?distinct=false&appId=1'), 200)
    t.equal(
      await status('/v1/recommendations?appId=1&granularity=campaign&changed=false&outcome=false'),
      200,
    )
    t.equal(await status('/v1/recommendations?appId=1&granularity=campaign_geo'), 503)
    t.equal(await status('/v1/recommendations?appId=1&limit=1'), 503)
  },
)

t.test('what an import has no time to prepare is computed by the first requests', async t => {
  const { dataDir, expected } = await imported(t)
  await rm(join(dataDir, 'spool'), { recursive: true })
  await withStorage({ dataDir, databaseUrl: null }, storage =>
    prepareImported(storage, () => true, 0.5),
  )
  t.same(await filesBelow(join(dataDir, 'spool'), '.parquet'), [])
  t.same(await bodies(await startService(t, { dataDir })), expected)
})

t.test('damaged rows and reports are recomputed from the data and never served', async t => {
  const { dataDir, expected } = await imported(t)
  for (const file of await preparedFiles(dataDir)) {
    const bytes = await readFile(file)
    // A digit of a number stays one.
    bytes[bytes.length - Math.floor(bytes.length / 3)]! ^= 1
    await writeFile(file, bytes)
  }
  const service = await startService(t, { dataDir })
  for (const [place, body] of (await bodies(service)).entries())
    t.equal(body, expected[place], [...PREPARED, ...TOOLS][place]!)
  t.same(await bodies(await restarted(t, service)), expected, 'what replaces them is kept')
})

t.test('removing an app leaves no rows and no report', async t => {
  const { dataDir } = await imported(t)
  const service = await startService(t, { dataDir })
  t.equal((await service.get(PREPARED[0]!)).status, 200)
  t.ok((await preparedFiles(dataDir)).some(name => name.endsWith('.parquet')))
  await removeApps(service.storage.imports, { apps: [1] })
  t.same(await preparedFiles(dataDir), [])
  service.passSecond()
  for (const path of [PREPARED[0]!, PREPARED.at(-1)!])
    t.equal((await service.get(path)).status, 403)
})

async function restarted(t: Test, service: TestService): Promise<TestService> {
  await service.stop()
  return await startService(t, { dataDir: service.dataDir })
}
