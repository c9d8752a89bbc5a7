import t from 'tap'
import fc from '../../support/fast-check.ts'
import { call, echoTool, fixtureTools, post, startEndpoint } from '../../support/mcp-endpoint.ts'

const PREFIX = 'io.modelcontextprotocol/'
const ENVELOPE = {
  [`${PREFIX}protocolVersion`]: '2026-07-28',
  [`${PREFIX}clientInfo`]: { name: 'test', version: '1' },
  [`${PREFIX}clientCapabilities`]: { extensions: { [`${PREFIX}ui`]: {} } },
}

const METHODS = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'initialize',
  'ping',
  'server/discover',
  'nothing',
  '__proto__',
]

const IDS = ['1', '0', '1e3', '-7', '""', '"ü\\ud800\\u2028\\""', `"${'x'.repeat(70_000)}"`]

t.test('every id is returned unchanged', async t => {
  const { url, keyOf } = await startEndpoint(t)
  const key = await keyOf(7)
  for (const id of IDS) {
    for (const method of ['tools/list', 'ping', 'nothing']) {
      const { json } = await post(url, key, `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`)
      t.strictSame(json.id, JSON.parse(id), `${method}, ${id.slice(0, 40)}`)
    }
  }
})

t.test('any message gets its JSON-RPC response or 202, and never an internal error', async t => {
  const { url, keyOf, faults } = await startEndpoint(t)
  const key = await keyOf(7)
  const any = fc.anything({ maxDepth: 2, withNullPrototype: false })
  const value = fc.oneof(
    any,
    fc.constantFrom<unknown>({}, [], null, 1, 'fixture_echo', { text: 'a' }, ENVELOPE),
  )
  const member = fc.constantFrom(
    'name',
    'uri',
    'arguments',
    'cursor',
    '_meta',
    'protocolVersion',
    '__proto__',
  )
  const params = fc.oneof(value, fc.dictionary(member, value))
  const body = fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.constantFrom<unknown>(1, 'a', null, 1.5, {}),
    method: fc.constantFrom(...METHODS),
    params,
  })
  const revision = fc.constantFrom<Record<string, string>>(
    {},
    { 'mcp-protocol-version': '2025-06-18' },
    { 'mcp-protocol-version': '2026-07-28' },
  )
  await fc.assert(
    fc.asyncProperty(body, revision, fc.boolean(), async (message, headers, isNamed) => {
      const written = JSON.stringify(message)
      const { status, json } = await post(
        url,
        key,
        written,
        isNamed ? { ...headers, 'mcp-method': message.method } : headers,
      )
      const isError = typeof json?.error?.code === 'number' && json.error.code !== -32603
      const isSound =
        status === 202
          ? json === null
          : json?.jsonrpc === '2.0' && (isError || typeof json.result === 'object')
      if (!isSound || status >= 500)
        throw new Error(`${status} ${JSON.stringify(json)} for ${written}`)
    }),
    { numRuns: 500 },
  )
  t.strictSame(faults, [])
})

t.test('concurrent calls of two companies with the same id get their own results', async t => {
  let waiting = 0
  let release = () => undefined as void
  const both = new Promise<void>(resolve => (release = resolve))
  const slowEcho: typeof echoTool = {
    ...echoTool,
    name: 'fixture_slow',
    async call(_args, { caller, fetch }) {
      if (++waiting === 4) release()
      await both
      const apps = (await (await fetch('http://service/v1/apps')).json()) as { id: number }[]
      const structuredContent = { company: caller.companyId, app: apps[0]!.id }
      return {
        content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
        structuredContent,
      }
    },
  }
  const { url, keyOf } = await startEndpoint(t, { tools: [...fixtureTools, slowEcho] })
  const keys = [await keyOf(7), await keyOf(8)]
  const old = call('fixture_slow')
  const named = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'fixture_slow',
  }
  const modern = { ...old, params: { ...old.params, _meta: ENVELOPE } }
  const answers = await Promise.all(
    keys.flatMap(key => [post(url, key, old), post(url, key, modern, named)]),
  )
  t.match(
    answers.map(({ json }) => json as unknown),
    [7, 7, 8, 8].map(company => ({
      id: 1,
      result: { structuredContent: { company, app: company } },
    })),
  )
})

t.test('an initialize does not affect the next message', async t => {
  const { url, keyOf } = await startEndpoint(t)
  const [key, other] = [await keyOf(7), await keyOf(8)]
  const params = {
    protocolVersion: '2025-03-26',
    capabilities: { sampling: {} },
    clientInfo: { name: 'first', version: '1' },
  }
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const before = await post(url, other, list)
  await post(url, key, { jsonrpc: '2.0', id: 1, method: 'initialize', params })
  t.equal((await post(url, other, list)).text, before.text)
  const newer = await post(url, other, {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { ...params, protocolVersion: '2025-11-25' },
  })
  t.equal(newer.json.result.protocolVersion, '2025-11-25')
})
