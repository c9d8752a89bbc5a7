import { inspect } from 'node:util'
import t from 'tap'
import {
  ConnectionError,
  Connection,
  getAlerts,
  listApps,
  UascopeClient,
  UascopeError,
} from '../../client/src/index.ts'
import { TestService } from '../../server/http/testing/index.ts'
import { answer, faultyServer, json, problem } from './support/faulty-server.ts'
import { quiet } from '../support/pauses.ts'

const key = 'uascope_secretsecret'
function clientOf(baseUrl: string, options = {}) {
  return new UascopeClient({ apiKey: key, baseUrl, ...options })
}

t.test('each method requests its operation', async t => {
  const file = answer(200, { 'content-type': 'text/csv' }, 'a,b')
  const server = await faultyServer(
    t,
    json([]),
    json([]),
    json([]),
    json([]),
    json([]),
    json([]),
    json({}),
    json([]),
    file,
  )
  const client = clientOf(`${server.url}/base//`)
  await client.listApps()
  await client.getRecommendations({
    appId: 1,
    granularity: 'campaign_geo',
    countries: ['US', 'Unknown'],
  })
  await client.getAlerts({
    appId: 1,
    alertGroups: ['BIDS', 'bids', 'analytics'],
    platforms: ['IOS'],
  })
  await client.getRecommendations({
    appId: 1,
    actions: ['SCALE', 'hold'],
    statuses: ['HIGH'],
    minDailySpend: 5,
    since: '2026-03-01',
    changed: true,
  })
  await client.getAlerts({ appId: 1, startDate: '2026-03-01', distinct: true })
  await client.getOverview()
  await client.getAppSettings({ appId: 1 })
  await client.listCampaigns({ appId: 1, platforms: ['WEB'], countries: ['US'] })
  await (
    await client.getReport({ appId: 1, granularity: 'campaign', campaigns: ['US, Tier 1'] })
  ).bytes()
  await (await client.getRoasHistory({ appId: 1, granularity: 'app', dsi: 7 })).bytes()
  t.same(
    server.requests.map(({ path }) => decodeURIComponent(path)),
    [
      '/base/v1/apps',
      '/base/v1/recommendations?appId=1&granularity=campaign_geo&countries=US,Unknown',
      '/base/v1/alerts?appId=1&alertGroups=bids,analytics&platforms=ios',
      '/base/v1/recommendations?appId=1&actions=scale,hold&statuses=high&minDailySpend=5&since=2026-03-01&changed=true',
      '/base/v1/alerts?appId=1&startDate=2026-03-01&distinct=true',
      '/base/v1/overview',
      '/base/v1/app-settings?appId=1',
      '/base/v1/campaigns?appId=1&platforms=web&countries=US',
      '/base/v1/report?appId=1&granularity=campaign&campaigns="US, Tier 1"',
      '/base/v1/roas-history?appId=1&granularity=app&dsi=7',
    ],
  )
  t.ok(server.requests.every(({ headers }) => headers['authorization'] === `Bearer ${key}`))
})

t.test('plain JavaScript learns which required parameters a call lacks', async t => {
  const client = new UascopeClient(new TestService().options)
  const untyped = client as unknown as { getReport: () => Promise<unknown> }
  await t.rejects(untyped.getReport(), {
    status: 400,
    message: /^400 invalid_parameter: appId: .*; granularity: /,
  })
})

t.test('text that a URL cannot contain fails the call, in any parameter', async t => {
  const server = await faultyServer(t, json([]))
  const client = clientOf(server.url)
  const networks = ['\ud83c']
  const calls = [
    () => client.getRecommendations({ appId: 1, networks }),
    () => client.getAlerts({ appId: 1, networks }),
    () => client.getReport({ appId: 1, granularity: 'campaign', networks }),
    () => client.getRoasHistory({ appId: 1, granularity: 'campaign', networks }),
    () =>
      getAlerts(new Connection({ apiKey: key, baseUrl: server.url }), {
        appId: 1,
        networks,
      }).withResponse(),
  ]
  for (const call of calls) {
    let made: Promise<unknown> | undefined
    t.doesNotThrow(() => {
      made = call()
    })
    await t.rejects(made!, { name: 'UascopeError', message: /^networks is not valid Unicode text/ })
  }
  t.equal(server.requests.length, 0)
})

t.test('the functions return the same as the methods', async t => {
  const server = await faultyServer(t, json([{ id: 1 }]))
  t.match(await listApps(new Connection({ apiKey: key, baseUrl: server.url })), [{ id: 1 }])
})

