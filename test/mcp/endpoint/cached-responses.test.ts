import { gunzipSync } from 'node:zlib'
import fc from '../../support/fast-check.ts'
import t, { type Test } from 'tap'
import type { McpAnswer, ServedTool, ToolAnswer } from '../../../mcp/endpoint/served.ts'
import { createMcpEndpoint, type McpEndpoint, serveCached } from '../../../mcp/endpoint/endpoint.ts'
import { brokenTool, echoTool } from './fixture.ts'

const PREFIX = 'io.modelcontextprotocol/'
const UI = { extensions: { [`${PREFIX}ui`]: {} } }
const ENVELOPE = {
  [`${PREFIX}protocolVersion`]: '2026-07-28',
  [`${PREFIX}clientInfo`]: { name: 'test', version: '1' },
  [`${PREFIX}clientCapabilities`]: UI,
}
const URI = 'ui://test/long'

function toolOf(name: string, answer: (args: unknown) => ToolAnswer): ServedTool<undefined> {
  return { ...echoTool, name, call: async args => answer(args) }
}

function text(value: string) {
  return { type: 'text' as const, text: value }
}

/** Whatever results tools may have. */
const TOOLS = [
  echoTool as unknown as ServedTool<undefined>,
  brokenTool as unknown as ServedTool<undefined>,
  toolOf('args', args => ({ content: [text(JSON.stringify(args))], structuredContent: { args } })),
  toolOf('ready', () => ({
    content: [text('{"a":"\u2028 \\" ü \ud800"}')],
    json: '{"a":"\u2028 \\" ü"}',
    structuredContent: { a: '\u2028 " ü' },
  })),
  toolOf('told', () => ({ content: [text('only')] })),
  toolOf('right', () => ({ content: [text('')], structuredContent: {}, isError: false })),
  toolOf('list', () => ({ content: [text('[]')], structuredContent: [1, 2] })),
  toolOf('nothing', () => ({ content: [] })),
  toolOf('two', () => ({ content: [text('a'), text('b')], structuredContent: { a: 1 } })),
  toolOf('marked', () => ({ content: [{ ...text('a'), annotations: { priority: 1 } }] })),
  toolOf('image', () => ({ content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] })),
]

const resource = { uri: URI, name: 'long', title: 'Long', description: 'A long one', mimeType: 'text/html', _meta: { ui: { a: 1 } } }

function parts(faults: unknown[] = []) {
  return {
    tools: TOOLS,
    resources: [{ ...resource, text: '<p>ü"\u2028</p>'.repeat(1000) }],
    context: () => undefined,
    instructions: 'Tides rise and fall.',
    version: '1.2.3',
    onFault: (error: unknown) => faults.push(error),
  }
}

type Headers = Record<string, string>

function asker(endpoint: McpEndpoint<null>) {
  return async (headers: Headers, body: string, acceptsGzip = false): Promise<McpAnswer> =>
    endpoint
      .handle({
        headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
        readBody: async () => Buffer.from(body),
        limit: 1000,
        countMore: async () => undefined,
        turn: async () => undefined,
        call: null,
        acceptsGzip,
      })
      .catch((error: unknown) => ({ status: 0, body: String(error) }))
}

const faults = { fast: [] as unknown[], whole: [] as unknown[] }
const fast = asker(createMcpEndpoint(parts(faults.fast)))
const library = asker(createMcpEndpoint(parts(faults.whole), () => Promise.resolve(null)))

function told({ status, body, zipped }: McpAnswer): { status: number; text: string | null } {
  return { status, text: body === null ? null : String(zipped ? gunzipSync(body) : body) }
}

/** The difference from the library's own responses; null if none. */
async function difference(headers: Headers, body: unknown): Promise<string | null> {
  const written = typeof body === 'string' ? body : JSON.stringify(body)
  const want = told(await library(headers, written))
  for (const acceptsGzip of want.status === 200 ? [false, true] : [false]) {
    const got = told(await fast(headers, written, acceptsGzip))
    if (got.status !== want.status || got.text !== want.text) return JSON.stringify({ headers, written, want, got })
  }
  return null
}

async function compare(t: Test, headers: Headers, body: unknown): Promise<void> {
  t.equal(await difference(headers, body), null)
}

