import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readdir, rm } from 'node:fs/promises'
import t from 'tap'
import { isDiskFull, noRoomProblem } from '../../../../server/store/files/spool-folder.ts'
import { readConfig } from '../../../../server/core/runtime/config.ts'
import { createService } from '../../../../server/http/service.ts'
import { smallDisk } from '../../../support/full-disk.ts'
import { startService } from '../../../support/started-service.ts'
import { minimalDelivery } from '../../../reference/minimal-delivery.ts'
import { tryLink } from '../../../support/links.ts'

const REPORT = '/v1/report?appId=1&granularity=campaign&format=csv'

t.test(
  'a full disk gives 507 for files, serves lists and keys, shows in /readyz, and clears with space',
  async t => {
    const disk = await smallDisk(t, 24 * 2 ** 20)
    if (disk === undefined) return
    const service = await startService(t, {
      deliveries: [minimalDelivery()],
      place: disk.dir,
      environment: { BASE_URL: 'https://api.example.com' },
    })
    const before = await service.get(REPORT)
    t.equal(before.status, 200)
    t.equal((await service.server.inject('/readyz')).statusCode, 200)
    const { id, key } = await service.keys.create({ companyId: 1 })
    for (const name of await readdir(`${service.dataDir}/spool`))
      await rm(`${service.dataDir}/spool/${name}`)
    await disk.fill()
    service.passSecond()

    t.equal(
      (await service.get(REPORT)).status,
      200,
      'what is small and was asked before is at hand',
    )
    for (const url of [`${REPORT}&limit=2`, `${REPORT}&limit=3`]) {
      const refused = await service.get(url)
      t.equal(refused.status, 507)
      t.match(refused.headers, {
        'content-type': 'application/problem+json',
        'retry-after': /^[1-9]\d*$/,
      })
      t.match(refused.json(), { code: 'insufficient_storage', status: 507 })
    }
    t.match(await tryLink(service), { refusal: { status: 507 } }, 'and so the export tool says')
    const notReady = await service.server.inject('/readyz')
    t.equal(notReady.statusCode, 503)
    t.match(JSON.parse(notReady.payload), { code: 'unavailable', detail: /disk is full/ })
    const asNew = () =>
      service.server.inject({ url: '/v1/apps', headers: { authorization: `Bearer ${key}` } })
    t.equal((await asNew()).statusCode, 200, 'though its first use cannot be noted')
    await service.keys.revoke(id)
    t.equal((await asNew()).statusCode, 401)

    const restarted = await createService(
      readConfig({ DATA_DIR: service.dataDir, PORT: '0', LOG_LEVEL: 'silent' }),
    )
    t.equal((await restarted.server.inject('/healthz')).statusCode, 200, 'a restart succeeds too')
    await restarted.stop()

    await disk.free()
    service.passSecond()
    t.equal((await service.server.inject('/readyz')).statusCode, 200)
    t.same((await service.get(REPORT)).body, before.body)
  },
)

t.test("a full disk is recognized by code or by DuckDB's message, at any depth of an error", t => {
  const coded = Object.assign(new Error('write failed'), { code: 'ENOSPC' })
  const inWords = new Error(
    'IO Error: Could not write file "/data/spool/x": No space left on device',
  )
  const spilled = new Error(
    'Out of Memory Error: failed to offload data block of size 256.0 KiB (3.4 MiB/3.5 MiB used).\n' +
      "This limit was set by the 'max_temp_directory_size' setting.",
  )
  const outOfMemory = new Error(
    'Out of Memory Error: failed to allocate data of size 512.0 KiB (381.2 MiB/381.4 MiB used)',
  )
  for (const error of [
    coded,
    inWords,
    Object.assign(new Error('x'), { code: 'EDQUOT' }),
    new Error('outer', { cause: inWords }),
  ]) {
    t.equal(isDiskFull(error), true)
    t.equal(noRoomProblem(error)?.output.statusCode, 507)
  }
  t.equal(isDiskFull(spilled), false, 'a bound of its own, that an empty spool would not help')
  t.equal(noRoomProblem(spilled)?.output.statusCode, 507)
  t.equal(noRoomProblem(outOfMemory)?.output.statusCode, 507)
  for (const other of [new Error('IO Error: no such file'), 'ENOSPC', null]) {
    t.equal(isDiskFull(other), false)
    t.equal(noRoomProblem(other), undefined)
  }
  t.end()
})

t.test('an unwritable log ends nothing', async t => {
  const full = await open('/dev/full', 'w')
  const source = `import { createLogger } from './server/core/runtime/logger.ts'
    const logger = createLogger('info')
    for (let line = 0; line < 2000; line++) logger.info({ line }, 'request')
    setTimeout(() => process.exit(7), 400)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
    stdio: ['ignore', full.fd, 'inherit'],
  })
  t.same(await once(child, 'exit'), [7, null])
  await full.close()
})
