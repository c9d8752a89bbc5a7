import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Client as ClientOfMarch } from 'mcp-sdk-2025-03-26/client/index.js'
import { StreamableHTTPClientTransport as TransportOfMarch } from 'mcp-sdk-2025-03-26/client/streamableHttp.js'
import t, { type Test } from 'tap'
import { CALLS, names, startTools } from './real-tools.ts'

const INFO = { name: 'test', version: '1' }
const UI = { extensions: { 'io.modelcontextprotocol/ui': {} } }

interface AnyClient {
  listTools: () => Promise<{
    tools: { name: string; _meta?: Record<string, unknown> | undefined }[]
  }>
  listResources: () => Promise<{ resources: { uri: string; mimeType?: string | undefined }[] }>
  readResource: (request: { uri: string }) => Promise<{ contents: Record<string, unknown>[] }>
  callTool: (call: {
    name: string
    arguments: Record<string, unknown>
  }) => Promise<Record<string, unknown>>
  close: () => Promise<void>
}

/** Lists and calls, and gives the revisions that the client's requests named after the handshake. */
async function use(
  t: Test,
  connect: (
    url: URL,
    options: { requestInit: RequestInit; fetch: typeof fetch },
  ) => Promise<AnyClient>,
) {
  const { url, key } = await startTools(t)
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  const sent: { method: unknown; revision: string | null; status: number }[] = []
  const watch: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init)
    if (init?.method === 'POST') {
      const { method } = JSON.parse(String(init.body)) as { method: unknown }
      sent.push({
        method,
        revision: new Headers(init.headers).get('mcp-protocol-version'),
        status: answer.status,
      })
    }
    return answer
  }
  const client = await connect(new URL(url), { requestInit, fetch: watch })
  const { tools } = await client.listTools()
  t.strictSame(
    tools.map(({ name }) => name),
    names,
  )
  for (const [name, { args, want }] of Object.entries(CALLS)) {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })
    const [{ text }] = content as [{ text: string }]
    t.notOk(isError, `${name}: ${text}`)
    // The client of March is older than structured content, and leaves it out.
    t.match(structuredContent ?? JSON.parse(text), want, name)
  }
  await readViews(t, client, tools)
  t.match(await client.callTool({ name: 'svc_get_report', arguments: {} }), {
    isError: true,
    content: [{ text: /appId/ }],
  })
  await t.rejects(client.callTool({ name: 'svc_nothing', arguments: {} }), { code: -32602 })
  await client.close()
  return sent
}

/** Reads the view that each tool names, as a host does before it calls the tool. */
async function readViews(
  t: Test,
  client: AnyClient,
  tools: readonly { name: string; _meta?: Record<string, unknown> | undefined }[],
) {
  const { resources } = await client.listResources()
  const named = tools.flatMap(({ _meta }) =>
    _meta === undefined ? [] : [String(_meta['ui/resourceUri'])],
  )
  t.strictSame(
    resources.map(({ uri }) => uri),
    named,
  )
  for (const uri of named) {
    const { contents } = await client.readResource({ uri })
    t.match(contents, [
      {
        uri,
        mimeType: 'text/html;profile=mcp-app',
        text: /^<!doctype html>/i,
        _meta: { ui: { prefersBorder: true } },
      },
    ])
  }
  await t.rejects(client.readResource({ uri: 'ui://uascope/nothing' }), { code: -32602 })
}

function ofCalls(sent: Awaited<ReturnType<typeof use>>) {
  return new Set(
    sent.filter(({ method }) => method === 'tools/call').map(({ revision }) => revision),
  )
}

t.test('a client of 2025-11-25 works', async t => {
  const sent = await use(t, async (url, options) => {
    const client = new Client2025(INFO)
    await client.connect(new Transport2025(url, options))
    return client
  })
  t.strictSame(ofCalls(sent), new Set(['2025-11-25']))
})

t.test('a client of 2025-03-26 works', async t => {
  await use(t, async (url, { requestInit }) => {
    const client = new ClientOfMarch(INFO)
    await client.connect(
      new TransportOfMarch(url, { requestInit }) as Parameters<typeof client.connect>[0],
    )
    return client
  })
})

t.test('a client pinned to 2026-07-28 works', async t => {
  const sent = await use(t, async (url, options) => {
    const client = new Client(INFO, {
      capabilities: UI,
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    })
    await client.connect(new StreamableHTTPClientTransport(url, options))
    return client
  })
  t.strictSame(ofCalls(sent), new Set(['2026-07-28']))
  t.notOk(sent.some(({ method }) => method === 'initialize'))
})

t.test('a negotiating client with the extension uses 2026-07-28', async t => {
  const sent = await use(t, async (url, options) => {
    const client = new Client(INFO, { capabilities: UI, versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(url, options))
    return client
  })
  t.strictSame(ofCalls(sent), new Set(['2026-07-28']))
})

t.test('a negotiating client without the extension falls back', async t => {
  const sent = await use(t, async (url, options) => {
    const client = new Client(INFO, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(url, options))
    return client
  })
  t.match(sent[0], { method: 'server/discover', status: 400 })
  t.strictSame(ofCalls(sent), new Set(['2025-11-25']))
})

t.test('a client pinned to 2026-07-28 without the extension is refused', async t => {
  const { url, key } = await startTools(t)
  const client = new Client(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await t.rejects(client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit })))
})
