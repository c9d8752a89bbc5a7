import { classifyInboundRequest, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server'
import { LRUCache } from 'lru-cache'
import { randomUUID } from 'node:crypto'
import { buildRequest, ReadyAnswer, ResultFrames } from './frames.ts'
import { batchFault, boundsFault, isObject, messageCount, paramsFault, type Posted, type PostedHeaders, readMessage } from './message.ts'
import { refuseRevision, type Serve, servedByLibrary } from './protocol.ts'
import { type EndpointParts, type Era, type McpAnswer, REVISION_2026, REVISIONS_2025, type ServedTool, type ToolAnswer } from './served.ts'

/** One authenticated POST, already counted as one request. */
interface McpPost<Call> extends Posted {
  /** Rate limit, requests per minute. */
  limit: number
  /** Resolves when another message of a batch may be handled. */
  turn: () => Promise<void>
  /** Counts the other messages of a batch; rejects, counting none, if they exceed the limit. */
  countMore: (messages: number) => Promise<void>
  call: Call
  acceptsGzip: boolean
}

export interface McpEndpoint<Call> {
  /** Rejects with a `problem` if the request itself is invalid, rather than its message. */
  handle(post: McpPost<Call>): Promise<McpAnswer>
}

/**
 * The tool endpoint's protocol: stateless, JSON answers, the 2025 revisions for everyone and 2026-07-28 for clients that declare
 * the MCP Apps extension. The mounting server checks credentials and rate limit; `AllowedSites` checks host and origin.
 * @param frequent what is served without the library; unless given what clients ask all day
 */
export function createMcpEndpoint<Call, Context>(parts: EndpointParts<Call, Context>, frequent?: ServeFrequent<Call>): McpEndpoint<Call> {
  const library = servedByLibrary(parts)
  const atHand = frequent ?? serveCached(parts, library)
  return {
    async handle({ limit, turn, countMore, call, acceptsGzip, ...posted }) {
      const { headers } = posted
      const { body, fault: noJson } = await readMessage(posted)
      const fault = noJson ?? boundsFault(body) ?? batchFault(body, headers, limit)
      if (fault !== null) return fault
      const messages = messageCount(body)
      if (messages > 1) await countMore(messages - 1)
      return (await atHand(headers, body, call, acceptsGzip)) ?? (await library(headers, body, call, turn))
    },
  }
}

/** Serves a body for a call; null where that is left to the library. */
type ServeFrequent<Call> = (headers: PostedHeaders, body: unknown, call: Call, acceptsGzip: boolean) => Promise<McpAnswer | null>

/**
 * Reuses library responses, changing only the request's id, and inserts tool results into a cached frame. Anything unusual goes to the
 * library.
 */
export function serveCached<Call, Context>(parts: EndpointParts<Call, Context>, library: Serve<Call>): ServeFrequent<Call> {
  const tools = new Map(parts.tools.map(tool => [tool.name, tool]))
  const uris = new Set(parts.resources.map(({ uri }) => uri))
  const frames = new ResultFrames(parts)
  const ready = new Map<string, ReadyAnswer>()

  /** Cache key of a message's response; null if it is not cached. */
  const keyOf = ({ era, method, params }: KnownMessage): string | null => {
    if (method === 'resources/read') return uris.has(params['uri'] as string) ? `${era} ${method} ${params['uri'] as string}` : null
    if (method !== 'initialize') return `${era} ${method}`
    const revision = params['protocolVersion'] as string
    return REVISIONS_2025.includes(revision) ? `${era} ${method} ${revision}` : null
  }

  const ask = async ({ era, method, params }: KnownMessage, call: Call): Promise<ReadyAnswer | null> => {
    const id = randomUUID()
    const { headers, body } = buildRequest(era, method, params, id)
    const { status, body: written } = await library(headers, body, call)
    const [head, tail, ...more] = String(written).split(JSON.stringify(id))
    return status !== 200 || tail === undefined || more.length > 0 ? null : new ReadyAnswer(status, head!, tail)
  }

  const callTool = async (tool: ServedTool<Context>, { era, params }: KnownMessage, call: Call): Promise<ReadyAnswer | ToolAnswer> => {
    try {
      const result = await tool.call(params['arguments'] ?? {}, parts.context(call))
      return (await frames.of(era, result)) ?? result
    } catch (error) {
      parts.onFault(error, call)
      return await frames.ofFault(era)
    }
  }

  return async (headers, body, call, acceptsGzip) => {
    const message = knownMessage(headers, body)
    if (message === null) return null
    if (message.method === 'tools/call') {
      const tool = tools.get(message.params['name'] as string)
      if (tool === undefined) return null
      const answer = await callTool(tool, message, call)
      if (answer instanceof ReadyAnswer) return answer.to(message.id, acceptsGzip)
      // Only the library can write other kinds of results.
      return await servedByLibrary({ ...parts, tools: [{ ...tool, call: () => Promise.resolve(answer) }] })(headers, body, call)
    }
    const key = keyOf(message)
    if (key === null) return null
    const answer = ready.get(key) ?? (await ask(message, call))
    if (answer === null) return null
    ready.set(key, answer)
    return answer.to(message.id, acceptsGzip)
  }
}

/** A valid, ordinary request: the library would do nothing but respond. */
interface KnownMessage {
  era: Era
  id: string | number
  method: string
  params: Readonly<Record<string, unknown>>
}

const LISTS = { 'tools/list': [], 'resources/list': [], 'resources/templates/list': [] }
const ITEMS = { 'resources/read': ['uri'], 'tools/call': ['name', 'arguments'] }

/** Allowed parameters by era and method. */
const PARAMETERS: Record<Era, ReadonlyMap<string, readonly string[]>> = {
  '2025': new Map(Object.entries({ ...LISTS, ...ITEMS, ping: [], initialize: ['protocolVersion', 'capabilities', 'clientInfo'] })),
  '2026': new Map(Object.entries({ ...LISTS, ...ITEMS, 'server/discover': [] })),
}

const MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params'])

/** Names of `_meta` that belong to the protocol. */
const RESERVED = 'io.modelcontextprotocol/'

/** Parameter that the header `Mcp-Name` repeats. */
const NAMED: Readonly<Record<string, string>> = { 'tools/call': 'name', 'resources/read': 'uri' }

/** Null if the message or its headers are unusual in any way, valid or not. */
function knownMessage(headers: PostedHeaders, body: unknown): KnownMessage | null {
  if (!isObject(body) || body['jsonrpc'] !== '2.0' || Object.keys(body).some(name => !MEMBERS.has(name))) return null
  const { id, method, params: given = {} } = body
  if (!(typeof id === 'string' || Number.isSafeInteger(id)) || typeof method !== 'string' || !isObject(given)) return null
  const { _meta: meta = {}, ...params } = given
  if (!isObject(meta)) return null
  const era = eraOf(headers, meta)
  const known = era === null ? undefined : PARAMETERS[era].get(method)
  if (known === undefined || !Object.keys(params).every(name => known.includes(name)) || !areSound(method, params)) return null
  const message = { era: era!, id: id as string | number, method, params }
  return era === '2026' && !isOf2026(headers, message, meta) ? null : message
}

function eraOf(headers: PostedHeaders, meta: Record<string, unknown>): Era | null {
  const revision = headers['mcp-protocol-version']
  if (!hasPlainNames(meta)) return null
  if (revision === REVISION_2026) return '2026'
  const is2025 = revision === undefined || REVISIONS_2025.includes(revision)
  return is2025 && !Object.keys(meta).some(name => name.startsWith(RESERVED)) && isToken(meta['progressToken']) ? '2025' : null
}

function isToken(value: unknown): boolean {
  return value === undefined || typeof value === 'string' || Number.isSafeInteger(value)
}

function areSound(method: string, params: Readonly<Record<string, unknown>>): boolean {
  if (method === 'initialize') return paramsFault({ jsonrpc: '2.0', id: 0, method, params }) === null
  const args = params['arguments']
  return args === undefined || (isObject(args) && hasPlainNames(args))
}

/** JSON allows names, such as `__proto__`, that JavaScript treats specially and the library drops. */
function hasPlainNames(value: object): boolean {
  return !Object.hasOwn(value, '__proto__')
}

function isOf2026(headers: PostedHeaders, { method, params }: KnownMessage, meta: Record<string, unknown>): boolean {
  if (headers['mcp-method'] !== method || meta[PROTOCOL_VERSION_META_KEY] !== REVISION_2026) return false
  const named = NAMED[method]
  if (named !== undefined && headers['mcp-name'] !== params[named]) return false
  return isEnvelope(meta)
}

const HEADERS = { 'mcp-protocol-version': REVISION_2026 }

/** Valid envelopes: clients repeat them, and the library validates slowly. */
const sound = new LRUCache<string, true>({ max: 1000, maxSize: 2 ** 20, sizeCalculation: (_, key) => key.length })

function isEnvelope({ progressToken, ...meta }: Record<string, unknown>): boolean {
  if (!isToken(progressToken)) return false
  const key = JSON.stringify(meta)
  if (sound.has(key)) return true
  const body = { jsonrpc: '2.0', id: 0, method: 'tools/list', params: { _meta: meta } }
  if (refuseRevision(body, HEADERS) !== null) return false
  if (classifyInboundRequest({ httpMethod: 'POST', protocolVersionHeader: REVISION_2026, body }).kind !== 'modern') return false
  sound.set(key, true)
  return true
}
