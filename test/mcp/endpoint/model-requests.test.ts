import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { requireOrSkip } from '../../support/require-or-skip.ts'
import { tools } from '../../../mcp/tools/tools.ts'
import { names, startTools } from './real-tools.ts'
import { geminiJsonFaults, openApiFaults, type Schema, strictFaults } from './model-subsets.ts'

/**
 * The requests that libraries make of the tool list, caught by a server here. A model's interface refuses a whole request if it does not
 * accept the schema of one tool.
 */

const PACKAGES = '.runtimes/models/node_modules'

interface Declaration {
  name: string
  description: string
  parameters?: Schema
  parametersJsonSchema?: Schema
  responseJsonSchema?: Schema
}

const GEMINI = {
  candidates: [
    { content: { role: 'model', parts: [{ text: 'hello' }] }, finishReason: 'STOP', index: 0 },
  ],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
}

/** Gives a library's exports, or skips the test if it is not installed. */
async function load<Library>(t: Test, path: string): Promise<Library | undefined> {
  const file = `${PACKAGES}/${path}`
  return requireOrSkip(t, existsSync(file), path)
    ? ((await import(pathToFileURL(file).href)) as Library)
    : undefined
}

/** An interface of models that answers every request with `answer`. */
async function startModel<Body>(t: Test, answer: object) {
  const bodies: Body[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString()) as Body)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

interface GeminiRequest {
  tools: { functionDeclarations: Declaration[] }[]
}

function checkDeclarations(t: Test, [body]: readonly GeminiRequest[]) {
  const declared = body!.tools.flatMap(({ functionDeclarations }) => functionDeclarations)
  t.strictSame(
    declared.map(({ name }) => name),
    names,
  )
  for (const {
    name,
    description,
    parameters,
    parametersJsonSchema,
    responseJsonSchema,
  } of declared) {
    t.ok(description.length <= 1024, name)
    t.strictSame(
      parameters === undefined ? [] : openApiFaults(parameters),
      [],
      `${name} parameters`,
    )
    t.strictSame(
      parametersJsonSchema === undefined ? [] : geminiJsonFaults(parametersJsonSchema),
      [],
      `${name} parametersJsonSchema`,
    )
    t.strictSame(
      responseJsonSchema === undefined ? [] : geminiJsonFaults(responseJsonSchema),
      [],
      `${name} responseJsonSchema`,
    )
  }
  const withArguments = declared.filter(
    ({ parameters, parametersJsonSchema }) =>
      'appId' in properties(parameters ?? parametersJsonSchema),
  )
  t.equal(withArguments.length, 5)
}

function properties(schema: Schema | undefined): object {
  return schema?.['properties'] ?? {}
}

interface GoogleProvider {
  createGoogleGenerativeAI: (
    options: object,
  ) => (model: string) => { doGenerate: (call: object) => Promise<object> }
}

for (const version of [3, 4]) {
  t.test(`@ai-sdk/google ${version} sends schemas that Gemini accepts`, async t => {
    const library = await load<GoogleProvider>(t, `ai-sdk-google-${version}/dist/index.js`)
    if (library === undefined) return
    const { bodies, url } = await startModel<GeminiRequest>(t, GEMINI)
    const model = library.createGoogleGenerativeAI({ apiKey: 'none', baseURL: url })(
      'gemini-2.5-flash',
    )
    const prompt = [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }]
    const listed = tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      name,
      description,
      inputSchema,
    }))
    await model.doGenerate({ prompt, tools: listed })
    checkDeclarations(t, bodies)
  })
}

t.test('@google/genai sends schemas that Gemini accepts', async t => {
  const library = await load<{
    GoogleGenAI: new (options: object) => {
      models: { generateContent: (call: object) => Promise<object> }
    }
    mcpToTool: (client: Client) => object
  }>(t, '@google/genai/dist/node/index.mjs')
  if (library === undefined) return
  const { bodies, url } = await startModel<GeminiRequest>(t, GEMINI)
  const client = await connect(t)
  const ai = new library.GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: url } })
  await ai.models.generateContent({
    model: 'gemini-2.5-flash',
    contents: 'hello',
    config: { tools: [library.mcpToTool(client)] },
  })
  checkDeclarations(t, bodies)
})

