// Half a minute: the service's process is started a dozen times, and once it writes and loads the whole demo.
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { get, request, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { createApiKey } from '../../server/core/access/keys.ts'
import { sql } from '../../server/core/model/sql.ts'
import { recordsOf } from '../support/store-records.ts'
import { copyStore } from '../support/store/granted-store.ts'
import { start } from '../../server/start.ts'
import { admin } from '../support/admin.ts'
import { openToOthers } from '../support/open-to-others.ts'
import {
  admin as adminProcess,
  failedStart,
  spawnService,
  startProcess,
} from '../support/process.ts'
import { until } from '../support/until.ts'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  revenueRow,
  runRow,
} from '../reference/minimal-delivery.ts'
import { writeDelivery } from '../reference/write-delivery.ts'
import { elapse } from '../support/pauses.ts'

/** A store with the demo and no key, as the first test left it: loading the demo once more takes half a minute. */
const demoStore = `${t.testdir({ demo: {} })}/demo`

function ask(url: string, key: string) {
  return fetch(url, { headers: { authorization: `Bearer ${key}` } })
}

/** Asks until the answer is as wished. A running service sees within 5 s what the CLI does; the rest is room for a busy machine. */
async function soon(question: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + 30_000
  while (Date.now() < end) {
    if (await question()) return true
    await elapse(50)
  }
  return question()
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

t.test('a fresh start loads the demo once, and SIGTERM stops it after open downloads', async t => {
  const folder = `${t.testdir()}/deep`
  const dataDir = `${folder}/in/here`
  const port = await freePort()
  const whileLoading = async (stderr: () => string): Promise<void> => {
    await until('it loads the demo', () => stderr().includes('loading a demo'))
    const [alive, ready, apps] = await Promise.all(
      ['/healthz', '/readyz', '/v1/apps'].map(path => fetch(`http://127.0.0.1:${port}${path}`)),
    )
    t.strictSame([alive!.status, ready!.status, apps!.status], [200, 503, 503])
    t.match(await apps!.json(), { code: 'unavailable', detail: /^The service is starting/ })
    t.notMatch(stderr(), 'uascope_')
  }
  const first = await startProcess(
    t,
    { DATA_DIR: dataDir, LOG_LEVEL: 'info', PORT: String(port) },
    whileLoading,
  )
  t.strictSame(await openToOthers(folder), [], 'nothing of the demo can be read by others')
  const keys = [...first.stdout().matchAll(/^API key: (uascope_\w{38}) \(\S.*\)$/gm)].map(
    ([, key]) => key!,
  )
  t.equal(keys.length, 2, 'a key for each company')
  t.match(
    first.stdout(),
    /^API key: \S+ \(Nordlys Spielestudio\)\nAPI key: \S+ \(.+\)\nListening on http:\/\/127\.0\.0\.1:\d+\n$/,
    'nothing else on stdout',
  )
  await until('it says where a person begins', () =>
    first.stderr().includes(`Open in a browser: ${first.url}/\n`),
  )
  t.match(
    first.stderr(),
    /^The store is empty: loading a demo, about \d+ s .*\nMaking the demo\n(Making the demo: [1-9]0 %, \d+ s left\n)+Making the demo: 100 %\nImporting the demo\nOpen in a browser: .*\n$/,
  )
  const apps = await Promise.all(
    keys.map(
      async key => (await ask(`${first.url}/v1/apps`, key)).json() as Promise<{ id: number }[]>,
    ),
  )
  for (const own of apps) t.ok(own.length > 0)
  t.notSame(apps[0], apps[1])
  for (const path of ['/v1/recommendations', '/v1/alerts']) {
    t.ok(
      (
        (await (
          await ask(`${first.url}${path}?appId=${apps[0]![0]!.id}`, keys[0]!)
        ).json()) as unknown[]
      ).length > 0,
      path,
    )
  }

  // A large file, whose reader stops for a while.
  const startDate = new Date(Date.now() - 400 * 86_400_000).toISOString().slice(0, 10)
  const query =
    `appId=${apps[0]![0]!.id}&granularity=campaign_geo&startDate=${startDate}` +
    '&metrics=ltv,roas,spend,installs,cpi&roasTypes=paid,incremental_blended,full_blended&revenueTypes=gross,net'
  const url = `${first.url}/v1/report?${query}&format=csv`
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { headers: { authorization: `Bearer ${keys[0]}` } }, resolve).on('error', reject),
  )
  t.equal(response.statusCode, 200)
  const size = Number(response.headers['content-length'])
  t.ok(size > 4_000_000, `${size} bytes are more than the connection's buffers take`)
  await once(response, 'readable')
  first.signal('SIGTERM')
  // As from npm, when a terminal or systemd has sent it to the service too.
  await elapse(100)
  first.signal('SIGTERM')
  const refused = await soon(async () =>
    ask(`${first.url}/healthz`, '').then(
      () => false,
      () => true,
    ),
  )
  t.ok(refused, 'nobody new is let in')
  let received = 0
  response.on('data', (chunk: Buffer) => {
    received += chunk.length
  })
  await once(response, 'end')
  t.equal(received, size)
  t.ok(response.complete)
  const ended = await first.ended
  t.equal(ended.code, 0, `signal ${ended.signal}: ${ended.stderr}`)

  const log = ended.stdout
    .split('\n')
    .slice(3, -1)
    .map(line => JSON.parse(line) as Record<string, unknown>)
  t.match(
    log.find(({ operation }) => operation === 'getReport'),
    {
      status: 200,
      company: Number,
      requestId: String,
      durationMs: Number,
      time: /Z$/,
    },
  )
  t.notMatch(ended.stdout.split('\n').slice(3).join('\n'), /uascope_/, 'no key is logged')
  t.strictSame(
    log.filter(({ reason }) => reason === 'SIGTERM').map(({ level, message }) => [level, message]),
    [
      ['info', 'stopping'],
      ['info', 'stopped'],
    ],
  )

  const second = await startProcess(t, { DATA_DIR: dataDir })
  t.notMatch(second.stdout(), /API key/)
  await until('it says how to make a key', () =>
    second.stderr().includes(' keys create --company ID` makes an API key (1: '),
  )
  t.equal((await ask(`${second.url}/v1/apps`, createApiKey())).status, 401)
  const made = (await adminProcess(dataDir, 'keys', 'create', '--company', '1')).stdout.trim()
  t.equal((await ask(`${second.url}/v1/apps`, made)).status, 200, 'a new key works at once')
  t.strictSame(
    await (await ask(`${second.url}/v1/apps`, keys[0]!)).json(),
    apps[0],
    "the first start's keys and data",
  )
  second.signal('SIGINT')
  t.equal((await second.ended).code, 0)
  await copyStore(dataDir, demoStore)
  const records = await recordsOf(t, demoStore)
  await records.write(sql`DELETE FROM api_keys`)
})

