import t from 'tap'
import { post, startEndpoint } from '../../support/mcp-endpoint.ts'

const REVISION = '2026-07-28'
const UI = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
}

function modern(
  method: string,
  capabilities: unknown,
  params: Record<string, unknown> = {},
  revision = REVISION,
) {
  const body = {
    jsonrpc: '2.0',
    id: 'x',
    method,
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': revision,
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': capabilities,
      },
    },
  }
  const headers: Record<string, string> = { 'mcp-protocol-version': revision, 'mcp-method': method }
  if (typeof params['name'] === 'string') headers['mcp-name'] = params['name']
  return { body, headers }
}

t.test('revision 2026-07-28 is supported', async t => {
  const { url, keyOf } = await startEndpoint(t)
  const key = await keyOf(7)
  const send = ({ body, headers }: ReturnType<typeof modern>) => post(url, key, body, headers)

  t.test('the revision is served to requests that declare the extension', async t => {
    const discovered = await send(modern('server/discover', UI))
    t.match(discovered, {
      status: 200,
      json: { id: 'x', result: { resultType: 'complete', supportedVersions: [REVISION] } },
    })
    t.strictSame(discovered.json.result.capabilities, {
      tools: { listChanged: false },
      resources: { subscribe: false, listChanged: false },
      extensions: { 'io.modelcontextprotocol/ui': {} },
    })

    const listed = await send(modern('tools/list', UI))
    t.match(listed, {
      status: 200,
      json: { result: { resultType: 'complete', cacheScope: 'public' } },
    })
    t.ok(listed.json.result.ttlMs > 0)
    t.equal(listed.json.result.tools.length, 4)

    const called = await send(
      modern('tools/call', UI, { name: 'fixture_echo', arguments: { text: 'a' } }),
    )
    t.match(called, {
      status: 200,
      json: { result: { resultType: 'complete', structuredContent: { text: 'a' } } },
    })
    t.match(called.headers.get('content-type'), /^application\/json/)
    const apps = await send(modern('tools/call', UI, { name: 'fixture_apps' }))
    t.match(apps.json.result.structuredContent.apps, [{ id: 7 }])
  })

  t.test(
    'a message that names a revision that is none gets the list of the supported ones',
    async t => {
      for (const named of ['v999.0.0', '2099-01-01']) {
        t.match(await send(modern('server/discover', UI, {}, named)), {
          status: 400,
          json: {
            id: 'x',
            error: { code: -32022, data: { supported: [REVISION], requested: named } },
          },
        })
      }
    },
  )

  t.test('unknown methods are 404; an unknown tool is not', async t => {
    for (const method of ['tools/nothing', 'subscriptions/listen', 'initialize']) {
      t.match(
        await send(modern(method, UI)),
        { status: 404, json: { id: 'x', error: { code: -32601 } } },
        method,
      )
    }
    t.match(await send(modern('tools/call', UI, { name: 'fixture_nothing' })), {
      status: 200,
      json: { id: 'x', error: { code: -32602 } },
    })
  })

  t.test('the revision is refused to well-formed requests without the extension', async t => {
    for (const capabilities of [
      {},
      { extensions: {} },
      { extensions: { 'io.modelcontextprotocol/other': {} } },
    ]) {
      const { status, json } = await send(modern('tools/list', capabilities))
      t.equal(status, 400)
      t.match(json, { id: 'x', error: { code: -32022, data: { requested: REVISION } } })
      t.strictSame(json.error.data.supported, ['2025-11-25', '2025-06-18', '2025-03-26'])
      const discovered = await send(modern('server/discover', capabilities))
      t.match(discovered, {
        status: 400,
        json: {
          id: 'x',
          error: { code: -32000, message: /Unsupported protocol version: 2026-07-28/ },
        },
      })
    }
  })

  t.test('malformed requests get an error with the reason', async t => {
    const noObject = await send(modern('tools/list', 'all'))
    t.match(noObject, { status: 400, json: { error: { code: -32602 } } })
    const { body, headers } = modern('tools/list', {})
    t.match(await post(url, key, body, { ...headers, 'mcp-protocol-version': '2025-11-25' }), {
      status: 400,
      json: { error: { code: -32020 } },
    })
    t.match(await post(url, key, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers), {
      status: 400,
      json: { error: { code: -32602 } },
    })
    const ui = modern('tools/list', UI)
    t.match(await post(url, key, ui.body, { ...ui.headers, 'mcp-method': 'tools/call' }), {
      status: 400,
      json: { error: { code: -32020 } },
    })
    t.match(await post(url, key, ui.body, { 'mcp-protocol-version': REVISION }), {
      status: 400,
      json: { error: { code: -32020 } },
    })
    t.match(
      await post(url, key, [ui.body], ui.headers),
      { status: 400, json: { error: { code: -32600 } } },
      'it has no batches',
    )
  })

  t.test('an unknown revision is refused', async t => {
    t.match(await send(modern('tools/list', UI, {}, '2027-01-01')), {
      status: 400,
      json: { error: { code: -32022, data: { requested: '2027-01-01' } } },
    })
  })

  t.test('notifications are accepted', async t => {
    const {
      body: { id: _, ...notification },
      headers,
    } = modern('notifications/cancelled', UI, { requestId: 1 })
    t.equal((await post(url, key, notification, headers)).status, 202)
  })

  t.test('Accept must list both types', async t => {
    const { body, headers } = modern('tools/list', UI)
    t.equal((await post(url, key, body, { ...headers, accept: 'application/json' })).status, 406)
  })
})
