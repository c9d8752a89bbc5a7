import t from 'tap'
import { call, post, startEndpoint } from '../../support/mcp-endpoint.ts'

const REVISION = '2026-07-28'
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {
    extensions: { 'io.modelcontextprotocol/ui': {} },
  },
}
function named(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 1]))
}
function nested(levels: number) {
  return JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown
}
const initialize = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
}

t.test('bodies are bounded, in both eras and in batches', async t => {
  const { url, keyOf, faults } = await startEndpoint(t)
  const key = await keyOf(7)
  const cases: [string, object, RegExp][] = [
    [
      'tools/call',
      { name: 'fixture_echo', arguments: named(65) },
      /params\.arguments has 65 names; an object has at most 64/,
    ],
    ['ping', { _meta: named(9000) }, /params\._meta has 9000 names/],
    [
      'initialize',
      { ...initialize, capabilities: { experimental: named(65) } },
      /params\.capabilities\.experimental has 65 names/,
    ],
    [
      'initialize',
      { ...initialize, capabilities: { experimental: { x: nested(1000) } } },
      /params\.capabilities\.experimental\.x.* is nested too deeply; a body has at most 32 levels/,
    ],
    ['ping', { _meta: { x: nested(1000) } }, /nested too deeply/],
    [
      'tools/call',
      { name: 'fixture_echo', arguments: { text: Array.from({ length: 10_001 }, () => 0) } },
      /too many values; at most 10000/,
    ],
  ]
  for (const [method, params, message] of cases) {
    const one = { jsonrpc: '2.0', id: 3, method, params }
    const fault = { code: -32602, message }
    t.match(await post(url, key, one), {
      status: 400,
      json: { jsonrpc: '2.0', id: 3, error: fault },
    })
    t.match(await post(url, key, [one]), {
      status: 400,
      json: { id: null, error: { code: -32602 } },
    })
    const { _meta, ...rest } = params as Record<string, object>
    const modern = { ...one, params: { ...rest, _meta: { ...ENVELOPE, ..._meta } } }
    t.match(
      await post(url, key, modern, { 'mcp-protocol-version': REVISION, 'mcp-method': method }),
      {
        status: 400,
        json: { id: 3, error: { code: -32602 } },
      },
    )
  }
  t.match(await post(url, key, '['.repeat(128 * 1024)), {
    status: 400,
    json: { error: { code: -32700 } },
  })
  t.match(await post(url, key, '['.repeat(60_000) + ']'.repeat(60_000)), {
    status: 400,
    json: { id: null, error: { code: -32602 } },
  })
  t.equal(
    (await post(url, key, call('fixture_echo', { ...named(63), text: 'a' }))).json.result
      .structuredContent.text,
    'a',
    'as many as there may be',
  )
  t.equal(
    (await post(url, key, call('fixture_echo', { text: 'a', x: nested(28) }))).json.result
      .structuredContent.text,
    'a',
  )
  t.strictSame(faults, [])
})

t.test('invalid parameters are described', async t => {
  const { url, keyOf, faults } = await startEndpoint(t)
  const key = await keyOf(7)
  const cases: [string, unknown, RegExp][] = [
    ['initialize', undefined, /^Invalid params: params: expected object, and it is missing$/],
    [
      'initialize',
      {},
      /params\.protocolVersion: expected string, and it is missing; params\.capabilities: .* missing; params\.clientInfo: .* missing$/,
    ],
    [
      'initialize',
      { ...initialize, protocolVersion: 5 },
      /^Invalid params: params\.protocolVersion: expected string, received number$/,
    ],
    [
      'initialize',
      { ...initialize, capabilities: 'all' },
      /params\.capabilities: expected object, received string$/,
    ],
    [
      'initialize',
      { ...initialize, capabilities: { extensions: [] } },
      /params\.capabilities\.extensions: expected object, received array$/,
    ],
    [
      'initialize',
      { ...initialize, clientInfo: { name: 'x' } },
      /params\.clientInfo\.version: expected string, and it is missing$/,
    ],
    ['initialize', { ...initialize, _meta: 5 }, /params\._meta: expected object, received number$/],
    [
      'initialize',
      {
        ...initialize,
        capabilities: {
          experimental: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [index, 1])),
        },
      },
      /; and 30 more$/,
    ],
    ['ping', [], /params: expected object, received array$/],
    ['tools/list', { cursor: 5 }, /params\.cursor: expected string, received number$/],
    ['tools/call', { name: 5 }, /params\.name: expected string, received number$/],
    [
      'tools/call',
      { name: 'fixture_echo', arguments: [] },
      /params\.arguments: expected object, received array$/,
    ],
  ]
  for (const [method, params, message] of cases) {
    const one = { jsonrpc: '2.0', id: 'a', method, params }
    const want = { jsonrpc: '2.0', id: 'a', error: { code: -32602, message } }
    t.match(await post(url, key, one), { status: 200, json: want }, JSON.stringify(one))
    t.match(await post(url, key, [one]), { status: 200, json: [want] }, 'in a batch too')
  }
  const mixed = await post(url, key, [
    call('fixture_echo', { text: 'a' }, 1),
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 5 } },
  ])
  t.match(
    mixed.json,
    [
      { id: 1, result: { structuredContent: { text: 'a' } } },
      { id: 2, error: { code: -32602 } },
    ],
    'the others of a batch are served',
  )
  const modern = {
    jsonrpc: '2.0',
    id: 'a',
    method: 'tools/list',
    params: { cursor: 5, _meta: ENVELOPE },
  }
  const headers = { 'mcp-protocol-version': REVISION, 'mcp-method': 'tools/list' }
  t.match(await post(url, key, modern, headers), {
    json: { id: 'a', error: { code: -32602, message: /params\.cursor/ } },
  })
  t.strictSame(faults, [])
})