t.test('production logs contain no key unless configured', async t => {
  const dataDir = t.testdir()
  await copyStore(demoStore, dataDir)
  const quiet = await startProcess(t, { DATA_DIR: dataDir, NODE_ENV: 'production' })
  t.match(quiet.stdout(), /^Listening on \S+\n$/)
  await until('it says why', () =>
    /Keys of the demo are not printed into a log: .*keys create --company ID/.test(quiet.stderr()),
  )
  t.notMatch(quiet.stderr(), /uascope_/)
  t.strictSame(
    JSON.parse((await admin(dataDir, 'keys', 'list', '--json')).stdout),
    [],
    'nor is one made that nobody has',
  )
  quiet.signal('SIGTERM')
  await quiet.ended
  const withDemo = await startProcess(t, { DATA_DIR: dataDir, NODE_ENV: 'production', DEMO: 'on' })
  t.match(withDemo.stdout(), /^(API key: uascope_\w{38} \(.+\)\n){2}Listening/)
})

t.test(
  'a service without the demo is empty until an import; a running service sees CLI changes',
  async t => {
    const dir = t.testdir({ data: {} })
    const { url, signal, ended, stdout, stderr } = await startProcess(t, {
      DATA_DIR: `${dir}/data`,
      DEMO: 'off',
    })
    t.match(stdout(), /^Listening on \S+\n$/)
    await until('it says what to do', () =>
      /The store is empty: `node \S+admin\.js import FOLDER` loads a delivery\.\n$/.test(stderr()),
    )
    t.ok(await soon(async () => (await fetch(`${url}/readyz`)).status === 200), 'ready')
    t.match(await admin(`${dir}/data`, 'keys', 'create', '--company', '1'), {
      code: 1,
      stdout: '',
      stderr: /import/,
    })

    await writeDelivery(`${dir}/first`, minimalDelivery(), { format: 'csv' })
    t.match(await adminProcess(`${dir}/data`, 'import', `${dir}/first`), { code: 0 })
    const { stdout: key } = await adminProcess(`${dir}/data`, 'keys', 'create', '--company', '1')
    const spend = async () =>
      (
        await ask(
          `${url}/v1/report?appId=1&granularity=campaign&metrics=spend&format=csv`,
          key.trim(),
        )
      ).text()
    t.ok(await soon(async () => (await spend()).includes('Alpha,10.0')), 'an import and a key')

    await writeDelivery(
      `${dir}/second`,
      {
        apps: [appRow({ name: 'Renamed' })],
        runs: [runRow({ run_id: 9, created_at: '2026-04-01T06:00:00.000Z' })],
        cohorts: [cohortRow({ run_id: 9, spend: '11' })],
        cohort_revenue: [revenueRow({ run_id: 9 })],
      },
      { format: 'parquet' },
    )
    t.match(await admin(`${dir}/data`, 'import', `${dir}/second`), { code: 0 })
    t.ok(await soon(async () => (await spend()).includes('Alpha,11.0')), 'another import')
    t.match(await (await ask(`${url}/v1/apps`, key.trim())).json(), [{ name: 'Renamed' }])

    const [{ id }] = JSON.parse((await admin(`${dir}/data`, 'keys', 'list', '--json')).stdout) as [
      { id: string },
    ]
    t.match(await admin(`${dir}/data`, 'keys', 'revoke', id), { code: 0 })
    t.ok(
      await soon(async () => (await ask(`${url}/v1/apps`, key.trim())).status === 401),
      'a revoked key',
    )
    signal('SIGTERM')
    t.equal((await ended).code, 0)
  },
)