/** Parameters by method. */
const PARAMS: Record<string, unknown[]> = {
  'tools/list': [undefined, {}, { cursor: 'a' }, { cursor: 1 }, { other: 1 }, null, [], 'text'],
  'resources/list': [undefined, {}],
  'resources/templates/list': [undefined, {}],
  ping: [undefined, {}, { a: 1 }],
  'server/discover': [undefined, {}],
  'resources/read': [{ uri: URI }, { uri: 'ui://test/other' }, { uri: 1 }, {}, undefined, { uri: URI, other: 1 }],
  initialize: [
    ...['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2026-07-28', 'x', 1].map(protocolVersion => ({
      protocolVersion,
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    })),
    { protocolVersion: '2025-06-18', capabilities: { roots: 1 }, clientInfo: { name: 'test', version: '1' } },
    { protocolVersion: '2025-06-18', capabilities: {} },
    undefined,
  ],
  'tools/call': [
    ...TOOLS.map(({ name }) => ({ name, arguments: { text: 'a' } })),
    ...[undefined, null, {}, [], 'text', { text: 1 }, { text: '\u2028' }, { 1: 2, a: [{ b: null }] }].map(given => ({
      name: 'args',
      arguments: given,
    })),
    { name: 'fixture_echo' },
    { name: 'args', arguments: {}, inputResponses: {} },
    { name: 'args', arguments: {}, requestState: 'a' },
    { name: 'args', arguments: {}, task: { ttl: 1 } },
    { name: 'nobody', arguments: {} },
    { name: 1 },
    {},
    undefined,
  ],
  'notifications/initialized': [undefined, {}],
  'prompts/list': [undefined],
  'logging/setLevel': [{ level: 'info' }],
  toString: [undefined],
}

const METAS: unknown[] = [
  undefined,
  {},
  { progressToken: 'a' },
  { progressToken: 1 },
  { progressToken: 1.5 },
  { progressToken: {} },
  { other: { a: 1 } },
  { 'io.modelcontextprotocol/related-task': { taskId: 'a' } },
  { 'io.modelcontextprotocol/related-task': 1 },
  { [`${PREFIX}clientCapabilities`]: 1 },
  null,
  [],
  ENVELOPE,
  { ...ENVELOPE, progressToken: 7, traceparent: '00-1', other: null },
  { ...ENVELOPE, progressToken: 1.5 },
  { ...ENVELOPE, [`${PREFIX}protocolVersion`]: '2025-06-18' },
  { ...ENVELOPE, [`${PREFIX}protocolVersion`]: 1 },
  { ...ENVELOPE, [`${PREFIX}clientCapabilities`]: {} },
  { ...ENVELOPE, [`${PREFIX}clientCapabilities`]: { ...UI, elicitation: 1 } },
  { ...ENVELOPE, [`${PREFIX}clientInfo`]: undefined },
  { ...ENVELOPE, [`${PREFIX}clientInfo`]: 'me' },
  { ...ENVELOPE, [`${PREFIX}logLevel`]: 'debug' },
  { ...ENVELOPE, [`${PREFIX}logLevel`]: 'loud' },
]

function headersOf(method: string, params: unknown): Headers[] {
  const { name, uri } = (params ?? {}) as Record<string, unknown>
  const named: Headers = typeof (name ?? uri) === 'string' ? { 'mcp-name': String(name ?? uri) } : {}
  return [
    {},
    { 'mcp-protocol-version': '2025-06-18' },
    { 'mcp-protocol-version': '2024-11-05' },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...named },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
    { 'mcp-protocol-version': '2026-07-28', ...named },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'other', ...named },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, 'mcp-name': 'other' },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, 'mcp-name': `=?base64?${btoa(String(name ?? uri))}?=` },
    { 'mcp-protocol-version': '2027-01-01', 'mcp-method': method, ...named },
  ]
}

function withMeta(params: unknown, meta: unknown): unknown {
  return meta === undefined ? params : { ...(params ?? {}), _meta: meta }
}

t.test('the answers are those of the library, byte for byte', async t => {
  for (const [method, variants] of Object.entries(PARAMS)) {
    const found: (string | null)[] = []
    for (const [index, params] of variants.entries()) {
      // Every `_meta` once for lists and once for calls; otherwise what most clients send.
      const metas = index === 0 && method.startsWith('tools/') ? METAS : [undefined, { progressToken: 1 }, ENVELOPE]
      for (const headers of headersOf(method, params)) {
        for (const meta of metas) found.push(await difference(headers, { jsonrpc: '2.0', id: 7, method, params: withMeta(params, meta) }))
      }
    }
    t.strictSame(
      found.filter(one => one !== null),
      [],
      `${method}, ${found.length} messages`,
    )
  }
  t.equal(faults.fast.length, 2 * faults.whole.length, 'and faults are reported as often')
})

