import { request } from 'node:http'
import t from 'tap'
import { call, echoTool, post, startEndpoint } from '../../support/mcp-endpoint.ts'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

t.test('each POST gets one response', async t => {
  const { url, keyOf, faults } = await startEndpoint(t)
  const key = await keyOf(7)

  t.test('a call gets JSON, without a session', async t => {
    const { status, headers, json } = await post(url, key, call('fixture_echo', { text: 'ü' }, 'a'))
    t.equal(status, 200)
    t.match(headers.get('content-type'), /^application\/json/)
    t.equal(headers.get('mcp-session-id'), null)
    t.match(headers.get('ratelimit-policy'), /w=60/)
    t.ok(headers.get('x-request-id'))
    t.strictSame(json, {
      jsonrpc: '2.0',
      id: 'a',
      result: {
        content: [{ type: 'text', text: '{"text":"ü"}' }],
        structuredContent: { text: 'ü' },
      },
    })
  })

  t.test(
    'the endpoint is stateless: a call needs no initialize, and session ids are ignored',
    async t => {
      const { status } = await post(url, key, ping, { 'mcp-session-id': 'made-up' })
      t.equal(status, 200)
    },
  )

  t.test("a tool calls REST as the caller's company", async t => {
    const { json } = await post(url, key, call('fixture_apps'), { 'x-request-id': 'abc' })
    t.strictSame(
      json.result.structuredContent.apps.map((app: { id: number }) => app.id),
      [7],
    )
    const { json: who } = await post(url, key, call('fixture_who'), { 'x-request-id': 'abc' })
    t.match(who.result.structuredContent, {
      companyId: 7,
      kind: 'api_key',
      id: /^[0-9a-f]+$/,
      requestId: 'abc',
    })
  })

  t.test(
    'a rejected argument is a result and an unknown tool an error, both with status 200',
    async t => {
      const rejected = await post(url, key, call('fixture_echo'))
      t.match(rejected, {
        status: 200,
        json: { result: { isError: true, content: [{ text: /text/ }] } },
      })
      const unknown = await post(url, key, call('fixture_nothing'))
      t.match(unknown, {
        status: 200,
        json: { id: 1, error: { code: -32602, message: /fixture_nothing/ } },
      })
      const method = await post(url, key, { jsonrpc: '2.0', id: 2, method: 'tools/nothing' })
      t.match(method, { status: 200, json: { id: 2, error: { code: -32601 } } })
    },
  )

  t.test('an internal error is reported without details', async t => {
    const { json, text } = await post(url, key, call('fixture_broken'))
    t.match(json, { id: 1, error: { code: -32603 } })
    t.notMatch(text, /secret/)
    t.match(faults, [{ message: 'secret detail' }])
  })

  t.test('notifications and responses get 202 without a body', async t => {
    for (const body of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]) {
      const { status, text } = await post(url, key, body)
      t.equal(status, 202)
      t.equal(text, '')
    }
  })

  t.test('initialize lists the extension and fixed tools and resources, nothing else', async t => {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    const { json } = await post(url, key, { jsonrpc: '2.0', id: 1, method: 'initialize', params })
    t.equal(json.result.protocolVersion, '2025-06-18')
    t.strictSame(json.result.capabilities, {
      tools: { listChanged: false },
      resources: { subscribe: false, listChanged: false },
      extensions: { 'io.modelcontextprotocol/ui': {} },
    })
    t.match(json.result.serverInfo, { name: 'uascope', version: '1.2.3' })
  })

  t.test('revisions are negotiated', async t => {
    const initialize = async (protocolVersion: string) => {
      const params = {
        protocolVersion,
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      }
      return (await post(url, key, { jsonrpc: '2.0', id: 1, method: 'initialize', params })).json
        .result.protocolVersion
    }
    for (const revision of ['2025-03-26', '2025-06-18', '2025-11-25']) {
      t.equal(await initialize(revision), revision)
      t.equal((await post(url, key, ping, { 'mcp-protocol-version': revision })).status, 200)
    }
    t.equal(
      await initialize('2024-11-05'),
      '2025-11-25',
      'what is not served is answered with the newest that is',
    )
    t.equal((await post(url, key, ping, { 'mcp-protocol-version': '2024-11-05' })).status, 400)
    t.match(await post(url, key, ping, { 'mcp-protocol-version': 'latest' }), {
      status: 400,
      json: {
        id: 1,
        error: {
          code: -32000,
          message:
            /MCP-Protocol-Version must be a revision such as 2025-11-25, a date; got "latest"/,
        },
      },
    })
  })

  t.test('null params and null arguments are read as none', async t => {
    const listed = await post(url, key, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
    t.strictSame(
      (await post(url, key, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: null })).json,
      listed.json,
    )
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'fixture_who', arguments: null },
    }
    t.match((await post(url, key, call)).json, { result: { structuredContent: { companyId: 7 } } })
    t.match((await post(url, key, [call])).json, [
      { result: { structuredContent: { companyId: 7 } } },
    ])
  })

  t.test('other methods are refused', async t => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await fetch(url, {
        method,
        headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
      })
      t.equal(answer.status, 405)
      t.equal(answer.headers.get('allow'), 'POST')
      t.match(await answer.json(), { code: 'method_not_allowed' })
    }
  })

  t.test('Accept must list both types', async t => {
    for (const accept of [
      'application/json',
      'text/event-stream',
      'application/*',
      'text/plain',
      'application/jsonx, text/event-stream',
      'text/*, application/json;q=0',
      '*/*, text/event-stream; q=0.0',
      'application/json, */*;q=0',
    ]) {
      const { status, json } = await post(url, key, ping, { accept })
      t.equal(status, 406, accept)
      t.equal(json.code, 'not_acceptable')
    }
    for (const accept of [
      'text/event-stream;q=0.5,  Application/JSON',
      '*/*, application/json, text/event-stream',
      '',
      '*/*',
      'application/*, text/*;q=0.1',
      'application/json, text/plain, */*',
      '*/*;q=0, application/json, text/event-stream',
    ]) {
      t.equal((await post(url, key, ping, { accept })).status, 200, accept)
    }
    const { hostname, port, pathname } = new URL(url)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const status = await new Promise((resolve, reject) => {
      const sent = request({ method: 'POST', hostname, port, path: pathname, headers }, answer =>
        resolve(answer.resume().statusCode),
      )
      sent.on('error', reject).end(JSON.stringify(ping))
    })
    t.equal(status, 200, 'without Accept')
  })

  t.test('a trailing slash of the address is accepted', async t => {
    for (const address of [`${url}/`, `${url}/?session=1`])
      t.match(await post(address, key, ping), { status: 200, json: { result: {} } })
    const got = await fetch(`${url}/`, { headers: { authorization: `Bearer ${key}` } })
    t.equal(got.status, 405)
    t.equal((await post(`${url}//`, key, ping)).status, 404)
  })

  t.test('the body must be JSON', async t => {
    const broken = [
      'foo',
      ';',
      'multipart/form-data',
      'application/json; charset=utf-8; charset=utf-8',
    ]
    for (const type of [
      'text/plain',
      'application/json-patch+json',
      'application/json; charset=latin1',
      ...broken,
    ]) {
      t.match(
        await post(url, key, ping, { 'content-type': type }),
        { status: 415, json: { code: 'unsupported_media_type' } },
        type,
      )
    }
    t.equal(
      (await post(url, key, ping, { 'content-type': 'application/json; charset=utf-8' })).status,
      200,
    )
    t.equal((await post(url, key, ping, { 'content-encoding': 'gzip' })).status, 415)
    for (const body of ['', '{', new Uint8Array([0x22, 0xff, 0x22])]) {
      t.match(await post(url, key, body), {
        status: 400,
        json: { jsonrpc: '2.0', id: null, error: { code: -32700 } },
      })
    }
    for (const body of [
      'null',
      '1',
      '{}',
      '[]',
      '[1]',
      '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    ]) {
      t.match(
        await post(url, key, body),
        { status: 400, json: { jsonrpc: '2.0', error: { code: -32600 } } },
        body,
      )
    }
  })

  t.test('bodies may have up to 128 KiB', async t => {
    const sized = (bytes: number) => {
      const frame = JSON.stringify(call('fixture_echo', { text: '' })).length
      return JSON.stringify(call('fixture_echo', { text: 'x'.repeat(bytes - frame) }))
    }
    t.equal((await post(url, key, sized(128 * 1024))).status, 200)
    t.match(await post(url, key, sized(128 * 1024 + 1)), {
      status: 413,
      json: { code: 'payload_too_large' },
    })
  })

  t.test('a body of unknown length is bounded too', async t => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${key}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      }
      const outgoing = request(url, { method: 'POST', headers }, answer => {
        resolve(answer.statusCode)
        outgoing.destroy()
      })
      outgoing.on('error', reject)
      outgoing.write(' '.repeat(128 * 1024 + 1))
    })
    t.equal(status, 413)
  })

  t.test('requests without a valid key are refused', async t => {
    for (const wrong of [null, 'uascope_wrong', 'eyJhbGciOiJub25lIn0.e30.']) {
      const { status, headers, json } = await post(url, wrong, ping)
      t.equal(status, 401)
      t.equal(headers.get('www-authenticate'), 'Bearer', 'logins are off: nothing to discover')
      t.equal(json.code, 'unauthorized')
    }
    const answer = await fetch(new URL('/.well-known/oauth-protected-resource/v1/mcp', url))
    t.equal(answer.status, 404)
  })
})