t.test('a signal stops a start too; the next start cleans up and completes the work', async t => {
  const dataDir = t.testdir()
  const interrupted = spawnService({ DATA_DIR: dataDir })
  t.teardown(() => interrupted.child.kill('SIGKILL'))
  const demo = async () =>
    (await readdir(join(dataDir, 'staging')).catch((): string[] => [])).filter(name =>
      name.startsWith('import-'),
    )
  await until('it writes the demo', async () => (await demo()).length > 0)
  interrupted.child.kill('SIGTERM')
  t.match(await interrupted.ended, {
    code: 0,
    stdout: '',
    stderr: /The start was stopped by SIGTERM\.\n$/,
  })

  const killed = spawnService({ DATA_DIR: dataDir })
  t.teardown(() => killed.child.kill('SIGKILL'))
  const left = () =>
    demo().then(names => names.some(name => name.startsWith(`import-${killed.child.pid}-`)))
  await until('it writes the demo', left)
  killed.child.kill('SIGKILL')
  await killed.ended
  t.ok(await left(), 'a killed one leaves what it wrote')
  // As though it had been killed between the end of its import and the first key: the catalog comes last.
  await copyStore(demoStore, dataDir)

  const served = await startProcess(t, { DATA_DIR: dataDir })
  const [key] = /uascope_\w{38}/.exec(served.stdout()) ?? []
  t.match(served.stdout(), /^(API key: \S+ \(.+\)\n){2}Listening/, 'the keys that nobody was given')
  t.equal((await ask(`${served.url}/v1/apps`, key!)).status, 200)
  t.strictSame(await demo(), [])
  served.signal('SIGTERM')
  await served.ended
})

t.test('the service prints its listening address, whatever its public address', async t => {
  const { url, stdout } = await startProcess(t, {
    DATA_DIR: t.testdir(),
    DEMO: 'off',
    BASE_URL: 'https://ads.example.com/api',
  })
  t.match(
    stdout(),
    /^Listening on http:\/\/127\.0\.0\.1:\d+ \(public address https:\/\/ads\.example\.com\/api\)\n$/,
  )
  t.equal((await fetch(`${url}/healthz`)).status, 200)
})

t.test('the service says if other machines can reach it but no public address is set', async t => {
  const { url, stderr } = await startProcess(t, {
    DATA_DIR: t.testdir(),
    DEMO: 'off',
    HOST: '0.0.0.0',
  })
  await until('it says what to set', () => stderr().includes('BASE_URL is not set'))
  const port = new URL(url).port
  t.match(stderr(), `links lead to ${url}, which only this machine reaches`)
  const refused = await new Promise<string>((resolve, reject) => {
    const clientRequest = request(
      { port, path: '/v1/mcp', method: 'POST', headers: { host: 'uascope.lan' } },
      answer => {
        let text = ''
        answer
          .on('data', (part: Buffer) => (text += part.toString()))
          .on('end', () => resolve(text))
      },
    )
    clientRequest.on('error', reject).end()
  })
  t.match(JSON.parse(refused), {
    status: 403,
    code: 'host_forbidden',
    detail: /BASE_URL or ALLOWED_HOSTS/,
  })
})

