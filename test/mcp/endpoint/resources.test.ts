import { readFileSync } from 'node:fs'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import t, { type Test } from 'tap'
import { startService } from '../../support/started-service.ts'
import { call, post, type RawAnswer } from '../../support/mcp-endpoint.ts'
import { repository } from '../../support/repository.ts'

const REVISION = '2026-07-28'
const MIME_TYPE = 'text/html;profile=mcp-app'
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {
    extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [MIME_TYPE] } },
  },
}
/** Which tool has which view. */
const VIEWS: Record<string, string> = {
  svc_get_recommendations: 'ui://uascope/recommendations',
  svc_get_report: 'ui://uascope/report',
  svc_get_roas_history: 'ui://uascope/roas-history',
  svc_get_alerts: 'ui://uascope/alerts',
}
const URIS = Object.values(VIEWS)

type Ask = (method: string, params?: unknown) => Promise<RawAnswer>

/** The real service, asked in every way in which it can be asked. */
async function start(t: Test, environment: Record<string, string> = {}) {
  const { server, keyOf } = await startService(t, { environment })
  await server.start()
  const url = `${server.info.uri}/v1/mcp`
  const key = await keyOf(1)
  const of2025 =
    (headers: Record<string, string>): Ask =>
    (method, params) =>
      post(
        url,
        key,
        { jsonrpc: '2.0', id: 'a', method, ...(params === undefined ? {} : { params }) },
        headers,
      )
  const ways: Record<string, Ask> = {
    'without a revision': of2025({}),
    '2025-03-26': of2025({ 'mcp-protocol-version': '2025-03-26' }),
    '2025-06-18': of2025({ 'mcp-protocol-version': '2025-06-18' }),
    '2025-11-25': of2025({ 'mcp-protocol-version': '2025-11-25' }),
    [REVISION]: (method, params) => {
      const all = typeof params === 'object' && !Array.isArray(params) ? params : {}
      const { uri, name } = all as { uri?: unknown; name?: unknown }
      const named = uri ?? name
      const headers: Record<string, string> = {
        'mcp-protocol-version': REVISION,
        'mcp-method': method,
      }
      if (typeof named === 'string' && named.length < 3000) headers['mcp-name'] = named
      return post(
        url,
        key,
        { jsonrpc: '2.0', id: 'a', method, params: { ...all, _meta: ENVELOPE } },
        headers,
      )
    },
  }
  return { url, key, ways, ask: ways['2025-11-25']! }
}

t.test('views are resources in every revision', async t => {
  const { ways, ask } = await start(t, { RATE_LIMIT: '1000' })

  t.test('capabilities are declared and do not change', async t => {
    const resources = { subscribe: false, listChanged: false }
    for (const protocolVersion of ['2025-03-26', '2025-06-18', '2025-11-25']) {
      const { json } = await ask('initialize', {
        protocolVersion,
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      })
      t.match(json.result, { protocolVersion, capabilities: { resources } })
    }
    const { json } = await ways[REVISION]!('server/discover')
    t.match(json.result.capabilities, {
      resources,
      extensions: { 'io.modelcontextprotocol/ui': {} },
    })
  })

  for (const [way, ask] of Object.entries(ways)) {
    t.test(way, async t => {
      const listed = await ask('resources/list')
      t.equal(listed.status, 200, listed.text)
      const { resources } = listed.json.result as { resources: { uri: string }[] }
      t.strictSame(
        resources.map(({ uri }) => uri),
        URIS,
        'addresses stay',
      )
      for (const resource of resources)
        t.match(resource, {
          name: /^[a-z-]+$/,
          title: /^[A-Z]/,
          description: /\.$/,
          mimeType: MIME_TYPE,
        })
      t.strictSame((await ask('resources/templates/list')).json.result.resourceTemplates, [])

      const tools = (await ask('tools/list')).json.result.tools as {
        name: string
        _meta?: object
      }[]
      for (const { name, _meta } of tools) {
        const resourceUri = VIEWS[name]
        t.strictSame(
          _meta,
          resourceUri === undefined
            ? undefined
            : { ui: { resourceUri }, 'ui/resourceUri': resourceUri },
          name,
        )
      }

      for (const uri of URIS) {
        const { status, headers, json } = await ask('resources/read', { uri })
        t.equal(status, 200)
        t.match(headers.get('content-type'), /^application\/json/)
        const [content, ...more] = json.result.contents
        t.strictSame(more, [])
        t.match(content, { uri, mimeType: MIME_TYPE })
        const file = `${repository}server/web/dist/views/${uri.slice('ui://uascope/'.length)}.html`
        t.ok(content.text === readFileSync(file, 'utf8'), `${uri} as it was built`)
        // The specification's defaults say the same as empty lists, but not every host has them.
        t.strictSame(content._meta, {
          ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true },
        })
      }

      const kept = [
        listed,
        await ask('resources/templates/list'),
        await ask('resources/read', { uri: URIS[0] }),
      ]
      for (const { json } of kept) {
        t.match(
          json.result,
          way === REVISION ? { resultType: 'complete', ttlMs: 300_000, cacheScope: 'public' } : {},
        )
        t.equal('ttlMs' in json.result, way === REVISION)
      }
    })
  }
})