async function connect(t: Test): Promise<Client> {
  const { url, key } = await startTools(t)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  )
  t.teardown(() => client.close())
  return client
}

t.test('@langchain/google-genai sends schemas that Gemini accepts', async t => {
  type Model = { bindTools: (tools: object[]) => { invoke: (text: string) => Promise<object> } }
  const library = await load<{ ChatGoogleGenerativeAI: new (options: object) => Model }>(
    t,
    '@langchain/google-genai/dist/index.js',
  )
  const core = await load<{ DynamicStructuredTool: new (options: object) => object }>(
    t,
    '@langchain/core/dist/tools/index.js',
  )
  if (library === undefined || core === undefined) return
  const { bodies, url } = await startModel<GeminiRequest>(t, GEMINI)
  const model = new library.ChatGoogleGenerativeAI({
    apiKey: 'none',
    baseUrl: url,
    model: 'gemini-2.5-flash',
    maxRetries: 0,
  })
  const listed = tools.map(({ name, description, inputSchema }) => {
    return new core.DynamicStructuredTool({
      name,
      description,
      schema: inputSchema,
      func: () => Promise.resolve(''),
    })
  })
  await model.bindTools(listed).invoke('hello')
  checkDeclarations(t, bodies)
})

const RESPONSE = {
  id: 'resp_1',
  object: 'response',
  created_at: 0,
  status: 'completed',
  model: 'gpt-5',
  output: [
    {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'hello', annotations: [] }],
    },
  ],
  usage: {
    input_tokens: 1,
    output_tokens: 1,
    total_tokens: 2,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  },
}

interface OpenAiRequest {
  tools: { name: string; description: string; strict: boolean; parameters: Schema }[]
}

interface Agents {
  Agent: new (options: object) => object
  MCPServerStreamableHttp: new (options: object) => {
    connect: () => Promise<void>
    close: () => Promise<void>
  }
  OpenAIResponsesModel: new (client: object, model: string) => object
  run: (agent: object, text: string) => Promise<{ finalOutput: unknown }>
  setTracingDisabled: (disabled: boolean) => void
}

t.test("@openai/agents converts every tool to OpenAI's strict mode", async t => {
  const library = await load<Agents>(t, '@openai/agents/dist/index.mjs')
  const openai = await load<{ OpenAI: new (options: object) => object }>(t, 'openai/index.mjs')
  if (library === undefined || openai === undefined) return
  const { bodies, url: baseURL } = await startModel<OpenAiRequest>(t, RESPONSE)
  const { url, key } = await startTools(t)
  library.setTracingDisabled(true)
  const server = new library.MCPServerStreamableHttp({
    url,
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  await server.connect()
  t.teardown(() => server.close())
  const model = new library.OpenAIResponsesModel(
    new openai.OpenAI({ apiKey: 'none', baseURL, maxRetries: 0 }),
    'gpt-5',
  )
  const agent = new library.Agent({
    name: 'analyst',
    model,
    mcpServers: [server],
    mcpConfig: { convertSchemasToStrict: true },
  })
  t.equal((await library.run(agent, 'hello')).finalOutput, 'hello')
  t.strictSame(
    bodies[0]!.tools.map(({ name, strict }) => ({ name, strict })),
    names.map(name => ({ name, strict: true })),
  )
  for (const { name, description, parameters } of bodies[0]!.tools) {
    t.ok(description.length <= 1024, name)
    t.strictSame(strictFaults(parameters), [], name)
  }
})

t.test('each subset refuses an argument with several types', async t => {
  const names = {
    description: 'Names.',
    type: ['array', 'string', 'null'],
    items: { type: 'string' },
    default: [],
  }
  const schema = { type: 'object', properties: { names } }
  t.strictSame(openApiFaults(schema), [
    '/names: must have one type',
    '/names: items without an array',
  ])
  t.strictSame(geminiJsonFaults(schema), [
    '/names: default is not a keyword',
    '/names: a list of types',
  ])
  t.strictSame(strictFaults(schema), [
    ': an open object',
    ': not every property is required',
    '/names: default is not a keyword',
  ])
})
