import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { requireOrSkip } from '../../support/require-or-skip.ts'
import { CALLS, names, startTools } from './real-tools.ts'

const NODE = '.runtimes/bin/node-22'
const INSPECTOR =
  '.runtimes/mcp/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'
const AI_SDK = '.runtimes/mcp/node_modules/@ai-sdk/mcp/dist/index.js'

/** What every view is read as. */
const VIEW = {
  mimeType: 'text/html;profile=mcp-app',
  text: /^<!doctype html>/i,
  _meta: { ui: { prefersBorder: true } },
}

/** What is used here of a package that is not among this one's dependencies. */
interface AiSdk {
  createMCPClient: (options: object) => Promise<{
    listTools: () => Promise<{ tools: { name: string }[] }>
    tools: () => Promise<
      Record<string, { execute: (args: object, options: object) => Promise<object> }>
    >
    listResources: () => Promise<{ resources: { uri: string }[] }>
    readResource: (request: { uri: string }) => Promise<{ contents: object[] }>
    close: () => Promise<void>
  }>
}

t.test('@ai-sdk/mcp requests 2026-07-28 and falls back', async t => {
  if (!requireOrSkip(t, existsSync(AI_SDK), '@ai-sdk/mcp')) return
  const { createMCPClient } = (await import(pathToFileURL(AI_SDK).href)) as AiSdk
  const { url, key } = await startTools(t)
  const sent: { method: unknown; status: number }[] = []
  const watch: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init)
    if (init?.method === 'POST')
      sent.push({
        method: (JSON.parse(String(init.body)) as { method: unknown }).method,
        status: answer.status,
      })
    return answer
  }
  const headers = { authorization: `Bearer ${key}` }
  const client = await createMCPClient({ transport: { type: 'http', url, headers, fetch: watch } })
  t.strictSame(
    (await client.listTools()).tools.map(({ name }) => name),
    names,
  )
  const tools = await client.tools()
  const options = { toolCallId: '1', messages: [] }
  for (const [name, { args, want }] of Object.entries(CALLS)) {
    t.match(await tools[name]!.execute(args, options), { structuredContent: want }, name)
  }
  const { resources } = await client.listResources()
  t.equal(resources.length, 4)
  for (const { uri } of resources)
    t.match(await client.readResource({ uri }), { contents: [{ uri, ...VIEW }] })
  await client.close()
  t.match(sent[0], { method: 'server/discover', status: 400 })
  t.match(sent[1], { method: 'initialize', status: 200 })
})

t.test("the inspector's command line works", async t => {
  if (!requireOrSkip(t, existsSync(NODE) && existsSync(INSPECTOR), 'the MCP inspector on Node 22'))
    return
  const { url, key } = await startTools(t)
  const inspect = async (...args: string[]) => {
    const argv = [
      INSPECTOR,
      '--cli',
      url,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${key}`,
      ...args,
    ]
    return JSON.parse(
      (await promisify(execFile)(NODE, argv, { env: { HOME: t.testdirName } })).stdout,
    ) as object
  }
  const { tools } = (await inspect('--method', 'tools/list')) as { tools: { name: string }[] }
  t.strictSame(
    tools.map(({ name }) => name),
    names,
  )
  for (const [name, { args, want }] of Object.entries(CALLS)) {
    const toolArgs = Object.entries(args).flatMap(([argument, value]) => [
      '--tool-arg',
      `${argument}=${JSON.stringify(value)}`,
    ])
    t.match(
      await inspect('--method', 'tools/call', '--tool-name', name, ...toolArgs),
      { structuredContent: want },
      name,
    )
  }
  const { resources } = (await inspect('--method', 'resources/list')) as {
    resources: { uri: string }[]
  }
  t.equal(resources.length, 4)
  for (const { uri } of resources)
    t.match(await inspect('--method', 'resources/read', '--uri', uri), {
      contents: [{ uri, ...VIEW }],
    })
})