t.test('unknown enum values and new fields pass through', async t => {
  const future = [{ id: 1, platform: 'CONSOLE', action: 'DOUBLE', brandNew: { deep: [1] } }]
  const server = await faultyServer(t, json(future))
  const [recommendation] = await clientOf(server.url).getRecommendations({ appId: 1 })
  t.same(recommendation, future[0])
  const failing = await faultyServer(t, problem(418, 'brand_new_code', 'New.'))
  t.match(
    await clientOf(failing.url)
      .listApps()
      .catch((error: unknown) => error),
    { status: 418, code: 'brand_new_code' },
  )
})

t.test('withResponse() and asResponse() give the raw response', async t => {
  const server = await faultyServer(
    t,
    json([{ id: 1 }], { 'x-request-id': 'req-1', ratelimit: '"company";r=12;t=34' }),
  )
  const { data, response } = await clientOf(server.url).listApps().withResponse()
  t.match(data, [{ id: 1 }])
  t.equal(response.status, 200)
  t.equal(response.headers.get('ratelimit'), '"company";r=12;t=34')
  t.equal(await response.text(), '[{"id":1}]')
  t.equal((await clientOf(server.url).listApps().asResponse()).headers.get('x-request-id'), 'req-1')
  const files = await faultyServer(
    t,
    answer(200, { 'content-type': 'text/csv', 'total-rows': 1 }, 'a,b'),
  )
  const raw = await clientOf(files.url)
    .getReport({ appId: 1, granularity: 'campaign' })
    .asResponse()
  t.equal(raw.headers.get('total-rows'), '1')
  t.equal(await raw.text(), 'a,b')
})

t.test(
  'a failure through withResponse() or asResponse() is not an unhandled rejection',
  async t => {
    const seen: unknown[] = []
    const onUnhandled = (reason: unknown) => seen.push(reason)
    process.on('unhandledRejection', onUnhandled)
    const server = await faultyServer(t, problem(400, 'invalid_parameter', 'No.'))
    await t.rejects(clientOf(server.url).listApps().withResponse())
    await t.rejects(clientOf(server.url).listApps().asResponse())
    await quiet(20)
    process.off('unhandledRejection', onUnhandled)
    t.same(seen, [])
  },
)

t.test("a call's headers override the client's", async t => {
  const server = await faultyServer(t, json([]))
  await clientOf(server.url, { headers: { 'x-a': 'client', 'x-b': 'client' } }).listApps({
    headers: { 'x-b': 'call', 'x-request-id': 'mine' },
  })
  t.match(server.requests[0]!.headers, {
    'x-a': 'client',
    'x-b': 'call',
    'x-request-id': 'mine',
    authorization: `Bearer ${key}`,
  })
})

t.test('an invalid header is refused by name, without its value', async t => {
  const server = await faultyServer(t, json([]))
  for (const headers of [
    { 'bad name': 'secretsecret' },
    { 'x-bad': 'secretsecret\n' + key },
    { 'x-bad': 'secretsecret\u20ac' },
  ]) {
    const refusal = { name: 'UascopeError', message: /^(?!.*secretsecret).*"(bad name|x-bad)"/s }
    t.throws(() => clientOf(server.url, { headers }), refusal)
    await t.rejects(clientOf(server.url).listApps({ headers }), refusal)
  }
  t.equal(server.requests.length, 0)
})

t.test('the fetch option replaces the global fetch', async t => {
  const urls: string[] = []
  const client = new UascopeClient({
    apiKey: null,
    baseUrl: 'http://inside.test',
    fetch: async (url, { headers, signal }) => {
      urls.push(url)
      t.notOk('authorization' in headers, 'null: no key is sent')
      t.type(signal, AbortSignal)
      return Response.json([])
    },
  })
  t.same(await client.listApps(), [])
  t.same(urls, ['http://inside.test/v1/apps'])
})

t.test('fetchOptions reach fetch, but not over what the client sets', async t => {
  const sent: object[] = []
  const fetch = (_url: string, init: object) => {
    sent.push(init)
    return Promise.resolve(new Response('[]', { headers: { 'content-type': 'application/json' } }))
  }
  const dispatcher = {}
  const client = clientOf('http://uascope.test', {
    fetch,
    fetchOptions: { dispatcher, cache: 'no-store', method: 'POST' },
  })
  await client.listApps()
  t.match(sent, [{ dispatcher, cache: 'no-store', method: 'GET' }])
})

t.test('withOptions() gives a client with the other options of this one', async t => {
  const server = await faultyServer(t, json([]), problem(503, 'unavailable', 'Busy.'), json([]))
  const client = clientOf(server.url, { headers: { 'x-team': 'growth' } })
  const patient = client.withOptions({ maxRetries: 1 })
  t.same(await client.listApps(), [])
  t.same(await patient.listApps(), [], 'it retries')
  t.strictSame(
    server.requests.map(({ headers }) => headers['x-team']),
    ['growth', 'growth', 'growth'],
  )
  t.throws(() => client.withOptions({ timeout: 0 }), {
    message: /`timeout` must be a number, at least 1/,
  })
})