t.test('batches work', async t => {
  const { url, keyOf } = await startEndpoint(t)
  const key = await keyOf(7)

  t.test('each request of a batch gets its response, in an array', async t => {
    const { status, json } = await post(
      url,
      key,
      [
        call('fixture_echo', { text: 'a' }, 1),
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        call('fixture_echo', { text: 'b' }, 2),
      ],
      { 'mcp-protocol-version': '2025-03-26' },
    )
    t.equal(status, 200)
    t.match(json, [
      { id: 1, result: { structuredContent: { text: 'a' } } },
      { id: 2, result: { structuredContent: { text: 'b' } } },
    ])
    const single = await post(url, key, [ping])
    t.match(single.json, [{ id: 1, result: {} }], 'also of one')
    t.ok(Array.isArray(single.json))
  })

  t.test('a request that the same batch cancels still gets a response', async t => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    const { json } = await post(url, key, [call('fixture_echo', { text: 'a' }, 1), cancel])
    t.match(json, [{ id: 1, result: { structuredContent: { text: 'a' } } }])
  })

  t.test('responses above 1 MiB end a batch: the remaining messages are refused by id', async t => {
    const text = 'x'.repeat(100_000)
    const long = {
      ...echoTool,
      call: () => Promise.resolve({ content: [{ type: 'text' as const, text }] }),
    }
    const other = await startEndpoint(t, { tools: [long] })
    const { status, json } = await post(
      other.url,
      await other.keyOf(7),
      Array.from({ length: 20 }, (_, id) => call('fixture_echo', {}, id)),
    )
    t.equal(status, 200)
    const answers = json as {
      id: number
      result?: { content: [{ text: string }] }
      error?: object
    }[]
    t.strictSame(
      answers.map(({ id }) => id),
      Array.from({ length: 20 }, (_, id) => id),
    )
    t.equal(
      answers.filter(({ result }) => result?.content[0].text === text).length,
      11,
      'the last one may exceed it',
    )
    t.match(
      answers.slice(11),
      Array(9).fill({ error: { code: -32000, message: /longer than 1 MiB.*another request/ } }),
    )
  })

  t.test('a batch of notifications gets 202', async t => {
    t.equal(
      (await post(url, key, [{ jsonrpc: '2.0', method: 'notifications/initialized' }])).status,
      202,
    )
  })

  t.test('batches are bounded, need unique ids, and belong to 2025-03-26', async t => {
    const many = (count: number) => Array.from({ length: count }, (_, id) => ({ ...ping, id }))
    t.equal((await post(url, key, many(50))).status, 200)
    t.match(await post(url, key, many(51)), {
      status: 400,
      json: { error: { code: -32600, message: /50/ } },
    })
    t.match(await post(url, key, [ping, ping]), {
      status: 400,
      json: { error: { code: -32600, message: /id/ } },
    })
    const params = {
      protocolVersion: '2025-03-26',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    const initialize = { jsonrpc: '2.0', id: 2, method: 'initialize', params }
    for (const body of [
      [ping, initialize],
      [ping, null],
      [ping, {}],
      [ping, [ping]],
      [{ jsonrpc: '2.0', id: 3 }],
    ]) {
      t.match(
        await post(url, key, body),
        { status: 400, json: { error: { code: -32600 } } },
        JSON.stringify(body),
      )
    }
    for (const revision of ['2025-06-18', '2025-11-25']) {
      t.match(await post(url, key, [ping], { 'mcp-protocol-version': revision }), {
        status: 400,
        json: { error: { code: -32600 } },
      })
    }
  })
})