t.test('whatever the id and the frame', async t => {
  const ids = [
    '1',
    '0',
    '-0',
    '1e3',
    '1.5',
    '-7',
    '9007199254740993',
    '""',
    '"ü\\ud800\\u2028\\""',
    'null',
    'true',
    '{}',
    '[]',
    `"${'x'.repeat(70_000)}"`,
  ]
  for (const method of ['tools/list', 'ping', 'nothing']) {
    for (const id of ids) await compare(t, {}, `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`)
  }
  const list = { id: 1, method: 'tools/list' }
  for (const frame of [
    list,
    { ...list, jsonrpc: '1.0' },
    { ...list, jsonrpc: '2.0', other: 1 },
    { ...list, jsonrpc: '2.0', result: {} },
    { jsonrpc: '2.0', method: 'tools/list' },
    { jsonrpc: '2.0', id: 1 },
    { jsonrpc: '2.0', id: 1, method: 1 },
    [{ ...list, jsonrpc: '2.0' }],
    [
      { ...list, jsonrpc: '2.0' },
      { ...list, jsonrpc: '2.0', id: 2, method: 'ping' },
    ],
    null,
    1,
    [],
  ]) {
    await compare(t, {}, frame)
  }
})

t.test('names that mean something in JavaScript', async t => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
  for (const name of names) {
    const odd = `{"${name}":{"text":"a"}}`
    const call = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`
    await compare(t, {}, call(`{"name":"args","arguments":${odd}}`))
    await compare(t, {}, call(`{"name":"args","arguments":{"a":${odd}}}`))
    await compare(t, {}, call(`{"name":"args","_meta":${odd}}`))
    await compare(t, {}, call(`{"name":"args","${name}":{}}`))
    await compare(t, {}, call(`{"name":"${name}"}`))
    await compare(t, {}, `{"jsonrpc":"2.0","id":1,"method":"${name}"}`)
    await compare(t, {}, `{"jsonrpc":"2.0","id":1,"method":"tools/list","${name}":{}}`)
  }
})

t.test('odd messages', async t => {
  const any = fc.anything({ maxDepth: 2, withNullPrototype: false })
  const method = fc.constantFrom(...Object.keys(PARAMS))
  const params = method.chain(name => fc.tuple(fc.constant(name), fc.constantFrom(...PARAMS[name]!), fc.constantFrom(...METAS)))
  const message = params.chain(([name, given, meta]) => {
    const body = { jsonrpc: '2.0', id: 1, method: name, params: withMeta(given, meta) }
    const paths: string[][] = [
      ['id'],
      ['jsonrpc'],
      ['method'],
      ['params'],
      ['params', '_meta'],
      ['params', 'arguments'],
      ['params', 'name'],
      ['x'],
    ]
    return fc.tuple(
      fc.constantFrom(...headersOf(name, given)),
      fc.array(fc.tuple(fc.constantFrom(...paths), any), { maxLength: 2 }).map(changes => changes.reduce(changed, body as object)),
    )
  })
  await fc.assert(
    fc.asyncProperty(message, async ([headers, body]) => {
      const found = await difference(headers, body)
      if (found !== null) throw new Error(found)
    }),
    { numRuns: 1500 },
  )
  t.pass()
})

function changed(body: object, [path, value]: [string[], unknown]): object {
  const [first, ...others] = path
  const before = (body as Record<string, unknown>)[first!]
  const inner = typeof before === 'object' && before !== null ? before : {}
  return { ...body, [first!]: others.length === 0 ? value : changed(inner, [others, value]) }
}

t.test('frequent requests bypass the library', async t => {
  const asked: unknown[] = []
  const own = parts()
  const serve = serveCached(own, async (_headers, body) => {
    const { id } = body as { id: string }
    asked.push(body)
    return { status: 200, body: JSON.stringify({ result: {}, id }) }
  })
  const send = (method: string, params: Record<string, unknown>, headers: Headers = {}) =>
    serve(headers, { jsonrpc: '2.0', id: 1, method, params }, null, false)
  const requests: [string, Record<string, unknown>][] = [
    ['tools/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['resources/read', { uri: URI }],
    ['tools/call', { name: 'args', arguments: {} }],
  ]
  const modern = (method: string, params: Record<string, unknown>) =>
    send(method, { ...params, _meta: ENVELOPE }, headersOf(method, params)[3])
  for (let time = 0; time < 3; time++) {
    for (const [method, params] of requests) {
      t.not(await send(method, { ...params, _meta: { progressToken: time } }), null, method)
      t.not(await modern(method, params), null, method)
    }
    t.not(await send('ping', {}), null)
    t.not(await send('initialize', PARAMS['initialize']![0] as Record<string, unknown>), null)
    t.not(await modern('server/discover', {}), null)
  }
  t.equal(asked.length, 11, 'but once for each')
})