t.test('the environment can supply key and address', async t => {
  const server = await faultyServer(t, json([]))
  t.teardown(() => {
    delete process.env['UASCOPE_API_KEY']
    delete process.env['UASCOPE_BASE_URL']
  })
  t.throws(() => new UascopeClient({ baseUrl: server.url }), /UASCOPE_API_KEY/)
  t.throws(() => new UascopeClient({ apiKey: key }), /UASCOPE_BASE_URL/)
  process.env['UASCOPE_API_KEY'] = `${key}\n`
  process.env['UASCOPE_BASE_URL'] = server.url
  await new UascopeClient().listApps()
  t.equal(server.requests[0]!.headers['authorization'], `Bearer ${key}`)
})

t.test('an unusable address or key is refused immediately', async t => {
  for (const baseUrl of ['', 'not an address', 'ftp://a', 'http://user:pass@host', '/relative']) {
    t.throws(() => clientOf(baseUrl), UascopeError, baseUrl)
  }
  for (const apiKey of ['', ' ', 'a b', 'uascope_\u00e9', 'a\r\nb: c']) {
    t.throws(() => clientOf('http://a', { apiKey }), {
      name: 'UascopeError',
      message: /^(?!.*(a b|b: c))/s,
    })
  }
})

t.test('a browser gets no client with a key unless the program allows it', t => {
  Object.assign(globalThis, { document: {} })
  t.teardown(() => Reflect.deleteProperty(globalThis, 'document'))
  for (const apiKey of ['uascope_x', () => 'uascope_x']) {
    t.throws(() => clientOf('http://a', { apiKey }), {
      name: 'UascopeError',
      message: /can read its API key.*`allowBrowser`/,
    })
    t.doesNotThrow(() => clientOf('http://a', { apiKey, allowBrowser: true }))
  }
  t.doesNotThrow(() => clientOf('http://a', { apiKey: null }))
  t.end()
})

t.test('neither the log nor the printed client shows a credential', async t => {
  const server = await faultyServer(
    t,
    problem(503, 'unavailable', 'Busy.', { 'set-cookie': 'session=secretsecret' }),
    json([]),
  )
  const log: unknown[] = []
  const note = (...entry: unknown[]) => log.push(entry)
  const names = [
    'x-api-key',
    'proxy-authorization',
    'x-auth',
    'x-password',
    'x-session-id',
    'x-amz-signature',
    'x-credentials',
  ]
  const secrets = Object.fromEntries(names.map(name => [name, 'secretsecret']))
  const client = clientOf(server.url, {
    logger: { debug: note, warn: note },
    headers: { ...secrets, 'x-open': 'seen' },
  })
  await client.listApps()
  const text = inspect(log, { depth: 9 })
  t.notMatch(text, /secretsecret/)
  t.match(text, /x-open': 'seen/)
  t.match(text, /retrying/)
  t.equal(log.length, 5, 'two requests, two answers, one retry')
  t.notMatch(
    inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client),
    /secretsecret/,
  )
  const error: unknown = await clientOf('http://127.0.0.1:1', { maxRetries: 0 })
    .listApps()
    .catch((error: unknown) => error)
  t.type(error, ConnectionError)
  t.notMatch(inspect(error, { depth: 9, showHidden: true }), /secretsecret/)
})

t.test('a logger that throws does not break a call', async t => {
  const unhandled: unknown[] = []
  const onUnhandled = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', onUnhandled)
  const server = await faultyServer(t, problem(503, 'unavailable', 'Busy.'), json([]))
  const debug = () => {
    throw new Error('full')
  }
  const warn = async () => {
    throw new Error('full')
  }
  t.same(await clientOf(server.url, { logger: { debug, warn } }).listApps(), [])
  t.equal(server.requests.length, 2)
  await quiet(20)
  process.off('unhandledRejection', onUnhandled)
  t.same(unhandled, [])
})

t.test('an address may end in /v1', async t => {
  const server = await faultyServer(t, json([]))
  for (const end of ['', '/', '/v1', '/v1/']) {
    t.same(
      await new UascopeClient({ apiKey: 'uascope_x', baseUrl: server.url + end }).listApps(),
      [],
    )
  }
  t.same([...new Set(server.requests.map(({ path }) => path))], ['/v1/apps'])
})

t.test('an unknown option is refused at run time too', async t => {
  const options = { apiKey: 'uascope_x', baseUrl: 'http://127.0.0.1:9', apikey: 'x' }
  t.throws(() => new UascopeClient(options), {
    message: /Unknown option `apikey`; available: apiKey, allowBrowser, baseUrl/,
  })
  const client = new UascopeClient({ apiKey: 'uascope_x', baseUrl: 'http://127.0.0.1:9' })
  const call: object = { timeot: 5 }
  await t.rejects(client.listApps(call), {
    message: /Unknown option `timeot`; available: signal, timeout/,
  })
})