t.test('a failed start prints the reason', async t => {
  const dataDir = t.testdir({ older: { 'catalog.json': '{}' } })
  const older = `${dataDir}/older`
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.teardown(() => taken.close())
  const port = String((taken.address() as AddressInfo).port)
  let starts = 0
  const environmentOf = (environment: object) => ({
    DATA_DIR: join(dataDir, String(++starts)),
    DEMO: 'off',
    ...environment,
  })
  const outcomes = await Promise.all(
    (
      [
        [{ RATE_LIMIT: '0' }, /RATE_LIMIT/],
        [
          { RATE_LIMIT: '0', WEB: 'yes' },
          /^uascope cannot start: 2 errors in the environment:\n  RATE_LIMIT must .*\n  WEB must be on or off; got "yes"\n$/,
        ],
        [
          { PORT: port, DEMO: 'on', DATA_DIR: join(dataDir, 'untouched') },
          new RegExp(`^uascope cannot start: PORT ${port} of HOST .* is already in use\\n$`),
        ],
        [{ HOST: '192.0.2.1' }, /HOST.*192\.0\.2\.1|192\.0\.2\.1.*HOST/],
        [{ DATA_DIR: '/dev/null/data' }, /DATA_DIR/],
        [{ DATA_DIR: '/proc/uascope' }, /DATA_DIR \/proc\/uascope cannot be used/],
        [{ DATA_DIR: older }, /DATA_DIR .* was written by a version of uascope before 1\.3/],
      ] as const
    ).map(async ([environment, message]) => ({
      environment,
      message,
      ended: await failedStart(environmentOf(environment)),
    })),
  )
  for (const { environment, message, ended } of outcomes) {
    t.match(ended, { code: 1, stdout: '', stderr: message }, JSON.stringify(environment))
    t.notMatch(ended.stderr, /\n +at /, 'no stack')
    t.notMatch(ended.stderr, /u:p@/)
  }
  t.notOk(
    (await readdir(dataDir)).includes('untouched'),
    'a busy port is met before anything is made',
  )
  // What the environment alone is at fault for ends the process likewise, before anything is open: no process is needed to see it.
  for (const [environment, message] of [
    [{ PORT: 'http' }, /PORT must be a port/],
    [{ DEMO: 'no' }, /DEMO must be on or off/],
    [{ EXPORT_SECRET: 'short' }, /EXPORT_SECRET/],
    [{ DATABASE_URL: 'mysql://u:p@127.0.0.1/x' }, /EXPORT_SECRET is required with DATABASE_URL/],
    [{ PORT: 'x', HOST: '999.1.1.1' }, /HOST must be .*; got "999\.1\.1\.1"; PORT must be/],
  ] as const) {
    const fault = await start(environmentOf(environment)).then(
      () => undefined,
      error => error as Error,
    )
    t.match(fault, { message }, JSON.stringify(environment))
    t.notMatch(fault?.message, /\n/, 'one line')
    t.notMatch(fault?.message, /u:p@/)
  }
})

t.test('a data directory serves one service, and only its own store', async t => {
  const dataDir = t.testdir()
  const environment = { DATA_DIR: dataDir, DEMO: 'off' }
  const first = await startProcess(t, environment)
  t.match(await failedStart(environment), {
    code: 1,
    stderr: new RegExp(
      `DATA_DIR ${dataDir} is in use by another service( \\(process \\d+\\))?. Stop that one, or set DATA_DIR`,
    ),
  })
  t.match(await adminProcess(environment, 'status'), { code: 0 }, 'commands work beside it')
  first.signal('SIGKILL')
  await first.ended
  const next = await startProcess(t, environment)
  next.signal('SIGTERM')
  t.match(await next.ended, { code: 0 }, 'however the one before ended')

  const delivery = join(dataDir, 'delivery')
  await writeDelivery(delivery, minimalDelivery(), { format: 'csv' })
  t.match(await adminProcess(environment, 'import', delivery), { code: 0 })
  await rm(join(dataDir, 'records/records.sqlite'))
  const files = async () =>
    (await readdir(dataDir, { recursive: true }))
      .filter(name => !/^(staging|spill)/.test(name))
      .sort()
  const before = await files()
  for (const demo of ['on', 'off']) {
    t.match(await failedStart({ DATA_DIR: dataDir, DEMO: demo }), {
      code: 1,
      stderr: /records.sqlite is missing from DATA_DIR .*Nothing was changed/,
    })
  }
  for (const options of [[], ['--check']]) {
    t.match(await adminProcess(environment, 'import', delivery, ...options), {
      code: 1,
      stderr: /records.sqlite is missing from DATA_DIR/,
    })
  }
  t.strictSame(await files(), before, 'nothing is removed or made up')
})

t.test('the demo is not loaded beside foreign files', async t => {
  const left = { 'export-secret.0123456789ab.tmp': '' }
  const dataDir = t.testdir({ 'deliveries-2026': { 'apps.csv': '' }, 'notes.txt': 'x', ...left })
  const service = await startProcess(t, { DATA_DIR: dataDir })
  t.match(
    service.stderr(),
    /The store is empty, but DATA_DIR .* is not \(deliveries-2026, notes.txt\): no demo was loaded/,
  )
  service.signal('SIGTERM')
  await service.ended
})