t.test('unreadable input is described', async t => {
  const { ways } = await start(t, { RATE_LIMIT: '1000' })
  const long = `ui://uascope/${'a'.repeat(100_000)}`
  for (const [way, ask] of Object.entries(ways)) {
    t.test(way, async t => {
      const errorOf = async (params: unknown) => {
        const { status, json, text } = await ask('resources/read', params)
        t.ok(status === 200 || status === 400, `${status}`)
        t.match(json, { id: 'a', error: { code: -32602 } }, text.slice(0, 200))
        t.ok(text.length < 2000, `${text.length} characters`)
        return json.error as { message: string; data?: { uri: string } }
      }
      for (const uri of [
        'ui://uascope/nothing',
        'ui://uascope/report/',
        'ui://uascope/Report',
        'ui://uascope/../report',
        'file:///etc/passwd',
        'report',
        '',
      ]) {
        const { message, data } = await errorOf({ uri })
        t.equal(data?.uri, uri)
        t.match(
          message,
          `Unknown resource ${JSON.stringify(uri)}; available: ui://uascope/recommendations, `,
        )
      }
      t.equal(
        (await errorOf({ uri: long })).message,
        'Invalid params: params.uri: has more than 2048 characters',
      )
      t.equal((await errorOf({ uri: long.slice(0, 2000) })).data?.uri.length, 200)
      const odd: [unknown, RegExp][] = [
        [{}, /params\.uri: expected string, and it is missing/],
        [{ uri: 5 }, /params\.uri: expected string, received number/],
        [{ uri: null }, /params\.uri: expected string, received null/],
        [{ uri: [URIS[0]] }, /params\.uri: expected string, received array/],
        [{ uri: { toString: 'x' } }, /params\.uri: expected string, received object/],
      ]
      if (way !== REVISION) {
        odd.push([undefined, /params: expected object, and it is missing/])
        odd.push([[], /params: expected object, received array/])
        odd.push(['x', /params: expected object, received string/])
      }
      for (const [params, message] of odd)
        t.match(await errorOf(params), { message }, JSON.stringify(params))
      t.match((await ask('resources/list', { cursor: 5 })).json, {
        error: { code: -32602, message: /params\.cursor/ },
      })
    })
  }
})

t.test('unknown capability values are returned unchanged', async t => {
  const { ways, url, key } = await start(t, { RATE_LIMIT: '1000' })
  const uri = URIS[0]
  const absent = {
    'prompts/list': {},
    'prompts/get': { name: 'a' },
    'resources/subscribe': { uri },
    'resources/unsubscribe': { uri },
  }
  const others = {
    'completion/complete': {
      ref: { type: 'ref/resource', uri },
      argument: { name: 'a', value: 'b' },
    },
    'logging/setLevel': { level: 'info' },
  }
  for (const [way, ask] of Object.entries(ways)) {
    for (const [method, params] of Object.entries({ ...absent, ...others })) {
      t.match(
        await ask(method, params),
        { status: way === REVISION ? 404 : 200, json: { error: { code: -32601 } } },
        `${way}: ${method}`,
      )
    }
  }
  for (const method of ['GET', 'HEAD', 'DELETE']) {
    const { status, headers } = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
    })
    t.equal(status, 405)
    t.equal(headers.get('allow'), 'POST')
  }
})

t.test('reading a view counts as one request', async t => {
  const { ways } = await start(t, { RATE_LIMIT: '12' })
  const left = ({ headers }: RawAnswer) =>
    Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  let expected = 12
  for (const ask of [ways['2025-11-25']!, ways[REVISION]!]) {
    t.equal(left(await ask('resources/read', { uri: URIS[0] })), --expected)
    t.equal(left(await ask('resources/read', { uri: 'ui://uascope/nothing' })), --expected)
    t.equal(left(await ask('resources/list')), --expected)
    t.equal(left(await ask('resources/templates/list')), --expected)
    t.equal(left(await ask('prompts/list')), --expected)
  }
  const ask = ways['2025-11-25']!
  await ask('ping')
  await ask('ping')
  const over = await ask('resources/read', { uri: URIS[0] })
  t.match(over, { status: 429, json: { code: 'rate_limited' } })
  t.ok(Number(over.headers.get('retry-after')) > 0)
})

t.test('a batch can read a view beside other requests', async t => {
  const { url, key } = await start(t)
  const read = (id: number, uri: string) => ({
    jsonrpc: '2.0',
    id,
    method: 'resources/read',
    params: { uri },
  })
  const { json } = await post(url, key, [
    read(1, URIS[0]!),
    read(2, URIS[1]!),
    call('svc_get_profile', {}, 3),
  ])
  t.match(json, [
    { id: 1, result: { contents: [{ uri: URIS[0] }] } },
    { id: 2, error: { code: -32000, message: /^A batch reads one resource/ } },
    { id: 3, result: { structuredContent: { kind: 'api_key' } } },
  ])
  const unknown = await post(url, key, [read(1, 'ui://uascope/nothing')])
  t.match(unknown.json, [{ id: 1, error: { code: -32602, data: { uri: 'ui://uascope/nothing' } } }])
})

t.test('hosts get a domain for views only if the operator sets one', async t => {
  const { ways } = await start(t, { VIEW_DOMAIN: 'views.example.com' })
  for (const ask of [ways['2025-11-25']!, ways[REVISION]!]) {
    const { json } = await ask('resources/read', { uri: URIS[0] })
    t.strictSame(json.result.contents[0]._meta.ui.domain, 'views.example.com')
  }
})

t.test('view metadata of tools costs a model less than 400 tokens', async t => {
  const { ask } = await start(t)
  const { tools } = (await ask('tools/list')).json.result as { tools: { _meta?: object }[] }
  const without = tools.map(({ _meta: _, ...tool }) => tool)
  const more =
    countTokens(JSON.stringify({ tools })) - countTokens(JSON.stringify({ tools: without }))
  t.ok(more > 0 && more < 400, `${more} tokens`)
})
